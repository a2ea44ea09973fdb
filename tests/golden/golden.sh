#!/bin/sh
# golden.sh - made-up runs, commands, and the exact text they must print. After
# a change that is meant: UPDATE=1 meson test -C build golden, then git diff.
. "$(dirname "$0")/../tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
: "${PERFLOSS:?run by meson test}"
command -v python3 >/dev/null 2>&1 || skip_all "no python3 to make the runs"
cd "$tmp" || exit 99
export XDG_DATA_HOME="$tmp/none" # no history
"$here/make-run.py" before >before.json
"$here/make-run.py" after >after.json
"$here/make-run.py" later >later.json
"$here/make-run.py" before a >a.json
"$here/make-run.py" later b >b.json
"$here/make-events.py" 1 8 <before.json >events.json
"$here/make-events.py" 2 16 <later.json >slow-events.json
"$here/make-events.py" 1 8 <a.json >events-a.json
"$here/make-events.py" 2 16 <b.json >events-b.json

# with STATE LOOKS <RUN: of two that were measured together, in a state.
with() { sed -e "s/\"rounds\":12,/&\"state\":$1,\"looks\":$2,/"; }
with "\"'sysctl -w x=0'\"" 20 <a.json >a20.json
"$here/make-run.py" after b |
    with "\"'sysctl -w x=1', LANG=C, under 'chrt -b 0'\"" 20 >b20.json
"$here/make-run.py" before b | sed 's/"uuid":"00/"uuid":"11/' >same.json

# prints FILE STATUS ARGUMENT...
prints()
{
	want=$here/$1 wanted_status=$2
	shift 2
	run "$PERFLOSS" "$@"
	[ -z "$UPDATE" ] || cp "$tmp/.out" "$want"
	diff -u "$want" "$tmp/.out" | sed 's/^/# /'
	cmp -s "$want" "$tmp/.out"
	tap_result $? "perfloss $*"
	is "its status" "$status$err" "$wanted_status"
}

prints show.txt 0 show before.json
prints show-after.txt 0 show after.json
prints compare.txt 1 compare before.json after.json
prints compare-back.txt 1 compare after.json before.json
prints compare-all.txt 1 compare -v before.json after.json
prints compare-later.txt 0 compare before.json later.json
prints pairs.txt 1 compare a20.json b20.json
prints pairs-same.txt 0 compare a.json same.json
prints lmbench.txt 0 report -o lmbench before.json after.json
prints show.csv 0 show --csv before.json 'mem_*' sched_ctx ipc_pipe
prints report.md 0 report -f md before.json --rows 'sys_*' --rows ipc_pipe
prints report.prom 0 report -f openmetrics before.json --rows 'sys_*' \
    --rows ipc_pipe --rows bw_pipe
prints facts.txt 0 show --facts before.json
prints raw.txt 0 show --raw before.json sys_null
prints compare-many.txt 1 compare before.json after.json later.json
prints compare-wrapped.txt 1 compare before.json after.json later.json \
    before.json after.json -r 'sys_*' -r sig_handle
prints compare-neighbours.txt 1 compare --neighbours before.json after.json \
    later.json
prints compare.md 1 compare -f markdown before.json after.json
prints compare-many.md 1 compare -f md before.json after.json later.json
prints compare.csv 1 compare -f csv before.json after.json later.json \
    --rows 'sig_*' --rows bw_unix --rows ipc_connect
prints compare-pairs.txt 1 compare a.json b.json
prints plan.txt 0 plan --from before.json 'sys_*' fs_create ipc_connect \
    --delta 1%
prints show-events.txt 0 show events.json
prints show-event.txt 0 show events.json 'sched_wakeup*' time_late:p95
prints compare-events.txt 1 compare -v events.json slow-events.json
prints compare-events.csv 1 compare -f csv events.json slow-events.json \
    -r '*:p99' -r time_late
prints pairs-events.txt 1 compare events-a.json events-b.json
prints plan-events.txt 0 plan --from events.json sched_wakeup time_late
prints show-events.json 0 show --json events.json 'sched_wakeup/cpu=same'
prints raw-events.txt 0 show --raw events.json sched_wakeup
run "$PERFLOSS" export events.json
ok "what is exported is what was measured" sh -c \
    'printf "%s" "$1" | grep -q "sched_wakeup/cpu=same\"" &&
    ! printf "%s" "$1" | grep -q :p9' - "$out"
run "$PERFLOSS" show events.json time_late:p98
is "there is no p98" "$status" 2
prints compare.json 1 compare --json before.json after.json

# Pictures, each of the table.
picture() { prints "figure-$1.svg" 0 report -f svg --figure "$@"; }
picture rows before.json later.json --rows 'sys_*' --rows 'bw_*'
picture strip before.json --rows 'sys_*'
picture curves before.json --over size --rows sched_ctx
picture memory before.json
picture heat before.json --rows sched_ctx
picture histogram events.json --rows sched_wakeup
picture course events.json --rows sys_null --rows ipc_pipe
prints figure-forest.svg 1 compare -f svg before.json after.json later.json \
    -r 'sys_*' -r 'sig_*' -r ipc_connect
prints figure-small.svg 0 report -f svg --figure strip --width 320 \
    --theme dark before.json --rows 'sys_*' --rows 'mem_read'

prints plot-show.txt 0 show --plot before.json
prints plot-strips.txt 0 show --plot before.json 'sys_*'
prints plot-forest.txt 1 compare --plot before.json after.json later.json \
    -r 'sys_*' -r 'sig_*'

# A self-test of made-up numbers, the random order that of a seed.
export PERFLOSS_PROBE="$here/../e2e/fake-probe" TMPDIR="$tmp"
prints self-test.txt 0 self-test -q --seed 7 --suites 3 --tries 3 -p default

# Every line fits, but for what is not to be cut.
for f in pairs pairs-same \
    show show-after compare compare-back compare-all compare-later \
    compare-many compare-wrapped compare-neighbours compare-pairs plan \
    show-events show-event compare-events pairs-events plan-events \
    plot-show plot-strips \
    plot-forest self-test; do
	is "$f.txt fits 80 columns" \
	    "$(python3 -c 'import sys
print(max(len(l.rstrip("\n")) for l in open(sys.argv[1], encoding="utf8")) > 80)
' "$here/$f.txt")" False
done
# A history in a store: a step, one that went away, spikes.
plans=
i=1
while [ $i -le 42 ]; do
	plans="$plans v2.1.$i"
	[ $i -le 30 ] || plans="$plans,sys_null=1.06,kernel=6.2.0"
	{ [ $i -ne 12 ] && [ $i -le 40 ]; } || plans="$plans,ipc_pipe=1.3"
	{ [ $i -lt 16 ] || [ $i -ge 28 ]; } || plans="$plans,bw_pipe=1.2"
	i=$((i + 1))
done
# shellcheck disable=SC2086 # words
"$here/../e2e/make-history.py" history $plans
"$PERFLOSS" import -d history.db history/*.json >imported
prints trend.txt 0 trend -d history.db
prints trend-all.txt 0 trend -d history.db --all --by label
prints trend-rows.txt 1 trend -d history.db sys_null ipc_pipe bw_pipe \
    --fail-on-new-step --newest 12
prints trend.json 0 trend -d history.db --json --last 12 sys_null

COLUMNS=60 run "$PERFLOSS" show before.json
is "and 60 where there are no more" \
    "$(printf '%s\n' "$out" | awk 'length > 60' | wc -l)" 0
finish
