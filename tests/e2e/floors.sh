#!/bin/sh
# floors.sh - history of runs of one state, and what compare makes of it.
. "$(dirname "$0")/e2e.sh"
fake ok
export FAKE_BOOT=one
db=$XDG_DATA_HOME/perfloss/perfloss.db
measure() { pl run -q -n 12 --settle 0s "$@"; }

measure --repeat 0
refused "no run at all" "'--repeat'"
measure --repeat 5000
refused "too many" "'5000' of '--repeat' is out of range, at most 1000"
measure --repeat 3 --no-store
refused "history without a store" "'--no-store' keeps none"
ok "nothing is made then" test ! -e "$db"

# Without history a change of 4 % is within the margin that is taken.
measure -l before
FAKE_LEVEL=1040 measure -l after
pl compare before after
is "no history: status" "$status$err" 0
has "no history: said" "$out" "no history of 3 runs of one state"
has "no history: how to get it" "$out" "'perfloss run --repeat 5'"
has "no history: the margin" "$out" "same within 5 %"
pl show --floors @1
has "no floors yet" "$out" "none yet from 2 runs of this state"

# With history it is beyond what such runs differ by.
measure -d "$tmp/h.db" -l before --repeat 5
is "five runs: status" "$status$err" 0
has "each is told" "$out" "5 of 5  #5 before"
has "and the floors" "$out" \
    "floors       4 of 4 rows, from 5 runs of this state"
FAKE_LEVEL=1040 measure -d "$tmp/h.db" -l after
pl compare -d "$tmp/h.db" before after
is "with history: slower" "$status$err" 1
has "where the margin is from" "$out" \
    "margins from 5 stored runs of one state"
has "all rows are" "$out" "4 of 4 rows are SLOWER"
pl compare -d "$tmp/h.db" --json before after
has "JSON says so, too" "$out" '"margin_from":"measured","margin_runs":5'
pl compare -d "$tmp/h.db" --delta 10% before after
is "what is asked for is never narrowed" "$status$err" 0
pl show -d "$tmp/h.db" --floors before sys_null
has "a row's floor" "$out" "between runs"
has "from five runs" "$out" "sys_null"
pl show -d "$tmp/h.db" --floors --json before
has "as JSON" "$out" '"sessions":6,"floors":[{"key":"'

# Sessions that do differ widen it beyond what is taken without.
for level in 1000 1080 1020 1060 1090; do
	FAKE_LEVEL=$level measure -d "$tmp/wide.db" -l before
done
FAKE_LEVEL=1130 measure -d "$tmp/wide.db" -l after
pl compare -d "$tmp/wide.db" before after
# The floor comes near the 20 % that are warned of, as chance has it.
is "sessions 9 % apart: 4 % is nothing" "$status" 0
lacks "nor is it the same within 5 %" "$out" "same within 5 %"

for level in 1000 1500 1200 1400 1100; do
	FAKE_LEVEL=$level measure -d "$tmp/apart.db" -l before
done
FAKE_LEVEL=1130 measure -d "$tmp/apart.db" -l after
pl compare -d "$tmp/apart.db" before after
has "runs far apart are warned of" "$err" "floors of up to "
lacks "margins are in plain figures" "$out" "e+"
has "with where to look" "$err" "'perfloss show --floors RUN' lists them"
pl compare -d "$tmp/apart.db" --delta 900% before after
is "a margin that was asked for is none" "$err" ""
pl compare -d "$tmp/h.db" before after
is "nor are small ones" "$err" ""

# Other boots: their history is another one.
FAKE_BOOT=two measure -d "$tmp/h.db" -l boot
pl compare -d "$tmp/h.db" before boot
has "another boot" "$out" "one boot each"
has "of which there is no history" "$out" "no history of 3 boots"
for boot in three four; do
	FAKE_BOOT=$boot measure -d "$tmp/h.db" -l boot
done
pl compare -d "$tmp/h.db" before boot
has "until there are three" "$out" "boots of one state"

# A run that is deleted is no history.
pl runs -d "$tmp/h.db" --delete -y 1 2 3
pl compare -d "$tmp/h.db" before after
has "deleted runs say nothing" "$out" "no history of 3 runs"

# Runs from elsewhere are looked at when they are asked for.
for n in 1 2 3 4; do
	measure -d "$tmp/from.db" -l n$n
	pl export -d "$tmp/from.db" n$n -o "$tmp/n$n.json"
	pl import -d "$tmp/to.db" "$tmp/n$n.json"
done
pl compare -d "$tmp/to.db" n3 n4
has "imported runs are history" "$out" "margins from 3 stored runs"
chmod 444 "$tmp/to.db"
pl compare -d "$tmp/to.db" "$tmp/n3.json" "$tmp/n4.json"
has "for files, too, of the store given" "$out" \
    "margins from 3 stored runs"

# Runs beside which others used the machine are no history of quiet ones.
for n in 1 2 3; do
	FAKE=busy FAKE_LEVEL=1${n}00 measure -d "$tmp/busy.db" -l busy
done
pl compare -d "$tmp/busy.db" @2 @1
has "disturbed runs are history of their like" "$out" \
    "no history of 3 runs"
FAKE=busy measure -d "$tmp/busy.db" -l busy
pl compare -d "$tmp/busy.db" @2 @1
has "when there are three before" "$out" "margins from 3 stored runs"
measure -d "$tmp/busy.db" -l quiet
measure -d "$tmp/busy.db" -l quiet
pl compare -d "$tmp/busy.db" @2 @1
has "and none of quiet ones" "$out" "no history of 3 runs"

# Levels are made of raw values: those that cannot be any are made again, and a
# damaged run takes nothing but itself away.
if command -v python3 >/dev/null 2>&1; then
	sql() { python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.executescript(sys.argv[2])' "$@"; }
	measure -d "$tmp/hurt.db" -l hurt --repeat 6
	pl compare -d "$tmp/hurt.db" @2 @1
	whole=$out
	has "six runs" "$out" "margins from 5 stored runs"
	for bad in 'y = y + 300 * run' 'y = 9e999' 'se = -1' 'se = 9e999'; do
		sql "$tmp/hurt.db" "UPDATE session_row SET $bad"
		pl compare -d "$tmp/hurt.db" @2 @1
		is "$bad: made again" "$err$out" "$whole"
	done
	# runs of one arm are no pairs, and have what other runs have
	sql "$tmp/hurt.db" "UPDATE run SET pair =
	    '00000000-0000-4000-8000-000000000001', arm = 'a' WHERE id > 4"
	pl compare -d "$tmp/hurt.db" @2 @1
	has "of one arm: history" "$out" "margins from 4 stored runs"
	sql "$tmp/hurt.db" "UPDATE run SET pair = NULL;
	    UPDATE invocation SET run = x'ff00ff' WHERE result =
	    (SELECT min(id) FROM result WHERE run = 2);
	    DELETE FROM session"
	pl compare -d "$tmp/hurt.db" @4 @3 @2 @1
	has "a damaged run: the others" "$out" "margins from 4 stored runs"
	is "is named, once" "$(printf '%s\n' "$err" | grep -c 'run 2')" 1
	has "as what it is" "$err" "left out of the history: run 2: store '"
	is "the word" "$status" 0
	pl runs -d "$tmp/hurt.db" --delete -y 2
	sql "$tmp/hurt.db" "DELETE FROM session; DROP TABLE session_row"
	pl compare -d "$tmp/hurt.db" @4 @3 @2 @1
	is "no table: one sentence" \
	    "$(printf '%s\n' "$err" | grep -c 'no history of this host')" 1
	is "and no more" "$(printf '%s\n' "$err" | wc -l)" 1
else
	skip "damaged history" "no python3"
fi

# Two runs of an unchanged machine are of one state by what the probe tells.
if ! platform; then
	skip "two real runs are of one state" "no machine is known from another"
elif command -v python3 >/dev/null 2>&1; then
	run env -u PERFLOSS_PROBE "$PERFLOSS" run -q -n 3 --settle 0s \
	    -d "$tmp/real.db" --repeat 2 sys_null
	is "two real runs: status" "$status" 0
	is "are of one state" "$(python3 - "$tmp/real.db" <<-'END'
	import sqlite3, sys
	for row in sqlite3.connect(sys.argv[1]).execute(
	        'SELECT count(*), count(DISTINCT host), count(DISTINCT state)'
	        ' FROM session'):
	    print(*row)
	END
	)" "2 1 1"
else
	skip "two real runs" "no python3"
fi

# JSON of several runs is one object.
pl run -q -n 3 --settle 0s -d "$tmp/j.db" --repeat 3 --json
if command -v python3 >/dev/null 2>&1; then
	is "JSON of several runs" "$(printf '%s' "$out" | python3 -c '
import json, sys
j = json.load(sys.stdin)
print(len(j["runs"]), j["sessions"], len(j["floors"]))')" "3 3 4"
else
	has "JSON of several runs" "$out" '"sessions":3,"floors":['
fi

# Interrupted: what was measured is kept, and no further run begins.
export FAKE=slow
"$PERFLOSS" run -q -n 40 --settle 0s -d "$tmp/i.db" --repeat 3 >"$tmp/out" \
    2>"$tmp/err" &
pid=$!
wait_for "$PERFLOSS" show -d "$tmp/i.db" @1 sys_null >/dev/null 2>&1
kill -TERM $pid
wait $pid
is "interrupted: status" $? 143
has "it is kept" "$(cat "$tmp/err")" "what was measured until then is kept"
export FAKE=ok
is "and the last one" \
    "$("$PERFLOSS" runs -d "$tmp/i.db" | grep -c interrupted)" 1
clean "at the end"
finish
