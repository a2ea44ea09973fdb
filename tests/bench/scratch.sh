#!/bin/sh
# scratch.sh PROBE - rows that use files, on scratch directories that are too
# small, full, or cannot be written: each gives a number or a reason, and leaves
# nothing behind.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1

# The namespaces in which mounting is allowed go with the test.
if [ -z "$SCRATCH_INSIDE" ]; then
	unshare -rm true 2>/dev/null || skip_all 'no namespaces to mount in'
	SCRATCH_INSIDE=1 unshare -rm sh "$0" "$probe"
	exit
fi
"$probe" --list >"$tmp/list"
sed -n 's/.*"t":"row","key":"\([^"]*\)".*/\1/p' "$tmp/list" |
    grep -E '^(fs|io)_' | grep -v 'where=tmpfs' >"$tmp/keys"
ok 'there are rows' test -s "$tmp/keys"

# measure DIR: each row's end in $tmp/out
measure()
{
	{
		printf '{"t":"plan","wire":1,"dir":"%s","facts":false}\n' "$1"
		n=0
		while read -r key; do
			n=$((n + 1))
			printf '{"t":"step","id":%s,"key":"%s",' "$n" "$key"
			printf '"time_ns":100000,"deadline_ns":5000000000}\n'
		done <"$tmp/keys"
	} >"$tmp/plan"
	"$probe" <"$tmp/plan" >"$tmp/out"
}

# ends WHAT: each row has an end, and a reason if it is no number
ends()
{
	: >"$tmp/bad"
	while read -r key; do
		line=$(grep -F "\"key\":\"$key\"" "$tmp/out" |
		    grep -E '"t":"(done|skip|fail)"')
		case $line in
		*'"t":"done"'*) ;;
		*'"why":"'?*'"'*) ;;
		*) echo "$key: $line" >>"$tmp/bad" ;;
		esac
	done <"$tmp/keys"
	is "$1: every row ends with a number or a reason" "$(cat "$tmp/bad")" ''
}

measured() { grep -c '"t":"done"' "$tmp/out"; }

mkdir "$tmp/d"
mount -t tmpfs -o size=1m tmpfs "$tmp/d" || skip_all 'tmpfs cannot be mounted'
measure "$tmp/d"
ends '1 MB'
ok '1 MB: most can be measured' test "$(measured)" -gt 20
has '1 MB: what does not fit says so' "$(cat "$tmp/out")" \
    'no space left on device'
is '1 MB: nothing is left' "$(ls -A "$tmp/d")" ''
# O_DIRECT is taken on tmpfs and means nothing there.
grep -E '"t":"done".*"key":"(io_direct|io_cold|[^"]*=disk)' "$tmp/out" \
    >"$tmp/past"
is 'tmpfs: nothing passes the page cache' "$(cat "$tmp/past")" ''

dd if=/dev/zero of="$tmp/d/full" bs=64k >/dev/null 2>&1
measure "$tmp/d"
ends 'full'
is 'full: nothing is left' "$(ls -A "$tmp/d")" full

umount "$tmp/d"
mount -t tmpfs -o ro tmpfs "$tmp/d"
measure "$tmp/d"
ends 'read-only'
is 'read-only: nothing is measured' "$(measured)" 0
umount "$tmp/d"
finish
