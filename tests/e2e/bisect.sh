#!/bin/sh
# bisect.sh - which of many made it slower: commits, words, what goes wrong.
. "$(dirname "$0")/e2e.sh"
. "$here/bisecting.sh"

# be ARGUMENT...: over all of "plain".
be() { bi --good main~39 --bad main "$@"; }
json() { printf '%s' "$out" | python3 -c "
import json, sys
d = json.load(sys.stdin)
print($1)"; }

repo plain 40 25 1000 1100
echo dirty >cost
git config core.hooksPath "$tmp/hooks"
mkdir "$tmp/hooks"
printf '#!/bin/sh\necho hook >>%s/hooked\n' "$tmp" >"$tmp/hooks/post-checkout"
chmod +x "$tmp/hooks/post-checkout"

# Found.
be --value -m 'cat cost'
is "a commit: status" "$status" 0
has "it" "$out" "$(git rev-parse main~14 | cut -c1-10) made it worse"
has "its subject" "$out" "change 25"
has "its author" "$out" "Ann Other"
has "by how much" "$out" "1000 -> 1100, +10 % [+10 %, +10 %]"
has "counts are known as such" "$out" "each run gave the same"
has "how to check it" "$out" "--good $(git rev-parse main~15 | cut -c1-12) \
--bad $(git rev-parse main~14 | cut -c1-12) --value --measure 'cat cost'"
is "no tree is left in git" "$(trees)" 1
is "nor on the disk" "$(left)" 0
is "the user's tree is not touched" "$(cat cost)" dirty
is "hooks are not run" "$(find "$tmp" -name hooked)" ""
again=$(printf '%s\n' "$out" | sed -n 's/^ .*perfloss \(bisect --good.*\)/\1/p')
eval "pl $again -q --settle 0s"
is "which does check it" "$status" 0
be --value --json -m 'cat cost'
is "JSON" "$(json 'd["result"], d["candidates"][0]["subject"],
    round(d["change"], 6), d["places"], d["exact"]')" \
    "found change 25 0.1 40 True"
is "as few values as plain bisection takes" \
    "$(json 'd["runs"] <= 4 + 6 + 1')" True
be --regex 'n=([0-9]+)' -m 'echo "n=$(cat cost) of 7"'
has "a regular expression" "$out" "1000 -> 1100"
be --json-path a.1 -m 'echo "{\"a\": [1, $(cat cost)]}"'
has "a path in JSON" "$out" "1000 -> 1100"
be --value -- sh -c 'cat cost; exit $0' 0
has "words" "$out" "1000 -> 1100"
be --path n --value -m 'cat cost'
has "paths" "$out" "change 25"
be --path none --value -m 'cat cost'
refused "paths that no commit touches" "no commit between"
printf 'x\n' | git -c user.name=a -c user.email=a@b commit-tree -p main \
    "main^{tree}" >"$tmp/after"
git tag after "$(cat "$tmp/after")"
bi --good main --bad after --path n --value -m 'test "$(git rev-parse HEAD)" \
    != "$(git rev-parse after)"; echo $((1 + $?))'
refused "nothing in these paths" "no commit between"
bi --good main~3 --bad after --path n --value -m 'test "$(git rev-parse HEAD)" \
    != "$(git rev-parse after)"; echo $((1 + $?))'
has "a change beside the paths" "$out" "touches none of the paths"
be --accept 40 --value -m 'cat cost'
has "a set that is accepted" "$out" "one of"

# In time. No spread is assumed: the longer one takes five times as long.
be -m 'test "$(cat cost)" = 1000 || sleep 0.1'
has "in time" "$out" "$(git rev-parse main~14 | cut -c1-10) made it slower"
be --cpu-time -m 'i=0; n=3; test "$(cat cost)" = 1000 || n=6
    while [ $i -lt ${n}0000 ]; do i=$((i + 1)); done'
has "in time of the CPU" "$out" \
    "$(git rev-parse main~14 | cut -c1-10) made it slower"

# The other way.
be --higher-is-better --value -m 'cat cost'
is "reversed: status" "$status" 1
has "reversed" "$out" "the bad endpoint is better than the good one"
be --higher-is-better --faster --value -m 'cat cost'
has "what made it better" "$out" "change 25"
bi --good main --bad main~39 --value -m 'cat cost'
refused "good after bad" "they are reversed"

# No difference.
be --value -m 'echo 7'
is "no difference: status" "$status" 1
has "no difference" "$out" "the endpoints do not differ by 4 standard errors"
is "it leaves no trees" "$(trees)" 1
rm -f "$tmp/tick"
be --end-runs 8 --value -m 'n=$(cat '"$tmp"'/tick 2>/dev/null || echo 0)
    echo $((n + 1)) >'"$tmp"'/tick; echo $((1000 + n * 37 % 100))'
has "noise: how many runs it takes" "$out" "'--end-runs "
be --value --json -m 'echo 7'
is "no difference: JSON" "$(json 'd["result"], d["change"]')" "same 0"

# Places that cannot be measured.
be --build 'test "$(cat n)" -lt 20 || test "$(cat n)" -gt 27' --value \
    -m 'cat cost'
is "builds that fail: status" "$status" 0
has "they are one with the next" "$out" "one of 9 commits made it worse"
has "they are marked" "$out" "not measured  change 25"
be --value --json -m 'test "$(cat n)" != 24 || exit 125; cat cost'
is "125 skips" "$(json '[c["subject"] for c in d["candidates"]]')" \
    "['change 24', 'change 25']"
has "and says why" "$out" "failed with status 125"
be --build 'test "$(cat n)" = 0 || test "$(cat n)" = 39' --value \
    -m 'cat cost'
is "nothing builds: status" "$status" 2
has "nothing builds" "$err" "12 places in a row cannot be measured"
be --build 'echo no compiler >&2; exit 1' --value -m 'cat cost'
is "an endpoint does not build: status" "$status" 2
has "an endpoint does not build" "$err" "the good endpoint: "
has "with the last line" "$err" "failed with status 1: no compiler"
has "and where the rest is" "$err" "/build.log"
has "which is there" "$(cat "$(printf '%s\n' "$err" |
    sed -n "s/.*more in '\(.*\)'/\1/p")")" "no compiler"
be --value -m 'exit 128'
refused "128 aborts" "the bisection is aborted: measuring"
be --value -m 'kill -9 $$'
refused "a signal aborts" "was ended by signal 9"
be --timeout 0.2s --value -m 'sleep 60'
refused "a run without end" "had not ended after 0.2 s"
be --build-timeout 0.2s --build 'sleep 60' --value -m 'cat cost'
has "a build without end" "$err" "had not ended after 0.2 s and was killed"
is "all of this leaves no trees" "$(trees)" 1

# Nonsense.
be --value -m 'echo fast'
refused "no number" "no number in what it printed: 'fast'"
be --value -m true
refused "no output" "it printed nothing"
be --value -m 'echo 0'
refused "no cost" "it has to be above 0"
be --regex 'x=(.)' -m 'echo y'
refused "no match" "nothing matches"
bi --good main~39 --bad nope -m true
refused "no revision" "'--bad nope' is no commit of"
bi --good main~39 -m true
refused "one end" "'--bad' is missing"
be
refused "nothing to measure" "measure what?"
be -C "$tmp/home" -m true
refused "no repository" "is no git repository"
mkdir "$tmp/bin"
ln -s "$(command -v sh)" "$tmp/bin/sh"
PATH="$tmp/bin" "$PERFLOSS" bisect --good a --bad b -m true 2>"$tmp/err"
has "no git" "$(cat "$tmp/err")" "git is not installed"

# Words.
cd "$tmp" || exit 99
bi --over 'a b c d e f g h' --value -m 'case {} in [a-e]) echo 5 ;; *) echo 6
    esac'
has "words" "$out" "f made it worse"
printf '# places\none\ntwo words\nthree\n\n' >list
bi --over list --value -- sh -c 'case $0 in one) echo 5 ;; *) echo 6; esac' {}
has "lines of a file" "$out" "two words made it worse"
bi --over 'a b c d' --build 'echo {} >at' --value \
    -m 'case $(cat at) in [ab]) echo 5 ;; *) echo 6; esac'
has "words that are built" "$out" "c made it worse"
bi --over 'a b' --value -m 'echo 5'
refused "a word that stands nowhere" "{} stands in no command"
bi --over a --value -m 'echo {}'
refused "one word" "it takes two at least"

# Kernels.
be --lab sys_null
refused "commits in the lab" "takes kernels"
bi --over 'a b' --lab sys_null --value -m true
refused "the lab and a command" "says what is measured"
bi --over 'a b' --lab 'sys_*'
refused "many rows" "one is wanted"

# Limits: what was measured stays, and it goes on.
noisy='n=$(cat tick 2>/dev/null || echo 0); echo $((n + 1)) >tick
    case {} in ?|1?) c=1000 ;; *) c=1030; esac; echo $((c + n * 7 % 31))'
rm -f tick
words=$(seq 0 31 | tr '\n' ' ')
bi --over "$words" --max-runs 12 --value -m "$noisy"
is "a limit: status" "$status" 3
has "a limit" "$out" "stopped at the limit"
bi --over "$words" --resume --value -m "$noisy"
is "beyond the limit: status" "$status" 0
has "beyond the limit" "$out" "20 made it worse"
bi --over "$words" --resume --value -m "$noisy"
refused "what is over cannot go on" "nothing to go on with"

# Ended in the middle.
cd "$tmp/plain" || exit 99
n=$((100000 + $$)) # sleeps for so long as nobody else does
slow='cat cost; test ! -e '"$tmp/hang || exec sleep $n"
sleeps() { pgrep -f "^sleep $n" >/dev/null; }
begin()
{
	env --default-signal=INT "$PERFLOSS" bisect -q --settle 0s \
	    --good main~39 --bad main --value -m "$slow" \
	    >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for sleeps
	tap_result $? "$1: it is at work"
}
touch "$tmp/hang"
begin "Ctrl-C"
kill -s INT $pid
wait $pid
is "Ctrl-C: status" $? 130
has "Ctrl-C: a word" "$(cat "$tmp/err")" "perfloss: interrupted"
lacks "but nothing was measured" "$(cat "$tmp/err")" "--resume"
wait_for eval '! sleeps'
tap_result $? "Ctrl-C: what it ran is gone"
is "Ctrl-C: no tree is left" "$(trees)" 1
had=$(left)
begin "kill -9"
kill -s KILL $pid
wait $pid 2>/dev/null
wait_for eval '! sleeps'
tap_result $? "kill -9: what it ran is gone"
rm "$tmp/hang"
git worktree add -q --detach "$tmp/tree-0" main
bi --good main~1 --bad main --value -m 'cat cost'
has "kill -9: another question says what is left" "$err" \
    "of what was killed"
has "and how it goes" "$err" "'perfloss bisect --clean' removes them"
pl doctor lab
has "the doctor says so, too" "$out" "'perfloss bisect --clean' removes them"
bi --clean now
refused "--clean of what" "takes no words"
(cd / && pl bisect --clean && echo "$out" >"$tmp/out")
has "from anywhere" "$(cat "$tmp/out")" "trees removed"
is "they are gone, the user's stays" "$(trees) $(left)" "2 $had"
git worktree remove "$tmp/tree-0"
bi --clean
is "nothing more: status" "$status" 0
has "and said" "$out" "nothing is left"
bi --good main~1 --bad main --keep --value -m 'cat cost'
bi --clean
is "what is kept on purpose stays" "$(trees)" 3
bi --good main~1 --bad main --value -m 'cat cost'
is "until it is used" "$(trees) $err" "1 "
touch "$tmp/hang"
begin "kill -9 again"
kill -s KILL $pid
wait $pid 2>/dev/null
wait_for eval '! sleeps'
rm "$tmp/hang"
be --value -m "$slow"
is "after kill -9 another begins: status" "$status" 0
is "and takes what was left with it" "$(trees)" 1

# kill -9 between values: at most one is lost.
step='cat cost; echo x >>'"$tmp"'/steps; test "$(wc -l <'"$tmp"'/steps)" != 7 ||
    kill -9 $(ps -o ppid= -p $(ps -o ppid= -p $PPID))'
be -w 0 --value -m "$step"
is "killed by what it measures: status" "$status" 137
be -w 0 --resume --value -m "$step"
has "it goes on" "$out" "change 25"
total=$(printf '%s\n' "$out" | sed -n 's/^  \([0-9]*\) runs on.*/\1/p')
is "with all but the last run" "$(wc -l <"$tmp/steps")" $((total + 1))

# Few trees: they are built on.
be --trees 3 --build 'ls -d ../tree-* | grep -vc rev >>'"$tmp"'/count' \
    --value -m 'cat cost'
has "few trees" "$out" "change 25"
is "never more than three" "$(sort -n "$tmp/count" | tail -1)" 3

# A full disk.
be --dir "$tmp/dir" --value -m 'cat cost'
is "a directory that is named: status" "$status" 0
run sh -c 'ulimit -f 1; exec "$@"' sh "$PERFLOSS" bisect -q --settle 0s \
    --over "$words" --end-runs 1000 --value -m "$noisy; : {} {} {} {} {}"
is "no room for the state: status" "$status" 2
has "no room for the state" "$err" "cannot write"

# Merges are one change each.
repo merged 12 6 1000 1100 --merge
bi --good main~11 --bad main --value -m 'cat cost'
has "a merge is found" "$out" "change 6"
has "and how to look into it" "$out" "It is a merge."
bi --good "$(git merge-base main~5^1 main~5^2)" --bad main~5^2 --value \
    -m 'cat cost'
has "which finds the commit" "$out" "side 1"
git checkout -q --orphan other
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m other
bi --good other --bad main --value -m 'cat cost'
refused "no history in common" "have no history in common"
clean "bisect"
finish
