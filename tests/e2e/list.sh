#!/bin/sh
# list.sh - the catalogue as a person reads it, and rows by any name they have.
. "$(dirname "$0")/e2e.sh"

pl list
is "list: status" "$status" 0
has "by family" "$out" "kernel entry and simple calls
self_nop"
has "a name, its cases, its unit, what it is" "$out" \
    " ns   the least system call: getppid"
has "its arguments, what they may be" "$out" "procs=2,8,16 (2 to 200), size="
has "words that are left" "$out" "(or "
has "other names and needs" "$out" "also called lat_select; needs dir, loopback"
# a command to be copied stays on one line
wide=$(printf '%s\n' "$out" | awk 'length > 80 && !/^  run /')
is "in 80 columns" "$wide" ""
pl list -p quick
lacks "one profile" "$out" sys_select/fds
short=$(printf '%s\n' "$out" | wc -l)
ok "is shorter" [ "$short" -gt 20 ]

pl list -v
is "all pages: status" "$status" 0
is "in 80 columns" "$(printf '%s\n' "$out" |
    awk 'length > 80 && !/^  run /')" ""
pages=$(printf '%s\n' "$out" | grep -c '^[a-z0-9_]* - ')
operations=$(printf '%s\n' "$out" | grep -c '^  operation  ')
ok "each row ($pages) says its operation" [ "$pages" = "$operations" ]
ok "there are some" [ "$pages" -gt 30 ]
pl list ipc_pipe
has "a page: what rows share" "$out" "  operation  this process writes one byte"
has "inside the clock" "$out" "  inside     the round trips."
has "pitfalls with their titles" "$out" "P2 A round trip is two switches"
has "whose definition" "$out" "  source     lmbench's lat_pipe"
has "what it calls" "$out" "  calls      write=2 read=2"
has "cases" "$out" "ipc_pipe/cpu=same in quick, default, full"
pl list -v ipc_pipe --json
has "as JSON" "$out" '"calls":"write=2 read=2"'

# meant WORD ROW: the word means this row alone.
meant()
{
	pl list "$1"
	is "'$1' is $2" "$(printf '%s\n' "$out" | sed -n \
	    's/^\([a-z0-9_]*\) - .*/\1/p' | tr '\n' ' ')" "$2 "
}
meant lat_ctx sched_ctx
meant "null call" sys_null
meant "Null Call" sys_null
meant "lat_sig c*" sig_handle
pl run -q --no-store --json -n 1 --settle 0s "NULL call"
has "also to run" "$status $out" '"key":"sys_null"'
pl list lat_syscall
has "all of a tool's" "$out" "sys_write - "

pl list sys_nulk
refused "a bad name" "unknown row 'sys_nulk', did you mean 'sys_null'?"
pl list lat_pip
refused "another tool's" "did you mean 'lat_pipe'?"
pl list 'lat_syscall rea'
refused "half of it" "did you mean 'lat_syscall read'?"
pl list bcopy
refused "a part of a name" "did you mean 'mem_bcopy"
pl list 'sys_*q'
refused "a pattern that fits nothing" "no row fits 'sys_*q'"
pl list ''
refused "an empty name" "unknown row ''"
clean "at the end"
finish
