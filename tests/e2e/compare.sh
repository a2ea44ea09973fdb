#!/bin/sh
# compare.sh - several runs in one table, rows, formats, files, exit statuses.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
fake ok
for m in before after later; do
	python3 "$here/../golden/make-run.py" $m >"$tmp/$m.json"
done
cd "$tmp" || exit 99

# exits STATUS WHAT ARGUMENT...: compare ends so, without a sentence.
exits()
{
	wanted=$1 what=$2
	shift 2
	pl compare "$@"
	is "$what" "$status$err" "$wanted"
}

# after: slower and faster; later: neither, two rows cannot be told.
exits 1 "something is slower" before.json after.json
exits 0 "nothing is" before.json later.json
exits 1 "faster counts as well" --fail-on faster before.json after.json
exits 0 "where it is" --fail-on faster before.json later.json
exits 1 "different: faster" --fail-on different before.json after.json \
    -r vm_page_fault
exits 0 "which is not slower" before.json after.json -r vm_page_fault
exits 0 "and not maybe" --fail-on maybe before.json after.json -r vm_page_fault
exits 1 "slower is maybe, too" --fail-on maybe before.json after.json
exits 1 "cannot tell" --fail-on cannot-tell before.json later.json
exits 0 "not of these rows" --fail-on cannot-tell before.json later.json \
    -r 'mem_*'
exits 1 "two of them" --fail-on faster --fail-on cannot-tell before.json \
    later.json
exits 3 "a decision is needed" --need-decision before.json later.json
exits 1 "slower goes before" --need-decision before.json after.json
exits 1 "the worst column counts" before.json later.json after.json
exits 0 "which rows decide" before.json later.json after.json -r 'mem_*'
sed 's/A processor at 3.1 GHz/Another/' before.json >machine.json
exits 2 "not comparable" before.json machine.json
exits 2 "is more than undecided" --need-decision before.json machine.json \
    later.json
exits 1 "and less than slower" before.json machine.json after.json
exits 0 "unless asked for" --across before.json machine.json

# Several runs.
pl compare before.json after.json later.json
has "a column each" "$out" "before  später         later"
has "the family is said" "$out" "The 109 verdicts are corrected together"
has "what the words mean" "$out" "Each column is against before."
table=$out
pl compare --against first before.json after.json later.json
is "the first is meant" "$out" "$table"
pl compare after.json before.json later.json --against before.json
has "another one" "$out" "Each column is against before."
pl compare --neighbours before.json after.json later.json
has "neighbours" "$out" "later against später"
pl compare -v before.json after.json later.json
is "-v: a report each" "$(printf '%s\n' "$out" | grep -c '^suite')" 2
lacks "no table" "$out" "Each column"
for w in 40 60 80 120; do
	COLUMNS=$w run "$PERFLOSS" compare before.json after.json later.json \
	    before.json later.json after.json -r sig_handle
	is "six runs in $w columns" "$(printf '%s\n' "$out" |
	    sed -n '/^row/,/^SLOWER/p' | sed '$d' |
	    python3 -c 'import sys
print(max(len(l.rstrip("\n")) for l in sys.stdin) > max(60, int(sys.argv[1])))
' "$w")" False
done

# Facts of all comparisons stand before any number, whatever the format; why
# there are no words, too.
pl compare --json before.json after.json after.json
has "JSON: facts first" "$out" \
    '{"differs":[{"comparison":0,"key":"cpu.mitigations'
has "of the second, too" "${out%%comparisons\"*}" '{"comparison":1,"key":"'
pl compare -f csv before.json machine.json
is "CSV: not comparable" "$status" 2
has "CSV: which and why" "$out" "incomparable,before.json,machine.json,"
has "in a record of its own" "$out" "cpu.model"
python3 -c 'import json, sys
r = json.load(open("before.json"))
for x in r["results"]:
    x.update(outcome="failed", invocations=[])
json.dump(r, sys.stdout)' >norows.json
pl compare -f csv before.json norows.json
is "CSV: no row in both" "$status" 2
has "CSV: says so" "$out" "no row was measured in both"
is "fields are as many as all others'" "$(printf '%s\n' "$out" | python3 -c '
import csv, sys
print(*sorted({len(r) for r in csv.reader(sys.stdin) if r}))')" 30

pl compare --against nosuch before.json after.json
refused "against what is not there" "'nosuch' of '--against' is none of the"
pl compare --against first --neighbours before.json after.json
refused "both" "'--against' and '--neighbours' exclude one another"
pl compare --fail-on slowr before.json after.json
refused "fail on what" "'slowr' of '--fail-on', did you mean 'slower'?"
pl compare --rows nosuch_row before.json after.json
refused "no such row" "'nosuch_row'"
pl compare --band 0 before.json after.json
refused "no band" "value '0' of '--band' is out of range"
pl compare --band 40% before.json later.json -r sys_read
has "a wide band" "$out" "1 row is the same within 40 %"
pl compare before.json
refused "one run" "two runs are needed"
pl compare before.json after.json none.json
refused "one that is not there" "cannot open 'none.json'"

# Formats and files.
pl compare -f pdf before.json after.json
refused "no such format" "unknown format 'pdf', there are text, markdown, csv"
pl compare -o x.pdf before.json after.json
refused "no such ending" "the ending of 'x.pdf' is no format, '-f' says which"
pl compare --json -f csv before.json after.json
refused "two formats" "'--json' and '-f csv' exclude one another"
pl compare -o '' before.json after.json
refused "no file" "'-o' names no file"
for f in text:txt markdown:md csv:csv json:json; do
	pl compare -f "${f%:*}" before.json after.json later.json
	printf '%s\n' "$out" >wanted
	cp "$tmp/.out" wanted
	exits 1 "${f%:*} to a file" before.json after.json later.json \
	    -o "x.${f#*:}"
	is "and nothing else" "$out" ""
	ok "the same as without" cmp wanted "x.${f#*:}"
	exits 1 "-f goes before the ending" before.json after.json \
	    later.json -f "${f%:*}" -o x.json
	ok "it does" cmp wanted x.json
	# the same input gives the same bytes, wherever memory lies
	MALLOC_PERTURB_=85 run "$PERFLOSS" compare -f "${f%:*}" before.json \
	    after.json later.json
	ok "${f%:*}: the same once more" cmp wanted "$tmp/.out"
done
exits 1 "a file without ending is text" before.json after.json -o plain
has "it is" "$(cat plain)" "3 of 54 rows are SLOWER"
exits 1 "an old file is replaced" before.json after.json -f csv -o plain
has "by all of the new one" "$(head -n 1 plain)" "record,base,now"
ln -s plain link
exits 1 "through a link" before.json after.json -o link -f text
ok "which stays one" test -L link
has "its file is written" "$(cat plain)" "3 of 54 rows are SLOWER"
mkdir deep
ln -s deep/far there
ln -s none.txt deep/far
exits 1 "through two links to what is not there" before.json after.json \
    -o there -f text
ok "they stay" test -L there -a -L deep/far
has "it is there now" "$(cat deep/none.txt)" "3 of 54 rows are SLOWER"
ln -s circle round
ln -s round circle
pl compare before.json after.json -o circle -f text
refused "links in a circle" "cannot write 'circle': too many"
ok "stay, too" test -L circle -a -L round
mkdir folder
pl compare before.json after.json -o folder
refused "a directory" "cannot write 'folder': is a directory"
pl compare before.json after.json -o none/x.md
refused "no such directory" "cannot write 'none/x.md': no such file"
pl compare before.json after.json -o plain/x.md
refused "a file for a directory" "cannot write 'plain/x.md': not a directory"
if [ -c /dev/full ]; then
	pl compare before.json after.json -f csv -o /dev/full
	refused "a full device" "cannot write '/dev/full': no space left"
	ok "it is still there" test -c /dev/full
fi
# A file that cannot grow: the old one stays, and nothing beside it.
cp plain kept
run sh -c 'ulimit -f 1; exec "$@"' - "$PERFLOSS" compare -v before.json \
    after.json -f csv -o kept
is "a file that may not grow" "$status" 2
has "says so" "$err" "cannot write 'kept': "
ok "the old one stands" cmp plain kept
is "nothing is left beside" "$(echo ./*.tmp)" "./*.tmp"
if [ "$(id -u)" = 0 ]; then
	skip "a read-only file" "root may write"
else
	chmod 444 kept
	pl compare before.json after.json -o kept
	refused "a read-only file" "cannot write 'kept': permission denied"
fi

# The same grammar for report.
pl report before.json -f lmbench
table=$out
is "report -f" "$status$err" 0
pl report before.json -o lmbench
is "-o with a format alone" "$out" "$table"
pl report before.json -o r.lmbench
is "-o with a file" "$status$out$err $(cat r.lmbench)" "0 $table"
pl report before.json -f lmbench -o r.json
is "-f goes before its ending" "$status$out$err $(cat r.json)" "0 $table"
pl report before.json -o r.pdf
refused "no such ending" "the ending of 'r.pdf' is no format"
pl report before.json -f lmbench -o folder
refused "report to a directory" "cannot write 'folder': is a directory"
pl compare before.json after.json --json
table=$out
pl report before.json after.json -o several.json
is "json of several is a comparison" "$err$(cat several.json)" "$table"
pl report before.json after.json -f json --rows sys_null --delta 5%
has "of the rows that are wanted" "$out" '"key":"sys_null"'
lacks "alone" "$out" '"key":"sys_read"'
pl report before.json -f json --rows sys_null
refused "a run is whole" "the format 'json' holds all rows"

# Labels of strangers.
python3 - <<'END'
import json
run = json.load(open('before.json'))
run['label'] = '=cmd|"a`b", *c*<i>@x#1\\\n-'
run['facts'][0]['value'] = '+1,"2"\r\n|3'
json.dump(run, open('odd.json', 'w'))
run['label'] = '@=1'
run['uuid'] = run['uuid'][:-1] + '9'
json.dump(run, open('odd2.json', 'w'))
END
pl compare odd.json after.json -f markdown
is "odd labels in Markdown" "$status$err" 1
is "no end of line comes out of one" \
    "$(printf '%s\n' "$out" | grep -c '^| =cmd')" 1
has "all of it is text" "$out" \
    '| =cmd\|"a\`b", \*c\*&lt;i&gt;@<!-- -->x#<!-- -->1\\ - |'
# Columns are parted by bars that are not escaped: each table has as many.
is "each row has the cells of its head" "$(printf '%s\n' "$out" |
    python3 -c 'import re, sys
heads = None
for line in sys.stdin:
    if not line.startswith("|"):
        heads = None
        continue
    cells = len(re.sub(r"\\.", "", line).split("|"))
    heads = heads or cells
    if cells != heads:
        print(line)
')" ""
pl compare odd.json odd2.json after.json -o odd.csv
is "odd labels in CSV" "$status$err" 1
is "read as it is meant" "$(python3 - <<'END'
import csv
with open('odd.csv', encoding='utf8', newline='') as f:
    raw = f.read()
rows = list(csv.DictReader(raw.splitlines(True), strict=True))
assert raw.count('\n') == raw.count('\r\n') == len(rows) + 1
assert all(None not in r and None not in r.values() for r in rows)
kinds = [r['record'] for r in rows]
assert kinds == sorted(kinds), 'facts first'
# text that a spreadsheet would calculate is none any more
for r in rows:
    for key in ('base', 'now', 'key', 'row', 'note', 'fact_base', 'fact_now'):
        assert not r[key] or r[key][0] not in '=+-@', (key, r[key])
print(sorted({r['base'] for r in rows}))
print(sorted({r['now'] for r in rows}))
slow = [r for r in rows if r['verdict'] == 'SLOWER']
print(len(slow), slow[0]['key'], float(slow[0]['change']) > 1.2,
      slow[0]['unit'])
END
)" "['\\'=cmd|\"a\`b\", *c*<i>@x#1\\\\ -']
[\"'@=1\", 'später']
3 sig_handle True ns"

# A narrow terminal: nothing is wider, what does not fit side by side is a list.
wide()
{
	printf '%s\n' "$out" | python3 -c '
import sys
for line in sys.stdin.buffer.read().decode("utf-8").splitlines():
    if len(line) > int(sys.argv[1]):
        print(ascii(line))' "$1"
}
pl import -d many.db before.json after.json later.json
for n in 40 59; do
	export COLUMNS=$n
	for words in "show before.json" "compare -v before.json after.json" \
	    "compare before.json after.json later.json" "list sys_null" \
	    "trend -d many.db" "runs -d many.db"; do
		# shellcheck disable=SC2086 # words
		pl $words
		is "$n columns: $words" "$(wide $n)$err" ""
	done
done
COLUMNS=20 pl show before.json
has "the least is said" "$err" "20 columns are too narrow: text is made for 40"
is "and kept to" "$(wide 40)" ""
export COLUMNS=80
finish
