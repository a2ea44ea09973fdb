#!/bin/sh
# bisect_faults.sh - what a bisection must not lose, touch or leave.
. "$(dirname "$0")/e2e.sh"
. "$here/bisecting.sh"
git config --global user.name a
git config --global user.email a@b

be() { bi --good main~11 --bad main "$@"; }

# All that is the user's, in one line: refs, settings, index, files.
yours()
{
	{
		git for-each-ref
		git config --local --list
		git worktree list
		cat .git/HEAD .git/index
		find . -path ./.git -prune -o -type f -exec cat {} +
	} | cksum
}
repo plain 12 6 1000 1100
echo dirty >cost
was=$(yours)

# Other trees of the user: one that is away for now is not forgotten.
git worktree add -q "$tmp/mine" main~3
mv "$tmp/mine" "$tmp/away"
be --value -m 'cat cost'
has "a tree that is away" "$out" "change 6"
mv "$tmp/away" "$tmp/mine"
is "is still git's" "$(git -C "$tmp/mine" rev-parse HEAD)" \
    "$(git rev-parse main~3)"
git worktree remove "$tmp/mine"

# Builds that break their tree.
be --build 'mkdir -p m/a && echo x >m/a/x && chmod -R a-w m' --value \
    -m 'cat cost'
is "directories that are closed: no word" "$err" ""
is "nothing is left of them" "$(trees) $(left)" "1 0"
be --build 'rm -rf .git' --trees 3 --value -m 'cat cost'
has "trees that are none any more" "$out" "change 6"
is "they are gone, too" "$(trees) $(left)" "1 0"
be --dir "$tmp/plain/in" --build 'rm -rf .git' --trees 3 --value -m 'cat cost'
has "the same within the user's tree" "$out" "change 6"
is "all of this did not touch what is the user's" "$(yours)" "$was"
n=$((100000 + $$)) # sleeps for so long as nobody else does
be --build "sleep $n & echo" --value -m 'cat cost'
has "a build that leaves a process" "$out" "change 6"
is "it is gone" "$(pgrep -f "^sleep $n")" ""
git config core.fsmonitor "touch $tmp/ran; false"
be --value -m 'cat cost'
is "a monitor of files is not run" "$(find "$tmp" -name ran)" ""
git config --unset core.fsmonitor

# What it inherits.
GIT_COMMON_DIR=/none GIT_OBJECT_DIRECTORY=/none GIT_DIR=/none be --value \
    -m 'cat cost'
has "where a hook of git says that all is" "$out" "change 6"
git config i18n.logOutputEncoding UTF-16
be --value -m 'cat cost'
has "a log in another encoding" "$out" "change 6"
git config --unset i18n.logOutputEncoding
bi --good main~11 --bad ':/change 9' --value -m 'cat cost'
has "a commit by its words" "$out" "change 6"

# Its directory.
mkdir "$tmp/dir" && echo mine >"$tmp/dir/log"
be --dir "$tmp/dir" --value -m 'cat cost'
refused "a directory with files of the user" "of no bisection"
is "they stay" "$(cat "$tmp/dir/log")" mine
rm -r "$tmp/dir"
limit() { be --dir "$tmp/dir" --max-runs 5 --value -m 'cat cost'; }
limit
is "a limit" "$status" 3
cp "$tmp/dir/state" "$tmp/state"
be --dir "$tmp/dir" --resume --value -m 'cat cost;'
refused "another command" "another bisection"
bi --over 'a b' --dir "$tmp/dir" --value -m 'echo {}'
refused "another one, anew" "which can go on"
be --dir "$tmp/dir" --bad main~1 --value -m 'cat cost'
refused "other commits, anew" "which can go on"
is "the state stays" "$(cat "$tmp/dir/state")" "$(cat "$tmp/state")"
# refuses WHAT FILTER PART: a state that is changed so, which stays.
refuses()
{
	sed "$2" "$tmp/state" >"$tmp/dir/state"
	cp "$tmp/dir/state" "$tmp/changed"
	be --dir "$tmp/dir" --resume --value -m 'cat cost'
	refused "$1" "$3"
	is "$1: it stays" "$(cat "$tmp/dir/state")" "$(cat "$tmp/changed")"
}
refuses "a newer state" '1s/[0-9]/9/' "by another version"
refuses "no state" '1s/perf/perl/' "no state of a bisection"
refuses "a value is missing" '/^value 5/d' "cut short"
refuses "its end is missing" '3q' "cut short"
refuses "no such value" 's/^value 5 .*/value 5 1e300/' "no state"
refuses "no such place" 's/^value 5/value 12/' "no state"
refuses "an endpoint that cannot be" '$s/.*/unusable 0 x/' "no state"
head -c $(($(wc -c <"$tmp/state") - 8)) "$tmp/state" >"$tmp/dir/state"
be --dir "$tmp/dir" --resume --value -m 'cat cost'
refused "a value is cut" "cut short"
cp "$tmp/state" "$tmp/dir/state"
be --dir "$tmp/dir" --resume --value -m 'cat cost'
has "whole it goes on" "$out" "change 6"
is "and is gone at the end" "$(find "$tmp/dir" 2>/dev/null)" ""

# Limits at the endpoints: no answer.
be --max-runs 1 --value -m 'cat cost'
has "one run" "$out" "before it was known whether the endpoints differ"
lacks "one run" "$out" "made it worse"
be --resume --value -m 'cat cost'
has "it goes on" "$out" "change 6"
be --max-runs 1 --json --value -m 'cat cost'
is "one run: JSON" "$(printf '%s' "$out" | python3 -c "
import json, sys
d = json.load(sys.stdin)
print(d['result'], None in (d['good'], d['bad']), d.get('candidates'))")" \
    "limit True None"
be --resume --value -m 'cat cost'

# Interrupted before the first value, or while git is at work.
mkdir "$tmp/slow"
printf '#!/bin/sh\necho >>%s/asked\nexec sleep %s\n' "$tmp" $n >"$tmp/slow/git"
chmod +x "$tmp/slow/git"
PATH="$tmp/slow:$PATH" env --default-signal=INT "$PERFLOSS" bisect --good a \
    --bad b -m true >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for test -e "$tmp/asked"
kill -s INT $pid
wait $pid
is "Ctrl-C while git is at work" "$? $(cat "$tmp/err")" \
    "130 perfloss: interrupted"
is "nothing is left" "$(left) $(pgrep -f "^sleep $n")" "0 "
export STUCK="$tmp/stuck"
# shellcheck disable=SC2016 # for the shell that bisect starts
stuck='cat cost; test "$(cat n)" = 0 -o "$(cat n)" = 11 ||
	{ : >"$STUCK"; exec sleep 61; }'
env --default-signal=INT "$PERFLOSS" bisect -q --settle 0s --good main~11 \
    --bad main --value -w 0 -m "$stuck" >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for test -e "$STUCK"
kill -s INT $pid
wait $pid
has "Ctrl-C" "$(cat "$tmp/err")" "'--resume' goes on"
be -w 0 --resume --value -m "$stuck" --max-runs 4
is "and it does" "$status" 3

# What git says, in one sentence.
git clone -q --depth 3 "file://$tmp/plain" "$tmp/cut" || exit 99
cd "$tmp/cut" || exit 99
be --value -m 'cat cost'
refused "a clone that is cut" "git fetch --unshallow"
cd "$tmp/plain" || exit 99
be --path ../.. --value -m 'cat cost'
refused "a path outside" "cannot list the commits: git: ../.."
rm -r "$tmp/cache"
out=$(GIT_TEST_ASSUME_DIFFERENT_OWNER=1 "$PERFLOSS" bisect -q --good main~1 \
    --bad main --value -m 'cat cost' 2>&1)
has "a repository of another user" "$out" "git does not take '$tmp/plain': "
# old LINES: a git before the real one, of which "worktree" is LINES.
old()
{
	printf '#!/bin/sh\ncase "$*" in *worktree*) %s ;; esac\n%s "$@"\n' \
	    "$1" "exec $(command -v git)" >"$tmp/slow/git"
	run env PATH="$tmp/slow:$PATH" "$PERFLOSS" bisect -q --settle 0s \
	    --good main~11 --bad main --value -m 'cat cost'
}
old 'echo "git: no worktree here" >&2; exit 1'
refused "a git that is too old" "perfloss: git: no worktree here"
old 'kill -9 $$'
refused "one that crashes" "failed with status 137"
printf '#!/bin/sh\nexit 0\n' >"$tmp/slow/git"
run env PATH="$tmp/slow:$PATH" "$PERFLOSS" bisect --good a --bad b -m true
refused "one that says nothing" "'--good a' is no commit"
is "nothing is left" "$(trees) $(left)" "1 0"
echo 'cost filter=no' >.git/info/attributes
git config filter.no.smudge false && git config filter.no.required true
be --value -m 'cat cost'
refused "a filter that fails" ": git: cost: smudge filter no failed"
is "it leaves no tree" "$(trees) $(left)" "1 0"
rm .git/info/attributes

# Subjects, words, merges.
long=$(printf '%0400d' 7)
echo 5000 >cost && git commit -qam "$(printf 'a\033[31m%s' "$long")"
bi --good main~2 --bad main --value -m 'cat cost'
has "a subject of any length" "$out" "000..."
lacks "and of any bytes" "$out" "$(printf '\033')"
echo 7000 >cost && git commit -qa --allow-empty-message -m ''
bi --good main~1 --bad main --value -m 'cat cost'
has "none" "$out" "(no subject)"
for n in 1 2 3; do
	git checkout -qb side$n main~3 && echo $n >f$n && git add f$n &&
	    git commit -qm side$n || exit 99
done
git checkout -q main && \
    git merge -q -m octopus side1 side2 side3 >/dev/null || exit 99
bi --good main~3 --bad main --value -m 'test -e f2 && echo 5 || echo 4'
has "an octopus" "$out" "a merge of 3 branches"
printf '\357\273\277a b\r\nc d\r\n' >"$tmp/list"
bi --over "$tmp/list" --value -- sh -c 'case $0 in
    a*) echo 5 ;; *) echo 6; esac' {}
has "words with blanks are not cut to check them" "$out" \
    "printf '%s\n' 'a b' 'c d' | "
again=$(printf '%s\n' "$out" |
    sed -n 's/ bisect / bisect --settle 0s /; /^  printf/,$p')
out=$(eval "$again") && has "which does" "$out" "c d made it worse"
printf 'a\000b\nc\n' >"$tmp/list"
bi --over "$tmp/list" --value -m 'echo {}'
refused "a list of bytes" "is no text"
be --trees 2 --value -m 'cat cost'
refused "too few" "wanted a whole number from 3 up"
clean "faults"
finish
