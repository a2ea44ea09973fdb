#!/bin/sh
# peers.sh - peers against made-up tools: the ratio, its interval, the words for
# it, and that nothing that was started goes on.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v python3 >/dev/null || skip_all "no python3"
[ -r "/proc/$$/stat" ] || skip_all "no /proc"

mkdir -p "$tmp/bin" "$tmp/build/src/cmd" "$tmp/lm"
PATH="$tmp/bin:/usr/bin:/bin"
export PATH
unset LMBENCH

# ours VALUE: perfloss measures so many ns, and says of sys_null whose it is.
ours()
{
	cat >"$tmp/build/src/cmd/perfloss" <<-END
	#!/bin/sh
	case \$* in
	'list --json') echo '{"rows":[{"name":"sys_null","unit":"ns"},' \
	    '{"name":"sys_yield","unit":"ns"},' \
	    '{"name":"mem_bzero","unit":"B/s"}]}' ;;
	'list sys_null') printf '  source     some words of\n%13sit.\n' '' ;;
	'list '*) echo '  calls      x' ;;
	run*) echo '{"rows":[{"unit":"$2","value":$1,"status":"ok"}]}' ;;
	esac
	END
	chmod +x "$tmp/build/src/cmd/perfloss"
}

# tool PATH TEXT: a script.
tool()
{
	printf '#!/bin/sh\n%s\n' "$2" >"$tmp/$1"
	chmod +x "$tmp/$1"
}

peers() { run "$root/tools/peers" -b "$tmp/build" -s 1 "$@"; }

ours 100 ns
tool bin/perf 'echo "   0.100 usecs/op"'
peers -k 8 'syscall basic'
is "equal: status" "$status$err" 0
has "a ratio of 1 and its interval" "$out" "1.000  1.000 .. 1.000  same"
has "of all pairs" "$out" "8 pairs  100 ns, peer 100 ns"
lacks "and nothing to explain" "$out" "some words"
ours 110 ns
peers -k 8 'syscall basic'
has "10 % more" "$out" "1.100  1.100 .. 1.100  differs"
has "the row's own words" "$out" "  some words of it."
is "explained: status" "$status" 0
peers -k 5 'syscall basic'
has "too few pairs for an interval" "$out" "nan .. nan  few"
ours 900 ns
tool bin/sysbench 'echo "  events (avg/stddev): 1000.0000/0.00"'
peers -k 6 sys_yield
has "no words" "$out" "  unexplained"
is "unexplained: status" "$status" 1
ours 1073741824 B/s
tool bin/perf 'echo "    1.0 GB/sec"'
peers -k 6 memset
has "bandwidths as costs" "$out" "1.000  1.000 .. 1.000  same"

tool bin/perf 'echo no permission; exit 1'
peers -k 6 'syscall basic'
has "a peer that fails" "$out" "sys_null: peer: says: no permission"
ours '"x"' ns
tool bin/perf 'echo "   0.100 usecs/op"'
tool build/src/cmd/perfloss 'case $* in list*) echo '"'"'{"rows":[{"name":
"sys_null","unit":"ns"}]}'"'"' ;; *) echo "perfloss: cannot" >&2; exit 2;; esac'
peers -k 6 'syscall basic'
has "perfloss fails" "$out" "perfloss: says: perfloss: cannot"
ours 100 ns

# A peer that hangs, whose child ignores what ends others and has left the
# session: both are gone.
tool bin/perf "trap '' TERM
setsid sh -c 'trap \"\" TERM HUP; echo \$\$ >$tmp/pid; exec sleep 33' &
exec sleep 33"
start=$(date +%s)
peers -k 6 -t 1 'syscall basic'
has "a peer that hangs" "$out" "not done after 1.0 s"
ok "is not waited for" [ $(($(date +%s) - start)) -lt 20 ]
ok "its child was there" [ -s "$tmp/pid" ]
ok "and is not any more" sh -c '! kill -0 "$(cat "$0")" 2>/dev/null' "$tmp/pid"

PATH="$tmp/none:$PATH"
rm "$tmp/bin/perf" "$tmp/bin/sysbench"
mkdir "$tmp/few"
for name in python3 sh sleep taskset env; do
	path=$(command -v "$name") && ln -s "$path" "$tmp/few/$name"
done
run env PATH="$tmp/few" "$tmp/few/python3" "$root/tools/peers" \
    -b "$tmp/build" 'syscall basic'
has "an absent peer" "$out" "not installed: apt-get install linux-perf"
is "is no fault" "$status" 0
peers 'lat_syscall null'
has "no lmbench" "$out" "not given: LMBENCH=DIR"
tool lm/lat_syscall 'echo "Simple syscall: 0.1000 microseconds"'
peers -L "$tmp/lm" -k 6 'lat_syscall null'
has "lmbench" "$out" "1.000  1.000 .. 1.000  same"
peers -L "$tmp/lm" -k 6 'lat_syscall read'
has "a row that is not there" "$out" "sys_read: no such row"
peers no-such-tool
is "a part that there is not: status" "$status" 2
has "is named" "$err" "no pair has no-such-tool"
peers -l
has "the pairs are listed" "$out" "hackbench    sched_hackbench/groups=1"
finish
