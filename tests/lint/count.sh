#!/bin/sh
# count.sh - the last line of CI is true to the logs.
. "$(dirname "$0")/../tap.sh"
count=$(cd "$(dirname "$0")/../.." && pwd)/tools/count-tests

log() { printf '{"name": "x", "result": "%s"}\n' "$@" >"$tmp/log"; }

log OK OK SKIP
run "$count" "$tmp/log"
is "passed and skipped" "$status $out" "0 2 passed, 0 failed, 1 skipped"
log OK FAIL TIMEOUT ERROR
run "$count" "$tmp/log" "$tmp/log"
is "several logs" "$status $out" "1 2 passed, 6 failed, 0 skipped"
log SKIP
run "$count" "$tmp/log"
is "nothing ran" "$status $out" "1 0 passed, 0 failed, 1 skipped"
log OK
run "$count" "$tmp/log" "$tmp/none"
is "a log that is not there" "$status $(printf '%s\n' "$out" | tail -n 1)" \
    "1 1 passed, 1 failed, 0 skipped"
printf '{"name": "x", "res' >>"$tmp/log"
run "$count" "$tmp/log"
is "a log that is cut" "$status $(printf '%s\n' "$out" | tail -n 1)" \
    "1 1 passed, 1 failed, 0 skipped"
finish
