#!/bin/sh
# exec_odd.sh - commands that are ended in the middle, or are no ordinary ones.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
ex() { pl exec -q --settle 0s "$@"; }
# Whatever sleeps does so for as long as nobody else does: $u and two digits.
u=$((10000 + $$))

# Interrupted: what is whole is kept, nothing goes on.
"$PERFLOSS" exec -q --settle 0s -r 1000 "sleep 0.05; : ${u}22" >out 2>err &
pid=$!
kept()
{
	"$PERFLOSS" runs --json 2>/dev/null |
	    grep -q 'label":"[^"]*'"$u"'22"[^}]*rounds":[1-9]'
}
wait_for kept
kill $pid
wait $pid
is "interrupted: status" $? 143
has "interrupted: said" "$(cat err)" "what was measured until then is kept"
is "interrupted: nothing runs" "$(pgrep -f ": ${u}22")" ""
pl show @1
is "interrupted: it is there" "$status" 0

# Killed with no time to say anything: by whom ever, nothing goes on.
away=
platform && away=setsid # who knows no processes finds only those of a group
quiet() { ! pgrep -f "$1" >/dev/null; }
long() { pgrep -f "$1" >/dev/null; }
"$PERFLOSS" exec -q --settle 0s -r 9 "$away sleep ${u}23 & sleep ${u}24" \
    >out 2>&1 &
pid=$!
wait_for long "sleep ${u}2[34]"
kill -9 $pid
ok "kill -9: nothing of the command runs" wait_for quiet "sleep ${u}2[34]"
"$PERFLOSS" exec -q --settle 0s -r 9 -p "sleep ${u}25" true >out 2>&1 &
pid=$!
wait_for long "^sleep ${u}25"
kill -9 $pid
ok "kill -9: nothing of a hook runs" wait_for quiet "sleep ${u}25"
"$PERFLOSS" exec -q --settle 0s -r 9 "$away sleep ${u}26 & sleep ${u}27" \
    >out 2>&1 &
pid=$!
wait_for long "^sleep ${u}27"
kill -9 "$(pgrep -P $pid)"
wait $pid
is "kill -9 of the probe: status" $? 2
has "kill -9 of the probe: said" "$(cat out)" \
    "as the probe was told to end"
ok "kill -9 of the probe: nothing runs" quiet "sleep ${u}2[67]"
"$PERFLOSS" exec -q --settle 0s -r 9 "$away sleep ${u}29 & sleep ${u}30" \
    >out 2>&1 &
pid=$!
wait_for long "^sleep ${u}30"
kill -9 $pid "$(pgrep -P $pid)"
ok "kill -9 of both: nothing runs" wait_for quiet "sleep ${u}(29|30)"

# What is no ordinary command.
ex -r 2 'no-such-program-4728'
refused "a program that the shell does not find" \
    "failed with status 127, no such program"
ex -- /
refused "a directory" "cannot run '/': permission denied"
ex -S /no/shell true
refused "a shell that is not there" "cannot run '/no/shell'"
ex --output /tmp true
refused "output to a directory" "cannot open '/tmp': is a directory"
if [ -c /dev/full ]; then
	ex --output /dev/full 'echo x'
	refused "output to a full device" "'echo x' failed with status"
fi
ex 'kill -9 $PPID'
refused "a command that kills the probe" "the probe was killed by signal 9"
ex 'kill 0'
refused "a command that kills its group" "was killed by signal 15"
ex --deadline 200ms 'trap "" TERM INT HUP; while :; do :; done'
refused "a command that ignores signals" "it had not ended after 0.2 s"
ex -r 1 -w 0 'kill -STOP $$'
refused "a command that stops itself" \
    "it stopped by signal 19, and nothing made it go on"
ex -r 1 -w 0 '(while sleep 0.1; do kill -CONT $$; done) & kill -STOP $$; exit 0'
is "one that is made to go on: status" "$status" 0
odd=$(printf 'a\377\303b\302\205')
ex -r 1 -w 0 --output "o$odd" -- printf %s "$odd" 'é' ''
is "bytes that are no text" "$(od -An -tx1 <"o$odd" | tr -d ' \n')" \
    61ffc362c285c3a9
many=$(yes 0123456789 | head -10000 | tr -d '\n')
ex -r 1 -w 0 --output count -- sh -c 'echo ${#1} ${#2}' sh "$many" "$many"
is "arguments of 200 KB" "$(cat count)" "100000 100000"
ex -r 1 -P "a=$many" ': {a}{a}'
refused "one that is too long" "argument list too long"
run env -i "XDG_DATA_HOME=$XDG_DATA_HOME" "$PERFLOSS" exec -q --settle 0s \
    -r 1 true
is "no environment: status" "$status" 0
(exec "$PERFLOSS" exec -q --settle 0s -r 1 true <&- 2>&- >out)
is "closed input and errors: status" $? 0
(exec "$PERFLOSS" exec -q --settle 0s -r 1 true >&- 2>err)
is "closed output: status" $? 2
has "closed output: said" "$(cat err)" "cannot write to standard output"
if command -v script >/dev/null; then
	script -qc "'$PERFLOSS' exec -q --settle 0s -r 1 'read x </dev/tty'" \
	    /dev/null </dev/null >out
	has "one that needs the terminal" "$(cat out)" "it wants the terminal"
fi

clean "exec_odd"
finish
