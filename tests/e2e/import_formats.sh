#!/bin/sh
# import_formats.sh - other tools' output of tests/import, as it is understood:
# the exact text. After a change that is meant: UPDATE=1 meson test -C build
# import-formats, then git diff. Then the cases of the specification, where they
# are beside this tree.
. "$(dirname "$0")/e2e.sh"
root=$(cd "$here/../.." && pwd)
want=$here/../golden/import
cd "$here/../import" || exit 99

# understood NAME FILE ARGUMENT...: as golden/import/NAME says, without the time
understood()
{
	name=$1
	shift
	pl import -n "$@"
	{
		printf '%s\n' "$out" |
		    sed 's/20[0-9-]* [0-9][0-9]:[0-9][0-9]/TIME/'
		[ -z "$err" ] || printf '%s\n' "$err"
		echo "status $status"
	} >"$tmp/got"
	if [ -n "${UPDATE-}" ]; then
		mkdir -p "$want"
		cp "$tmp/got" "$want/$name.txt"
	fi
	is "$name" "$(cat "$tmp/got")" "$(cat "$want/$name.txt" 2>/dev/null)"
}
for f in *; do
	case $f in lmbench-story.txt) continue ;; esac
	understood "$f" "$f"
done
understood time-f --time-format '%e %U %S %c %w %M' time-gnu-f.txt
understood time-two time-bsd-4.txt time-bsd-5.txt
understood go-forced --format go go-repeats.txt

# A finding of the second story: once a tick of 100 Hz.
pl import -n time-bsd-5.txt
has "the tick is seen" "$(printf '%s' "$out" | tr -s ' \n' ' ')" \
    "it loses the CPU 100 times a second, as often as a timer of 100 Hz ticks"
has "and the kernel's share" "$out" "32 % of its CPU time is in the kernel"
pl import -n csv-pair.csv
has "ten against ten" "$out" "The row is FASTER."

cases=$root/../shared/cases
[ -d "$cases" ] || cases=$root/../../shared/cases
if [ ! -d "$cases" ]; then
	skip "the cases of the specification" "they are not beside this tree"
	finish
fi
# Those that are no output of what their folder says.
for f in "$cases"/*/*; do
	short=${f#"$cases/"}
	pl import -n "$f"
	case $short in
	go-bench/08.txt | pyperf/08.json | time/24.txt)
		is "$short is refused" "$status" 2 ;;
	*)
		is "$short is understood" "$([ "$status" -le 1 ] && echo yes)" \
		    yes ;;
	esac
done
finish
