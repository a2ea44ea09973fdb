# e2e.sh - what the end-to-end tests share; sources tap.sh.
# shellcheck shell=sh disable=SC2034
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
: "${PERFLOSS:?run by meson test}"
export XDG_DATA_HOME="$tmp/data" TMPDIR="$tmp/scratch" HOME="$tmp/home"
mkdir "$TMPDIR" "$HOME"
unset PERFLOSS_PROBE FAKE FAKE_SLOW

# pl ARGUMENT...: the program; sets $status, $out, $err.
pl() { run "$PERFLOSS" "$@"; }

# fake MODE: from now on the made-up probe.
fake()
{
	export PERFLOSS_PROBE="$here/fake-probe" FAKE="$1"
}

# refused WHAT PART: the last pl ended with status 2 and one line with PART.
refused()
{
	is "$1: status" "$status" 2
	is "$1: nothing on stdout" "$out" ""
	has "$1" "$err" "$2"
	is "$1: one line" "$(printf '%s\n' "$err" | wc -l)" 1
}

# clean WHAT: no scratch directory is left.
clean() { is "$1: no scratch directory is left" "$(ls "$TMPDIR")" ""; }

# wait_for COMMAND...: until it succeeds, a minute at most.
wait_for()
{
	tries=600
	until "$@"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.1
	done
}

# platform: whether this build knows its system (make null does not): then it
# knows machines apart, and what is measured has an environment of its own.
platform()
{
	"$(dirname "$PERFLOSS")/../probe/perfloss-probe" --facts |
	    grep -q '"key":"boot.id"'
}

gone() { ! kill -0 "$1" 2>/dev/null; }
