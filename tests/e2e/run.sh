#!/bin/sh
# run.sh - measuring for real, two runs, and what the commands make of them.
. "$(dirname "$0")/e2e.sh"

rows="self_nop sys_null sys_read"
# shellcheck disable=SC2086 # words
pl run -q -n 6 --settle 0s --seed 7 -l before $rows
is "run" "$status" 0
for r in $rows; do
	has "$r is there" "$out" "$r "
done
has "how" "$out" "measured     6 rounds; seed 7 replays the order"
has "what next" "$out" "next         run again"
clean run
# shellcheck disable=SC2086
pl run -q -n 6 --settle 0s -l after $rows
has "the second run" "$out" "stored       #2 after"
has "can be compared" "$out" "$PERFLOSS compare before after"

pl compare before after
ok "compare: status 0 or 1" [ "$status" -le 1 ]
has "both names" "$out" "before  20"
has "rows are counted" "$out" "3 rows"
two=$out
pl compare @2 @1
is "the same by number" "$out" "$two"
pl compare 1 2
is "and by id" "$out" "$two"
pl compare --json before after
has "as JSON" "$out" '"comparisons":[{"base":{"id":1'
pl compare -v before after
has "all rows" "$out" "sys_null"

pl runs
has "runs: the last first" "$(printf '%s\n' "$out" | tr -s ' ')" "2 @1 after"
pl runs --json
has "as JSON" "$out" '"label":"before"'
pl show before sys_null
has "show one row" "$out" "sys_null"
lacks "and no other" "$out" "self_nop"
pl show before "null call"
has "or by lmbench's name" "$status $out" "sys_null"
lacks "only that one" "$out" "self_nop"
pl show before sys_nul
refused "unknown row of a run" "did you mean 'sys_null'?"
pl show @1 --facts
has "facts" "$out" "kernel.release"
pl show @1 --raw self_nop
has "raw values" "$out" "round 5"
pl show @1 --json
has "as JSON" "$out" '"rows":[{"key":"self_nop"'
pl show befor
refused "unknown run" "'befor'"
has "with what is near" "$err" "before"

pl export before -o "$tmp/b.json"
is "export" "$status$out$err" 0
pl show "$tmp/b.json"
has "a file is a run" "$out" "sys_read"
pl compare "$tmp/b.json" before
is "nothing is slower than itself" "$status" 0
fact='"kernel.machine","kind":"[a-z]*","value"'
sed "s/\($fact\):\"[^\"]*\"/\1:\"other\"/" "$tmp/b.json" >"$tmp/c.json"
pl compare "$tmp/c.json" before
is "another machine: status" "$status" 2
has "another machine" "$out" "NOT COMPARABLE: another architecture"
has "what to do" "$out" "--across"
pl compare --across "$tmp/c.json" before
is "judged across" "$status" 0
has "and said" "$out" "kernel.machine (other, "
pl import "$tmp/b.json"
refused "imported twice" "cannot import '$tmp/b.json'"
pl import -d "$tmp/other.db" "$tmp/b.json"
has "into another store" "$status $out" "0 $tmp/b.json: #1 before: 3 rows"
pl report -o lmbench before after
is "lmbench's layout" "$status$err" 0
has "its tables" "$out" "Processor, Processes - times in microseconds"
has "a line for each run" "$out" "
before "
pl report -o "$tmp/r.json" before
cmp -s "$tmp/r.json" "$tmp/b.json"
tap_result $? "report to a .json file is the export"

pl run -q sys_nul
refused "unknown row" "unknown row 'sys_nul', did you mean 'sys_null'?"
pl run -q -p quikc
refused "unknown profile" "unknown profile 'quikc', did you mean 'quick'?"
pl run -q sys_null/size=3
refused "unknown argument" "size"
pl run -q --json --no-store -n 1 --settle 0s "null call"
has "a row by lmbench's name, as JSON" "$status $out" '"key":"sys_null"'
pl list lat_ctx
has "list of a row: its arguments and their limits" "$out" \
    "(2 to 200): processes in the ring"
pl run -q --json --no-store -n 1 --settle 0s lat_ctx/procs=3/size=0 \
    'sys_open_close 1'
has "and with arguments of one's own" "$status $out" \
    '"key":"sched_ctx/procs=3/size=0/cpu=same"'
has "a row as tables call it" "$out" '"row":"sys_open_close 1"'
pl runs --json
lacks "not stored" "$out" '"id":3'
pl run -q --no-store -n 2 --settle 0s 'self_*' sys_null
has "a pattern" "$status $out" "0 row"
has "matches" "$out" "self_nop"

pl list
has "list" "$status $out" "0 row"
has "by family" "$out" "kernel entry and simple calls
self_nop"
pl list self_nop
has "list a row" "$out" "self_nop - "
pl list --json
has "list as JSON" "$out" '{"rows":[{"key":'
pl list no_such_row_at_all
refused "list an unknown row" "unknown row 'no_such_row_at_all'"

if command -v taskset >/dev/null 2>&1; then
	run taskset -c 0 "$PERFLOSS" run -q --no-store -n 2 --settle 0s \
	    sys_null 'ipc_pipe'
	is "one CPU only" "$status" 0
	has "the row that needs one" "$out" "sys_null"
	has "and what needs two says so" "$out" "unsupported"
else
	skip "one CPU only" "no taskset"
fi
clean "at the end"
finish
