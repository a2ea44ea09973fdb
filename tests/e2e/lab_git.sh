#!/bin/sh
# lab_git.sh - commits in the lab, which is made up (fake-qemu): what is built,
# what is judged against what, what stays.
. "$(dirname "$0")/e2e.sh"
. "$(dirname "$0")/bisecting.sh"
command -v python3 >/dev/null || skip_all "no python3"
export PERFLOSS_QEMU="$here/fake-qemu" FAKE_SLOW=sig_handle
unset FAKE_LAB FAKE_LUCK FAKE_LOG FAKE_ONCE
# The commit 3 of 6 is the first whose kernel is slow.
repo work 6 3 6.1-old 6.2-slow
build="echo \$(cat n) >>'$tmp/built'"
build="$build; printf 'CONFIG_%s=y\\n' X86_64 SERIAL_8250 BLK_DEV_INITRD \\"
build="$build
    BINFMT_ELF >.config"
build="$build; python3 '$here/make-kernel.py' vmlinux \$(cat cost)"
lab() { pl lab "$@"; }
built() { tr '\n' ' ' <"$tmp/built"; }

lab compare --git . --build "$build" 'HEAD~5' HEAD -q --rows 'sys_*' \
    --rows sig_handle --no-store
case $err in
*"is no program for x86-64"* | *"needs shared libraries"*)
	skip_all "the probe of this build cannot be the first process" ;;
esac
is "two commits: status" "$status" 1
is "two commits: both are built" "$(built)" "0 5 "
has "two commits: the row" "$(printf '%s\n' "$out" | grep '^sig_handle')" SLOWER
is "no tree stays" "$(trees)" 1
clean "two commits"

# What was built in the same way is there.
lab compare --git . --build "$build" 'HEAD~5' HEAD -q --rows sig_handle -n 5 \
    --no-store
is "again: status" "$status" 1
is "again: nothing is built" "$(built)" "0 5 "

# A series: each against the one before it.
lab compare --git . --build "$build" 'HEAD~5..HEAD' --rows sig_handle -n 5 \
    --label-a x
is "a series: labels of two" "$status" 2
has "a series: said" "$err" "is of two kernels, and there are 6"
lab compare --git . --build "$build" 'HEAD~5..' --rows sig_handle -n 5
is "a series: status" "$status" 1
is "a series: the others are built, in their order" "$(built)" "0 5 1 2 3 4 "
has "a series: said" "$err" "(4 of 6)"
third=$(git rev-parse --short=12 'HEAD~2')
pl runs --json
has "a series: commits are labels" "$out" "\"label\":\"$third\""
lab compare --git . --build "$build" 'HEAD~5..' -q --rows sig_handle -n 5 \
    --no-store --json
is "a series: one is slower than its neighbour" "$(printf '%s\n' "$out" |
    grep -o '"verdict":"SLOWER"' | wc -l)" 1
lab compare --git . --build "$build" 'HEAD~5' 'HEAD~3' 'HEAD~2' HEAD -q \
    --rows sig_handle --no-store --json
is "single ones: two are slower than the first" "$(printf '%s\n' "$out" |
    grep -o '"verdict":"SLOWER"' | wc -l)" 2

# One commit, two configurations.
lab compare --git . --build "$build" \
    --build-b "$build; python3 '$here/make-kernel.py' vmlinux 6.1-slow" \
    'HEAD~5' -q --rows sig_handle -n 5
is "two builds: status" "$status" 1
is "two builds: only the second is new" "$(built)" "0 5 1 2 3 4 0 "
has "two builds: labels" "$out" "-b in"

# What goes wrong.
wrong()
{
	what=$1 words=$2
	shift 2
	lab compare -q --rows sig_handle -n 5 --no-store "$@"
	is "$what: status" "$status" 2
	has "$what: said" "$err" "$words"
	is "$what: one sentence" "$(printf '%s\n' "$err" | wc -l)" 1
	is "$what: no tree stays" "$(trees)" 1
	clean "$what"
}
wrong "no such commit" "'nothing' is no commit of '.'" \
    --git . --build "$build" nothing HEAD
wrong "reversed" "no commit comes after 'HEAD' and leads to 'HEAD~2'" \
    --git . --build "$build" HEAD..HEAD~2
wrong "three dots" "'HEAD~2...HEAD' is no series of commits" \
    --git . --build "$build" HEAD~2...HEAD
wrong "no repository" "'$tmp' is no git repository" \
    --git "$tmp" --build "$build" HEAD
wrong "no directory" "cannot use '$tmp/none'" \
    --git "$tmp/none" --build "$build" HEAD
wrong "no build" "'--git' takes a '--build'" --git . HEAD 'HEAD~1'
wrong "no repository is named" "'--build' is of '--git'" --build make HEAD
mkdir "$tmp/mine" && echo mine >"$tmp/mine/build.log"
wrong "a directory of the user's" "would be overwritten" \
    --git . --build "$build" --dir "$tmp/mine" HEAD 'HEAD~1'
is "a directory of the user's: its file stays" "$(cat "$tmp/mine/build.log")" \
    mine
wrong "three and two ways" "'--build-b' is of two kernels" \
    --git . --build "$build" --build-b "$build" HEAD 'HEAD~1' 'HEAD~2'
wrong "a build that fails" "building '$(git rev-parse --short=12 HEAD)': " \
    --git . --build 'echo no compiler >&2; false' HEAD 'HEAD~1'
has "a build that fails: why" "$err" "no compiler"
wrong "a build that leaves nothing" "the build left no kernel" \
    --git . --build true HEAD 'HEAD~1'
# What another commit's build left is not taken for this one's.
wrong "a build that leaves nothing the second time" \
    "building '$(git rev-parse --short=12 HEAD)': the build left no kernel" \
    --git . --build "[ \$(cat n) = 5 ] || { $build; }" 'HEAD~1' HEAD
wrong "what cannot be read" "cannot keep the kernel: cp: " \
    --git . --build 'ln -s /proc/self/mem vmlinux' HEAD 'HEAD~1'

# A kernel that cannot be booted is not kept.
weak="if [ -e '$tmp/strong' ]; then $build; else echo no >vmlinuz; fi"
wrong "no kernel" "is not a kernel" --git . --build "$weak" HEAD 'HEAD~1'
is "none of these is kept" "$(find "$tmp/cache" -name '*.new' -o -size -2 \
    -name 'vmlinu*')" ""
: >"$tmp/strong"
lab compare -q --rows sig_handle -n 5 --no-store --git . --build "$weak" \
    HEAD 'HEAD~1'
is "nor taken when the build is mended" "$status$err" 0

# One that is damaged later is built again.
damaged()
{
	: >"$tmp/built"
	lab compare -q --rows sig_handle -n 5 --no-store --git . \
	    --build "$build" HEAD 'HEAD~1'
	is "$1: status" "$status$err" 0
	is "$1: both are built again" "$(built)" "5 4 "
}
kept() { find "$tmp/cache" -name 'vmlinu*'; }
kept | while read -r f; do echo no >"$f"; done
damaged "damaged"
kept | while read -r f; do rm "$f"; done
damaged "removed"

# In a hook, whose repository is another one.
git init -q "$tmp/other"
export GIT_DIR="$tmp/other/.git" GIT_INDEX_FILE="$tmp/other/index"
lab compare -q --rows sig_handle -n 5 --no-store --git . --build "$build" HEAD \
    HEAD --json
unset GIT_DIR GIT_INDEX_FILE
is "in a hook: status" "$status$err" 0
has "twice the same: the second has its letter" "$out" '"label":"HEAD-b"'

# Signals while it builds: nothing that was started goes on.
stuck()
{
	rm -f "$tmp/stuck"
	env --default-signal=INT "$PERFLOSS" lab compare -q --no-store --git . \
	    --build ": >'$tmp/stuck'; sleep 62.5; true" HEAD 'HEAD~1' \
	    >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for test -e "$tmp/stuck"
	kill -s "$1" $pid
	wait $pid
	status=$?
	wait_for none_sleeps
}
none_sleeps() { ! pgrep -f '^sleep 62.5' >/dev/null; }
stuck INT
is "Ctrl-C" "$status $(cat "$tmp/err")" \
    "130 perfloss: interrupted: nothing was booted"
is "Ctrl-C: no build goes on" "$(pgrep -f '^sleep 62.5')" ""
is "Ctrl-C: no tree stays" "$(trees)" 1
kernels=$(find "$tmp/cache" -name vmlinux | grep -c .)
stuck KILL
is "kill -9: no build goes on" "$(pgrep -f '^sleep 62.5')" ""
pl bisect --clean
has "kill -9: it can be cleaned" "$out" "1 of 1 trees removed"
is "no tree stays, the kernels do" \
    "$(trees) $(find "$tmp/cache" -name vmlinux | grep -c .)" "1 $kernels"
wrong "after it" "no compiler" --git . --build 'echo no compiler >&2; false' \
    HEAD 'HEAD~1'
git checkout -q HEAD -- . && is "the user's tree is as it was" \
    "$(git status --porcelain)" ""
finish
