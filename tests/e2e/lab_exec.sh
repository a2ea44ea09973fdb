#!/bin/sh
# lab_exec.sh - perfloss lab exec BUILD: programs counted in the lab. What is
# refused needs no machine; the rest a kernel, which is looked for in the
# directory PERFLOSS_TEST_KERNELS, and QEMU.
. "$(dirname "$0")/../tap.sh"
known=$1
export XDG_DATA_HOME="$tmp/data"
cp "$known" "$tmp/known"
cd "$tmp" || exit 99
lab() { run "$PERFLOSS" lab exec "$@"; }

# -- What is refused before anything is booted
lab
is 'no program: status' "$status" 2
has 'no program' "$err" "no program is given"
lab no-such-program-at-all
is 'an unknown program: status' "$status" 2
has 'an unknown program' "$err" "'no-such-program-at-all' is not in PATH"
printf 'text\n' >plain
chmod 755 plain
lab ./plain
has 'no program' "$err" "is no program"
lab --file nowhere -- ./known
has 'no file' "$err" "cannot open 'nowhere'"
lab --file known:/proc/known -- ./known
has "the machine's own names" "$err" "which has that itself"
lab --in nowhere -- ./known
has 'no input' "$err" "cannot open 'nowhere'"
lab --memory 0 -- ./known
has 'no memory' "$err" "'--memory' is at least 64M"
lab --console nowhere/x -- ./known
has 'no place for the console' "$err" "cannot write 'nowhere/x'"
lab --env nothing -- ./known
has 'bad environment' "$err" "wanted NAME=VALUE"
lab --kernel "$tmp" -- /proc/self/exe
is 'a program in /proc: status' "$status" 2
has 'a program in /proc' "$err" "'/proc' of the machine, which has that"
run env PERFLOSS_PLUGIN=/nonexistent/x "$PERFLOSS" lab exec --kernel "$tmp" \
    -- ./known
is 'no kernel: status' "$status" 2

kernel=$(find "${PERFLOSS_TEST_KERNELS:-/nonexistent}" \
    \( -name 'vmlinu[xz]-*' -o -name '*.deb' \) -type f 2>/dev/null |
    sort | tail -n 1)
if [ -z "$kernel" ] || ! command -v qemu-system-x86_64 >/dev/null; then
	skip 'programs in the lab' "no QEMU, or no kernel in" \
	    "PERFLOSS_TEST_KERNELS"
	finish
fi

# count FUNCTION: its instructions, from JSON
count()
{
	python3 -c '
import json, sys
p = json.load(open(sys.argv[1]))["programs"][int(sys.argv[3])]
s = p["split"]["functions"]
print(sum(f["instructions"] for f in s if f["function"] == sys.argv[2]))
' "$tmp/$2.json" "$1" "${3:-0}"
}
whole()
{
	python3 -c '
import json, sys
for p in json.load(open(sys.argv[1]))["programs"]:
    n = sum(f["instructions"] for f in p["split"]["functions"])
    print(n == p["instructions"] == p["user"] + p["kernel"] == p["boots"][0],
          p["repeats"], p["kernel"] > 1000)
' "$tmp/$1.json"
}

# -- To the instruction
lab --kernel "$kernel" --json --label first -- ./known
is 'known: status' "$status" 0
is 'known: errors' "$err" ''
printf '%s\n' "$out" >one.json
is 'a loop with interrupts in it, to the instruction' \
    "$(count known_loop one)" 6000002
is 'page faults: what faults begins twice' "$(count known_touch one)" 259
is 'a string instruction: each turn' "$(count known_copy one)" 1005
is 'the sum is whole, repeated, with a kernel in it' "$(whole one)" \
    'True True True'

# -- Against itself, a limit, a failure
lab --kernel "$kernel" --against first --limit 1000 -r 1 --output - -- ./known
has 'against itself' "$out" 'SAME within 0.2 %'
has 'against itself: no change' "$out" '+0.00 %'
has 'over the limit' "$out" 'more than the 1,000 allowed'
is 'over the limit: status' "$status" 1
has 'its output' "$out" 'hello'
run "$PERFLOSS" show first
has 'show names the command' "$out" 'command      ./known'
# What is below /tmp here is below /tmp there, input and output too.
lab --kernel "$kernel" -r 1 --against first --label three -i --output - -- \
    "$tmp/known" one two
has 'a program below /tmp' "$out" 'hello'
has 'its end' "$out" 'status 2'
has 'another command than before' "$out" "of './known'"
run "$PERFLOSS" compare first three
has 'compare says so, too' "$out" \
    "command      they differ: './known' and"
lab --kernel "$kernel" -r 1 -- ./known one two
is 'a failure: status' "$status" 2
has 'a failure' "$err" 'ended with status 2, so nothing is stored'
lab --kernel "$kernel" -r 1 --no-store -- sh -c 'kill -9 $PPID'
is 'one that ends the machine: status' "$status" 2
has 'one that ends the machine' "$err" 'the probe in it failed: killed by sig'
lab --kernel "$kernel" --against nothing -- ./known
has 'against nothing' "$err" "'nothing'"

# -- A script and a dynamic program, which differ
printf '#!/bin/sh\necho done $1\n' >script
chmod 755 script
printf 'b\na\nc\n' >words
lab --kernel "$kernel" --json -r 1 --file words --no-store './script a' \
    'sort words'
printf '%s\n' "$out" >two.json
is 'two programs: their sums are whole' "$(whole two)" 'True False True
True False True'
is 'the shell says what it is' "$(count '[sh]' two | grep -c '^0$')" 0
has 'they are judged' "$out" '"verdict"'
left=$(find /tmp -maxdepth 1 -name 'perfloss-lab*' -newer "$tmp/words" | wc -l)
is 'nothing is left behind' "$left" 0
finish
