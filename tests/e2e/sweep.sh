#!/bin/sh
# sweep.sh - a row over values of an argument.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
sw() { pl sweep -q --settle 0s "$@"; }

sw sys_stat --over depth=1..4 -n 6 -l deep
is "a curve: status" "$status" 0
has "its name" "$out" "sys_stat"
has "its head" "$out" "depth"
is "its points" "$(printf '%s\n' "$out" | grep -c '^ *[1-4]  .* .. ')" 4
has "its slope" "$out" "for each depth more ("
is "its picture" "$(printf '%s\n' "$out" | grep -c '%  .*o')" 4
has "a knee takes more" "$out" "of 4 points none can be told, it takes 5"
lacks "nothing says that it is straight" "$out" straight
LC_ALL=C.UTF-8 pl sweep -q --settle 0s sys_stat --over depth=1,2 -n 2
has "in Unicode where it is shown" "$out" "●"
pl show deep
is "kept as a run: status" "$status" 0
has "with all rows" "$out" "sys_stat"
sw sys_stat --over depth=1..4 -n 6 -l again
pl compare deep again
has "two are compared point by point" "$out" "depth "
has "where the sign turns" "$out" "sign         'again' is slower at"
has "both slopes" "$out" "slope        'deep' "
has "and their difference" "$out" "'again' is "
has "both shapes" "$out" "knee         'again': of 4 points none"
pl compare --json deep again
has "JSON: what they are over" "$out" '"curves":[{"row":"sys_stat'
has "JSON: and how much steeper" "$out" '"steeper_ns":'
pl sweep --settle 0s sys_stat --over depth=1..3 -n 6 --no-store
has "how long it will take, before" "$err" "3 points, 6 rounds, about"
pl sweep --settle 0s sys_stat --over depth=1..3 -n 6 -b 20s --no-store
has "a budget: how long it may take" "$err" \
    "3 points, at most 6 rounds, about 20 s"
pl sweep --settle 0s sys_stat sys_read --over depth=1,2 -n 2 --no-store
refused "a row without the argument" "depth"
sw sys_stat --over depth=2 --no-store
refused "a single value" "a curve takes two values of 'depth' or more"
sw sys_stat --over depth=1,2,1 --no-store
refused "a value given twice" "value '1' of 'depth' is given twice"
sw sys_select --over fds=4,8 --over on=file,tcp -n 2 --json
is "two arguments: status" "$status" 0
is "a curve for each value of the second" \
    "$(printf '%s' "$out" | grep -o '"row":"sys_select[^"]*","over":"fds"' |
	wc -l)" 2
sw sys_stat --over depth=1..3 -n 1 --no-store
has "too few rounds for a line" "$out" "a line takes 3 points and 6 rounds ('-n"

# Pictures.
xml()
{
	command -v python3 >/dev/null 2>&1 || return 0
	python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1"
}
pl report -o curve.svg deep again
is "a picture of curves: status" "$status$err" 0
ok "it is whole" xml curve.svg
is "a series for each run, and in the legend" \
    "$(grep -c 'class="pf-path' curve.svg)" 4
has "its words are text" "$(cat curve.svg)" ">depth</text>"
pl report -o curve.svg --over nosuch deep
refused "a picture over nothing" "there is no curve over 'nosuch'"
pl run -q --settle 0s -n 6 sys_null sys_read -l one
pl report -f svg --figure curves one
refused "a run without curves" "there is no curve"
pl run -q --settle 0s -n 6 sys_null sys_read -l two
pl compare -o changes.svg one two
ok "a picture of changes" xml changes.svg
is "a mark for each row" \
    "$(grep -c 'class="pf-[mh][ao][^"]*" d=' changes.svg)" 2
pl compare -o changes.svg one two deep
is "three in one picture: nothing is complained of" "$err" ""
ok "it is whole" xml changes.svg

sw sys_stat --over depth=1..3 -n 2 --no-store -o swept.svg
is "a picture beside the table: status" "$status" 0
has "the table" "$out" "95 % interval"
ok "the picture is whole" xml swept.svg
has "it has the curve" "$(cat swept.svg)" "sys_stat over depth"
sw sys_stat --over depth=1..3 -n 2 -o x.csv
refused "no picture" "'x.csv' is no picture, its name must end in .svg or .png"
sw sys_stat --over depth=1..3 -n 2 -o nosuch/x.svg
refused "no such directory, said at once" "cannot write 'nosuch/x.svg'"

# Interrupted: what it has is kept, and nothing goes on.
"$PERFLOSS" sweep -q --settle 0s self_spin --over turns=1000,2000 -n 99999 \
    -l cut >out 2>err &
pid=$!
begun()
{
	"$PERFLOSS" runs --json | grep -q '"label":"cut"[^}]*"rounds":[1-9]'
}
wait_for begun
kill $pid
wait $pid
is "interrupted: status" $? 143
has "interrupted: said" "$(cat err)" "what was measured until then is kept"
has "interrupted: what there is is shown" "$(cat out)" "then interrupted"
pl show cut
has "interrupted: it is kept" "$out" "self_spin"
"$PERFLOSS" sweep -q --settle 0s self_spin --over turns=1000,2000 -n 99999 \
    >out 2>err &
pid=$!
probe_of() { pgrep -P $pid >probe; }
wait_for probe_of
probe=$(cat probe)
kill -9 $pid
ok "kill -9: its probe ends" wait_for gone "$probe"

sw sys_stat
refused "no argument" "'--over' is missing"
sw --over depth=1
refused "no row" "no row is given"
sw sys_stat --over nosuch=1,2
refused "an argument that is none" "nosuch"
sw sys_stat --over depth=0,1
refused "a value that is out of range" "out of range"
sw nosuch --over a=1,2
refused "a row that is none" "no benchmark 'nosuch'"
sw sys_stat --over depth=1..100000
refused "too many points" "more than 1000 values"
sw sys_stat --over depth=1,2 --over depth=3
refused "an argument given twice" "given twice"
clean "sweep"
finish
