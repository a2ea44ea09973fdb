#!/bin/sh
# lab_real.sh - kernels that really boot: the same numbers twice, and planted
# costs found on the right rows, in the right functions.
. "$(dirname "$0")/e2e.sh"
[ -n "$PERFLOSS_TEST_KERNELS" ] ||
	skip_all "PERFLOSS_TEST_KERNELS names no kernels"
command -v qemu-system-x86_64 >/dev/null || skip_all "no qemu-system-x86_64"
kernel=$(find "$PERFLOSS_TEST_KERNELS" -name 'vmlinuz-*-amd64' | sort |
    head -n 1)
[ -n "$kernel" ] || skip_all "no vmlinuz-*-amd64 in $PERFLOSS_TEST_KERNELS"
export XDG_CACHE_HOME="$tmp/cache"

# lab ARGUMENT...: few rows, so that it takes seconds.
lab()
{
	pl lab "$@" "$kernel" -q --no-store --limit 10m --settle 5s \
	    --rows sys_null --rows sys_read --rows sys_stat --rows sig_handle
}

lab run --boots 1 --json
is "run: status" "$status" 0
numbers() { printf '%s\n' "$out" | grep -o '"row":"[^"]*"\|"value":[0-9.]*'; }
first=$(numbers)
has "run: it counts" "$out" '"unit":"insn"'
lab run --boots 1 --json
is "run: the same to the last digit" "$(numbers)" "$first"
lab run --boots 1 --json --seed 2
has "run: another seed" "$out" '"seed":2'

# planted WHAT ROW FUNCTION ARGUMENT...
planted()
{
	what=$1 row=$2 function=$3
	shift 3
	lab compare "$@"
	is "$what: status" "$status" 1
	has "$what: the row" "$(printf '%s\n' "$out" | grep "^$row")" SLOWER
	[ -z "$function" ] || has "$what: the function" \
	    "$(printf '%s\n' "$out" | grep "per $row")" "$function"
}
planted "memory is cleared" "sys_stat" "memset" \
    --cmdline-a init_on_alloc=0 --cmdline-b init_on_alloc=1
planted "a filter" "sys_null" "seccomp" --inject-b seccomp:1
lab compare
is "nothing: status" "$status" 0
has "nothing: all are the same" "$out" "4 rows are the same within 0.2 %."
clean "all of it"
finish
