#!/bin/sh
# lab.sh - other kernels in the lab, which is made up (fake-qemu): boots, words,
# what goes wrong.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null || skip_all "no python3"
export XDG_CACHE_HOME="$tmp/cache" PERFLOSS_QEMU="$here/fake-qemu"
unset FAKE_LAB FAKE_LUCK FAKE_LOG FAKE_ONCE
kernel()
{
	python3 "$here/make-kernel.py" "$tmp/vmlinux-$1" "$1"
	printf '%s\n' '# made' CONFIG_X86_64=y CONFIG_SERIAL_8250=y \
	    CONFIG_BLK_DEV_INITRD=y CONFIG_BINFMT_ELF=y "$2" >"$tmp/config-$1"
}
kernel 6.1-old CONFIG_HZ=250
kernel 6.2-slow CONFIG_HZ=1000
old=$tmp/vmlinux-6.1-old new=$tmp/vmlinux-6.2-slow
FAKE_SLOW=sig_handle
export FAKE_SLOW

lab() { pl lab "$@"; }
lab run "$old" -q --no-store --rows sys_null
case $err in
*"is no program for x86-64"* | *"needs shared libraries"*)
	skip_all "the probe of this build cannot be the first process" ;;
esac

# One kernel.
lab run "$old" --label mine
is "run: status" "$status" 0
has "run: what begins" "$err" "33 rows, 4 boots of each kernel"
has "run: boots are what is counted" "$out" "#1 mine"
has "run: four of them" "$out" "Linux 6.1-old  4 boots"
has "run: whole numbers" "$out" "9,000"
has "run: the seed" "$out" "4 boots; seed 1 boots the same again"
clean "run"
pl show mine
has "show: the run" "$out" "9,000"
pl runs
has "runs: it is there" "$out" "mine"

lab run "$old" -q -n 1 --no-store --rows sys_null
lacks "one boot: values that are boots" "$out" "6 values"
lacks "one boot: others do not count" "$out" "other programs"

# Two kernels.
lab compare "$old" "$new" -q
is "compare: status" "$status" 1
is "compare: quiet" "$err" ""
has "compare: the verdict first" "$(printf '%s\n' "$out" | sed -n 6p)" \
    "1 of 33 rows is SLOWER"
has "compare: options behind it" "$(printf '%s\n' "$out" | grep -A9 '^where')" \
    "config  1 option differs: HZ (250, 1000)"
has "compare: facts" "$out" "kernel.release (6.1-old, 6.2-slow)"
has "compare: what it is" "$out" "instructions, not time; 4 and 4 boots in"
has "compare: how many" "$out" "1 of 33 rows is SLOWER, 0 are FASTER."
has "compare: the row" "$(printf '%s\n' "$out" | grep '^sig_handle')" \
    "+220  +2.0 %          exact  SLOWER"
has "compare: the function" "$out" \
    "where   +220 instructions per sig_handle: +220 slow_it (new)"
has "compare: the rest" "$out" "32 rows are the same within 0.2 %."
has "compare: where it is" "$out" "#2 6.1-old, #3 6.2-slow in"
first=$(printf '%s\n' "$out" | grep -v '^#\|^stored')

lab compare "$old" "$new" -q -j 1
is "the same again, one at a time" \
    "$(printf '%s\n' "$out" | grep -v '^#\|^stored')" "$first"
pl show '#1'
has "a run as it is printed" "$out" "#1 mine"
pl compare 6.1-old 6.2-slow
is "stored: status" "$status" 1
has "stored: the function" "$out" "+220 slow_it (new)"
has "stored: judged as well" "$out" "+220  +2.0 %          exact  SLOWER"
pl compare --delta 3% @2 @1
is "stored: another margin" "$status" 0
has "stored: said" "$out" "33 rows are the same within 3 %."
pl export @2 -o "$tmp/a.json"
pl export @1 -o "$tmp/b.json"
pl compare "$tmp/a.json" "$tmp/b.json"
is "from files" "$status" 1
python3 - "$tmp" <<-'EOF'
	import re, sys
	a, b = (open(f'{sys.argv[1]}/{n}.json').read() for n in 'ab')
	first = lambda t: re.search(r'"functions":"[^"]*"',
	    t[t.index('"sig_handle"'):])
	x, y = first(a).group(), first(b).group()
	open(f'{sys.argv[1]}/c.json', 'w').write(a.replace(x, y))
	open(f'{sys.argv[1]}/d.json', 'w').write(b.replace(y, x))
EOF
pl compare "$tmp/c.json" "$tmp/d.json"
has "functions that are apart from the row" \
    "$(printf '%s' "$out" | tr -s '\n ' ' ')" \
    "the row itself differs by +220: it jumps, and these are of its first"
pl report @2 @1 -o "$tmp/x.html"
is "a page of both" "$status" 0
has "its method" "$(cat "$tmp/x.html")" "one boot of a virtual machine"

# Time is another thing.
fake ok
pl run -n 1 -q --settle 0s --label timed sys_null
pl compare --across timed 6.1-old
has "never with time" "$out" \
    "NOT COMPARABLE: one run counts instructions, the other measures time"
is "status of that" "$status" 2
unset PERFLOSS_PROBE FAKE

# Three kernels, five boots.
lab compare "$old" "$new" "$old" --no-store --rows 'sig_*'
has "three: five boots" "$err" "5 boots of each kernel"
has "three: a column each" "$out" "+2.0 % SLOWER"

# One kernel, two states; what reaches the guest.
export FAKE_LOG="$tmp/log"
lab compare "$old" --cmdline quiet --cmdline-b slow=sys_read \
    --set kernel.x=1 --set-b net/ipv4/a.b=2 --set-b /sys/y=3 \
    --inject-b seccomp:1 -n 3 --no-store -q --rows sys_read --rows sys_null
is "two states: status" "$status" 1
has "two states: labels" "$out" "b  "
has "two states: the row" "$out" "sys_read"
is "boots" "$(grep -c ^kernel "$FAKE_LOG")" 6
is "seeds, one a pair" "$(grep ^kernel "$FAKE_LOG" |
    sed 's/.*seed \([0-9]*\) .*/\1/' | sort | uniq -c | grep -c ' 2 ')" 3
is "words of one" "$(grep -c ' quiet slow=sys_read$' "$FAKE_LOG")" 3
is "words of the other" "$(grep -c ' quiet$' "$FAKE_LOG")" 3
is "a sysctl for both" \
    "$(grep -c '^set=/proc/sys/kernel/x=1$' "$FAKE_LOG")" 6
is "one that has a dot in it" \
    "$(grep -c '^set=/proc/sys/net/ipv4/a.b=2$' "$FAKE_LOG")" 3
is "a file" "$(grep -c '^set=/sys/y=3$' "$FAKE_LOG")" 3
is "an injection" "$(grep -c '^arg=seccomp:1$' "$FAKE_LOG")" 3
unset FAKE_LOG
lab compare "$old" --cmdline-b slow=sys_read --no-store -q --rows sys_read
has "two states: called by what they are" "$(printf '%s\n' "$out" |
    grep '^row')" "6.1-old  slow=sys_r"

# A row that falls apart where others jump as far.
export FAKE_LUCK='vm_*'
lab compare "$old" --cmdline-b slow=sys_read -q --no-store -n 3 --rows 'vm_*' \
    --rows sys_read
is "luck: no alarm" "$status" 0
has "luck: the word" "$out" "slower, maybe"
has "luck: why" "$out" "5 other rows move as far from boot to boot"
unset FAKE_LUCK

lab compare "$old" "$new" -q --no-store --json --rows 'sig_*'
is "json: status" "$status" 1
printf '%s\n' "$out" >"$tmp/x.json"
ok "json: one object" python3 -c "
import json
o = json.load(open('$tmp/x.json'))
c = o['comparisons'][0]
assert c['base']['rounds'] == 4
row = [r for r in c['rows'] if r['name'] == 'sig_handle'][0]
assert row['verdict'] == 'SLOWER' and row['unit'] == 'insn', row
assert 'slow_it' in str(row['functions']), row
assert o['configs'][0]['config'] == [
    {'option': 'HZ', 'base': '250', 'now': '1000'}], o['configs']"

# What goes wrong.
export FAKE_LAB=once FAKE_ONCE="$tmp/once"
lab run "$old" --no-store --rows 'sig_*'
is "a boot fails once: status" "$status" 0
has "a boot fails once: told" "$err" "QEMU was killed by signal 9"
has "a boot fails once: again" "$err" "it is tried again"
FAKE_LAB=panic
lab run "$old" --console "$tmp/console" --label never
is "always: status" "$status" 2
has "always: why" "$err" "failed: the kernel"
lacks "always: not tried again, it does the same" "$err" "again"
has "always: the console's word" "$err" "made up"
has "always: the console" "$(cat "$tmp/console")" "not syncing: made up"
pl runs
lacks "always: nothing is kept" "$out" never
FAKE_LAB="cut"
lab run "$old" -q --no-store --rows 'sys_*'
is "cut: status" "$status" 2
FAKE_LAB=refuse
lab run "$old" -q --no-store
has "refused: why" "$err" "nothing counts instructions here"
FAKE_LAB=hang
lab run "$old" -q --no-store --limit 1s
is "a hang: status" "$status" 2
has "a hang: told" "$err" "failed: the kernel"
lacks "a hang: not tried again" "$err" "again"
FAKE_LAB=noise
lab run "$old" -q --no-store
has "noise: its last words" "$err" "QEMU ended with status 9: the last of it"
unset FAKE_LAB FAKE_ONCE

FAKE_LAB=panic
export FAKE_LAB
lab run "$old" -q --no-store --accel kvm
refused "kvm that boots nothing" "'--accel kvm' cannot be used"
unset FAKE_LAB

# Ctrl-C leaves nothing.
export FAKE_LAB=hang
"$PERFLOSS" lab run "$old" -q --label stopped >"$tmp/.out" 2>"$tmp/.err" \
    </dev/null &
pid=$!
booted() { pgrep -P "$pid" >"$tmp/guests"; }
if command -v pgrep >/dev/null; then
	ok "boots are under way" wait_for booted
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	is "interrupted: status" "$status" 143
	has "interrupted: told" "$(cat "$tmp/.err")" "interrupted: no boot"
	while read -r guest; do
		ok "interrupted: no machine is left" wait_for gone "$guest"
	done <"$tmp/guests"
else
	kill -TERM $pid
	wait $pid
	skip "boots are under way" "no pgrep"
fi
unset FAKE_LAB

# Nor does kill -9, also of what a script in place of QEMU has started.
export FAKE_LAB=child FAKE_CHILD="$tmp/child"
for sig in KILL TERM; do
	rm -f "$tmp/child"
	"$PERFLOSS" lab run "$old" -q --no-store >/dev/null 2>&1 </dev/null &
	pid=$!
	ok "$sig: a child is there" wait_for [ -s "$tmp/child" ]
	kill -$sig $pid
	wait $pid 2>/dev/null
	while read -r child; do
		ok "$sig: it is gone" wait_for gone "$child"
	done <"$tmp/child"
done
unset FAKE_LAB FAKE_CHILD

# Before there is a machine: while a package is fetched.
mkdir "$tmp/apt"
printf '#!/bin/sh\ncase "$*" in\n*print-uris*) echo "%s" ;;\n*) %s\nesac\n' \
    "'http://x/k.deb' k.deb 9 SHA256:x" \
    "echo \$\$ >\"$tmp/fetching\"; exec sleep 600 ;;" >"$tmp/apt/apt-get"
chmod +x "$tmp/apt/apt-get"
fetching() { [ -s "$tmp/fetching" ]; }
for how in "TERM 143 run deb:k" "TERM 143 exec --kernel deb:k -- true" \
    "KILL 137 run deb:k"; do
	rm -f "$tmp/fetching"
	sig=${how%% *} want=${how#* }
	# shellcheck disable=SC2086 # words
	PATH=$tmp/apt:$PATH "$PERFLOSS" lab ${want#* } >"$tmp/.out" \
	    2>"$tmp/.err" </dev/null &
	pid=$!
	ok "$how: it fetches" wait_for fetching
	kill -"$sig" $pid
	status=0
	wait $pid 2>/dev/null || status=$?
	is "$how: status" "$status" "${want%% *}"
	ok "$how: nothing goes on" wait_for gone "$(cat "$tmp/fetching")"
	[ "$sig" = KILL ] && continue
	has "$how: told" "$(cat "$tmp/.err")" "interrupted: nothing was booted"
	is "$how: nothing is left" \
	    "$(find "$tmp/cache" -name 'perfloss-scratch*')" ""
done

# Words that are wrong.
lab
refused "no word" "run, compare or exec?"
lab comparre
refused "a wrong one" "did you mean 'compare'?"
lab compare
refused "no kernel" "which kernel?"
lab run "$old" --cmdline-b x
refused "of two kernels" "'--cmdline-b' is of 'perfloss lab compare'"
lab compare "$old" "$new" "$old" --set-b a.b=1
refused "of two, and there are three" "'--set-b' is of two kernels, and there"
lab compare "$old" --set-b a.b
refused "a setting" "bad value 'a.b' of '--set-b', wanted NAME=VALUE"
lab run "$old" --accel tgc
refused "an accelerator" "did you mean 'tcg'?"
lab run "$old" --memory 1
refused "no memory" "'--memory' is at least 64M"
lab run "$old" --memory 0
refused "none at all" "'--memory' is at least 64M"
lab run "$old" --no-store --cmdline 'rdinit=/bin/sh'
is "no first process: status" "$status" 2
has "no first process" "$err" "'rdinit=/bin/sh' on the kernel's command line"
lab nothing
refused "a wrong word" "there are run, compare and exec"
lab run "$old" --rows nonsuch
refused "a row" "unknown row 'nonsuch'"
lab run "$old" "$new" --label x
refused "a label for two" "'--label' names one run"
lab run "$tmp/none"
is "no such kernel" "$status" 2
echo no kernel >"$tmp/text"
lab run "$tmp/text"
is "not a kernel" "$status" 2

# Each row of the table is one that the probe has.
keys=$(sed -n 's/^\t{ "\([^"]*\)", [0-9]* },$/\1/p' \
    "$here/../../src/cmd/lab_rows.c")
ok "the table has rows" [ "$(printf '%s\n' "$keys" | wc -l)" -ge 30 ]
probe=$(dirname "$PERFLOSS")/../probe/perfloss-probe
for key in $keys; do
	ok "the probe knows $key" "$probe" --list "$key"
done
lab run "$old" -q --no-store --rows sys_null --rows time_tsc
has "other rows, too" "$out" time_tsc
clean "all of it"

# Which of many kernels.
for name in 6.1-next 6.3-slow; do kernel $name CONFIG_HZ=250; done
next=$tmp/vmlinux-6.1-next last=$tmp/vmlinux-6.3-slow
unset FAKE_LAB FAKE_LUCK FAKE_ONCE
pl bisect -q --lab sig_handle --over "$old $next $new $last"
is "bisect: status" "$status" 0
has "bisect: the kernel" "$out" "vmlinux-6.2-slow made it worse"
has "bisect: counts" "$out" "each run gave the same"
has "bisect: few boots" "$out" "6 runs on 4 of 4 places"
echo none >"$tmp/none"
pl bisect -q --lab sig_handle --json --over "$old $tmp/none $new"
has "bisect: what is no kernel is passed over" "$out" '"unusable":[{"place":1'
pl bisect -q --lab sig_handle --over "$old $next"
is "bisect: alike" "$status" 1
finish
