#!/bin/sh
# rows.sh PROBE - every row is measured as a run would, base and calibration
# included, and gives a number or a reason why not here.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1

"$probe" --list >"$tmp/list"
sed -n 's/.*"t":"row","key":"\([^"]*\)".*/\1/p' "$tmp/list" >"$tmp/keys"
ok 'there are rows' test -s "$tmp/keys"
{
	printf '{"t":"plan","wire":1,"dir":"%s","facts":false}\n' "$tmp"
	n=0
	while read -r key; do
		n=$((n + 1))
		printf '{"t":"step","id":%s,"key":"%s",' "$n" "$key"
		printf '"time_ns":1000000,"deadline_ns":5000000000}\n'
	done <"$tmp/keys"
} >"$tmp/plan"
"$probe" <"$tmp/plan" >"$tmp/out" || ok 'the probe ends well' false
while read -r key; do
	line=$(grep -F "\"key\":\"$key\"" "$tmp/out" |
	    grep -E '"t":"(done|skip|fail)"')
	case $line in
	*'"t":"done"'*)
		if grep -F "\"key\":\"$key\"" "$tmp/list" |
		    grep -q '"base":true'; then
			has "$key is measured, and its base" "$line" '"base":['
		else
			tap_result 0 "$key is measured"
		fi ;;
	*'"t":"skip"'*) has "$key says why not" "$line" '"why":"' ;;
	*)
		tap_result 1 "$key is measured"
		tap_show got "$line" ;;
	esac
done <"$tmp/keys"

# Where too few descriptors are allowed, rows that need many say so.
grep -E '"key":"sys_(select|poll|epoll)/fds=100' "$tmp/plan" >"$tmp/many"
# shellcheck disable=SC3045 # each sh has -n
{
	head -n 1 "$tmp/plan"
	cat "$tmp/many"
} | (ulimit -n 64 && "$probe") >"$tmp/out"
is 'with 64 descriptors they skip' "$(grep -c 'needs more desc' "$tmp/out")" \
    "$(grep -c . "$tmp/many")"
finish
