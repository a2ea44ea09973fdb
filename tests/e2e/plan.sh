#!/bin/sh
# plan.sh - how many rounds: from which runs, of which rows, what is unknown.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
fake ok
cd "$tmp" || exit 99
python3 "$here/../golden/make-run.py" before >before.json

pl plan
is "no store: status" "$status" 2
has "says so" "$err" "there are no runs yet"
pl import before.json
# The probe says which machine this is; the run is of another one.
unset PERFLOSS_PROBE
if platform; then
	pl plan
	refused "only runs of another machine" "no run of this host is stored"
else
	skip "only runs of another machine" "no machine is known from another"
fi
fake ok # which says nothing about the machine

# number KEY: of the JSON in $out, for the first row.
number()
{
	printf '%s' "$out" | python3 -c 'import json, sys
print(eval(sys.argv[1], {"p": json.load(sys.stdin)}))' "$1"
}

pl plan sys_null
is "one row" "$status$err" 0
has "what it takes" "$out" "'perfloss ab -n "
has "what the floor forbids" "$out" \
    "no number of rounds shows 2 % on 1 row: two runs of one state may"
pl plan sys_null --delta 8% --runs
has "above the floor rounds do" "$out" "'perfloss run -n 6 sys_null' on both"
lacks "only runs" "$out" "perfloss ab"
pl plan sys_null --pairs
lacks "only pairs" "$out" "compare"
pl plan 'null call' mem_read/size=1M
has "lmbench's name" "$out" "sys_null"
has "what was not measured" "$out" \
    "mem_read 1M: not measured on this host: 'perfloss run ROW' first"
pl plan mem_read/size=1M
is "nothing known: status" "$status$err" 1
has "says so" "$out" "mem_read 1M: not measured on this host"
pl plan -p quick --json
is "a profile" "$status$err $(number 'len(p["rows"])')" "0 2"
pl plan --json
is "no rows: those of the last run" "$(number 'len(p["rows"])')" 55
pl plan --json sys_null
few=$(number 'p["rows"][0]["ab"]["rounds"]')
pl plan --json sys_null --delta 0.2%
is "less is more" \
    "$(number "p['rows'][0]['ab']['rounds'] > 3 * $few")" True
pl plan --json sys_null --delta 0.2% --power 99%
is "as is surer" "$(number 'p["rows"][0]["ab"]["rounds"] > 40')" True
pl plan --json sys_null --delta 0.000001%
is "what no number shows" "$(number 'p["rows"][0]["ab"]["rounds"]')" None
pl plan sys_null --delta 0.000001%
has "is said" "$out" "1 row is too noisy for that: more than 1000 pairs"
pl plan --json --delta 2000%
is "a large one takes the least" \
    "$(number 'max(r["ab"]["rounds"] for r in p["rows"])')" 12
COLUMNS=60 run "$PERFLOSS" plan
is "fits 60 columns" \
    "$(printf '%s\n' "$out" | awk 'length > 60' | wc -l)" 0

# Pairs that are stored give their own spread: both arms drift alike here.
python3 - <<'END'
import json, math
run = json.load(open('before.json'))
run['pair'] = '00000000-0000-4000-8000-0000000000aa'
for arm, number in ('a', '7'), ('b', '8'):
    run['arm'] = run['label'] = arm
    run['uuid'] = run['uuid'][:-1] + number
    for res in run['results'][1:]: # self_nop is first, and subtracted
        for i, inv in enumerate(res['invocations']):
            odd = 1 + .001 * math.sin(i * i + ord(arm))
            wave = 1 + .1 * math.sin(i)
            inv['run'] = [round(1e7 * wave * odd)] * 4
            inv['ops'] = 100
    json.dump(run, open(arm + '.json', 'w'))
END
pl import a.json b.json
is "two arms" "$status$err" 0
pl runs
line() { printf '%s\n' "$out" | tr -s ' ' | grep "^ *$1 @"; }
has "the list says of which pair an arm is" "$(line 2)" " a #3 "
has "each way" "$(line 3)" " b #2 "
lacks "nothing of a run made alone" "$(line 1)" "#"
is "80 columns" "$(printf '%s\n' "$out" | awk 'length > 80' | wc -l)" 0
pl runs --json
is "JSON has the pair" "$(number '[r["pair"][-2:] if r["pair"] else None
for r in sorted(p["runs"], key=lambda r: r["id"])]')" "[None, 'aa', 'aa']"
pl plan --json ipc_pipe
is "a stored pair is used" "$(number 'p["rows"][0]["paired"]')" True
is "the spread is that of the run made alone" "$(number '
p["rows"][0]["spread"] < .05, p["from"]')" "(True, '#1; of pairs: #2, #3')"
pl plan ipc_pipe
has "which is named" "$out" "between invocations of #1; of pairs: #2, #3;"
pl plan --json --from a ipc_pipe/cpu=same
is "what both share cancels" "$(number '
p["rows"][0]["spread_pairs"] < .01 < .05 < p["rows"][0]["spread"] or p')" True
pl plan --json --from a ipc_pipe/cpu=same
is "with --from, too" "$(number 'p["rows"][0]["paired"]')" True
pl plan --json --from a.json ipc_pipe/cpu=same
is "a file's other arm is found" "$(number 'p["rows"][0]["paired"]')" True
pl plan --json --from before.json ipc_pipe/cpu=same
is "where there is none it is estimated" \
    "$(number 'p["rows"][0]["paired"]')" False
pl plan --from before.json
has "which is said" "$(printf '%s' "$out" | tr -s ' \n' ' ')" \
    "at most so many, each pair being taken for two"

# As under a tracer: no fact differs, but the arm is noisy by what it is.
python3 - <<'END'
import json
for arm in 'a', 'b':
    run = json.load(open(arm + '.json'))
    for res in run['results'][1:]:
        for i, inv in enumerate(res['invocations']):
            if arm == 'b':
                run['state'] = "under 'strace'"
                inv['run'] = [round(1e7 * 9 ** (i % 3))] * 4
    json.dump(run, open(arm + '_traced.json', 'w'))
END
pl import -d traced.db before.json a_traced.json b_traced.json
pl plan -d traced.db --json ipc_pipe/cpu=same
is "pairs with a tracer say nothing" \
    "$(number 'p["rows"][0]["paired"], p["from"]')" "(False, '#1')"
pl import -d arms.db a_traced.json b_traced.json
pl plan -d arms.db --json ipc_pipe/cpu=same
is "without a run made alone arm a is used" "$(number '
p["rows"][0]["spread"] < 1, p["from"]')" "(True, '#1')"

# Runs of one state and boot: how far they differ is known then.
for i in 1 2 3 4; do
	sed "s/0000001/000001$i/; s/1764496920/17644967${i}0/" before.json \
	    >again.json
	pl import -d many.db again.json
done
pl plan -d many.db --json sys_null
is "a floor that was measured" "$(number '
p["rows"][0]["floor_runs"] == 4 and p["rows"][0]["floor"] < .05')" True
pl plan -d many.db sys_null --delta 3%
has "rounds show what is above it" "$out" "'perfloss run -n "

pl run -q -n 3 --settle 0s -d few.db
pl plan -d few.db ipc_pipe
has "three values have no spread" "$out" "a spread takes 6 values"
pl plan --from nosuch
refused "no such run" "'nosuch'"
pl plan nosuch_row
refused "no such row" "unknown row 'nosuch_row'"
pl plan --from before.json nosuch_row
refused "nor in the run" "'nosuch_row'"
pl plan --from before.json -p quick
refused "both" "'--from' and '--profile' exclude one another"
pl plan --power 100%
refused "all of them" "'--power' is a share below 100%"
pl plan --delta 0
refused "no change" "value '0' of '--delta' is out of range"
pl plan -p nosuch
refused "no such profile" "unknown profile 'nosuch'"
export PERFLOSS_PROBE="$tmp/none"
pl plan sys_null
is "no probe to name the rows: status" "$status" 2
pl plan --from before.json sys_null
is "none is needed for a run's own" "$status$err" 0
clean "at the end"
finish
