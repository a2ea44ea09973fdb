#!/bin/sh
# like.sh - one command in the layouts of time(1), and its exit status.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99

# Numbers are masked: those of two runs differ.
mask() { sed 's/^\(Command exited.*\|.*Exit status.*\)$/\1/;t
s/[0-9][0-9.:]*/N/g;s/?%/N%/'; }

# as_time WHAT COMMAND...: the same text and status as GNU time -v.
as_time()
{
	what=$1
	shift
	pl exec --like gnu -- "$@"
	mine=$(printf '%s\n' "$err" | mask)
	run env time -v "$@"
	is "$what: the layout of GNU time" "$mine" \
	    "$(printf '%s\n' "$err" | mask)"
	pl exec --like gnu -- "$@"
	now=$status
	run env time -v "$@"
	is "$what: the status of GNU time" "$now" "$status"
}

if env time --version 2>/dev/null | grep -q 'GNU'; then
	as_time "one that ends well" sleep 0
	as_time "one that fails" sh -c 'exit 3'
	as_time "one that is killed" sh -c 'kill -9 $$'
fi
pl exec --like gnu -- sh -c 'exit 7'
is "gnu: its status" "$status" 7
is "gnu: lines" "$(printf '%s\n' "$err" | wc -l)" 24
has "gnu: what failed" "$err" "Command exited with non-zero status 7"
has "gnu: what was timed" "$err" 'Command being timed: "sh -c exit 7"'
is "gnu: nothing else on standard output" "$out" ""
pl exec --like gnu -- sleep 0.25
ok "gnu: the time it took" test "$(printf '%s\n' "$err" |
	sed -n 's/.*m:ss): 0:\([0-9]*\)\.\([0-9]*\)$/\1\2/p')" -ge 25
has "gnu: without a CPU" "$err" "Percent of CPU this job got: 0%"
pl exec --like gnu "i=0; while [ \$i -lt 100000 ]; do i=\$((i + 1)); done"
ok "gnu: with one" test "$(printf '%s\n' "$err" |
	sed -n 's/.*job got: \([0-9]*\)%/\1/p')" -gt 0
pl exec --like bsd -- sleep 0.25
is "bsd: its status" "$status" 0
ok "bsd: the first line" sh -c 'printf "%s\n" "$1" | head -1 | grep -Eq "$2"' \
    sh "$err" \
    '^ {7}[ 0-9][0-9]\.[0-9][0-9] real {9}0\.0[0-9] user {9}0\.0[0-9] sys$'
is "bsd: lines" "$(printf '%s\n' "$err" | wc -l)" 15
is "bsd: columns" "$(printf '%s\n' "$err" | sed 1d | cut -c11-13 |
	grep -c '^  [a-z]')" 14
pl exec --like bsd 'kill -15 $$'
is "bsd: ends by the same signal" "$status" 143
has "bsd: says so" "$err" "Command terminated abnormally."

# The files of the command are those of this program.
is "its input and output" "$(echo through |
    "$PERFLOSS" exec --like bsd -- cat 2>/dev/null)" through
pl exec --like bsd -o report -- sh -c 'echo seen >&2'
is "a file: the command's errors go on" "$err" seen
is "a file: the report is in it" "$(wc -l <report)" 15
pl exec --like bsd -o report --append -- true
is "a file: added to" "$(wc -l <report)" 30
pl exec --like bsd -o report -- true
is "a file: written anew" "$(wc -l <report)" 15

# A signal to it reaches the command.
"$PERFLOSS" exec --like gnu -- sh -c 'trap "exit 9" TERM; echo up
while :; do sleep 0.05; done' >up 2>said &
pid=$!
wait_for test -s up
kill $pid
wait $pid
is "a signal is passed on" $? 9
has "and what it came to is said" "$(cat said)" "non-zero status 9"

pl exec --like gnu -- perfloss-no-such-program
is "one that is not there: status" "$status" 127
is "one that is not there" "$err" "perfloss: cannot run \
'perfloss-no-such-program': no such file or directory"
pl exec --like gnu -- /
is "one that cannot be run: status" "$status" 126
pl exec --like sysv true
refused "another layout" "bad value 'sysv' of '--like'"
pl exec --like gnu true false
refused "two commands" "'--like' runs one command, not 2"
pl exec --like gnu -r 3 true
refused "several runs" "'-r' does not go with it"
pl exec --like gnu -p true true
refused "hooks" "'-p' does not go with it"
pl exec --like gnu -o none/x true
refused "a file that cannot be written" "cannot write 'none/x'"
pl exec --append true
refused "something to add to" "'--append' goes with '--like'"
if [ -c /dev/full ]; then
	pl exec --like gnu -o /dev/full true
	refused "a full device" "no space left"
fi
pl runs
has "nothing is kept" "$err" "there are no runs yet"
finish
