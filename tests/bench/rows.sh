#!/bin/sh
# rows.sh PROBE [PREFIX...] - every row (whose name begins with one of these;
# after "-": with none) is measured as a run would, base and calibration
# included, and gives a number or a reason why not here.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1
shift
but=
[ "${1:-}" != - ] || { but=-v; shift; }
names=$(IFS='|'; echo "$*")

"$probe" --list >"$tmp/list"
sed -n 's/.*"t":"row","key":"\([^"]*\)".*/\1/p' "$tmp/list" |
    grep -E $but "^($names)" >"$tmp/keys"
# A family may have no rows yet, others have none that are left over.
[ -n "$but" ] || ok 'there are rows' test -s "$tmp/keys"
{
	printf '{"t":"plan","wire":1,"dir":"%s","facts":false}\n' "$tmp"
	n=0
	while read -r key; do
		n=$((n + 1))
		printf '{"t":"step","id":%s,"key":"%s",' "$n" "$key"
		printf '"time_ns":1000000,"deadline_ns":20000000000}\n'
	done <"$tmp/keys"
} >"$tmp/plan"
"$probe" <"$tmp/plan" >"$tmp/out" || ok 'the probe ends well' false

# "KEY WHETHER-A-BASE LINE" for each key, in one go: there are hundreds.
awk '
{
	key = ""
	if (match($0, /"key":"[^"]*"/))
		key = substr($0, RSTART + 7, RLENGTH - 8)
}
FILENAME == ARGV[1] { base[key] = /"base":true/ ? 1 : 0; next }
FILENAME == ARGV[2] {
	if (/"t":"(done|skip|fail)"/)
		line[key] = $0
	next
}
{ print $0, base[$0] + 0, line[$0] }' "$tmp/list" "$tmp/out" "$tmp/keys" \
    >"$tmp/lines"
while read -r key base line; do
	case $line in
	*'"t":"done"'*)
		if [ "$base" = 1 ]; then
			has "$key is measured, and its base" "$line" '"base":['
		else
			tap_result 0 "$key is measured"
		fi ;;
	*'"t":"skip"'*) has "$key says why not" "$line" '"why":"' ;;
	*)
		tap_result 1 "$key is measured"
		tap_show got "$line" ;;
	esac
done <"$tmp/lines"
is "no row is lost" "$(wc -l <"$tmp/lines")" "$(wc -l <"$tmp/keys")"

# Where too few descriptors are allowed, rows that need many say so.
grep -E '"key":"(sys_(select|poll|epoll)/fds=100|sched_ctx/procs=16)' \
    "$tmp/plan" >"$tmp/many"
# shellcheck disable=SC3045 # each sh has -n
{
	head -n 1 "$tmp/plan"
	cat "$tmp/many"
} | (ulimit -n 64 && "$probe") >"$tmp/out"
is 'with 64 descriptors they skip' "$(grep -c '"t":"skip"' "$tmp/out")" \
    "$(grep -c . "$tmp/many")"
finish
