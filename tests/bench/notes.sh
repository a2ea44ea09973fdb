#!/bin/sh
# notes.sh PROBE - what rows count besides times is counted.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1

# note OUTPUT NAME: its number, without a unit
note()
{
	printf '%s' "$1" |
	    sed -n "s/.*\"$2\":\"\\([0-9.]*\\)[ %]*\".*/\\1/p"
}

# Whether an awk expression of these is true: is_so WHAT EXPRESSION [VALUE...]
is_so()
{
	what=$1 expression=$2
	shift 2
	if awk -v a="${1:-0}" -v b="${2:-0}" \
	    "BEGIN { exit !($expression) }"; then
		tap_result 0 "$what"
	else
		tap_result 1 "$what"
		tap_show got "$*: $out"
	fi
}

# A thread that is stopped meets a clock that has moved by several ticks.
"$probe" --once time_tick 400 >"$tmp/out" &
pid=$!
for _ in 1 2 3; do
	sleep 0.1
	child=$(cut -d" " -f1 "/proc/$pid/task/$pid/children" 2>/dev/null)
	[ -z "$child" ] || kill -STOP "$child" 2>/dev/null
	sleep 0.1
	[ -z "$child" ] || kill -CONT "$child" 2>/dev/null
done
wait "$pid"
out=$(cat "$tmp/out")
case $out in
*'"t":"skip"'*) echo "# time_tick is skipped here" ;;
*)
	if [ -n "${child:-}" ] &&
	    [ "$(note "$out" nominal_ns)" -ge 100000 ]; then
		is_so 'time_tick: a step may be several ticks' \
		    'a > 400 && b >= 1' "$(note "$out" ticks)" \
		    "$(note "$out" jumps)"
	fi ;;
esac

# Requests come when they are due, so more than that are never served.
run "$probe" --once sched_request/workers=1/rate=1000 40
case $out in
*'"t":"skip"'*) echo "# sched_request is skipped here" ;;
*)
	is_so 'sched_request: as many are served as come, or fewer' \
	    'a > 0 && a <= 1001' "$(note "$out" served_per_s)"
	run "$probe" --once sched_request/workers=1/rate=100000 2000
	is_so 'sched_request: too many are not all served in time' \
	    'a > 0 && a <= 100100' "$(note "$out" served_per_s)"
	;;
esac

for row in lock_futex ipc_futex sched_futex_ctx lock_pi; do
	run "$probe" --once "$row/cpu=same" 200
	case $out in
	*'"t":"skip"'*) echo "# $row is skipped here" ;;
	*) is_so "$row: how often the other was asleep" \
	    'a > 0 && a <= 100' "$(note "$out" asleep)" ;;
	esac
done

# Each period's work is proven, and all periods are counted.
run "$probe" --once sched_periodic/us=1000/work=1000 1000 3
is 'sched_periodic: all periods count' "$(note "$out" periods)" 3
finish
