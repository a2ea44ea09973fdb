#!/bin/sh
# why.sh - what goes with a difference of made-up runs, and what is refused.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
fake ok
cd "$tmp" || exit 99
for m in before after later; do
	python3 "$here/../golden/make-run.py" $m >$m.json
done

# counted RUN KEY PER_OPERATION: so many page faults in each operation
counted()
{
	python3 - "$@" <<-'EOF'
	import json, sys
	file, key, each = sys.argv[1], sys.argv[2], float(sys.argv[3])
	run = json.load(open(file))
	for res in run['results']:
	    if res['key'] == key:
	        for inv in res['invocations']:
	            n = len(inv['run']) - inv['warm']
	            inv['ctr']['minflt'] = int(each * inv['ops'] * n)
	json.dump(run, open(file, 'w'))
	EOF
}
counted before.json sig_handle 0
counted after.json sig_handle 1

pl why before.json after.json
is "it is explained" "$status$err" 0
has "the row and its verdict" "$out" "sig_handle  1.64 us, then 3.77 us"
has "what goes with it" "$out" \
    "goes with    page faults: 0, then 1.00 an operation"
has "what one would have to cost" "$out" "if one costs 2.13 us"
has "nothing counted" "$out" "nothing that was counted goes with it"
has "facts that differ" "$out" "kernel.release (6.1.192, 6.12.117)"
has "it is no proof" "$out" "need not be its cause"
hasnt() { ok "$1" sh -c '! printf "%s" "$1" | grep -q "$2"' - "$2" "$3"; }
hasnt "rows that are the same are left out" "$out" "sys_null"

pl why before.json after.json 'sig_*'
hasnt "rows that were not asked for" "$out" proc_fork
pl why before.json after.json sys_null
has "a row that is the same, when asked for" "$out" "sys_null"
hasnt "needs no explanation" "$out" "unexplained"

pl why before.json later.json
is "nothing changed" "$status$err" 0
has "that is said" "$out" "nothing to explain"

pl why before.json after.json --json
is "JSON" "$status$err" 0
is "in JSON what goes with it" "$(printf '%s' "$out" | python3 -c '
import json, sys
for row in json.load(sys.stdin)["rows"]:
    for c in row["counts"]:
        if c["word"] == "with":
            print(row["key"], c["name"], c["base"], round(c["now"]))')" \
    "sig_handle page faults 0 1"

pl why before.json
refused "one run" "two runs are needed"
pl why before.json nothing.json
refused "no such run" "nothing.json"
pl why before.json after.json nosuch
refused "no such row" "nosuch"
sed 's/A processor at 3.1 GHz/Another/' before.json >machine.json
pl why machine.json after.json
refused "another machine" "cannot be compared: another machine"
pl why --across machine.json after.json
is "unless asked for" "$status" 0
finish
