# tap.sh - TAP for tests in shell; source it first, call finish last.
# shellcheck shell=sh disable=SC2034
#
#	run COMMAND...            sets $status, $out and $err
#	is WHAT GOT WANTED        equal texts
#	has WHAT TEXT PART        PART stands in TEXT
#	lacks WHAT TEXT PART
#	ok WHAT COMMAND...        COMMAND succeeds
#	skip_all WHY              ends here; nothing was tested
#
# $tmp is a directory of the test's own, removed at its end.
tap_n=0
tap_bad=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/perfloss-test.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM

run()
{
	status=0
	"$@" >"$tmp/.out" 2>"$tmp/.err" </dev/null || status=$?
	out=$(cat "$tmp/.out")
	err=$(cat "$tmp/.err")
}

tap_result()
{
	tap_n=$((tap_n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tap_n - $2"
	else
		echo "not ok $tap_n - $2"
		tap_bad=1
	fi
}

tap_show() { printf '%s\n' "$2" | sed "s/^/#   $1: /"; }

is()
{
	if [ "$2" = "$3" ]; then
		tap_result 0 "$1"
	else
		tap_result 1 "$1"
		tap_show got "$2"
		tap_show wanted "$3"
	fi
}

has()
{
	case $2 in
	*"$3"*) tap_result 0 "$1" ;;
	*) tap_result 1 "$1"; tap_show got "$2"; tap_show "wanted in it" "$3" ;;
	esac
}

lacks()
{
	case $2 in
	*"$3"*) tap_result 1 "$1"; tap_show got "$2" ;;
	*) tap_result 0 "$1" ;;
	esac
}

ok()
{
	tap_what=$1
	shift
	tap_out=$("$@" 2>&1 </dev/null)
	tap_status=$?
	tap_result $tap_status "$tap_what"
	[ $tap_status = 0 ] || tap_show "status $tap_status" "$tap_out"
}

# skip WHAT WHY...
skip()
{
	tap_n=$((tap_n + 1))
	tap_what=$1
	shift
	echo "ok $tap_n - $tap_what # SKIP $*"
}

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 0
}

finish()
{
	echo "1..$tap_n"
	exit $tap_bad
}
