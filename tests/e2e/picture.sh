#!/bin/sh
# picture.sh - pictures in files: options, contents, faults.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
cd "$tmp" || exit 99
golden=$here/../golden
"$golden/make-run.py" before >before.json
"$golden/make-run.py" after >after.json
"$golden/make-events.py" 1 8 <before.json >events.json

# whole FILE: XML, and every coordinate in it is a number.
cat >whole.py <<'END'
import re, sys, xml.dom.minidom
text = open(sys.argv[1], encoding='utf8').read()
xml.dom.minidom.parseString(text.encode())
bad = re.search(r'[ "](nan|-nan|inf|-inf)\b', text)
sys.exit(bad.group() if bad else 0)
END
whole() { ok "$1 is whole" python3 whole.py "$1"; }

# Every one of the table.
pl report --figure list
is "the table: status" "$status" 0
for f in $(printf '%s\n' "$out" | cut -d' ' -f1); do
	case $f in
	forest|aftermath) continue ;; # of commands of their own
	histogram) from=events.json ;;
	*) from=before.json ;;
	esac
	pl report --figure "$f" -o "$f.svg" "$from"
	is "$f: status" "$status$out$err" 0
	whole "$f.svg"
done
pl compare -o forest.svg before.json after.json
is "forest: nothing is printed" "$status$out$err" 1
whole forest.svg

# Without a name, by what there is.
title() { sed -n 's/^<title>\(.*\)<\/title>$/\1/p' "$1" | head -n 1; }
pl report -o x.svg events.json --rows sched_wakeup
has "single events" "$(title x.svg)" "single events of sched_wakeup"
pl report -o x.svg before.json --rows mem_lat
has "the memory curve" "$(title x.svg)" "memory latency over size"
pl report -o x.svg before.json --rows 'sched_ctx'
has "curves" "$(title x.svg)" "sched_ctx over"
pl report -o x.svg before.json --rows sys_null
has "a row" "$(title x.svg)" "values of"
pl report -o x.svg before.json
is "a run" "$(title x.svg)" "before"

# What strangers wrote is text; UTF-8 stays.
label='<b>\&\\"é日本 \\u001b[31m"'
sed "s/\"label\": *\"[^\"]*\"/\"label\":\"$label/" before.json >odd.json
pl report --figure strip -o odd.svg odd.json --rows sys_null
whole odd.svg
lacks "no element" "$(cat odd.svg)" "<b>"
has "UTF-8" "$(cat odd.svg)" "é日本"

# One run twice: no change, intervals without width.
pl compare -f svg before.json before.json
printf '%s\n' "$out" >same.svg
whole same.svg

# Options.
pl report -o x.svg --theme dark --width 400 before.json
has "a width" "$(cat x.svg)" 'width="400"'
lacks "one theme alone" "$(cat x.svg)" "prefers-color-scheme"
pl report -o x.svg --figure nosuch before.json
refused "a picture that is none" \
    "there is no picture 'nosuch', there are forest"
pl report -o x.pdf before.json
refused "an ending that is none" "the ending of 'x.pdf' is no format"
pl report -f lmbench --figure rows before.json
refused "a picture as a table" "'--figure' is of pictures"
pl report -f json --width 400 before.json
refused "the width of a table" "'--width' is of pictures"
pl report -o x.svg --width 20 before.json
refused "too narrow" "'--width' is from 320 to 8000"
pl report -o x.svg --scale 2 before.json
refused "the scale of an SVG" "'--scale' is of PNG"
pl report -o x.svg --theme pink before.json
refused "a theme that is none" "bad value 'pink' of '--theme'"
pl report -o x.svg --rows nosuch before.json
refused "a row that is none" "nosuch"

# Nothing to draw, and no file then.
for f in histogram:'no row of single events' forest:'nothing compared' \
    aftermath:'no aftermath'; do
	pl report -o none.svg --figure "${f%%:*}" before.json
	refused "${f%%:*} of nothing" "${f#*:}"
done
pl report -o none.svg --figure heat before.json --rows sys_null
refused "heat of nothing" "no row was measured over two arguments"
pl report -o none.svg --figure memory before.json after.json --over x
refused "an argument is of curves" "'--over' is of the picture 'curves'"
pl compare -o none.svg before.json events.json -r sched_wakeup
refused "no row in both runs" "no row was measured in both"
ok "no file is made" [ ! -e none.svg ]
sed 's/A processor at/Another at/' after.json >other.json
pl compare -o other.svg before.json other.json
is "another machine: status" "$status$out$err" 2
has "and it is said" "$(cat other.svg)" "NOT COMPARABLE: "

# Places that cannot be written.
pl report -o nosuch/x.svg before.json
refused "no such directory" "cannot write 'nosuch/x.svg'"
if [ -c /dev/full ]; then
	pl report -f svg -o /dev/full before.json
	refused "a full disk" "cannot write '/dev/full'"
	"$PERFLOSS" report -f svg before.json >/dev/full 2>err
	is "the same on standard output" "$? $(cat err)" \
	    "2 perfloss: cannot write to standard output: no space left on \
device"
fi

# last TEXT: what stands below its last empty line.
last() { printf '%s\n' "$1" | awk -v RS= 'END { print }'; }

# Commands: the picture stands beside the text.
pl exec -q --settle 0s --no-store -r 6 -o exec.svg --plot true 'sleep 0.01'
has "exec: the text" "$out" "sleep 0.01"
whole exec.svg
has "exec: its title" "$(title exec.svg)" "2 commands"
is "exec: a box for each" "$(grep -c 'class="pf-box' exec.svg)" 2
is "exec: a line for each, and a scale" \
    "$(last "$out" | grep -c '^true  \|^sleep 0.01  \|^    .* [mu]s$')" 3
pl exec -q --no-store -o nosuch/x.svg true
refused "exec: no such directory" "cannot write 'nosuch/x.svg'"
pl exec -q --no-store -o x.pdf true
refused "exec: an ending that is none" "the ending of 'x.pdf' is no format"
pl exec -q --no-store --width 400 true
refused "exec: the width of a table" "'--width' is of pictures"
pl exec -q --no-store --plot -f json true
refused "exec: a plot in JSON" "'--plot' is of the text"
if [ -c /dev/full ]; then
	pl exec -q --settle 0s --no-store -r 3 -o /dev/full -f svg true
	is "exec: a full disk" "$status $err" "2 perfloss: cannot write \
'/dev/full': no space left on device"
fi

# In the terminal.
for width in 40 80 200; do
	COLUMNS=$width pl show --plot before.json
	is "show --plot fits $width columns" "$(last "$out" |
	    awk -v w=$width 'length > w')" ""
	COLUMNS=$width pl compare --plot before.json after.json -r 'sys_*'
	plot=$(last "$out")
	is "compare --plot fits $width columns" "$(printf '%s\n' "$plot" |
	    awk -v w=$width 'length > w')" ""
	has "a line for a row" "$plot" "sys_read "
	COLUMNS=$width pl show events.json sched_wakeup
	is "a histogram fits $width columns" "$(printf '%s\n' "$out" |
	    grep '#$' | awk -v w=$width 'length > w')" ""
done
pl show --plot --raw before.json
refused "a plot of raw values" "'--plot' stands alone"
pl compare --plot -f csv before.json after.json
refused "a plot in a table" "'--plot' is of the text"

# PNG: the size is that of the picture times the scale, and it is not empty.
cat >png.py <<'END'
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
assert data[:8] == b'\x89PNG\r\n\x1a\n'
width, height = struct.unpack('>II', data[16:24])
at, packed = 8, b''
while at < len(data):
    n, kind = struct.unpack('>I4s', data[at:at + 8])
    packed += data[at + 8:at + 8 + n] if kind == b'IDAT' else b''
    at += 12 + n
assert kind == b'IEND'
print(width, len(set(zlib.decompress(packed))) > 16)
END
# What fontconfig keeps until the end is no leak of ours.
echo leak:fontconfig >leaks
export LSAN_OPTIONS="suppressions=$tmp/leaks:print_suppressions=0"
pl report -o x.png before.json --rows sys_null
if [ "$status" = 2 ]; then
	has "without librsvg it is said" "$err" "no PNG: "
	ok "and no file is made" [ ! -e x.png ]
else
	is "a PNG: status" "$status$out$err" 0
	is "twice as large, and drawn" "$(python3 png.py x.png)" "1520 True"
	pl report -o y.png --scale 1 --width 500 before.json --rows sys_null
	is "in another size" "$(python3 png.py y.png)" "500 True"
	pl compare -o changes.png before.json after.json
	is "changes: status" "$status$out$err" 1
	is "changes" "$(python3 png.py changes.png)" "1520 True"
	pl report -o none.png --figure heat before.json --rows sys_null
	refused "nothing to draw" "no row was measured over two arguments"
	pl report -o none.png --scale 16 --width 8000 before.json
	refused "too large" "more than 32767 a side"
	ok "no file is made" [ ! -e none.png ]
fi
clean "pictures"
finish
