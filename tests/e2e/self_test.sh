#!/bin/sh
# self_test.sh - perfloss self-test: promises kept and broken, with made-up
# numbers; and a real one, interrupted.
. "$(dirname "$0")/e2e.sh"

# value EXPRESSION: of the JSON in $out.
value()
{
	printf '%s\n' "$out" | python3 -c 'import json, sys
t = json.load(sys.stdin)
print(eval(sys.argv[1]))' "$1"
}

# -- Made-up numbers, so that the outcome is known
fake ok
pl self-test -q --seed 7 --suites 4 --tries 10
is "all kept: status" "$status" 0
is "quiet" "$err" ""
has "suites" "$out" "4 suites of 2 rows, 12 pairs each"
has "alarms" "$out" "alarms       kept: in 0 of 4 suites"
has "coverage" "$out" "coverage     kept:"
has "found" "$out" "found        kept: 13 of 13"
has "the size" "$out" "3 of 3 intervals hold the size"
has "what can be seen" "$out" "on 2 of 2 rows in ten minutes"
has "in a word" "$out" "all promises were kept"
is "80 columns" "$(printf '%s\n' "$out" | awk 'length > 80' | wc -l)" 0
first=$out
pl self-test -q --seed 7 --suites 4 --tries 10
is "the same seed, the same text" "$out" "$first"
clean "self-test"
pl runs
lacks "nothing is kept" "$out" "self-test"
pl self-test --suites 1 --part aa sys_null
has "the forecast" "$err" "suites of 1 row against themselves, 12 pairs"
lacks "only one part" "$out" "Something changed"

if command -v python3 >/dev/null; then
	pl self-test -q --part inject --tries 10 --seed 7 --json
	is "json: status" "$status" 0
	is "json: tries" "$(value \
	    'sum(s["key"] == "sys_null" for s in t["planted"]["tries"])')" 10
	is "json: found in 15 pairs at most" "$(value \
	    'all(s["found"] and s["pairs"] <= 15 for s in
	    t["planted"]["tries"] if s["key"] == "sys_null")')" True
	is "json: the truth of turns" "$(value \
	    '[s["truth"] for s in t["planted"]["tries"]
	    if s["known"] == "exact"]')" "[0.02, 0.05, 0.1]"
	is "json: only this part" "$(value 't["unchanged"]')" None
	pl self-test -q --part aa --suites 2 --seed 7 --json
	is "json: suites" "$(value 't["unchanged"]["suites"]')" 2
	is "json: rows" "$(value \
	    'sorted(r["key"] for r in t["unchanged"]["rows"])')" \
	    "['ipc_pipe/cpu=same', 'sys_null']"
fi

pl self-test -q --keep --part aa --suites 1 sys_null
is "--keep: status" "$status" 0
pl runs
is "both sides are kept" "$(printf '%s\n' "$out" | grep -c self-test)" 2
pl compare @2 @1
is "and can be compared" "$status" 0

# -- On a busy machine
fake loaded
pl self-test -q --part aa --suites 1
has "busy" "$out" "alone        no: other programs used 1.50 CPUs"

# -- Promises that are broken
fake wolf
export FAKE_WOLF="$tmp/wolf"
pl self-test -q --part aa --suites 3
is "false alarms: status" "$status" 1
has "false alarms" "$out" "alarms       BROKEN: in 3 of 3 suites"
has "and coverage" "$out" "coverage     BROKEN:"
has "the last word" "$out" "a promise was broken"
fake numb
pl self-test -q --part inject
is "nothing found: status" "$status" 1
has "nothing found" "$out" "found        BROKEN: 0 of 3"
fake forbid
pl self-test -q --part inject
is "nothing can be planted: status" "$status" 2
has "and why" "$out" "unsupported  cannot install a seccomp filter"
pl self-test -q --suites 1
is "the rest can: status" "$status" 0

# -- Trouble
fake kill
pl self-test -q --part aa
is "the probe is killed: status" "$status" 2
has "the probe is killed" "$err" "killed by signal 9"
fake ok
pl self-test --part nonsense
refused "a bad part" "wanted 'aa' or 'inject'"
pl self-test --tries 5000
refused "too many tries" "at most 1000"
pl self-test --dir /nowhere
refused "no such directory" "cannot use '--dir /nowhere'"
pl self-test sys_nul
refused "an unknown row" "did you mean 'sys_null'?"

# -- The real probe
unset PERFLOSS_PROBE FAKE
rows_of() { find "$TMPDIR" -name 'perfloss-scratch-*' | wc -l; }
two() { [ "$(rows_of)" -ge 2 ]; }
env --default-signal=INT "$PERFLOSS" self-test -q --part aa --suites 500 \
    sys_null self_nop >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for two
tap_result $? "two probes are at work"
sleep 3
kill -s INT $pid
wait $pid
is "interrupted: status" $? 130
has "interrupted: said" "$(cat "$tmp/err")" "interrupted"
has "interrupted: what there is" "$(cat "$tmp/out")" "Nothing changed"
clean "interrupted"

probe=$(dirname "$PERFLOSS")/../probe/perfloss-probe
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null &&
	setpriv --reuid 65534 --regid 65534 --clear-groups \
	    "$probe" --version >/dev/null 2>&1; then
	# nobody may make no cgroup, but may install filters
	run setpriv --reuid 65534 --regid 65534 --clear-groups "$probe" \
	    --once self_spin 10 --inject quota:50%
	has "no right to a quota, and why" "$out" 'cgroup'
	lacks "and no number" "$out" '"t":"done"'
else
	skip "no right to a quota" "not root, or only root may run"
fi
finish
