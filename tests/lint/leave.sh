#!/bin/sh
# leave.sh - leave against a made-up perfloss: what it counts, and its status.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v python3 >/dev/null || skip_all "no python3"
TMPDIR=$tmp
export TMPDIR

# says WORD LEFT: the made-up one.
says()
{
	cat >"$tmp/perfloss" <<-END
	#!/bin/sh
	echo x >>"$tmp/calls"
	echo '{"word":"$1","left":[$2],"rows":[],"warnings":[]}'
	END
	chmod +x "$tmp/perfloss"
	: >"$tmp/calls"
}
leave() { run "$root/tools/leave" "$@"; }

says recovered '{"what":"1 process of the load still runs"}'
leave -n 2 "$tmp/perfloss" spinner
is "a thing that is named: status" "$status" 0
has "and counted" "$out" "named 2 of 2"
is "so often it was asked" "$(wc -l <"$tmp/calls")" 2
says recovered ''
leave -n 2 "$tmp/perfloss" spinner
is "one that is not: status" "$status" 1
has "and counted" "$out" "named 0 of 2"
leave -n 10 "$tmp/perfloss" none
is "no false alarm: status" "$status" 0
has "recoveries" "$out" "still slower 0, recovered 20, something left 0 of 20"
says "still slower" ''
leave -n 1 "$tmp/perfloss" none
is "false alarms: status" "$status" 1
has "and counted" "$out" "still slower 2"
says recovered '{"what":"page cache"}'
leave -n 1 "$tmp/perfloss" none
is "a thing that was not left: status" "$status" 1
leave "$tmp/perfloss" nonsense
is "no such case: status" "$status" 2
has "the cases" "$err" "dentries"
echo 'echo no >&2; exit 2' >"$tmp/perfloss"
leave "$tmp/perfloss" spinner
is "perfloss in trouble: status" "$status" 1
has "what it said" "$err" "no"
is "no directory is left" "$(find "$tmp" -name "perfloss-leave*")" ""
finish
