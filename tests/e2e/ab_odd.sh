#!/bin/sh
# ab_odd.sh - two states made by odd commands, wrappers and environments.
. "$(dirname "$0")/e2e.sh"

state=$tmp/state
set_a="echo one >$state" set_b="echo two >$state"
# ab ARGUMENT...: made-up values.
ab() { pl ab -q --settle 0s "$@"; }
switched() { ab --a "$set_a" --b "$set_b" "$@"; }

# -- The environment reaches what is measured, not the probe alone ----------

# A process of an invocation: it has the mark and, unlike its probe, nothing
# else of this test.
marked()
{
	# shellcheck disable=SC2013 # names without blanks
	for file in $(grep -las "MARK=$1" /proc/[0-9]*/environ); do
		tr '\0' '\n' <"$file" >"$tmp/environ" || continue
		grep -q "^MARK=$1\$" "$tmp/environ" &&
			! grep -q ^XDG_DATA_HOME= "$tmp/environ" && return
	done 2>/dev/null
	return 1
}
if ! platform || [ ! -r /proc/self/environ ]; then
	skip "what is measured has the environment asked for" \
	    "nothing shows it here"
else
	"$PERFLOSS" ab -q --settle 0s --no-store -n 9 --env-b "MARK=$$" \
	    'self_spin/turns=50000000' >/dev/null 2>&1 &
	pid=$!
	ok "what is measured has the environment asked for" wait_for marked $$
	is "and little else" "$(grep -vc '^$' "$tmp/environ")" 4
	kill -TERM $pid
	wait $pid
	"$PERFLOSS" ab -q --settle 0s --no-store -n 9 --env-a TZ=MARK \
	    --env-a "MARK=a$$" 'self_spin/turns=50000000' >/dev/null 2>&1 &
	pid=$!
	ok "several" wait_for marked "a$$"
	is "of one name the last counts" "$(grep ^TZ= "$tmp/environ")" TZ=MARK
	kill -TERM $pid
	wait $pid
fi

fake ok

# -- What a command leaves behind, what it writes ---------------------------

# A state that is a program at work goes on when it complains.
switched -n 6 --b "rm -f $tmp/off; (until [ -e $tmp/off ]; do sleep 0.01
echo working >&2 || exit; echo x >>$tmp/works; done; echo end >>$tmp/ends) &" \
    --a "touch $tmp/off" --restore "touch $tmp/off"
is "a state that complains: status" "$status" 0
ok "it was at work till the end" wait_for grep -q end "$tmp/ends"
ab -n 6 --a "$set_a" --b "yes >&2" --switch-timeout 300ms
refused "complaints without end" "had not ended after 0.3 s and was killed"
ab -n 6 --a "$set_a" --b "yes x | head -n 999999 >&2; echo why >&2; exit 4"
refused "many complaints" "failed with status 4: why"
{ yes x | head -n 999999; echo why; } >"$tmp/complaints"
ab -n 6 --a "$set_a" --b "sleep 0.1; cat $tmp/complaints >&2
sleep 0.3; exit 4"
refused "many at once, and a pause" "failed with status 4: why"

# What a check prints is compared as it is.
case=0
for byte in '\001 \002' '\000a \000b' '\377 \376' 'a\nb a_b'; do
	# shellcheck disable=SC2086 # two words
	set -- $byte
	ab -n 6 --a "printf '$1' >$state" --b "printf '$2' >$state" \
	    --check "cat $state"
	case=$((case + 1))
	is "a check prints bytes, case $case" "$status$err" 0
done
ab -n 6 --a "printf 'a\\0b' >$state" --b "printf 'a\\0b' >$state" \
    --check "cat $state"
refused "the same bytes" "the state is the same after both commands"
switched -n 6 --check "yes | head -n 99999; cat $state"
refused "too much to compare" "prints more than 64 KiB"
is "too much: restored" "$(cat "$state")" one

# -- Wrappers ---------------------------------------------------------------

ab -n 6 --wrap-b 'sh -c "echo hello; exec \"\$0\" \"\$@\""'
is "a wrapper that prints a line: status" "$status" 0
has "a wrapper that prints a line: said" "$err" "cannot be understood"
ab -n 6 --wrap-b 'sh -c "printf hello; exec \"\$0\" \"\$@\""'
is "a wrapper that prints a word: status" "$status" 0
has "a wrapper that prints a word: said" "$err" "cannot be understood"
# The wrapper has ended, what it started ends a little later.
unset PERFLOSS_PROBE
ab -n 2 --no-store --wrap-b 'sh -c "{ sleep 0.3; exec \"\$0\" \"\$@\"
} <&3 3<&- &" 3<&0' sys_null
is "a wrapper that does not wait: status" "$status" 0
lacks "a wrapper that does not wait: in order" "$err" "it stays"
clean "a wrapper that does not wait"
ab -n 2 --wrap-b 'sh -c "\"\$0\" \"\$@\" &"' sys_null
is "a probe without input: status" "$status" 2
clean "a probe without input"
fake ok

# -- No answer is no good answer --------------------------------------------

FAKE=slow ab -n 6 --budget 1ms --a "$set_a" --b "$set_b"
refused "no time for a pair" "no pair of rows was measured: the budget is too"
is "no time for a pair: restored" "$(cat "$state")" one
ab -n 6 --label-b a
refused "one name for both" "both states are called 'a'"

# A guard that is stopped holds nobody up.
guard_of()
{
	# shellcheck disable=SC2013 # names without blanks
	for guard in $(grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status |
	    sed 's,/proc/,,; s,/status,,'); do
		grep -qasz '^ab$' "/proc/$guard/cmdline" && return
	done
	return 1
}
if [ -r /proc/self/status ]; then
	FAKE=slow "$PERFLOSS" ab -q --settle 0s -n 9 --no-store --a "$set_a" \
	    --b "$set_b" sys_null >/dev/null 2>&1 &
	pid=$!
	wait_for guard_of $pid
	tap_result $? "there is a guard"
	kill -STOP "$guard"
	kill -TERM $pid
	wait $pid # it ends
	is "a guard that is stopped: status" $? 143
	ok "a guard that is stopped: it is gone" gone "$guard"
	kill -KILL "$guard" 2>/dev/null
	is "a guard that is stopped: restored" "$(cat "$state")" one
fi
clean "all"
finish
