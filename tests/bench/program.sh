#!/bin/sh
# program.sh PROBE - commands that a plan has run: what each came to, and that
# nothing of them is left.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1
n=0

# ask JSON-LIST [MORE]: run it and keep its answer.
ask() {
	n=$((n + 1))
	{
		echo '{"t":"plan","wire":1,"facts":false}'
		printf '{"t":"program","id":%s,"key":"it","argv":%s%s}\n' \
		    "$n" "$1" "${2-}"
	} | "$probe" >"$tmp/out" 2>"$tmp/errors"
	out=$(grep -E '"t":"(done|fail|error)"' "$tmp/out")
}

ask '["sh","-c","exit 7"]'
has "its status" "$out" '"status":"7"'
has "its time" "$out" '"unit":"ns","ops":1,"warm":0,"run":['
has "its user time" "$out" '"user_ns":"'
has "its switches" "$out" '"ctr":{"nvcsw":'
has "no counters unless asked for" "$(printf '%s' "$out" | grep -c counter)" 0
ask '["sh","-c","exit 0"]' ',"counters":true'
has "counters, or why there are none" "$out" 'counted.signals":"'
lacks "not both of one" "$(printf '%s' "$out" |
    grep 'counter.signals.*uncounted.signals')" counter
if "$probe" --facts | grep -q '"key":"boot.id"'; then
	ask '["sh","-c","i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"]' \
	    ',"counters":true'
	clock=$(printf '%s' "$out" |
	    sed -n 's/.*counter.task-clock[:u]*":"\([0-9]*\)".*/\1/p')
	wall=$(printf '%s' "$out" | sed 's/.*"run":\[\([0-9]*\)\].*/\1/')
	ok "the time of its CPU is less than all of it (${clock:-unknown})" \
	    test "${clock:-1}" -le "$wall"
	ok "but it is some" test "${clock:-1000001}" -gt 1000000
fi
ask '["sh","-c","kill -9 $$"]'
has "its signal" "$out" '"signal":"9"'
ask '["perfloss-no-such-program"]'
has "one that is not there" "$out" \
    "cannot run 'perfloss-no-such-program': no such file or directory"
ask "[\"$tmp\"]"
has "one that cannot be run" "$out" "permission denied"
ask '[""]'
has "one without a name" "$out" "no such file or directory"
ask '["sleep","30"]' ',"deadline_ns":50000000'
has "one that takes too long" "$out" "it had not ended after 0.05 s"
ask '["sh","-c","echo $WHO; read x; echo got $x"]' \
    ",\"in\":\"$tmp/in\",\"out\":\"$tmp/result\""
has "input that is not there" "$out" "cannot open '$tmp/in'"
echo something >"$tmp/in"
export WHO=us
ask '["sh","-c","echo $WHO; read x; echo got $x"]' \
    ",\"in\":\"$tmp/in\",\"out\":\"$tmp/result\""
is "its input, output and environment" "$(cat "$tmp/result")" 'us
got something'
ask '["sh","-c","echo seen; echo also >&2"]' ',"out":"-","errors":"-"'
is "output where the errors go" "$(cat "$tmp/errors")" 'seen
also'
ask '["sh","-c","echo lost; echo lost >&2"]'
is "output goes nowhere" "$(cat "$tmp/errors")" ''
ask '["sh","-c","ulimit -n; exec ls -l /proc/self/fd"]' \
    ",\"out\":\"$tmp/result\""
ok "no descriptor of ours is handed down" \
    test "$(grep -c -- '->' "$tmp/result")" -le 4

ask '["printf","%s","a\u00ff\u0062"]' ",\"bytes\":true,\"out\":\"$tmp/result\""
is "characters that are bytes" "$(od -An -tx1 <"$tmp/result" | tr -d ' ')" \
    61ff62
ask '["printf","%s","\u0100"]' ',"bytes":true'
has "one that is none" "$out" "a character is no byte"

# A file is handed over: its bytes as they are, its end, its size.
printf 'a\0\377\n' >"$tmp/small"
head -c 40000 /dev/zero >"$tmp/large"
file()
{
	run sh -c 'printf "%s\n" "$2" | "$1"' sh "$probe" "{\"t\":\"file\",$1}"
}
file "\"path\":\"$tmp/small\",\"most\":100"
has "a file" "$out" "\"path\":\"$tmp/small\",\"hex\":\"6100ff0a\"}"
has "its end" "$out" '"end":true,"size":4}'
file "\"path\":\"$tmp/small\",\"most\":2"
has "no more than is wanted" "$out" '"hex":"6100"}'
file "\"path\":\"$tmp/large\",\"most\":39999"
is "a large one in lines" "$(printf '%s\n' "$out" | grep -c '"hex"')" 2
has "and its size" "$out" '"size":40000}'
file "\"path\":\"$tmp/none\",\"most\":2"
has "none" "$out" '"why":"no such file'
file "\"path\":\"$tmp\",\"most\":2"
has "a directory" "$out" '"why":"'
file '"most":2'
has "no path" "$out" "file without 'path'"

# What it leaves behind in the background, in sessions of their own, too, where
# the platform knows processes.
u=$((10000 + $$)) # $u and two digits: sleeps for so long as nobody else does
away=
"$probe" --facts | grep -q '"key":"boot.id"' && away=setsid
ask '["sh","-c","sleep '"${u}11 & $away sleep ${u}11"' & exit 0"]'
has "it left something" "$out" '"left":"1"'
is "which is gone" "$(pgrep -f "sleep ${u}11")" ''
ask '["sh","-c","sleep '"${u}12"' >/dev/null 2>&1 & exit 0"]' ',"keep":true'
has "it left something again" "$out" '"left":"1"'
is "which was to be kept" "$(pgrep -c -f "sleep ${u}12")" 1
pkill -f "sleep ${u}12"

# A signal to the probe ends it, too.
mkfifo "$tmp/plan"
"$probe" <"$tmp/plan" >"$tmp/out" &
pid=$!
{
	echo '{"t":"plan","wire":1,"facts":false}'
	echo '{"t":"program","id":1,"key":"it","argv":["sleep","'"${u}13"'"]}'
	i=0
	until pgrep -f "sleep ${u}13" >/dev/null || [ $i -ge 1200 ]; do
		sleep .05
		i=$((i + 1))
	done
	kill "$pid"
	wait "$pid"
} >"$tmp/plan"
wait "$pid"
is "ended by a signal" $? 143
has "it says so" "$(cat "$tmp/out")" "as the probe was told to end"
is "and its program is gone" "$(pgrep -f "sleep ${u}13")" ''
finish
