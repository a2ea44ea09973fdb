#!/bin/sh
# aftermath.sh - before, during and after a load: what is said and kept.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
am() { pl aftermath -q --settle 0s --baseline 1s -f 500ms -r 1s "$@"; }

# left: what the last run said was left.
left() { printf '%s\n' "$out" | sed -n '/^left/,$p'; }

am --load 'self_spin x 2' -l one sys_null
printf '%s\n' "$out" >am.txt
is "a row as the load: status" "$([ "$status" -le 1 ] && echo 0)" 0
has "what it was" "$out" "self_spin x 2"
if platform; then
	has "what it used" "$out" "it used"
	has "its shares" "$out" "each copy"
fi
has "fresh processes" "$out" "fresh"
has "the surviving one" "$out" "survivor"
has "what is left" "$out" "left  "
has "the order is said" "$out" "not interleaved"
has "the last column has a name" "$out" "95 % interval  recovered"
has "what the seed is for" "$out" "replays the order"
has "what comes next" "$(printf '%s' "$out" | tail -n 2 | tr -s ' \n' ' ')" \
    "compare one-baseline one-recovery"
clean "a row as the load"
pl runs
has "the phases are kept: baseline" "$out" one-baseline
has "load" "$out" one-load
has "recovery" "$out" one-recovery
pl compare -v one-baseline one-recovery
is "compare takes them" "$([ "$status" -le 1 ] && echo 0)" 0
has "with both processes" "$out" "sys_null survivor"
pl show one-load
has "what the load was" "$out" sys_null
has "that there is more to see" "$(printf '%s' "$out" | tr -s ' \n' ' ')" \
    "show --aftermath one-load' shows what the load did and left"

# What was said then is said again, from any of its runs.
said=$(sed '/^measured/,$d' am.txt)
for run in one-baseline @1; do
	pl show --aftermath $run
	is "shown again from $run" "$out" "$said"
done
pl show --aftermath --json one-load
has "and as JSON" "$out" '"what":"self_spin x 2"'
pl show --aftermath --plot one-load
has "with its course" "$out" "survivor"
pl show --aftermath one-load sys_null
refused "of some rows" "'--aftermath' is of all rows"
pl run -q -n 1 --settle 0s -l plain sys_null
pl show --aftermath plain
refused "of another run" "the run is no phase of an aftermath"
pl report one-recovery -o page.html
has "a page has it" "$(cat page.html)" "<h2>Aftermath of a load</h2>"
has "with the verdict" "$(cat page.html)" \
    "<p class=\"lead\">$(printf '%s\n' "$said" | head -1 | cut -c1-20)"
has "and the course" "$(cat page.html)" "before, during and after self_spin x 2"
pl report one-baseline one-load one-recovery -o pages.html
is "once" "$(grep -c "before, during and after self_spin x 2</text>" \
    pages.html)" 1
pl report @2 -o am.svg
has "a picture of a stored one" "$(cat am.svg)" \
    ">before, during and after self_spin x 2<"
for phase in baseline load recovery; do
	pl export one-$phase -o $phase.json
done
pl import -d other.db baseline.json load.json recovery.json
pl show -d other.db --aftermath one-load
is "in another store" "$out" "$said"
pl show -d nowhere.db --aftermath ./recovery.json
has "a phase alone" "$out" "The run of the baseline is not there."

am --load 'self_spin x 2' --json --no-store \
    sched_periodic/us=2000/work=1000/share=50
has "JSON: the word" "$out" '"word":'
has "JSON: the load" "$out" '"what":"self_spin x 2","copies":2'
has "JSON: a row" "$out" '"process":"survivor"'
has "JSON: over time" "$out" '"points":{"baseline":[['
has "JSON: periods" "$out" '"overruns":{"baseline":{"periods":'
has "JSON: looks" "$out" '"looks_before":'

# The course of the rows: a picture beside the text, and in it.
am --load 'self_spin x 2' --no-store --plot -o course.svg sys_null sys_read
has "a picture: the text is there" "$out" "fresh"
is "phases and processes in the text" "$(printf '%s\n' "$out" |
    grep -c '^   *baseline *|load *|recovery$\|^  fresh proc\|^  survivor ')" 5
if command -v python3 >/dev/null 2>&1; then
	ok "the picture is whole" python3 -c '
import sys, xml.dom.minidom as m
m.parse(sys.argv[1])' course.svg
fi
has "it says what the load was" "$(cat course.svg)" \
    ">before, during and after self_spin x 2<"
has "it has the phases" "$(cat course.svg)" ">recovery</text>"
am --load 'self_spin x 2' --no-store -o nosuch/x.svg sys_null
refused "a picture that cannot be written, said at once" \
    "cannot write 'nosuch/x.svg'"
am --load 'self_spin x 2' --no-store -o x.csv sys_null
refused "what is no picture" "its name must end in .svg or .png"

# What a command leaves is named, goes on until the end, and is ended then. It
# sleeps for so long as nobody else does.
n=$((100000 + $$))
am --load-cmd "sleep $n & setsid sleep $n & true" --no-store sys_null
has "it ended by itself" "$out" "ended by itself"
if platform; then
	has "two processes are left" "$(left)" \
	    "2 processes of the load still run: 'sleep'"
	has "which is in the first line" "$(printf '%s\n' "$out" | head -1)" \
	    "something is left"
fi
am -r 2s --load-cmd "setsid sleep 0.3 & true" --no-store sys_null
lacks "what ends during the recovery is not said to run" "$(left)" "still run"
am -r 1050ms --no-store sys_null --load-cmd \
    "setsid sh -c 'i=0; while [ \$i -lt 20000000 ]; do i=\$((i+1)); done' &"
if platform; then
	has "one that spins is left" "$(left)" "still runs: 'sh', "
	lacks "and seen to" "$(left)" "'sh', 0.00 CPUs"
fi
none() { ! grep -lsz "^$n\$" /proc/[0-9]*/cmdline >/dev/null; }
if platform; then
	ok "and are ended with the last phase" wait_for none
else
	# who left its group and lost its parent cannot be found there
	skip "and are ended with the last phase" "no list of processes"
	none || pkill -f "^sleep $n\$"
fi
am --load-cmd "setsid sleep $n >/dev/null 2>&1 &" --keep-running --no-store \
    sys_null
pid=$(grep -lsz "^$n\$" /proc/[0-9]*/cmdline | sed 's,/proc/,,; s,/.*,,; q')
[ -n "$pid" ] && [ "$(cat "/proc/$pid/comm")" = sleep ]
tap_result $? "unless they are to be kept"
kill "$pid"

am --load-cmd 'trap "" TERM; while :; do sleep 0.05; done' --no-store sys_null
is "one that does not want to end is killed" \
    "$([ "$status" -le 1 ] && echo 0)" 0
lacks "and has not ended by itself" "$out" "by itself"
lacks "nor left anything" "$(left)" "still run"
am --load-cmd ": $(head -c 3000 /dev/zero | tr '\0' '=')" --no-store sys_null
ok "a long one does not fill the screen" [ ${#out} -lt 2000 ]
has "what is cut is marked" "$out" "===...,"
finish
