#!/bin/sh
# ab.sh - two states of a machine: judged, checked, restored on every path out.
. "$(dirname "$0")/e2e.sh"
fake ok

# A state is a word in a file.
state=$tmp/state
set_a="echo one >$state" set_b="echo two >$state"
# ab ARGUMENT...: with made-up values, two states, a check.
ab()
{
	echo before >"$state"
	pl ab --settle 0s --a "$set_a" --b "$set_b" --check "cat $state" "$@"
}
# restored WHAT: state a is in force again, and no guard is left.
restored() { is "$1: restored" "$(cat "$state")" one; clean "$1"; }

ab -n 8 -q --seed 7
is "status" "$status" 0
is "quiet" "$err" ""
has "the first run" "$out" "#1 a"
has "the second" "$out" "#2 b"
has "nothing is slower" "$out" "None of 2 rows is SLOWER or FASTER."
restored "8 pairs"
first=$(printf '%s\n' "$out" | grep '^suite')
# How many rows are a block follows from what switching took, the order from it.
block=$(printf '%s\n' "$out" | tr -d '\n' |
    sed "s/.*seed 7 with *'--block *\([0-9]*\)'.*/\1/")

ab -n 8 --seed 7 --block "$block"
has "it says how many" "$err" "2 rows, 8 pairs of each, about"
has "what switching costs" "$err" "switching takes"
has "how both states are made" "$out" "state   a: '$set_a'; b: 'echo"
has "the order can be had again" "$out" "8 pairs; seed 7 with '--block $block'"
has "where it is" "$out" "#3 a and #4 b in"
has "the seed" "$err" "seed 7"
has "what restores" "$err" "at the end '$set_a' restores the state"
is "the seed replays" "$(printf '%s\n' "$out" | grep '^suite')" "$first"

# Stored, and judged the same again.
pl compare a b
is "compare: the same status" "$status" 0
has "compare: the same" "$out" "$first"
pl show a
has "show" "$out" "8 pairs"
pl export a -o "$tmp/a.json"
pl export b -o "$tmp/b.json"
pl compare "$tmp/a.json" "$tmp/b.json"
has "from files, too" "$out" "$first"

# Five pairs show no change, six can.
ab -n 5 -q --env-b 'FAKE_SLOW=sys_null' sys_null
has "how more are had" "$out" "sys_null: 'perfloss ab ... -n 6 ROW...'"
has "one row is no rows" "$out" "The row cannot tell."
has "nor in the suite line" "$out" "(geometric mean of the cost of 1 row)"

# One state is slower.
ab -q --env-b 'FAKE_SLOW=sys_null' --label-a fast --label-b slow
is "slower: status" "$status" 1
has "slower: the row" "$out" "sys_null"
has "slower: the word" "$out" SLOWER
has "slower: labels" "$out" "slow"
pl compare fast slow
is "slower: compare agrees" "$status" 1
ab -q --json -n 8 --env-a 'FAKE_SLOW=sys_null'
is "faster: status" "$status" 0
has "faster: JSON" "$out" '"verdict":"FASTER"'
has "faster: JSON is that of compare" "$out" '"verdicts":'
ab -q -n 8 --wrap-b 'env FAKE_SLOW=sys_null' sys_null
is "a wrapper: status" "$status" 1
has "a wrapper: only that row" "$out" "The row is SLOWER"

# Rows leave when they are decided: these values spread by 2 %.
ab -q --max 40 --label-a early --label-b late
has "decided" "$out" "decided 2 rows after 10 pairs"
has "and so it ends" "$out" "10 pairs, then every row was decided"
line=$(printf '%s\n' "$out" | grep '^decided')
pl compare early late
has "compare knows when" "$out" "$line"
FAKE=slow ab -q --max 80 -b 2s sys_null
is "a budget: status" "$status" 0
has "a budget" "$out" "pairs, then the budget was used up"
restored "a budget"
ab -q -n 5 --block 2 --seed 3
ab -q -n 5 --block 1 --seed 3
is "blocks of one" "$status$err" 0

# The same twice.
pl ab --settle 0s -n 3 --no-store
has "A/A" "$err" "both states are the same as far as the facts say: A/A by hash"
pl ab --settle 0s -n 3 --no-store --a : --b true
has "no fact differs" "$err" "no fact differs between the states"
lacks "A/A: nothing is said of it" "$err" "A/A by hash"
before=$("$PERFLOSS" runs --json)
ab -q --b "$set_a"
refused "the same state" "the state is the same after both commands: 'cat"
has "the same state: what it prints" "$err" "printed 'one' twice"
restored "the same state"
is "and nothing is stored" "$("$PERFLOSS" runs --json)" "$before"

# Three pairs are too few for a word.
ab -q -n 3 --env-b 'FAKE_SLOW=*' sys_null
lacks "three pairs" "$out" "is SLOWER,"
restored "three pairs"

# -- Commands that fail ----------------------------------------------------

ab -q --b 'echo no such luck >&2; exit 3'
refused "a command fails" "cannot switch to state 'b': 'echo no such luck"
has "a command fails: how" "$err" "failed with status 3: no such luck"
restored "a command fails"
ab -q --b 'sleep 60 & echo $! >'"$tmp/child; wait" --switch-timeout 300ms
refused "a command hangs" "had not ended after 0.3 s and was killed"
ok "its child is gone" wait_for gone "$(cat "$tmp/child")"
restored "a command hangs"
ab -q --check-b "grep -q three $state"
refused "not the state" "state 'b' is not in force: 'grep -q three"
restored "not the state"
ab -q --check "cat $tmp/none"
refused "a check fails" "cat: $tmp/none: No such file"
restored "a check fails"

# In mid-run: the fourth time state b is another one.
echo >"$tmp/n"
ab -q -n 20 -l x --label-a mid --b \
    "echo x >>$tmp/n; [ \$(wc -l <$tmp/n) -lt 20 ] && $set_b || echo 2 >$state"
refused "no option" "unknown option '-l'"
ab -n 20 --label-a mid --b \
    "echo x >>$tmp/n; [ \$(wc -l <$tmp/n) -lt 20 ] && $set_b || echo 2 >$state"
is "changed in mid-run: status" "$status" 2
has "changed in mid-run: why" "$err" "state 'b' is no longer what it was"
has "changed in mid-run: what" "$err" "prints '2', and printed 'two'"
restored "changed in mid-run"
pl show mid
has "the pairs before are kept" "$out" "then an error"
# Somebody else changes it while it is measured.
(
	until grep -q two "$state" 2>/dev/null; do sleep 0.05; done
	sleep 1
	while :; do echo else >"$state"; sleep 0.05; done
) &
other=$!
FAKE=slow ab -n 40 --label-a other sys_null
kill $other
wait $other 2>/dev/null
is "changed by somebody: status" "$status" 2
has "changed by somebody: why" "$err" "is no longer what it was"
ab -q --restore "exit 5" -n 6
is "restoring fails: status" "$status" 2
has "restoring fails: said" "$err" \
    "the state is not restored: 'exit 5' failed with status 5"
has "restoring fails: the numbers are there" "$out" "6 rounds"

# -- Wrappers --------------------------------------------------------------

pl ab -q --settle 0s --wrap-b /no/such/wrapper
refused "no such wrapper" "cannot measure under '/no/such/wrapper'"
has "no such wrapper: why" "$err" "not found"
clean "no such wrapper"
pl ab -q --settle 0s --wrap-a false
refused "a wrapper that fails" "the probe ended with status 1"
pl ab -q --settle 0s --wrap-b true
refused "a wrapper that runs nothing" "ended without a word"
clean "wrappers"
pl ab -q --settle 0s -n 6 --wrap-b 'sh -c "exec \"\$0\" \"\$@\""'
is "a wrapper with quotes" "$status$err" 0

# One probe fails in mid-run, or a row in one state only.
ab -q -n 6 --env-b FAKE=exit
is "a probe ends: status" "$status" 2
has "a probe ends: why" "$err" "the probe ended with status 3"
restored "a probe ends"
ab -q -n 6 --env-b FAKE=hang --deadline 100ms
is "a probe hangs: status" "$status" 2
has "a probe hangs: why" "$err" "the probe has not answered for"
restored "a probe hangs"
ab -q -n 6 --env-b FAKE=skip
is "a row in one state only: status" "$status" 0
has "a row in one state only" "$out" "1 row is missing: ipc_pipe same: "
has "a row in one state only: why" "$out" "one CPU only"
for seed in 1 2 3 4; do # whichever is first in the first round
	ab -q -n 6 --env-b FAKE=skip --seed $seed ipc_pipe
	has "the other measured it, seed $seed" "$out" "not measured in b: "
done

# -- What cannot be meant --------------------------------------------------

pl ab --a : -q
refused "half a pair" "'--a' alone makes no two states, '--b' is missing"
pl ab --check 'cat x' -q
refused "a check of nothing" "'--check' needs '--a' and '--b'"
pl ab --restore 'cat x' -q
refused "nothing to restore" "'--restore' needs '--a' and '--b'"
pl ab -n 6 --max 8
refused "exactly and at most" "give one of them"
pl ab --env-b FOO
refused "an environment" "bad value 'FOO' of '--env-b', wanted NAME=VALUE"
pl ab --label-b @1
refused "a label" "bad label '@1'"
pl ab -n 2000000000
refused "too many" "of '-n' is out of range"

# -- Ended in the middle ---------------------------------------------------

# begin LABEL: in the background, in its own state; $pid; until pairs are
# stored.
rounds_of()
{
	"$PERFLOSS" runs --json 2>/dev/null | tr '{' '\n' |
	    sed -n 's/.*"label":"'"$1"'".*"rounds":\([0-9]*\).*/\1/p'
}
some() { [ "$(rounds_of "$1" || echo 0)" -ge 1 ] 2>/dev/null; }
begin()
{
	echo before >"$state"
	env --default-signal=INT -u PERFLOSS_PROBE "$PERFLOSS" ab -q -n 500 \
	    --settle 0s --a "$set_a" --b "$set_b" --label-a "$1" \
	    sys_null >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for some "$1"
	tap_result $? "$1: pairs are stored while it runs"
}
for sig in INT TERM; do
	[ $sig = INT ] && number=130 || number=143
	begin "$sig"
	kill -s "$sig" $pid
	wait $pid
	is "$sig: status" $? "$number"
	has "$sig: a word" "$(cat "$tmp/err")" "what was measured until then is"
	restored "$sig"
	pl show "$sig"
	has "$sig: kept" "$out" "then interrupted"
done

# Twice: at once, though restoring is under way; the guard does it then.
one() { [ "$(cat "$state")" = one ]; }
set_a="sleep 0.3; echo one >$state"
begin twice
kill -s INT $pid
sleep 0.1
kill -s INT $pid
wait $pid
is "INT twice: status" $? 130
ok "INT twice: restored all the same" wait_for one
wait_for sh -c '[ -z "$(ls "$1")" ]' - "$TMPDIR"
clean "INT twice"
set_a="echo one >$state"

begin KILL
echo two >"$state"
kill -9 $pid
wait $pid 2>/dev/null
ok "kill -9: restored all the same" wait_for one
said() { grep -q "it was killed; '$set_a' has restored" "$tmp/err"; }
ok "kill -9: and said" wait_for said
wait_for sh -c '[ -z "$(ls "$1")" ]' - "$TMPDIR"
clean "kill -9"
pl show KILL
has "kill -9: the pairs are kept" "$out" "never ended"

# The store fails: said, measured to the end, kept in files.
mkdir "$tmp/here" && cd "$tmp/here" || exit 99
echo before >"$state"
run sh -c 'ulimit -f 200; exec "$@"' - "$PERFLOSS" ab -q -n 60 --settle 0s \
    -d "$tmp/limit.db" --a "$set_a" --b "$set_b" --check "cat $state"
is "the disk is full: status" "$status" 2
has "the disk is full: said" "$err" "measuring goes on"
has "the disk is full: the verdict is there" "$out" "None of 2 rows"
restored "the disk is full"
verdict=$(printf '%s\n' "$out" | grep '^suite')
pl compare "$(grep -l '"arm":"a"' ./*.json)" "$(grep -l '"arm":"b"' ./*.json)"
has "the disk is full: the runs are in files" "$out" "$verdict"
cd / || exit 99
ab -n 6 -d /dev/full
is "no store there: status" "$status" 2
is "no store there: nothing was switched" "$(cat "$state")" before
ab -n 6 --dir "$tmp/none"
refused "no directory" "cannot use '--dir $tmp/none'"
# What was in force before may be neither state.
echo other >"$state"
pl ab --settle 0s --a "$set_a" --b "$set_b" --check "cat $state" -n 6
has "another state before" "$err" "'cat $state' printed 'other'"
restored "another state before"
pl ab --settle 0s --a "$set_a" --b "$set_b" --check "cat $state" -n 6 \
    --restore "echo other >$state"
is "restored as it was" "$(cat "$state")" "other"
lacks "nothing to say of that" "$err" "which is not state"

finish
