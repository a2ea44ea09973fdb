#!/bin/sh
# bench.sh - new-bench writes a file that builds and a list that is sorted.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)

mkdir -p "$tmp/src"
cp -r "$root/src/base" "$root/src/plat" "$root/src/measure" "$tmp/src"
mkdir "$tmp/src/bench"
cat >"$tmp/src/bench/meson.build" <<'END'
# bench
bench_names = [
  'ipc_pipe',
  'sys_null',
]
other = ['x']
END
list() { sed -n "s/^  '\(.*\)',/\1/p" "$tmp/src/bench/meson.build" | xargs; }
new() { run "$root/tools/new-bench" "$@" "$tmp"; }

new ipc_zero "nothing through nothing"
is "it works" "$status$err" 0
is "the list is sorted" "$(list)" "ipc_pipe ipc_zero sys_null"
is "the rest of the file stays" "$(tail -n 1 "$tmp/src/bench/meson.build")" \
    "other = ['x']"
new vm_last "the last"
new a_first "the first"
is "at both ends" "$(list)" "a_first ipc_pipe ipc_zero sys_null vm_last"

if cc=$(command -v cc || command -v gcc || command -v clang); then
	ok "what it writes compiles" "$cc" -std=c11 -D_GNU_SOURCE -Wall \
	    -Wextra -Werror -include "$root/src/base/banned.h" -I "$tmp/src" \
	    -c -o "$tmp/new.o" "$tmp/src/bench/ipc_zero.c"
fi
printf '/* %s.c - x. */\n' ipc_pipe >"$tmp/src/bench/ipc_pipe.c"
printf '/* %s.c - x. */\n' sys_null >"$tmp/src/bench/sys_null.c"
ok "and obeys the style" "$root/tools/check-style" "$tmp"

before=$(cat "$tmp/src/bench/meson.build")
for bad in ipc_zero pipe Ipc_pipe ipc-pipe ../x_y common_x ''; do
	new "$bad" "again"
	is "the name '$bad' is refused" "$status" 2
done
for bad in '' 'with "quotes"' 'a stop.' '*/' 'back\slash' \
    "$(printf '%080d' 0)"; do
	new x_y "$bad"
	is "the summary '$bad' is refused" "$status" 2
done
run "$root/tools/new-bench" x_y
is "a summary is needed" "$status" 2
is "nothing was changed" "$(cat "$tmp/src/bench/meson.build")" "$before"
ok "nothing was written" [ ! -e "$tmp/src/bench/x_y.c" ]
finish
