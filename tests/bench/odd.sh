#!/bin/sh
# odd.sh PROBE REFUSE [cut] - one case of every row in places that refuse
# things: no rights, few descriptors, no processes, no network, a sandbox,
# little room. Each row gives a number or says why not here; none fails, none
# hangs until it is killed; nothing is left. "cut" leaves out rows that only
# compute, and places that are like another.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1
refuse=$2
cut=$3

# All that the rows make goes into namespaces of the test's own: whatever is in
# there afterwards is theirs, and what others do meanwhile is not seen.
if [ -z "$ODD_INSIDE" ]; then
	user=
	[ "$(id -u)" = 0 ] || user=-Ur
	# shellcheck disable=SC2086 # no word where there is none
	unshare $user -mnpif --kill-child --mount-proc true 2>/dev/null ||
	    skip_all 'no namespaces to measure in'
	# shellcheck disable=SC2086
	ODD_INSIDE=1 unshare $user -mnpif --kill-child --mount-proc sh "$0" "$@"
	exit
fi
s=$tmp/scratch
mkdir "$s"
chmod 755 "$tmp"
chmod 1777 "$s"
export TMPDIR="$s"
mount -t tmpfs tmpfs /dev/shm || skip_all 'tmpfs cannot be mounted'
mkdir "$tmp/mq"
mount -t mqueue mqueue "$tmp/mq" 2>/dev/null
"$refuse" loopback up true

only=.
[ "$cut" ] && only='^(bw_|cg_|fs_|io_|ipc_|lock_|mount|ns_|overlay|perf|proc|'\
'bpf|sys_|sig_|time_|vm_|sched_ctx|sched_fair|sched_thread)'
"$probe" --list | sed -n 's/.*"key":"\([^"]*\)","name":"\([^"]*\)".*/\2 \1/p' |
    awk '!seen[$1]++ { print $2 }' | grep -E "$only" >"$tmp/keys"
rows=$(grep -c . "$tmp/keys")
ok 'there are rows' test "$rows" -gt 100
{
	printf '{"t":"plan","wire":1,"dir":"%s","facts":false}\n' "$s"
	awk '{ printf "{\"t\":\"step\",\"id\":%d,\"key\":\"%s\",", NR, $0
	    print "\"time_ns\":1000000}" }' "$tmp/keys"
} >"$tmp/plan"

# What can be left: processes, files, IPC objects, sockets (but those that TCP
# lets time out), network devices, mounts, cgroups that no probe holds.
look()
{
	for p in /proc/[0-9]*; do
		name=
		read -r name 2>/dev/null <"$p/comm"
		case $name in
		'' | sh | odd.sh | unshare ) ;;
		*) echo "process $name" ;;
		esac
	done
	find "$s" /dev/shm "$tmp/mq" -mindepth 1
	tail -n +2 -q /proc/sysvipc/*
	awk '$4 != "06" && $1 ~ /^[0-9]+:/ { print FILENAME, $2, $3, $4 }' \
	    /proc/net/tcp /proc/net/udp
	sed 's/^[^:]*//' /proc/net/unix
	sed -n 's/:.*//p' /proc/net/dev
	cut -d ' ' -f 4- /proc/self/mountinfo
	find /sys/fs/cgroup -type d -name 'perfloss-*' 2>/dev/null |
	    while read -r d; do
		flock -n "$d" true 2>/dev/null && echo "cgroup $d"
	done
}

# in_place WHAT REASON COMMAND...: measured by COMMAND PROBE, where rows that
# need what is not there say REASON.
in_place()
{
	what=$1
	reason=$2
	shift 2
	look >"$tmp/before"
	# A pipe, as its output is a file of the test's, and files are limited.
	{
		status=0
		"$@" "$probe" <"$tmp/plan" 2>"$tmp/errors" || status=$?
		echo "$status" >"$tmp/status"
	} | cat >"$tmp/out"
	status=$(cat "$tmp/status")
	look >"$tmp/after"
	is "$what: the probe ends well" "$status" 0
	grep '"t":"fail"' "$tmp/out" >"$tmp/bad"
	grep '"t":"skip"' "$tmp/out" | grep -v '"why":".* .* ' >>"$tmp/bad"
	is "$what: no row fails, or skips without a sentence" \
	    "$(cat "$tmp/bad")" ''
	is "$what: every row ends" \
	    "$(grep -cE '"t":"(done|skip|fail)"' "$tmp/out")" "$rows"
	[ -z "$reason" ] ||
	    ok "$what: some say '$reason'" grep -q "\"skip\".*$reason" \
		"$tmp/out"
	is "$what: nothing is left" "$(cat "$tmp/after")" "$(cat "$tmp/before")"
}

# A user who has no other process on this machine; one without rights cannot
# become another, and is without rights.
mine() { setpriv --reuid=61834 --regid=61834 --clear-groups "$@"; }
# shellcheck disable=SC2317 # called by in_place
mine true 2>/dev/null || mine() { "$@"; }

# mounted OPTION COMMAND...: with such a tmpfs as the scratch directory
# shellcheck disable=SC2317
mounted()
{
	mount -t tmpfs -o "$1" tmpfs "$s" || return 99
	shift
	status=0
	"$@" || status=$?
	umount "$s" || return 99
	return $status
}

# few ROOM COMMAND...: in a cgroup (version 1 or 2) of so many bytes
few()
{
	d=$(ls -d /sys/fs/cgroup/memory 2>/dev/null || echo /sys/fs/cgroup)
	d=$d/odd.$$
	mkdir "$d" 2>/dev/null || return 98
	{ echo "$1" >"$d/memory.limit_in_bytes" ||
		echo "$1" >"$d/memory.max"; } 2>/dev/null || {
		rmdir "$d"
		return 98
	}
	shift
	status=0
	# shellcheck disable=SC2016 # for the inner shell
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$d" "$@" || status=$?
	rmdir "$d"
	return $status
}

in_place 'no process' 'no process can be started' \
    mine prlimit --nproc=1
in_place 'no partner' 'resource temporarily' mine prlimit --nproc=2
in_place 'no loopback' 'is the loopback up' unshare -n
if "$refuse" EPERM special true; then
	in_place 'a sandbox, EPERM' 'not allowed' "$refuse" EPERM special
	in_place 'a sandbox, ENOSYS' 'kernel' "$refuse" ENOSYS special
else
	skip 'a sandbox' 'no seccomp filter can be had'
fi
in_place 'nothing can be written' 'read-only' mounted ro
in_place '1 MB of room' 'no space left' mounted size=1m
if [ -z "$cut" ]; then
	in_place 'nothing odd' ''
	in_place 'no rights' '' mine
	in_place '64 descriptors' 'needs more descriptors' \
	    prlimit --nofile=64
	in_place '3 processes' 'no program here' mine prlimit --nproc=3
	in_place 'one CPU' 'needs two' taskset -c 0
	in_place 'a sandbox, usual calls' 'not allowed' "$refuse" EPERM \
	    eventfd2,epoll_create1,flock,getrandom,madvise,mremap,\
signalfd4,socket,socketpair,timer_create,timerfd_create
	in_place 'no pinning' 'cannot pin' "$refuse" EPERM sched_setaffinity
	in_place '8 MB of addresses' 'too little room' \
	    prlimit --as=8388608
	in_place 'small files' 'ulimit -f' prlimit --fsize=4096
	if few 67108864 true; then
		in_place '64 MB of memory' 'needs' few 67108864
	else
		skip '64 MB of memory' 'no cgroup of memory can be made'
	fi
fi
umount "$tmp/mq" 2>/dev/null
finish
