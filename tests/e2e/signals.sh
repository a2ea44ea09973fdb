#!/bin/sh
# signals.sh - ended in the middle: what was measured stays, nothing else does.
. "$(dirname "$0")/e2e.sh"

# start LABEL: a run in the background that takes about a minute; $pid is it.
# Returns when its first round is stored.
rounds_of()
{
	"$PERFLOSS" runs --json 2>/dev/null | tr '{' '\n' |
	    sed -n 's/.*"label":"'"$1"'".*"rounds":\([0-9]*\).*/\1/p'
}
some() { [ "$(rounds_of "$1" || echo 0)" -ge 1 ] 2>/dev/null; }
probe_of()
{
	grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status |
	    sed 's,/proc/,,; s,/status,,; q'
}
start()
{
	# A shell ignores SIGINT for what it starts in the background.
	env --default-signal=INT "$PERFLOSS" run -q -n 500 --settle 0s -l "$1" \
	    sys_null self_nop >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for some "$1"
	tap_result $? "$1: rounds are stored while it runs"
	probe=$(probe_of $pid)
}

for sig in INT TERM; do
	[ $sig = INT ] && number=130 || number=143
	start "$sig"
	kill -s "$sig" $pid
	wait $pid
	is "$sig: status" $? "$number"
	has "$sig: a word" "$(cat "$tmp/err")" "what was measured until then is"
	has "$sig: and the table" "$(cat "$tmp/out")" "sys_null"
	[ -n "$probe" ] && gone "$probe"
	tap_result $? "$sig: the probe is gone"
	clean "$sig"
	pl show "$sig"
	has "$sig: kept" "$out" "then interrupted"
done

start KILL
pl runs
has "runs: it is being measured" "$out" "being measured"
pl show KILL
has "show: still" "$out" "until now, and still is"
pl runs --delete KILL --yes
refused "deleting it" "run 'KILL' is being measured"
kill -9 $pid
wait $pid 2>/dev/null
[ -n "$probe" ] && wait_for gone "$probe"
tap_result $? "kill -9: the probe ends by itself"
wait_for sh -c '[ -z "$(ls "$1")" ]' - "$TMPDIR"
clean "kill -9"
pl show KILL
is "kill -9: the run is readable" "$status" 0
has "its rounds" "$out" "sys_null"
has "that it never ended" "$out" "never ended"
pl runs
has "runs says so" "$out" killed
lacks "it is measured no more" "$out" "being measured"
pl run -q -n 6 --settle 0s sys_null
is "the store takes the next run" "$status" 0

# Stopped for longer than a probe may take to answer: it did answer.
(
	fake slow
	export PERFLOSS_PROBE FAKE
	exec "$PERFLOSS" run -q -n 6 --settle 0s --deadline 100ms -l stopped \
	    sys_null ipc_pipe >"$tmp/out" 2>"$tmp/err"
) &
pid=$!
wait_for some stopped
kill -STOP $pid
sleep 3
kill -CONT $pid
wait $pid
is "stopped and continued" "$?$(cat "$tmp/err")" 0

# What a parent left ignored or blocked: ends are heard of, and requests.
fake ok
for how in --ignore-signal=CHLD --block-signal=CHLD; do
	run env $how "$PERFLOSS" run -q -n 3 --settle 0s --no-store
	is "$how: status" "$status$err" 0
	run env $how "$PERFLOSS" ab -q -n 3 --settle 0s --no-store \
	    --a : --b true
	is "$how: two states" "$status$err" 0
done
FAKE=slow env --block-signal=TERM "$PERFLOSS" run -q -n 50 --settle 0s \
    -l blocked sys_null >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for some blocked
kill -TERM $pid
wait $pid
is "--block-signal=TERM: it ends" $? 143
unset PERFLOSS_PROBE FAKE

# A probe that is killed leaves what it had made to perfloss: the directory on
# disk, and the one in memory. /proc shows which they are: it has them locked.
scratches()
{
	for fd in "/proc/$probe/fd/"*; do readlink "$fd"; done 2>/dev/null |
	    grep perfloss-scratch-
}
two() { [ "$(scratches | wc -l)" -ge "$1" ]; }
if [ -d /proc/self/fd ] && ps -p $$ >/dev/null 2>&1; then
	"$PERFLOSS" run -q -n 500 --settle 0s -l probe fs_create/size=0 \
	    >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for some probe
	probe=$(probe_of $pid)
	has "a probe's scratch directories" "$(scratches)" "$TMPDIR/perfloss-"
	two 2 || echo "# there is none in memory here"
	made=$(scratches)
	kill -9 "$probe"
	wait $pid
	is "the probe killed: status" $? 2
	for d in $made; do
		ok "the probe killed: $(dirname "$d") is clean" test ! -e "$d"
	done
	has "and why" "$(cat "$tmp/err")" "the probe was killed by signal 9"
else
	skip "the probe killed" "no /proc, or no ps"
fi

# No time for anything; the terminal goes away, the pager ends: quietly, and
# stored.
fake ok
pl run -q --settle 0s --no-store -b 1ns
refused "no time" "no row could be measured: the budget is too small"
"$PERFLOSS" run -q -n 3 --settle 0s -l piped 2>"$tmp/err" | :
is "a reader that has gone: no word" "$(cat "$tmp/err")" ""
pl show piped
has "and stored" "$out" "3 rounds"
"$PERFLOSS" run -q -n 3 --settle 0s -l closed >&- 2>"$tmp/err"
is "stdout closed: status" $? 2
has "one sentence" "$(cat "$tmp/err")" \
    "perfloss: cannot write to standard output: "
pl show closed
has "stored all the same" "$out" "3 rounds"
"$PERFLOSS" run -q -n 3 --settle 0s -l full >/dev/full 2>"$tmp/err"
is "stdout full: status" $? 2
has "one sentence, with why" "$(cat "$tmp/err")" "no space left on device"
sh -c 'ulimit -f 8; exec "$@"' - "$PERFLOSS" run -q -n 30 --settle 0s \
    -d "$tmp/limit.db" >"$tmp/out" 2>"$tmp/err"
is "files may not grow: status" $? 2
has "one sentence" "$(cat "$tmp/err")" "limit.db': file too large"
sh -c 'ulimit -f 1; exec "$@"' - "$PERFLOSS" export closed \
    -o "$tmp/limit.json" 2>"$tmp/err"
is "nor an export: status" $? 2
has "one sentence" "$(cat "$tmp/err")" "limit.json': file too large"
ok "and no half of it" test ! -e "$tmp/limit.json"
"$PERFLOSS" runs >&- 2>&- <&-
is "all three closed" $? 2
pl show full
is "and the store is whole" "$status" 0
finish
