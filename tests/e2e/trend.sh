#!/bin/sh
# trend.sh - histories of made-up runs: steps, orders, faults, statuses.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
export PERFLOSS_PROBE=/nonexistent # nothing is measured

# history STORE PLAN...: a new store of these runs (make-history.py)
history()
{
	store=$tmp/$1.db
	shift
	rm -rf "$tmp/made"
	"$here/make-history.py" "$tmp/made" "$@" || exit 99
	"$PERFLOSS" import -d "$store" "$tmp/made"/*.json >/dev/null || exit 99
}

# plans FROM TO WHAT: a plan for each number, its label v2.N
plans()
{
	i=$1
	while [ "$i" -le "$2" ]; do
		echo "v2.$i$3"
		i=$((i + 1))
	done
}

trend() { pl trend -d "$store" "$@"; }

# -- A step -------------------------------------------------------------------
# shellcheck disable=SC2046 # words
history step $(plans 1 30 '') $(plans 31 42 ',sys_null=1.06,kernel=6.2.0')
trend sys_null
is "a step: status" "$status" 0
has "where" "$out" "between v2.30 and v2.31"
has "what it is" "$out" "SLOWER: +6."
has "what changed with it" "$out" "kernel.release 6.1.0 -> 6.2.0"
ok "fits 80 columns" sh -c "! printf '%s\n' '$out' | grep -q '.\{81\}'"
trend
has "the table has it" "$out" "sys_null"
lacks "and not what did not change" "$out" "ipc_pipe"
trend -v
has "but all with -v" "$out" "ipc_pipe"
trend --fail-on-new-step sys_null
is "12 runs ago it is not new" "$status" 0
trend --fail-on-new-step --newest 12 sys_null
is "among the newest 12 it is" "$status" 1
trend --fail-on-new-step --newest 12 ipc_pipe
is "in another row there is none" "$status" 0
trend --delta 10% sys_null
has "below delta there is none" "$out" "steps        none"
trend --last 11 sys_null
has "nor in the last 11 runs" "$out" "steps        none"
trend --json sys_null
has "as JSON" "$out" '"verdict":"SLOWER"'
ok "which is JSON" sh -c "'$PERFLOSS' trend -d '$store' --json |
	python3 -m json.tool"
trend -o "$tmp/x.svg" sys_null bw_pipe
ok "a picture" grep -q '</svg>' "$tmp/x.svg"
ok "which is XML" python3 -c "import sys, xml.dom.minidom as m
m.parse('$tmp/x.svg')"
trend -o "$tmp/x.json"
ok "a file by its ending" python3 -m json.tool "$tmp/x.json"
trend -o "$tmp/none/x.svg"
refused "a folder that is not there" "none/x.svg"
trend -f pdf
refused "another format" "pdf"
trend --json -f svg
refused "two formats" "exclude"

# -- Orders -------------------------------------------------------------------
# Measured in another order than their versions have, some without a label.
# shellcheck disable=SC2046
history order - $(plans 9 22 ',sys_null=1.08') $(plans 1 8 '') -
trend --by label sys_null
has "by label: 2.9 stands behind 2.8" "$out" "between v2.8 and v2.9"
has "runs without one are left out" "$out" "2 runs without label left out"
trend sys_null
lacks "by date there is another step" "$out" "between v2.8 and v2.9"
history fact a,kernel=6.9 b,kernel=6.9 c,kernel=6.9 d,kernel=6.9 e,kernel=6.9 \
    f,kernel=6.10,sys_null=.9 g,kernel=6.10,sys_null=.9 \
    h,kernel=6.10,sys_null=.9 i,kernel=6.10,sys_null=.9 \
    j,kernel=6.10,sys_null=.9
trend --by kernel.release sys_null
has "by a fact" "$out" "FASTER: -10 %"
has "its values" "$out" "between 6.9 and 6.10"
trend --by kernel.releas
refused "no such fact" "did you mean 'kernel.release'"
history plain - -
trend --by label
refused "no label at all" "no run has a label"

# -- What is no step ----------------------------------------------------------
# shellcheck disable=SC2046
history spike $(plans 1 19 '') v2.20,sys_null=1.3 $(plans 21 40 '') \
    $(plans 41 42 ',sys_null=1.2')
trend sys_null
has "one run off is a spike" "$out" "spikes       +3"
has "at its version" "$out" "at v2.20"
has "two at the end may be more" "$out" "2 more runs would tell"
has "no step" "$out" "steps        none"
trend --fail-on-new-step
is "nor a failure" "$status" 0
# shellcheck disable=SC2046
history gone $(plans 1 20 '') $(plans 21 32 ',sys_null=1.2') $(plans 33 44 '')
trend --fail-on-new-step --newest 40 sys_null
is "what went away is no failure" "$status" 0
has "it says so" "$out" "went away between v2.32 and v2.33"

# -- Names from anywhere ------------------------------------------------------
"$here/make-history.py" "$tmp/hostile" v1 v2
sed -i 's/6\.1\.0/<b>\\u001b[31m\&\\"x/' "$tmp/hostile"/*.json
"$PERFLOSS" import -d "$tmp/hostile.db" "$tmp/hostile"/*.json >/dev/null
store=$tmp/hostile.db
trend --by kernel.release sys_null
has "a fact of a stranger" "$out" '<b>'
lacks "turns no colour on" "$out" "$(printf '\033')"
trend --by kernel.release -f svg sys_null
has "nor is it XML" "$out" '&lt;b&gt;'
lacks "in a picture" "$out" '<b>'

# -- Few, gaps, several machines ----------------------------------------------
history one v1
trend
is "one run: status" "$status" 0
has "cannot tell" "$out" "3 rows have fewer than 10 values"
trend sys_null
has "nor its row" "$out" "CANNOT TELL from 1 run"
history two v1 v2
trend sys_null
has "two runs" "$out" "CANNOT TELL from 2 runs"
trend sys_nul
refused "no such row" "did you mean 'sys_null'"
# shellcheck disable=SC2046
history gaps $(plans 1 10 '') $(plans 11 20 ',without=ipc_pipe') \
    $(plans 21 32 ',ipc_pipe=1.1')
trend ipc_pipe
has "a row that some runs lack" "$out" "ipc_pipe same  22 runs"
has "its step is in the gap" "$out" "between v2.10 and v2.21"
# shellcheck disable=SC2046
history hosts $(plans 1 12 '') $(plans 1 12 ',host=b,sys_null=2')
trend sys_null
has "two machines" "$out" "on 2 machines: each has its own history"
lacks "are no step" "$out" "SLOWER"
is "a history each" "$(printf '%s\n' "$out" | grep -c '^machine')" 2
# shellcheck disable=SC2046
history ways $(plans 1 12 ',cpu=1') $(plans 13 24 ',sys_null=2')
trend sys_null
has "measured otherwise" "$out" "NOT COMPARABLE with 12 runs more"
lacks "is no step either" "$out" "SLOWER"

# -- Other tools: one value each, in the order of their file names -----------
mkdir "$tmp/ci"
i=1
while [ $i -le 24 ]; do
	ms=$((100 + i * 7 % 5 + (i > 14) * 20))
	printf '\nreal\t0m0.%ss\nuser\t0m0.0%ss\nsys\t0m0.010s\n' \
	    $ms $((10 + i)) \
	    >"$tmp/ci/build-$i.txt"
	i=$((i + 1))
done
"$PERFLOSS" import -d "$tmp/ci.db" "$tmp/ci"/*.txt >/dev/null 2>&1
pl trend -d "$tmp/ci.db" --by import.file time/real
has "files of a folder are one history" "$out" "24 runs"
has "in the order of their numbers" "$out" "build-14.txt and"
has "a step of theirs" "$out" "SLOWER"
ok "fits 80 columns" sh -c "! printf '%s\\n' '$out' | grep -q '.\{81\}'"

# -- A file is no machine, a host that is named is one -----------------------
mkdir "$tmp/raw"
for host in a a b; do
	i=$((i + 1))
	printf '[lmbench3.0 results]\n[HOSTNAME: %s]\n' $host >"$tmp/raw/$i.txt"
	echo "Simple syscall: 0.$((1000 + i)) microseconds" >>"$tmp/raw/$i.txt"
done
"$PERFLOSS" import -d "$tmp/raw.db" "$tmp/raw"/*.txt >/dev/null 2>&1
pl trend -d "$tmp/raw.db"
has "two hosts in three files" "$out" "3 runs by date, on 2 machines"
pl compare -d "$tmp/raw.db" @1 @2
has "which is said where they are compared" "$out" "lmbench-raw.host (b, a)"
pl compare -d "$tmp/raw.db" @2 @3
lacks "not of those of one host" "$out" "lmbench-raw.host"

# -- Long names: cut where they are the same, the whole of it in JSON ----------
long=$(printf '%050d' 0)
words=
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	words="$words $long-$i,sys_null=1.$((i / 7))"
done
# shellcheck disable=SC2086 # words
history long $words
trend sys_null
has "names that are cut the same are numbers" "$out" "between #6 and #7"
ok "the head fits 80 columns" sh -c "! printf '%s\n' '$out' | grep -q '.\{81\}'"
trend --json sys_null
has "JSON has all of a name" "$out" "\"name\":\"$long-12\""

# -- Stores -------------------------------------------------------------------
pl trend -d "$tmp/none.db"
refused "no store" "none.db"
"$here/make-history.py" "$tmp/pair" v1
sed 's/"label"/"pair":"00000000-0000-4000-8000-0000000000aa","arm":"a",&/' \
    "$tmp/pair/0001.json" >"$tmp/a.json"
"$PERFLOSS" import -d "$tmp/pair.db" "$tmp/a.json" >/dev/null
pl trend -d "$tmp/pair.db"
refused "only runs of a pair" "no run with a history"

# Other factors beside the one that is the order.
{
	echo "kernel,disk,time"
	for v in 1 2 3; do
		echo "2.1.$v,scsi,10 min"
		echo "2.1.$v,eide,13 min"
	done
} >"$tmp/builds.csv"
"$PERFLOSS" import -d "$tmp/builds.db" "$tmp/builds.csv" >/dev/null 2>&1
run "$PERFLOSS" trend -d "$tmp/builds.db" --by csv.kernel 'csv time'
has "factors that are mixed" "$out" "these runs differ in disk, too"
run "$PERFLOSS" trend -d "$tmp/builds.db" 'csv time'
has "by date: all of them" "$out" "differ in disk, kernel, too"

long=$(printf '%0200d' 0)
printf 'name,ms\na=1,5\nb=1,6\n%s,7\n' "$long" >"$tmp/names.csv"
"$PERFLOSS" import -d "$tmp/names.db" "$tmp/names.csv" >/dev/null 2>&1
run "$PERFLOSS" trend -d "$tmp/names.db" --all
has "names of other tools stay" "$out" "csv a=1/ms"
has "and stay apart" "$out" "csv b=1/ms"
is "long ones fit" "$(printf '%s\n' "$out" | grep -E '.{81}')" ""

# A store that may not be written, whose levels nobody has kept yet.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null 2>&1; then
	# shellcheck disable=SC2046 # words
	history other $(plans 1 12 '')
	python3 - "$store" <<-'END'
	import sqlite3, sys
	c = sqlite3.connect(sys.argv[1])
	c.execute('DELETE FROM session_row')
	c.execute('DELETE FROM session')
	c.commit()
	END
	chmod 755 "$tmp"
	chmod 444 "$store"
	sum=$(cksum <"$store")
	cp "$PERFLOSS" "$tmp/theirs" # the build tree may be closed to others
	run setpriv --reuid 65534 --clear-groups "$tmp/theirs" trend \
	    -d "$store" sys_null
	is "a store of somebody else: status" "$status" 0
	has "all runs are there" "$out" "12 runs"
	lacks "none is left out" "$err" "left out"
	is "it is not touched" "$(cksum <"$store")" "$sum"
else
	skip "a store of somebody else" "not root, or no setpriv"
fi
finish
