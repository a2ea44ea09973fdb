#!/bin/sh
# faults.sh - each system call of a kind fails once, the first, the second, ...
# until a pass is clean: perfloss ends in order, with a sentence where it says
# trouble, and nothing is left. strace lets them fail.
. "$(dirname "$0")/e2e.sh"
command -v strace >/dev/null 2>&1 || skip_all "no strace to let calls fail"
strace -qq -o "$tmp/trace" -e inject=getppid:error=EPERM:when=1 true \
    2>/dev/null || skip_all "strace may not trace here"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make a run"
python3 "$here/../golden/make-run.py" before >"$tmp/before.json"

# Loading libraries is not ours: what fails before main ends with 127.
in_order()
{
	case $1 in
	0 | 1 | 127) ;;
	2) grep -q '^perfloss' "$tmp/e" || echo "no sentence: call $2" ;;
	*) echo "status $1: call $2" ;;
	esac
	[ -z "$(ls -A "$TMPDIR")" ] || {
		echo "left: call $2: $(ls "$TMPDIR")"
		rm -rf "${TMPDIR:?}"/*
	}
}

# each CALL ERROR COMMAND...: 150 calls at most
each()
{
	call=$1 error=$2
	shift 2
	n=0 clean=no bad=
	while [ $n -lt 150 ]; do
		n=$((n + 1))
		rm -rf "$XDG_DATA_HOME"
		status=0
		timeout 30 strace -f -qq -o "$tmp/trace" -e "trace=$call" \
		    -e "inject=$call:error=$error:when=$n" "$@" \
		    >"$tmp/o" 2>"$tmp/e" || status=$?
		grep -q INJECTED "$tmp/trace" || {
			clean=yes
			break
		}
		bad=$bad$(in_order "$status" "$n")
	done
	is "$call fails with $error, $n times: in order" "$bad" ""
	is "$call: then a pass is clean" "$clean$status" yes0
}

for fault in openat:EMFILE read:EIO write:ENOSPC pwrite64:ENOSPC \
    fsync:EIO fdatasync:EIO rename:EACCES mkdir:EACCES; do
	each "${fault%:*}" "${fault#*:}" "$PERFLOSS" import "$tmp/before.json"
done
for fault in pipe2:EMFILE clone:EAGAIN vfork:EAGAIN clone3:EAGAIN \
    execve:EACCES poll:EINTR kill:EPERM dup2:EBADF mkdir:ENOSPC \
    unlink:EACCES setpgid:EPERM prctl:EINVAL sched_setaffinity:EINVAL; do
	each "${fault%:*}" "${fault#*:}" "$PERFLOSS" run -n 1 --settle 0s -q \
	    sys_null
done
finish
