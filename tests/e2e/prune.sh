#!/bin/sh
# prune.sh - perfloss runs --prune: by rule, first only said, then done.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
store=$tmp/p.db
"$here/make-history.py" "$tmp/made" a,day=1 a,day=2 b,day=2 b,day=40 a,day=41 \
    -,day=41
"$PERFLOSS" import -d "$store" "$tmp"/made/*.json >/dev/null || exit 99
runs() { pl runs -d "$store" "$@"; }
# left: the numbers of the runs that are there, the newest first
left()
{
	"$PERFLOSS" runs -d "$store" --json | python3 -c 'import json, sys
print(*[r["id"] for r in json.load(sys.stdin)["runs"]])'
}

runs --prune keep=1/label --dry-run
is "dry run: status" "$status" 0
has "what would go" "$out" "would delete #3 b"
is "three of them" "$(printf '%s\n' "$out" | wc -l)" 3
is "nothing is gone" "$(left)" "6 5 4 3 2 1"
runs --prune keep=1/label --dry-run --json
has "as JSON" "$out" '{"would_delete":[{"id":3,'
runs --prune keep=1/label
refused "no terminal to ask at" "no '--yes'"
is "nothing is gone either" "$(left)" "6 5 4 3 2 1"
runs --prune older=1h,keep=1/month --prune keep=5 --yes
is "rules: status" "$status" 0
has "what went" "$out" "deleted #1 a"
is "either rule" "$(left)" "6 3"
runs --prune older=100y --yes
is "nothing goes: status" "$status" 0
is "and says so" "$out" "no run goes by this rule"
for rule in '' older=5 keep=0 keep=1/hour newest; do
	runs --prune "$rule" --yes
	refused "rule '$rule'" "'--prune $rule'"
done
runs --prune keep=1 3
refused "rules and names" "not by names"
runs --prune keep=1 --label x 3
refused "rules and a label" "exclude one another"
runs --dry-run
refused "dry run of nothing" "'--dry-run' goes with"
pl runs -d "$tmp/none.db" --prune keep=1 --yes
refused "no store" "none.db"
ok "none is made" test ! -e "$tmp/none.db"
is "the rest is there" "$(left)" "6 3"
python3 - "$store" <<'END'
import sqlite3, sys, time
c = sqlite3.connect(sys.argv[1])
c.execute('UPDATE run SET ended_ns = 0, started_ns = ? WHERE id = 3',
          (time.time_ns(),))
c.commit()
END
runs --prune killed --yes
has "one that may be measured now stays, and why" "$out" "a day old"
is "it is there" "$(left)" "3 6"
ok "with its rows" "$PERFLOSS" show -d "$store" 6 sys_null
finish
