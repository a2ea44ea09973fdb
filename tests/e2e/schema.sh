#!/bin/sh
# schema.sh - every document of a run is what doc/run.schema.json says, and no
# member of one is unknown to it.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to read the schema"
root=$here/../..
schema=$root/doc/run.schema.json
check() { python3 "$here/schema.py" "$schema" "$@"; }

# fits WHAT FILE...
fits()
{
	what=$1
	shift
	run check "$@"
	is "$what" "$out$err" ""
}

# Faults are seen: what is missing, unknown, of another type, out of range.
"$here/../golden/make-run.py" before >golden.json
spoil()
{
	python3 -c "
import json, sys
d = json.load(open('golden.json'))
$2
json.dump(d, open('bad.json', 'w'))"
	run check bad.json
	has "seen: $1" "$out" "$3"
}
spoil "an unknown member" "d['later'] = 1" "does not know 'later'"
spoil "deep down" "d['results'][0]['invocations'][0]['x'] = 1" \
    "\$.results[0].invocations[0]: the schema does not know 'x'"
spoil "a missing one" "del d['uuid']" "'uuid' is missing"
spoil "another type" "d['rounds'] = '12'" "is no integer"
spoil "a word" "d['results'][0]['unit'] = 'furlong'" "'furlong' is none of"
spoil "a range" "d['results'][0]['invocations'][0]['ops'] = 0" \
    "0 is out of range"
spoil "a length" "d['results'][0]['invocations'][0]['cpu'] = [1]" "1 elements"
spoil "another version" "d['version'] = 2" "2 is not 1"
spoil "a pattern" "d['results'][0]['key'] = 'a b'" "'a b' does not match"
echo '{"type":"object","minProperties":1}' >odd.json
run python3 "$here/schema.py" odd.json
has "a word that is not looked at" "$err" "unknown word 'minProperties'"

# The words of the program are those of the schema.
words=$(sed -n '/unit_words\[UNITS\] = {/,/};/p' "$root/src/model/cost.c" |
    grep -o '"[^"]*"' | tr -d '"')
for word in $words; do
	grep -q "\"$word\"" "$schema"
	tap_result $? "the unit $word is in it"
done

# Documents of the tests.
"$here/../golden/make-run.py" after b >pair.json
"$here/../golden/make-events.py" 1 8 <golden.json >events.json
fits "runs of the golden tests" golden.json pair.json events.json
# instructions, which only a machine that is emulated counts
python3 -c "
import json
d = json.load(open('golden.json'))
d['results'] = d['results'][:3]
for r in d['results']: r['unit'] = 'insn'
json.dump(d, open('insn.json', 'w'))"
pl import -d insn.db insn.json
pl export -d insn.db @1 -o insn-again.json
has "a run of instructions" "$(cat insn-again.json)" '"unit":"insn"'
fits "of which every member is known" insn.json insn-again.json

# What this perfloss writes: everything of a fresh run, of a pair, of tables of
# other tools, of an aftermath.
pl run -q -n 2 --settle 0s -l fresh sys_null ipc_pipe sched_wakeup
is "a fresh run" "$status" 0
pl export fresh -o fresh.json
fits "exported" fresh.json
pl report fresh -o report.json
fits "and as a report" report.json
pl import "$here/../import/lmbench-story.txt" --group-by os
for i in 1 2 3; do
	pl export @$i -o import-$i.json
done
fits "imported tables" import-?.json
for file in "$here"/../import/*; do
	pl import -d other.db "$file"
done
n=0
for id in $("$PERFLOSS" runs -d other.db --json |
    python3 -c 'import json, sys
for r in json.load(sys.stdin)["runs"]: print(r["id"])'); do
	pl export -d other.db "$id" -o "other-$id.json"
	n=$((n + 1))
done
ok "the formats' cases: $n runs" [ $n -gt 40 ]
fits "every format's" other-*.json
pl ab -q -n 6 --settle 0s -l side --b 'true' sys_null
for i in 1 2; do
	pl export @$i -o "arm-$i.json"
done
fits "an arm of a pair" arm-1.json arm-2.json
pl aftermath -q --settle 0s --baseline 1s -f 500ms -r 1s \
    --load 'self_spin x 2' sys_null
for i in 1 2 3; do
	pl export @$i -o "phase-$i.json"
	has "phase $i has its part" "$(cat "phase-$i.json")" '"aftermath":{'
done
fits "an aftermath's" phase-1.json phase-2.json phase-3.json
finish
