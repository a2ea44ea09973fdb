#!/bin/sh
# exec.sh - commands that are timed: how they end, hooks, factors, what is kept.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
ex() { pl exec -q --settle 0s "$@"; }

ex -r 3 -- true
is "a program: status" "$status" 0
has "its row" "$out" "true        3"
ex -r 12 --json 'exit 0' 'sleep 0.1'
is "a slower command: status" "$status" 1
has "JSON: a command" "$out" '"command":"sleep 0.1","runs":12'
has "JSON: its times" "$out" '"times_ns":['
has "JSON: the verdicts" "$out" '"comparisons":[{"base":'
ex -r 24 -n fast -n slow true 'sleep 0.05'
has "called by their names" "$out" "'slow' is"
has "which is said" "$out" "SLOWER"
has "how much" "$out" "more, most of it waiting"
has "times" "$(printf '%s\n' "$out" | head -1)" "max RSS"
lacks "no report of one row" "$out" suite
ex -v -r 12 -n fast -n slow true 'sleep 0.05'
has "the long report" "$out" "row"
has "what differs" "$out" "exec.command (true, sleep 0.05)"
spin='i=0; while [ $i -lt {n} ]; do i=$((i + 1)); done'
ex -v -r 12 -n 'spin {n}' -P n=60000,120000 "$spin"
has "user time is a row" "$out" "exec user"
has "of its own" "$out" "its user time"
ex -v -r 12 -n one -n two true true
ok "a time that is 0 is refused, or there is none" \
    sh -c 'printf %s "$1" | grep -q "exec sys"' sh "$out"
ex -n 6 -- true
refused "a number as name" "(how often is '-r 6')"
pl compare fast slow
is "the same from the store: status" "$status" 1
has "where the time goes" "$out" "slower, most of it waiting: user "
is "it is said once" "$(printf '%s\n' "$out" | grep -c "^where ")" 1
has "and what each is like" "$out" "
  - it waits "
has "with the word" "$out" SLOWER
ex -r 24 --reference slow -n fast -n slow true 'sleep 0.05'
is "against another: status" "$status" 0
has "against another: the word" "$out" FASTER

# Failures.
ex 'exit 3'
refused "a command that fails" "'exit 3' failed with status 3"
ex -r 3 -i 'exit 3'
is "its time counts where that is wanted: status" "$status" 0
has "and it is said" "$out" "3 of 3 runs failed"
ex -r 3 --ignore-status 3 'exit 3'
is "the same for one status" "$status" 0
ex --ignore-status 4 'exit 3'
is "another status" "$status" 2
ex 'kill -9 $$'
refused "a command that is killed" "was killed by signal 9"
ex -- perfloss-no-such-program
refused "a program that is not there" "no such file or directory"
ex --deadline 50ms 'sleep 10'
refused "a command that takes too long" "it had not ended after 0.05 s"
ex --input "$tmp/none" cat
refused "input that is not there" "cannot open '$tmp/none'"
mkfifo fifo
for in in /dev/stdin /dev/fd/3 /proc/self/fd/0 fifo; do
	ex --input "$in" cat
	refused "input that is read only once" \
	    "from its beginning, not '$in'"
done
ex -r 2 true 'sleep 0.01'
has "of two pairs" "$out" "CANNOT TELL; only 2 pairs, an interval takes 6"
lacks "nothing is said of how they vary" "$out" variable
lacks "nor how many would tell" "$out" more
ex
refused "no command" "no command is given"
ex ''
refused "an empty command" "a command is empty"
ex -r 2 -m 3 true
refused "two numbers of runs" "'-r' says exactly how many runs"
ex --reference none true
refused "a reference that is none" "no command is called 'none'"
before=$("$PERFLOSS" runs --json)
ex 'exit 3'
is "nothing is kept of a failure" "$("$PERFLOSS" runs --json)" "$before"

# What stood in its way, and what is counted.
ex -r 3 --json --counters true
has "what a quota took" "$out" '"throttled_ns":'
has "counters, or why there are none" "$out" '{"name":"cycles"'
ex -r 3 --counters true
has "counters as text" "$out" "counted "

# Hooks, in their order.
ex -r 2 -w 1 -s 'echo s >>log' -p 'echo p >>log' -C 'echo c >>log' \
    -c 'echo e >>log' 'echo x >>log'
is "hooks" "$(tr -d '\n' <log)" "spxcpxcpxce"
ex -r 2 -p 'exit 7' true
refused "a hook that fails" "'exit 7' failed with status 7"
rm -f log
ex -r 2 -c 'echo e >>log' 'exit 5'
is "cleaned up after a failure" "$(cat log)" e
ex -p 'kill -9 $$' true
refused "a hook that is killed" "'kill -9 \$\$' was killed by signal 9"
rm -f log
ex -r 3 -p 'echo p >>log; [ "$(wc -l <log)" -lt 3 ]' -c 'echo e >>log' \
    'exit 0'
is "a hook that fails in the midst of it: status" "$status" 2
has "a hook that fails in the midst of it" "$err" "failed with status 1"
has "what was measured until then is shown" "$out" "exit 0      1"
is "and is cleaned up after" "$(tr -d '\n' <log)" pppe
rm -f log
ex -s 'exit 6' -c 'echo e >>log' 'echo x >>log'
refused "a setup that fails" "'exit 6' failed with status 6"
is "nothing is run then, but for cleaning up" "$(cat log)" e
rm -f log
ex -r 1 -c 'exit 8' 'exit 0'
is "cleaning up that fails: status" "$status" 2
has "cleaning up that fails: said" "$err" "'exit 8' failed with status 8"
ex -r 2 -p true -p true true
refused "hooks that match no command" \
    "'--prepare' is given 2 times for 1 commands"

# Factors.
rm -f log
ex -r 2 -w 0 -P a=1,2 -P b=x..y -P c=0..1:0.5 'echo {a}{c}{d}{b} >>log'
is "combinations, twice each" "$(sort log | uniq -c | tr -s '\n ' ',,')" \
    ",2,10.5{d}x..y,2,10{d}x..y,2,11{d}x..y,2,20.5{d}x..y,2,20{d}x..y,2,\
21{d}x..y,"
rm -f log
ex -r 1 -w 0 -P 'w=a b,{x},c}d,' "echo '<{w}>' {y} >>log"
is "levels with blanks and braces, and none" "$(sort log | tr '\n' ',')" \
    '<> {y},<a b> {y},<c}d> {y},<{x}> {y},'
ex -r 1 -w 0 -P 'a={b}' -P 'b=2' --output said 'echo {a}{b}'
is "what a level says is not filled in again" "$(cat said)" '{b}2'
ex -P a=1,2 true
refused "a factor that is used nowhere" "factor 'a' is used nowhere"
ex -P a true
refused "a factor without values" "bad factor 'a'"
ex -P a=1 -P a=2 'echo {a}'
refused "a factor given twice" "factor 'a' is given twice"
ex -P a=1,2,1 'echo {a}'
refused "a level given twice" "value '1' of 'a' is given twice"
ex -P a=1..100000 'echo {a}'
refused "too many values" "more than 1000 values"
ex -P a=5..1 'echo {a}'
refused "an empty range" "the range '5..1' is empty"
ex -r 2 -n 'size {n}' -P n=1,2 'echo {n}'
has "names with values" "$out" "size 2"

ex -r 12 -P a=1,2 -P b=x,y 'exit 0; : {a}{b}'
has "what factors do" "$out" "Factors, each over all levels of the others (12"
has "an interaction" "$out" "a x b"
lacks "a command that is the same is none" "$out" "command 1"
ex -r 6 --json -P a=1,2 'sleep 0.0{a}' 'sleep 0.05{a}'
has "commands are a factor" "$out" '"effects":[{"factor":"command",'
has "beside that one" "$out" '"factor":"a","level":"2","against":"1"'
has "and with it" "$out" '"with":"a","with_level":"2","with_against":"1"'
ex -r 6 -P a=1,2 'exit 0; : {a}'
lacks "a single factor is what commands say" "$out" Factors

# Factors that are not switched here.
ex -r 6 -n build1 --set disk=scsi --set kernel=2.1.29 true
ex -r 6 -n build2 --set disk=eide --set kernel=2.1.30 true
pl compare build1 build2
has "neither was changed alone" "$out" "disk was never changed alone: kernel"
has "what would tell" "$out" "kernel 2.1.29 would tell them apart"
ex -r 6 -n build3 --set disk=eide --set kernel=2.1.29 true
pl compare build1 build2 build3
lacks "then each was" "$out" "changed alone"
ex --join build1 build2 build3
is "joined: status" "$status" 0
has "joined: runs with their levels" "$out" "eide  2.1.29 "
has "joined: each factor, from pairs" "$out" "disk    eide    scsi         1"
has "joined: a combination that is missing" "$out" \
    "missing 1 of 4 combinations: disk scsi, kernel 2.1.30"
printf 'kernel,patch,time\n2.1,none,10 min\n2.2,none,19 min\n2.2,x,10 min\n' \
    >"$tmp/builds.csv"
pl import -l t "$tmp/builds.csv"
has "joined: what a table's factors do" "$out" "patch   x      none"
ex --join 't 2.1 none' 't 2.2 none' 't 2.2 x'
has "joined: an imported table of times" "$out" "kernel  2.2    2.1          1"
ex --join 't 2.1 none' build1
refused "joined: nothing in common" "these runs have no time in common"
ex --join --json build1 build2
has "joined: JSON" "$out" '"confounded":["disk was never changed alone'
ex --join build1 build2 build1
refused "joined: a run twice" "run 'build1' is given twice"
ex --join build1 build2 -o joined.svg
refused "joined: no picture" "'--join' writes text (.txt) or JSON (.json)"
ok "joined: and none is made" test ! -e joined.svg
ex --join build1
refused "joined: one" "two runs or more are needed to join"
ex --join build1 nosuch
refused "joined: one that is none" "no run 'nosuch'"
ex --join -r 3 build1 build2
refused "joined: with runs" "'-r' does not go with it"
pl show --facts build1
has "it is a fact" "$out" "exec.disk"
ex --set disk true
refused "one without a value" "bad factor 'disk', wanted NAME=VALUE"
ex --set a=1 -P a=1,2 'echo {a}'
refused "both kinds" "factor 'a' is given twice"
ex --set command=1 true
refused "a name that is taken" "bad factor 'command=1'"

# Without a shell, output, what it leaves.
ex -r 2 -N --output "$tmp/said" 'echo $HOME *'
is "no shell, and its output" "$(cat said)" '$HOME *'
ex -r 2 --output - 'echo seen; echo also >&2'
has "output that is shown" "$err" "seen"
has "errors that are shown" "$err" "also"
n=$((100000 + $$)) # sleeps for so long as nobody else does
ex -r 2 "sleep $n & exit 0"
has "what it leaves is told" "$out" "it leaves something running"
is "and ended" "$(pgrep -f "sleep $n")" ""
yes | head -c 100000 >big
ex -r 2 --input big 'wc -c >count'
is "its input" "$(tr -d ' ' <count)" 100000
ex -r 2 yes 'exit 0' --deadline 50ms
refused "output without end" "it had not ended"

# For other programs.
ex -r 3 -n 'a|b' -n c -o out.md true true
is "a file: nothing else is printed" "$out" ""
has "Markdown" "$(cat out.md)" '| a\|b | 3 |'
ex -r 3 -o out.csv true
is "CSV: a line for each run" "$(wc -l <out.csv)" 4
ex -r 3 -o out.json true
has "JSON" "$(cat out.json)" '{"commands":[{"name":"true"'
ex -r 3 -i -P n=1,2 -o out.h -f hyperfine 'exit {n}'
ok "hyperfine's fields" python3 -c 'import json, statistics, sys
r = json.load(open("out.h"))["results"]
assert [x["command"] for x in r] == ["exit 1", "exit 2"]
for i, x in enumerate(r):
    assert x["exit_codes"] == [i + 1] * 3
    assert x["parameters"] == {"n": str(i + 1)}
    assert len(x["times"]) == 3 and x["user"] > 0 and x["system"] >= 0
    assert min(x["times"]) == x["min"] and max(x["times"]) == x["max"]
    assert statistics.median(x["times"]) == x["median"]
    assert abs(statistics.mean(x["times"]) - x["mean"]) < 1e-12
    assert abs(statistics.stdev(x["times"]) - x["stddev"]) < 1e-12'
ex -o out.xyz true
refused "an unknown ending" "the ending of 'out.xyz' is no format"
ex -f yaml true
refused "an unknown format" "unknown format 'yaml'"
ex -o "$tmp/none/x.md" 'echo run >>ran'
refused "a directory that is not there" "cannot write '$tmp/none/x.md'"
ex -o "$tmp/none" -f json 'echo run >>ran' -p "mkdir -p '$tmp/none'"
refused "a file that became a directory" "none': is a directory"
rmdir "$tmp/none"
if [ -c /dev/full ]; then
	ex -r 2 -o /dev/full -f json true
	refused "a full device" "no space left"
fi

# Names.
ex -n a -n a true false
refused "two of one name" "two commands are called 'a'"
ex -n '@1' true
refused "a name that means another run" "bad label '@1'"
ex -r 1 -w 0 -n it -P n=1,2 'echo {n}'
has "a name for several levels" "$out" "it n=2"

# Two at once.
ex -r 5 -n left 'sleep 0.02' &
ex -r 5 -n right 'sleep 0.02'
is "two at once: status" "$status" 0
wait $!
pl compare left right
lacks "two at once: both are kept" "$err" "no run"
clean "exec"
# What a label may not have is no blank in the middle of a name.
pl exec --no-store -q --settle 0s --runs 6 -i /bin/true 'sh -c /bin/true' \
    './true ./a/b /tmp/'
has "a program's directories go" "$out" "sh -c bin-true"
has "and those of words are seen" "$(printf '%s\n' "$out" | tr -s ' ')" \
    "true a-b tmp "
finish
