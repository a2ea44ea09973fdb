#!/bin/sh
# import.sh - pasted tables: verdicts, odd shapes, refusals, the store.
. "$(dirname "$0")/e2e.sh"
cases=$here/../import
story=$cases/lmbench-story.txt

# story WHAT: the words that the story's tables must get in $out.
words()
{
	for row in tcp_conn mmap_latency sig_hndl delete_10k fork_proc \
	    bw_af_unix lat_pipe exec_proc; do
		is "$1: $row" "$(printf '%s\n' "$out" |
		    grep "^lmbench $row " | grep -o 'SLOWER' | wc -l)" 2
	done
	is "$1: page fault" "$(printf '%s\n' "$out" |
	    grep '^lmbench page_fault ' | grep -o 'FASTER' | wc -l)" 2
}

pl import --group-by os --dry-run -
refused "nothing on standard input" "it is empty"
piped() { run sh -c '"$PERFLOSS" import "$@" - <"$0"' "$@"; }
piped "$story" --group-by os
is "a mail: status" "$status" 1
words "a mail"
for cell in "136 us (line 50, column 55)" "195 MB/s (line 107, column 36)" \
    "24.0 ns (line 124, column 41)" "132 us (line 32, column 67)"; do
	has "far: $cell" "$(printf '%s' "$out" | tr -s ' \n' ' ')" "$cell"
done
is "one line for each kind of reason" "$(printf '%s\n' "$out" |
    sed -n '/^Linux 2.4.0 against/,/^Linux 2.4.1 against/p' |
    grep -c 'rows\{0,1\} cannot tell:')" 4
lacks "no jargon" "$out" "leans on"
has "millions" "$(printf '%s' "$out" | tr -s ' ')" \
    "lmbench tcp_conn 84.0 us x131K SLOWER"
pl show "Linux 2.4.0"
has "the store has it" "$out" "lmbench sig_hndl"
pl why "Linux 2.2.19" "Linux 2.4.0"
has "no causes of what changed" "$out" \
    "rows are SLOWER or FASTER, but nothing was counted beside:"
has "but the facts" "$out" "differs      kernel.release (2.2.19, 2.4.0)"
piped "$story" --group-by os
is "twice: status" "$status" 2
has "twice is noticed" "$err" "is already in store"
piped "$story"
has "and without groups" "$err" "is already in store"
piped "$story" --again
is "once more on purpose" "$status" 1
pl runs
is "six runs" "$(printf '%s\n' "$out" | grep -c 'Linux 2')" 6

# What mails do to tables.
reshaped()
{
	what=$1
	shift
	"$@" <"$story" >"$tmp/mail"
	piped "$tmp/mail" -n --group-by os
	has "$what: all values" "$out" "533 values"
	words "$what"
}
reshaped quoted sed 's/^/> /'
reshaped "lines apart" sed 'G'
reshaped indented sed 's/^/     /'
reshaped wrapped fold -s -w 72
reshaped "tabs for blanks" unexpand -a
reshaped "lines of DOS" sed 's/$/\r/'
commas() { sed -E 's/(^| )([0-9]+)\.([0-9]+)/\1\2,\3/g; s/,([0-9]+\.)/.\1/g'; }
reshaped "decimal commas" commas
has "4,579 beside 1,27" "$(printf "%s" "$out" | tr -s " ")" \
    "lmbench lat_pipe 4.58 us"
printf 'test;time (ms)\na;1,234\na;1,5\na;1,306\n' >"$tmp/mail"
piped "$tmp/mail" -n
has "and in a table" "$(printf '%s' "$out" | tr -s ' ')" "1.31 ms"
printf 'test;time (ms)\n1x;1,234\n2x;1,5\n' >"$tmp/mail"
piped "$tmp/mail" -n
has "though a digit begins the next line" \
    "$(printf '%s' "$out" | tr -s ' ')" "1.23 ms"
printf 'test,time (ms)\na,1\nb,23\n' >"$tmp/mail"
piped "$tmp/mail" -n
has "commas between cells stay" "$out" "2 values"
sed 's/^/>> /' "$story" >"$tmp/quoted"
reshaped "quoted and wrapped" fold -s -w 76 "$tmp/quoted"
tr -s ' ' <"$story" >"$tmp/mail"
piped "$tmp/mail" -n --group-by os
has "lost blanks: what is sure" "$out" "468 values"
has "and what is not" "$out" \
    "left out, line 67: 6 cells of 8, and which are missing cannot be told"
head -c 3000 "$story" >"$tmp/mail"
piped "$tmp/mail" -n --group-by os
has "cut short: what is there" "$out" "Linux 2.4.1: "

# Cells that are none.
sed -e 's/ 1\.27 1\.64  109/ 1.27   -1  109/' \
    -e 's/ 1\.27 1\.64  108  760/ 1.27 oops  108  760/' "$story" >"$tmp/mail"
piped "$tmp/mail" -n --group-by os
has "a failure" "$out" \
    "left out, line 29, column 63: '-1' is how lmbench writes that it failed"
has "a word" "$out" "left out, line 30, column 61: 'oops' is no number"
has "the others stay" "$out" "531 values"

printf " Performance counter stats for 'x':\n\n 1.408      page-faults\n%s" \
    "  0.5 seconds time elapsed" >"$tmp/mail"
piped "$tmp/mail" -n
has "no part of a page fault" "$out" "left out, line 3"

# A change that is none of a cost.
piped "$story" -n --group-by os
flat=$(printf '%s' "$out" | tr -s ' \n' ' ')
has "too large to be a cost" "$flat" \
    "over 100 times: is it the same that was measured?"
has "which rows" "$flat" "sizes do this: lmbench tcp_conn, lmbench page_fault"

# A mail about two states of one thing.
timings()
{
	for last in 10 11 12 13 14 15; do
		printf '%sreal    0m%s.%ss\n' "$1" "$2" "$last"
		printf '%suser    0m1.0s\n%ssys     0m0.1s\n%s\n' "$1" "$1" "$1"
	done
}
{
	echo "Before the upgrade:"
	timings "" 1
	printf '\n> and after it\n'
	timings "> " 2
} >"$tmp/mail"
piped "$tmp/mail" -n
has "two states may be one row" "$(printf '%s' "$out" | tr -s ' \n' ' ')" \
    "line 27: 'and after it' stands between values of one row"
piped "$tmp/mail" -n --split 'and after'
is "told apart: status" "$status" 1
has "told apart: what stands first" "$out" "first part: 1 row, 6 records"
has "told apart: the line is its name" "$out" "and after it: 1 row, 6 records"
has "told apart: judged" "$out" SLOWER
piped "$tmp/mail" -n -s nowhere -s 'nor here'
refused "no such line" "no line of it holds 'nowhere'"

# A heading before what has none, and one with nothing behind it.
cat >"$tmp/mail" <<-'END'
	before:
	cfg,ms
	a,1.0
	a,2.0
	between:
	no numbers
	after:
	cfg,ms
	a,3.0
END
piped "$tmp/mail" -n -s before: -s between: -s after:
has "a table behind a heading" "$out" "before: 1 row, 2 records"
has "and the next" "$out" "after: 1 row, 1 record"
has "a part of nothing is said" "$out" \
    "note, line 5: nothing was read behind 'between'"

# Columns of words tell lines apart, whatever is above them.
for head in "opt,opt" "opt level,opt_level" ",opt" ","; do
	printf '%s,time (ms)\nO2,x,10\nO2,y,20\nO3,y,30\n' "$head" >"$tmp/mail"
	piped "$tmp/mail" -n
	is "heads '$head': each line is its own" \
	    "$(printf '%s\n' "$out" | grep -c '1 row, 1 record')" 3
done

# Groups by place of equal shape are runs of their own.
for n in 1 2; do
	printf 'real %s.00\nuser 0.10\nsys 0.10\n' "$n" >"$tmp/place$n"
done
pl import --group-by file "$tmp/place1" "$tmp/place2"
is "by file: both are stored" "$status $err" "0 "
lacks "by file: they are two runs" "$out" "compared with itself"
pl import --group-by file "$tmp/place1" "$tmp/place2"
has "by file: twice is noticed" "$err" "is already in store"

# What would lose its digits is left out.
printf 'x\n1.6573e-11\n1.657e-15\n' >"$tmp/mail"
piped "$tmp/mail" -n --format csv
has "no digits get lost" "$out" "1.657e-15 cannot be such a value"
has "those that fit are kept" "$out" "1 value"

# Long names.
long=$(printf '%0100d' 0)
for one in "a$long" "b$long" "c$long"; do
	printf 'Benchmark 1: %s\n  Time (mean ± σ):  13.4 ms ±  1.6 ms\n' "$one"
	printf '  Range (min … max):  12.3 ms …  16.3 ms  5 runs\n\n'
done >"$tmp/mail"
piped "$tmp/mail" -n
has "three names" "$out" "The row cannot tell."
is "long names fit" "$(printf '%s\n' "$out" | tail -n +2 | grep -E '.{81}')" ""

# Options, files, folders.
pl import -n --format nonsense "$story"
refused "no such format" "no format 'nonsense'"
pl import -n --format lmbensh "$story"
refused "nearly" "did you mean 'lmbench'?"
pl import --formats
has "formats" "$out" "lmbench "
pl import -n --group-by colour "$story"
refused "no such fact" "no run has a fact 'colour': there are "
mkdir -p "$tmp/d/sub" "$tmp/empty"
cp "$story" "$tmp/d/sub/b.txt"
sed 's/biglinux/other-pc/' "$story" >"$tmp/d/a.txt"
echo "just words" >"$tmp/d/readme"
cp "$tmp/d/a.txt" "$tmp/d/c.txt"
pl import -n "$tmp/d"
is "a folder: something is slower: status" "$status" 1
is "in order" "$(printf '%s\n' "$out" | grep -c "^$tmp/d/")" 2
has "no format, no fault" "$err" "/d/readme': it is of no format"
has "the same twice" "$err" "c.txt'"
pl import -n --group-by folder "$tmp/d"
has "by folder" "$out" "sub: 41 rows"
pl import "$tmp/empty"
refused "an empty folder" "there is no file in"
pl import "$tmp/nothing"
refused "no file" "cannot open '$tmp/nothing'"
head -c 70000 /dev/zero | tr '\0' x >"$tmp/line"
pl import "$tmp/line"
refused "one line" "is longer than"
head -c 2000 /dev/urandom >"$tmp/noise"
printf '\0' >>"$tmp/noise"
pl import "$tmp/noise"
refused "noise" "cannot import"
# 100 MB that take no room: read to the bound, not beyond
dd if=/dev/zero of="$tmp/huge" bs=1 count=0 seek=100M 2>/dev/null
pl import "$tmp/huge"
refused "huge" "is too large"

# All of a file or nothing, whatever the others are.
pl import -d "$tmp/one.db" "$story" "$tmp/line"
is "one is bad: status" "$status" 2
has "it is said" "$err" "1 of 2 files were not imported"
pl runs -d "$tmp/one.db"
is "the other is there, whole" "$(printf '%s\n' "$out" | grep -c Linux)" 3

# Names that would move a cursor.
sed "s/biglinux-/$(printf 'b\033[2Jad-')/" "$story" >"$tmp/hostile"
piped "$tmp/hostile" -n
lacks "no escape on the terminal" "$out" "$(printf '\033')"

# Two at a time.
sed 's/biglinux/twolinux/' "$story" >"$tmp/two"
"$PERFLOSS" import -d "$tmp/par.db" "$tmp/two" >"$tmp/o1" 2>&1 </dev/null &
pid=$!
"$PERFLOSS" import -d "$tmp/par.db" "$story" >"$tmp/o2" 2>&1 </dev/null
s2=$?
wait $pid
is "two imports at once" "$? $s2" "1 1"
pl runs -d "$tmp/par.db"
is "both are there" "$(printf '%s\n' "$out" | grep -c Linux)" 6

# The same twice at a time: one of them has it.
"$PERFLOSS" import -d "$tmp/same.db" "$story" >"$tmp/o1" 2>&1 </dev/null &
pid=$!
"$PERFLOSS" import -d "$tmp/same.db" "$story" >"$tmp/o2" 2>&1 </dev/null
s2=$?
wait $pid
is "the same at once" "$(printf '%s\n' "$?" "$s2" | sort | tr '\n' ' ')" "1 2 "
pl runs -d "$tmp/same.db"
is "it is there once" "$(printf '%s\n' "$out" | grep -c Linux)" 3

# Files of other tools where a run is wanted.
pl compare "$cases/time-bsd-4.txt" "$cases/time-bsd-5.txt"
has "two files compared" "$out" "from time"
has "one value a side" "$(printf '%s' "$out" | tr '\n' ' ')" \
    "no spread to judge by"
has "where the time went" "$(printf '%s' "$out" | tr -s ' \n' ' ')" \
    "where 25.4 s faster, most of it computing: user -58.8 s, system +33.3 s"
has "when is not known" "$out" "date unknown"
has "what each is like" "$out" "  - it loses the CPU 100 times a second, as"
is "a reason is given once" "$(printf '%s\n' "$out" | grep -c "no spread to")" 1
pl show "$cases/hackbench-process.txt"
lacks "who else used that machine it does not say" "$out" "alone "
has "a file shown" "$out" "hackbench mode=proce"
pl compare "$story" "$cases/time-bsd-5.txt"
refused "several runs in one" "it holds 3 runs, 'perfloss import' tells"

if command -v python3 >/dev/null 2>&1; then
	pl import --formats --json
	ok "formats as JSON" python3 -c 'import json, sys
assert {"name", "title"} == set(json.loads(sys.argv[1])["formats"][0])' "$out"
	piped "$story" -n --json
	ok "JSON" python3 -c 'import json, sys
d = json.loads(sys.argv[1])
assert [r["label"] for r in d["imported"]] == [
    "Linux 2.2.19", "Linux 2.4.0", "Linux 2.4.1"], d["imported"]
assert all(r["left_out"] == 0 and r["values"] == 533 for r in d["imported"])
assert any(f["key"] == "lmbench/lat_l2" for f in d["imported"][0]["far"])
assert len(d["comparisons"]) == 2' "$out"
fi
finish
