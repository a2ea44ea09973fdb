#!/bin/sh
# aftermath_odd.sh - loads that fail, and ends before the end.
. "$(dirname "$0")/e2e.sh"
cd "$tmp" || exit 99
platform || skip_all "this platform knows no processes but its own"
am() { pl aftermath -q --settle 0s --baseline 500ms -f 500ms -r 500ms "$@"; }

am sys_null
refused "no load" "no load is given"
am --load compute --load-cmd true
refused "two loads" "exclude one another"
am --load 'compute x 0'
refused "no copies" "wanted 1 to 1000"
am --load 'compute x many'
refused "copies that are no number" "wanted 1 to 1000"
am --load 'make -j2'
refused "a command for a row" "a command is for '--load-cmd'"
am --load sys_nul
refused "a row that there is not" "sys_null"
am --load-cmd ' '
refused "an empty command" "is empty"
am --load compute sys_nul
refused "a measured row that there is not" "sys_null"
am --load compute --label 17
refused "a label that is a number" "17"
am --load compute --dir "$tmp/none"
refused "a directory that there is not" "none"

am --load-cmd perfloss-no-such-program --no-store sys_null
is "a command that there is not: status" "$status" 2
has "it is said" "$err" "it failed with status 127"
has "with its last words" "$err" "not found"
am --load-cmd 'sleep 0.1; echo out of luck >&2; exit 3' --no-store sys_null
is "one that fails: status" "$status" 2
has "how" "$err" "it failed with status 3: out of luck"
am --load-cmd 'kill -9 $$' --no-store sys_null
has "one that is killed" "$err" "it was killed by signal 9"
am --load-cmd 'yes >&2' --no-store sys_null
is "one that complains without end: status" \
    "$([ "$status" -le 1 ] && echo 0)" 0
# A disk without room: files may not grow, which any user can have.
run sh -c 'ulimit -f 1; exec "$@"' - "$PERFLOSS" aftermath -q --settle 0s \
    --baseline 500ms -f 500ms -r 500ms --no-store --load cache sys_null
is "a load without room: status" "$status" 2
has "why" "$err" "cannot write to"
run sh -c 'ulimit -f 1; exec "$@"' - "$PERFLOSS" aftermath -q --settle 0s \
    --baseline 500ms -f 500ms -r 500ms --no-store \
    --load fs_create/size=10K sys_null
is "a row without room: status" "$status" 2
has "that it cannot begin" "$err" "cannot begin"
am --load 'compute x 100' --no-store --json sys_null
is "a hundred copies: status" "$([ "$status" -le 1 ] && echo 0)" 0
has "beside which all goes on" "$out" '"turns":'
ok "there were rounds" sh -c \
    'printf %s "$1" | grep -q "\"name\":\"load\".*\"rounds\":[1-9]"' - "$out"
clean "loads that fail"

# Beside hundreds of copies whoever keeps them must get a CPU: proc(5), fields
# 18 and 41, priority and policy. The load itself has no such right.
am --load-cmd "for p in \$PPID \$\$; do
	sed 's/.*) //' /proc/\$p/stat | cut -d' ' -f16,39
done >'$tmp/order'; sleep 0.1" --no-store sys_null
keeper=$(sed -n 1p "$tmp/order" 2>/dev/null)
case $out in
*"cannot go before the load"*)
	skip "who keeps a load goes before it" "not allowed here"
	;;
*)
	platform && has "who keeps a load goes before it" \
	    ", -2 1, 10 0," ", $keeper,"
	;;
esac
platform && is "the load does not" "$(sed -n 2p "$tmp/order")" "20 0"

# Ended in mid-load: nothing of it is left. $1: signal, $2: the load, which
# sleeps for so long as nobody else does.
n=$((100000 + $$))
begun()
{
	env --default-signal=INT "$PERFLOSS" aftermath -q --settle 0s \
	    --baseline 500ms -f 60s -l "$@" sys_null \
	    >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	wait_for at_work
	tap_result $? "$1: the load runs"
}
at_work() { grep -lsz "^$n\$" /proc/[0-9]*/cmdline >/dev/null; }
idle() { ! at_work; }
begun INT --load-cmd "setsid sleep $n & sleep $n"
sleep 0.5
kill -INT $pid
wait $pid
is "INT: status" $? 130
has "INT: a word" "$(cat "$tmp/err")" "what was measured until then is kept"
has "INT: the report" "$(cat "$tmp/out")" "Ended before it could be told"
has "INT: its rows" "$(cat "$tmp/out")" "survivor"
ok "INT: the load is ended" wait_for idle
pl show INT-baseline
is "INT: the baseline is kept" "$status" 0
begun unkept --load-cmd "sleep $n" --no-store
kill -INT $pid
wait $pid
has "without a store nothing is said to be kept" "$(cat "$tmp/err")" \
    "what was measured until then is not kept"
begun KILL --load-cmd "setsid sleep $n & sleep $n"
kill -9 $pid
wait $pid 2>/dev/null
ok "kill -9: the load ends" wait_for idle

# Copies of a row, too. $1: whose descendants.
below()
{
	grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status 2>/dev/null |
	    sed 's,/proc/,,; s,/status,,' | while read -r child; do
		echo "$child"
		below "$child"
	done
}
env --default-signal=INT "$PERFLOSS" aftermath -q --settle 0s \
    --baseline 300ms -f 60s -l copies --load 'self_spin x 3' sys_null \
    >"$tmp/out" 2>"$tmp/err" &
pid=$!
crowd() { [ "$(below $pid | wc -l)" -ge 9 ]; }
wait_for crowd
tap_result $? "copies: they run"
all=$(below $pid)
kill -9 $pid
wait $pid 2>/dev/null
all_gone()
{
	for p in $all; do
		gone "$p" || return 1
	done
}
ok "copies: kill -9 ends them" wait_for all_gone

# Its keeper is killed alone.
probes() { grep -ls '^perfloss-probe' /proc/[0-9]*/comm; }
begun keeper --load-cmd "setsid sleep $n & sleep $n"
for p in $(probes | sed 's,/proc/,,; s,/comm,,'); do
	[ "$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$p/status")" = $pid ] &&
	    kill -9 "$p"
done
wait $pid
is "probes that are killed: status" $? 2
ok "probes that are killed: the load ends" wait_for idle
# And when the load is over: what it has left goes with it.
"$PERFLOSS" aftermath -q --settle 0s --baseline 500ms -f 500ms -r 3s \
    --no-store --load-cmd "setsid sleep $n & true" sys_null \
    >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_for at_work
sleep 1
grep -lsz "^$n\$" /proc/[0-9]*/cmdline | while read -r p; do
	kill -9 "$(sed -n 's/^PPid:[[:space:]]*//p' "${p%cmdline}status")"
done
wait $pid
is "a probe that is killed after the load: status" $? 2
is "nothing is reported" "$(cat "$tmp/out")" ""
mine() { [ -n "$(ls "$TMPDIR")" ]; }
wait_for sh -c '[ -z "$(ls "$1")" ]' - "$TMPDIR"
clean "all of it"

# Who goes on without its keeper has time to end what it has started.
cat >"$tmp/keeper" <<END
#!/bin/sh
[ \$# -gt 0 ] && exec "$(dirname "$PERFLOSS")/../probe/perfloss-probe" "\$@"
{ sleep 0.4; echo >"$tmp/tidy"; } &
kill -9 \$\$
END
chmod +x "$tmp/keeper"
PERFLOSS_PROBE="$tmp/keeper" run "$PERFLOSS" run -q -n 2 --no-store sys_null
is "a keeper that is killed: status" "$status" 2
ok "the other one has tidied up" [ -e "$tmp/tidy" ]
finish
