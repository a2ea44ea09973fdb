#!/bin/sh
# aftermath_odd.sh - loads that fail, and ends before the end.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
am() { pl aftermath -q --settle 0s --baseline 500ms -f 500ms -r 500ms "$@"; }

am sys_null
refused "no load" "no load is given"
am --load compute --load-cmd true
refused "two loads" "exclude one another"
am --load 'compute x 0'
refused "no copies" "wanted 1 to 1000"
am --load 'compute x many'
refused "copies that are no number" "wanted 1 to 1000"
am --load 'make -j2'
refused "a command for a row" "a command is for '--load-cmd'"
am --load sys_nul
refused "a row that there is not" "sys_null"
am --load-cmd ' '
refused "an empty command" "is empty"
am --load compute sys_nul
refused "a measured row that there is not" "sys_null"
am --load compute --label 17
refused "a label that is a number" "17"
am --load compute --dir "$tmp/none"
refused "a directory that there is not" "none"

am --load-cmd perfloss-no-such-program --no-store sys_null
is "a command that there is not: status" "$status" 2
has "it is said" "$err" "it failed with status 127"
has "with its last words" "$err" "not found"
am --load-cmd 'sleep 0.1; echo out of luck >&2; exit 3' --no-store sys_null
is "one that fails: status" "$status" 2
has "how" "$err" "it failed with status 3: out of luck"
am --load-cmd 'kill -9 $$' --no-store sys_null
has "one that is killed" "$err" "it was killed by signal 9"
am --load-cmd 'yes >&2' --no-store sys_null
is "one that complains without end: status" \
    "$([ "$status" -le 1 ] && echo 0)" 0
clean "loads that fail"

# Ended in mid-load: nothing of it is left. $1: signal, $2: the load.
begun()
{
	env --default-signal=INT "$PERFLOSS" aftermath -q --settle 0s \
	    --baseline 500ms -f 60s -l "$1" "$2" "$3" sys_null \
	    >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for at_work
	tap_result $? "$1: the load runs"
}
at_work() { grep -lsz 'sleep.*97[79]' /proc/[0-9]*/cmdline >/dev/null; }
idle() { ! at_work; }
begun INT --load-cmd 'setsid sleep 977 & sleep 979'
sleep 0.5
kill -INT $pid
wait $pid
is "INT: status" $? 130
has "INT: a word" "$(cat "$tmp/err")" "what was measured until then is kept"
has "INT: the report" "$(cat "$tmp/out")" "Ended before it could be told"
has "INT: its rows" "$(cat "$tmp/out")" "survivor"
ok "INT: the load is ended" wait_for idle
pl show INT-baseline
is "INT: the baseline is kept" "$status" 0
begun KILL --load-cmd 'setsid sleep 977 & sleep 979'
kill -9 $pid
wait $pid 2>/dev/null
ok "kill -9: the load ends" wait_for idle

# Its keeper is killed alone.
probes() { grep -ls '^perfloss-probe' /proc/[0-9]*/comm; }
begun keeper --load-cmd 'setsid sleep 977 & sleep 979'
for p in $(probes | sed 's,/proc/,,; s,/comm,,'); do
	[ "$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$p/status")" = $pid ] &&
	    kill -9 "$p"
done
wait $pid
is "probes that are killed: status" $? 2
ok "probes that are killed: the load ends" wait_for idle
mine() { [ -n "$(ls "$TMPDIR")" ]; }
wait_for sh -c '[ -z "$(ls "$1")" ]' - "$TMPDIR"
clean "all of it"
finish
