#!/bin/sh
# untrue.sh - a probe that says what is not so, or does not stop talking.
. "$(dirname "$0")/e2e.sh"

measure()
{
	fake "$1"
	shift
	pl run -q -n 3 --settle 0s --seed 7 "$@"
}

# However much it says meanwhile.
measure babble --deadline 100ms
has "a probe that talks for ever" "$status $err" "2 perfloss: cannot measure "
has "is not heard for ever" "$err" ": the probe has not answered for "
clean "a probe that talks for ever"
measure garbage --deadline 100ms
has "or rubbish" "$status $err" "has not answered for "
clean "or rubbish"
measure mixup
has "another row's answer" "$status $err" "2 perfloss: the probe answered '"

# What it names as its scratch directory is removed for it, if it is one.
mkdir "$tmp/mine"
for d in "$tmp/mine" / "$tmp/perfloss-work" "$tmp/perfloss-scratch-open01" \
    "$tmp/perfloss-scratch-link01" relative; do
	case $d in
	*work) mkdir "$d" ;;
	*open01) mkdir -m 755 "$d" ;;
	*link01) ln -s "$tmp/mine" "$d" ;;
	esac
	: >"$tmp/mine/file"
	FAKE_SCRATCH=$d measure liar
	ok "not a scratch directory: '${d##*/}' stays" \
	    test -e "$tmp/mine/file" -a \( -e "$d" -o "$d" = relative \)
	has "and that is said" "$err" ", it stays"
done
mkdir -m 700 "$tmp/perfloss-scratch-dead01"
: >"$tmp/perfloss-scratch-dead01/file"
if command -v flock >/dev/null 2>&1; then
	FAKE_SCRATCH=$tmp/perfloss-scratch-dead01
	export FAKE_SCRATCH
	fake liar
	run flock "$FAKE_SCRATCH" "$PERFLOSS" run -q -n 3 --settle 0s
	has "one that a living probe has locked" "$err" "is not a dead probe's"
	ok "stays" test -e "$FAKE_SCRATCH/file"
else
	skip "one that a living probe has locked" "no flock"
fi
FAKE_SCRATCH=$tmp/perfloss-scratch-dead01 measure liar
ok "a dead probe's is removed" test ! -e "$tmp/perfloss-scratch-dead01"
clean "at the end"
finish
