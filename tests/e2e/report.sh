#!/bin/sh
# report.sh - runs in other formats: a page, Markdown, CSV, OpenMetrics.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
cd "$tmp" || exit 99
golden=$here/../golden
for run in before after later; do
	"$golden/make-run.py" $run >$run.json
done
"$golden/make-events.py" 1 8 <before.json >events.json
"$golden/make-events.py" 2 16 <later.json >slow.json

# page FILE TEXT...: a page that is whole, with each text.
page() { ok "$1 is whole" "$here/page.py" "$@"; }
# makes FILE ARGUMENT...: the program writes it and says nothing.
makes()
{
	file=$1
	shift
	pl report "$@" -o "$file"
	is "$file: status" "$status$out$err" 0
}

# -- A page ------------------------------------------------------------------
makes one.html before.json
page one.html "before" "sys_null" "55 of 55 rows" "memory latency over size" \
    "How it was measured" "7 replays the order" "perfloss run" "unsupported" \
    "one CPU only"
makes two.html before.json after.json
page two.html "3 of 54 rows are SLOWER, 1 is FASTER" "kernel.release" \
    "6.12.117" "+130 %" "Retpolines" "95 % intervals" "Mann and Whitney" \
    "sig_handle: +130 % (+128 .. +132) SLOWER"
is "the verdict stands first, then the facts, the changes, the rows" \
    "$(grep -o '<section id="[a-z]*' two.html | cut -d'"' -f2 | tr '\n' ' ')" \
    "verdict facts changes rows pictures each how "
is "a row of the table for each that is judged" \
    "$(grep -c '^<tr data-word=' two.html)" 57
is "and a part of its own" "$(grep -c '^<details class="row"' two.html)" 57
suite=$("$PERFLOSS" compare before.json after.json | grep -o 'suite  +.* %')
has "as 'compare' says it" "$(cat two.html)" "${suite#suite  }"
makes three.html before.json after.json later.json
page three.html "The 109 verdicts are corrected together" "+130 %"
makes four.html before.json after.json later.json before.json
page four.html "Of the first run and the last." "run 4"
is "with a picture for each row with values" \
    "$(grep -c '<title>values of each run' four.html)" 55
makes near.html --neighbours before.json after.json later.json
page near.html "Each column is against the run before"
makes rows.html --rows 'sys_*' before.json after.json
page rows.html "None of 6 rows is SLOWER"
makes rows1.html --rows 'sched_ctx' before.json
page rows1.html "sched_ctx over"
lacks "no other row" "$(cat rows1.html)" proc_fork
makes events.html events.json slow.json
page events.html "single events of" "sched_wakeup"
sed 's/A processor at/Another at/' after.json >other.json
makes other.html before.json other.json
page other.html "NOT COMPARABLE"
makes across.html --across before.json other.json
page across.html "3 of 54 rows are SLOWER"
python3 - <<'END'
import json
run = json.load(open('before.json'))
run['results'] = []
json.dump(run, open('none.json', 'w'))
END
makes none.html none.json
page none.html "There is nothing that has a curve"
makes light.html --theme light before.json
lacks "one theme alone" "$(cat light.html)" "prefers-color-scheme"
makes dark.html --theme dark before.json
page dark.html sys_null
pl report -f html before.json
is "the same on standard output" "$(printf '%s\n' "$out" | cksum)" \
    "$(cksum <one.html)"
is "twice the same bytes" "$("$PERFLOSS" report -f html before.json | cksum)" \
    "$(cksum <one.html)"

# Runs that are a history: since when. Seven are too few for one.
plans=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	plans="$plans v$i"
	[ $i -le 7 ] || plans="$plans,sys_null=1.3"
done
# shellcheck disable=SC2086 # words
"$here/make-history.py" history $plans
makes history.html history/*.json
page history.html "Steps over the runs, in their order" \
    "sys_null: SLOWER, +30 % between v7 and v8"
is "each comparison can be chosen" \
    "$(grep -c '<input type="radio" name="forest"' history.html)" 13
is "the last is" "$(grep -c 'id="f13" checked>' history.html)" 1
has "one without a change says so" "$(cat history.html)" "No row has changed."
makes few.html history/000[1-7].json
lacks "no step of seven" "$(cat few.html)" "Steps over"

# The three runs of an aftermath have their course.
python3 - <<'END'
import json
for name, at in ('baseline', 0), ('load', 40), ('recovery', 80):
    run = json.load(open('before.json'))
    run['label'] = 'x-' + name
    run['uuid'] = f'00000000-0000-4000-8000-0000000000{at + 10}'
    for result in run['results']:
        for inv in result.get('invocations', []):
            inv['start_ns'] += at * 1000000000
    json.dump(run, open(f'x-{name}.json', 'w'))
END
makes after-load.html x-baseline.json x-load.json x-recovery.json
page after-load.html "before, during and after a load"

# -- Strangers' words --------------------------------------------------------
python3 "$here/hostile.py" before.json 0 >bad0.json
python3 "$here/hostile.py" before.json 1 >bad1.json
pl report -o bad.html bad0.json
if [ "$status" = 0 ]; then
	page bad.html '<script>alert(1)</script>' "' onmouseover='alert(1)" \
	    ']]>' '</style><style>' '&lt;b&gt;' 'é日'
	makes bad2.html bad0.json bad1.json
	page bad2.html '"><img src=x onerror=alert(1)>' '<script>alert(1)'
	makes bad4.html bad0.json bad1.json before.json after.json
	page bad4.html '"><img src=x onerror=alert(1)>' '<script>alert(1)'
else
	is "a run with them is read" "$status$err" 0
fi
{
	printf 'name,<script>alert(1)</script>,"a""><img src=x onerror=y>"\n'
	for i in 1 2 3 4 5 6 7; do
		printf '\342\200\256</table>,%s,5\n' 1$i
	done
} >bad.csv
pl import bad.csv -l csv
is "names from a file" "$status" 0
makes csv.html csv
page csv.html 'alert(1)'

# -- Markdown and CSV of one run ---------------------------------------------
makes one.md before.json
has "a table" "$(cat one.md)" '| row | value | 95 % interval | +- | n | status |
|---|--:|--:|--:|--:|---|
| self\_nop | 0.30 ns |'
has "and what is said below it" "$(cat one.md)" '- precision '
has "a row that failed has no value" "$(cat one.md)" \
    '| ipc\_pipe other | - | - | - | 0 | unsupported |'
pl report -f md bad0.json
lacks "no element in it" "$out" '<script'
makes two.md before.json after.json
has "two runs are judged" "$(cat two.md)" '**SLOWER**'
makes one.csv before.json
is "as 'show --csv' has it" "$("$PERFLOSS" show --csv before.json | cksum)" \
    "$(cksum <one.csv)"
makes two.csv before.json after.json
is "and as 'compare' has it" \
    "$("$PERFLOSS" compare -f csv before.json after.json | cksum)" \
    "$(cksum <two.csv)"
makes one.json before.json
is "and as 'export' has it" "$("$PERFLOSS" export before.json | cksum)" \
    "$(cksum <one.json)"

# -- OpenMetrics -------------------------------------------------------------
cat >metrics.py <<'END'
import re, sys
NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
LABEL = r'[a-zA-Z_]\w*="(?:[^"\\\n]|\\\\|\\"|\\n)*"'
SAMPLE = re.compile(rf'({NAME})(?:{{((?:{LABEL},?)*)}})? (\S+)$')
text = open(sys.argv[1], encoding='utf8').read()
assert text.endswith('\n# EOF\n') and text.count('# EOF') == 1
assert '\r' not in text
family, done, seen, kinds = None, set(), set(), {}
for line in text.split('\n')[:-2]:
    m = re.match(rf'# (HELP|TYPE|UNIT) ({NAME}) (.+)$', line)
    if m:
        if m[2] != family:
            assert m[1] == 'HELP' and m[2] not in done, line
            done.add(m[2])
        family = m[2]
        kinds.setdefault(family, {})[m[1]] = m[3]
        continue
    m = SAMPLE.match(line)
    assert m and m[1] == family, line
    assert float(m[3]) == float(m[3]), line
    assert (m[1], m[2]) not in seen, line
    seen.add((m[1], m[2]))
for name, has in kinds.items():
    assert has['TYPE'] == 'gauge' and has['HELP'], name
    assert 'UNIT' not in has or name.endswith('_' + has['UNIT']), name
END
makes one.prom before.json
ok "it is OpenMetrics" python3 metrics.py one.prom
prom=$(cat one.prom)
has "a time in seconds" "$prom" \
    'perfloss_row_seconds{row="proc_fork",name="proc_fork"} 0.000114930'
has "its interval" "$prom" 'perfloss_row_low_seconds{row="proc_fork"'
has "a rate" "$(grep '^perfloss_row_bytes_per_second{row="bw_pipe' one.prom)" \
    '} 4'
has "a status" "$prom" \
    'row="ipc_pipe/cpu=other",name="ipc_pipe",status="unsupported"} 1'
lacks "and no value then" "$(grep _seconds one.prom)" 'cpu=other'
has "the run" "$prom" 'label="before",kernel="6.1.192"'
is "lower ends are not above upper ones" "$(python3 - <<'END'
import re
v = {}
for line in open('one.prom'):
    m = re.match(r'perfloss_row_(low|high)_(\w+){row="([^"]*)".*} (\S+)', line)
    if m:
        v.setdefault((m[2], m[3]), {})[m[1]] = float(m[4])
print(len(v) > 40, all(x['low'] <= x['high'] for x in v.values()))
END
)" "True True"
pl report -f openmetrics --rows sys_null before.json
is "one row" "$(printf '%s\n' "$out" | grep -c '^perfloss_row_seconds{')" 1
makes bad.prom bad0.json
ok "strangers' words are escaped" python3 metrics.py bad.prom
has "as text" "$(cat bad.prom)" 'label="<script>alert(1)</script>"'
echo old >kept.prom
pl report -o kept.prom nosuch.json
refused "no such run" "nosuch.json"
is "the old file stays" "$(cat kept.prom)" old
makes kept.prom before.json
is "and nothing beside the new one" "$(echo kept.prom*)" kept.prom

# -- Options and faults ------------------------------------------------------
pl report -o x.prom before.json after.json
refused "two runs" "the format 'openmetrics' holds one run, not 2"
pl report before.json
refused "no format" "which format? '-o report.html'"
pl report -o x.html
refused "no run" "which run?"
pl report -o x.html --figure rows before.json
refused "a picture alone" "'--figure' is of pictures"
pl report -o x.html --width 500 before.json
refused "a width" "'--width' is of pictures: a page is as wide"
pl report -o x.html --scale 2 before.json
refused "a scale" "'--scale' is of PNG"
pl report -o x.html --theme pink before.json
refused "a theme that is none" "bad value 'pink' of '--theme'"
pl report -o x.html --rows nosuch before.json
refused "a row that is none" "nosuch"
pl report -o x.html --rows nosuch before.json after.json
refused "the same of two runs" "nosuch"
pl report -o x.html --delta 5% before.json
refused "a margin of one run" "'--delta' is of several runs"
pl report -o x.svg --across before.json after.json
refused "a picture judges nothing" "'--across' is of several runs"
pl report -o x.json --rows sys_null before.json
refused "rows of an export" "the format 'json' holds all rows"
pl report -o nosuch/x.html before.json
refused "no such directory" "cannot write 'nosuch/x.html'"
printf '{"perfloss' >cut.json
pl report -o x.html before.json cut.json
refused "a file that is cut" "cut.json"
if [ -c /dev/full ]; then
	for f in html md csv prom; do
		pl report -f $f -o /dev/full before.json
		refused "$f: a full disk" "cannot write '/dev/full'"
	done
fi
ok "no file is made" [ ! -e x.html ]
clean "reports"
finish
