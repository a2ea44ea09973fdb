#!/bin/sh
# layers.sh - check-layers finds what it is for, in trees made to break rules.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)

# tree FILE LINE: a tree with one file of one line beside an innocent one.
tree()
{
	rm -rf "$tmp/t"
	mkdir -p "$tmp/t/tools" "$tmp/t/src/base" "$tmp/t/$(dirname "$1")"
	cp "$root/tools/layers" "$tmp/t/tools"
	echo '#include "base/err.h"' >"$tmp/t/src/base/err.c"
	printf '%s\n' "$2" >"$tmp/t/$1"
	run "$root/tools/check-layers" "$tmp/t"
}

allows() { tree "$1" "$2"; is "$1 may have: $2" "$status $out" "0 "; }
refuses()
{
	tree "$1" "$2"
	is "$1 may not have: $2" "$status" 1
	has "and names file and line" "$out" "$1:1:"
}

allows src/judge/verdict.c '#include "model/run.h"'
allows src/bench/ipc_pipe.c '#include "measure/bench.h"'
allows src/main.c '#include "report/report.h"'
allows src/store/db.c '#include <sqlite3.h>'
allows src/judge/meson.build 'l = library(dependencies: [model, stats])'
refuses src/report/text.c '#include "store/store.h"'
refuses src/bench/ipc_pipe.c '#include "probe/plan.h"'
refuses src/judge/verdict.c '#include "measure/bench.h"'
refuses src/drive/local.c '  #  include "plat/plat.h"'
refuses src/stats/rank.c '#include "plat/plat.h"'
refuses src/base/err.c '#include "model/run.h"'
refuses src/main.c '#include "plat/plat.h"'
refuses src/judge/verdict.c '#include "verdict.h"'
refuses src/judge/verdict.c '#include "../model/run.h"'
refuses src/cmd/runs.c '#include <sqlite3.h>'
refuses src/extra/thing.c 'int thing;'
refuses src/cmd/meson.build "executable('x', dependencies: [cmd, plat])"
refuses src/probe/meson.build "executable('x', dependencies: model)"

run "$root/tools/check-layers" "$tmp/none"
ok "a tree that is not there is no success" [ "$status" != 0 ]
finish
