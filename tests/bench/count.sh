#!/bin/sh
# count.sh PROBE - a plan that wants what only a lab has, anywhere else: a
# counter of time is not called one of instructions, and process 1 of a
# container is not that of a lab.
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"
probe=$1

cat >"$tmp/plan" <<'END'
{"t":"plan","wire":1,"facts":false,"clock":"instructions"}
{"t":"step","id":1,"key":"self_nop"}
{"t":"program","id":2,"key":"it","argv":["true"]}
{"t":"plan","wire":1,"facts":false}
{"t":"step","id":3,"key":"self_nop"}
END
out=$("$probe" <"$tmp/plan")
case $out in
*'"name":"instructions"'*)
	has "this machine counts them: so does the row" "$out" '"unit":"insn"'
	;;
*)
	why=$(printf '%s\n' "$out" |
	    sed -n 's/.*"t":"error","why":"\(.*\)".*/\1/p')
	case $why in
	*"counts time, not instructions" | *"no time-stamp counter"*) ;;
	*) why="no such reason: $why" ;;
	esac
	has "the plan is refused with a reason" "$out" "\"why\":\"$why\""
	has "every step is skipped for it" "$out" \
	    "{\"t\":\"skip\",\"id\":1,\"key\":\"self_nop\",\"why\":\"$why\"}"
	has "a command fails for it" "$out" \
	    "{\"t\":\"fail\",\"id\":2,\"key\":\"it\",\"why\":\"$why\""
	lacks "nothing is in instructions" "$out" insn
	;;
esac
has "the next plan measures time" "$out" '"t":"done","id":3,'
has "in its unit" "$(printf '%s' "$out" | grep '"id":3')" '"unit":"ns"'

printf '%s\n' '{"t":"plan","wire":1,"facts":false}' \
    '{"t":"step","id":1,"key":"sys_null","profile":100003}' \
    '{"t":"symbols"}' >"$tmp/plan"
out=$("$probe" <"$tmp/plan" | tee "$tmp/out")
lacks "what is sampled is not measured" "$out" '"t":"done"'
case $out in
*'"t":"profile"'*)
	has "its operations" "$out" '"period_ns":100003,"ops":'
	# shellcheck disable=SC2016 # awk's own
	sums=$(sed -n 's/.*"samples":\([0-9]*\),"run":"\([^"]*\)".*/\1\\n\2/p' \
	    "$tmp/out" | sed 's/\\n/\
/g' | awk 'NR == 1 { all = $1 } NF == 2 { n += $2 } END { print all, n }')
	is "each sample has its place" "${sums% *}" "${sums#* }"
	ok "there are some (${sums% *})" test "${sums% *}" -gt 0
	;;
*)
	has "or skipped with the reason" "$out" '"t":"skip","id":1'
	;;
esac
has "symbols have an end" "$out" '{"t":"symbols","end":true'
case $out in
*'"t":"symbols","list":"'*) lacks "and a list" "$out" '"end":true,"why"' ;;
*) has "or a reason" "$out" '"end":true,"why":"' ;;
esac

if unshare -rpf true 2>/dev/null; then
	is "process 1 of a container is a probe like any other" \
	    "$(unshare -rpf "$probe" --version)" "$("$probe" --version)"
	has "and measures" "$(printf '%s\n' \
	    '{"t":"step","id":1,"key":"self_nop"}' |
	    unshare -rpf "$probe")" '"t":"done","id":1'
fi
finish
