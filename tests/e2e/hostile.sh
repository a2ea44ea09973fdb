#!/bin/sh
# hostile.sh - files and words from strangers: nothing of them reaches the
# terminal raw, and what cannot be meant is refused.
. "$(dirname "$0")/e2e.sh"
fake ok

# raw TEXT: whether control characters other than the newline are in it.
raw()
{
	printf '%s' "$1" | LC_ALL=C tr -d '\n' |
	    LC_ALL=C grep -q "$(printf '[\001-\037\177]\|\302[\200-\237]')"
}
# tame WHAT: neither stream of the last pl had any, and it said something.
tame()
{
	! raw "$out$err" && [ -n "$out$err" ]
	tap_result $? "$1: nothing raw"
}

esc=$(printf '\033')
ok "the test sees an escape" raw "a${esc}[31m"
ok "and an 8-bit one" raw "$(printf 'a\302\2332J')"
ok "and none in a sentence" sh -c '! "$@"' - raw "5 us, 2 %"

# A run with them everywhere.
pl run -q -n 3 --settle 0s -l plain
pl export plain -o "$tmp/plain.json"
e='\\u001b[31m\\u0007\\r\\n\\u009b2J\\u202e'
sed -e "s/\"label\":\"plain\"/\"label\":\"x$e\"/" \
    -e "s/\"value\":\"/&$e/" -e "s/\"profile\":\"/&$e/" \
    -e "s/\"stop\":\"/&$e/" -e "s/\"command\":\"/&$e/" \
    -e "s/\"why\":null/\"why\":\"$e\"/" -e "s/\"hog\":null/\"hog\":\"$e\"/" \
    -e 's/"uuid":"..../"uuid":"0000/' "$tmp/plain.json" >"$tmp/raw.json"
ok "they are in the file" grep -q 'label":"x.u001b' "$tmp/raw.json"
for c in show 'show --facts' 'show --raw' 'show --json' export \
    'report -o lmbench' 'compare plain' 'compare -v plain' \
    'compare --json plain'; do
	# shellcheck disable=SC2086 # words
	pl $c "$tmp/raw.json"
	tame "$c"
done
pl import "$tmp/raw.json" -l strange
is "it can be stored" "$status$err" 0
tame import
pl runs
has "its label" "$out" strange
tame runs
pl show "$(printf 'no\033[31m\nsuch')"
refused "a word with escapes" "no run 'no [31m such'"
tame "what is quoted"
pl run -q "$(printf 'sys\177\302\233null')"
refused "a row with escapes" "unknown row 'sys   null'"
tame "a row"
cp "$tmp/plain.json" "$tmp/$(printf 'a\033[1mb\nc.json')"
pl import "$tmp/$(printf 'a\033[1mb\nc.json')"
refused "a file with escapes" "a [1mb c.json'"
tame "a file"

# A label is typed to mean a run: what means something else is none.
for l in '@1' 12 '' -x a/b x.json "a${esc}b" "$(printf %065d 0)"; do
	pl run -q --label="$l"
	refused "run --label" "bad label '"
	pl import --label="$l" "$tmp/plain.json"
	refused "import --label" "bad label '"
done
for l in '@1' 12 '' -x 'a\/b' x.json; do
	sed "s/\"label\":\"plain\"/\"label\":\"$l\"/" "$tmp/plain.json" \
	    >"$tmp/label.json"
	pl import "$tmp/label.json"
	refused "a file's label" "cannot import '$tmp/label.json': bad label '"
done
pl run -q -n 5000000000
refused "more rounds than can be counted" "out of range, at most 1000000"
pl run -q --until 0
refused "until nothing" "value '0' of '--until' is out of range"
pl compare --delta -5% plain strange
refused "a change below nothing" "value '-5%' of '--delta' is out of range"
clean "at the end"
finish
