#!/bin/sh
# doctor.sh - perfloss doctor lab: what is missing is said, with what to do.
. "$(dirname "$0")/e2e.sh"
export XDG_CACHE_HOME="$tmp/cache"

# A QEMU that only knows its version, and one that ends at once.
mkdir "$tmp/bin"
cat >"$tmp/bin/qemu" <<'END'
#!/bin/sh
[ "$1" = --version ] && { echo "QEMU emulator version 9.1.2 (x)"; exit 0; }
echo "qemu: no such machine" >&2
exit 1
END
chmod +x "$tmp/bin/qemu"
export PERFLOSS_QEMU="$tmp/bin/qemu"

pl doctor lab
static=$(printf '%s\n' "$out" | grep -c "^probe *yes")
archives=$(printf '%s\n' "$out" | grep -c "^archives *yes")
need=$((static + archives < 2))
is "all is there, or what the build left out" "$status" $need
has "the version of QEMU" "$out" "version 9.1.2"
has "the cache" "$out" "$tmp/cache/perfloss/kernels"
lacks "nothing else is wrong with QEMU" "$out" "qemu      NO"
is "no noise" "$err" ""

pl doctor lab --json
is "the same as JSON" "$status" $need
has "with its word" "$out" '"ready":'
has "and each check" "$out" '{"name":"qemu","state":"there","what":"'

PERFLOSS_QEMU=$tmp/nowhere pl doctor lab
is "a QEMU that is not there: status" "$status" 1
has "and which" "$out" "cannot run the QEMU '$tmp/nowhere' that PERFLOSS_QEMU"
printf '#!/bin/sh\necho 3.0\n' >"$tmp/bin/other"
chmod +x "$tmp/bin/other"
PERFLOSS_QEMU=$tmp/bin/other pl doctor lab
has "a program that is no QEMU" "$out" "does not say that it is QEMU"
printf '#!/bin/sh\nexit 3\n' >"$tmp/bin/other"
PERFLOSS_QEMU=$tmp/bin/other pl doctor lab
has "one that does not even say that" "$out" \
    "'$tmp/bin/other --version' fails with status 3"
run env -u PERFLOSS_QEMU PATH="$tmp/none" "$PERFLOSS" doctor lab
is "none in PATH: status" "$status" 1
has "and how to get it" "$out" "apt-get install --no-install-recommends qemu"
has "what needs no apt-get is said" "$out" "no apt-get, so no 'deb:PACKAGE'"
has "in a sentence at the end" "$out" "The lab needs what says NO."

XDG_CACHE_HOME=/proc/none pl doctor lab
is "no place for kernels: status" "$status" 1
has "and what to do" "$out" "set XDG_CACHE_HOME to a directory of yours"

PERFLOSS_PROBE=$(command -v sh) pl doctor lab
is "a probe that needs libraries: status" "$status" 1
has "and why" "$out" "cannot be the first process of the lab"
PERFLOSS_PROBE=$here/fake-probe pl doctor lab
has "a script is no first process" "$out" "is no program for x86-64"

echo text >"$tmp/text"
pl doctor lab "$tmp/text"
if [ $need = 0 ]; then
	is "what is no kernel: status" "$status" 1
	has "and that it is none" "$out" "'$tmp/text' is not a kernel"
else
	skip "what is no kernel" "the build left something out"
fi

pl doctor
refused "doctor of what?" "'perfloss doctor lab'"
pl doctor lib
refused "doctor of something else" "'perfloss doctor lab'"
pl doctor lab a b
refused "one kernel at a time" "'perfloss doctor lab'"
clean "after all"
finish
