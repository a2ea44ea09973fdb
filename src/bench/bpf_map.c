/* bpf_map.c - a value out of a map of BPF.
 *
 * One operation: bpf(2) that looks one of 1024 keys up in a hash map of 32-bit
 * keys and 64-bit values, a different key each time; ns. It is what a program
 * pays that reads the counters of a tracer or firewall. Inside the clock: the
 * call with its arguments filled in, the check of the value. Outside: making
 * and filling the map.
 * Needs CAP_BPF, or a kernel that lets everybody.
 * Avoids P11 (each value is checked). */
#include "bench/common_bpf.h"

#define KEYS  UINT32_C(1024)
#define TIMES UINT64_C(0x9e3779b97f4a7c15) /* any odd number: value of a key */

static int map;

static int setup(struct bench_ctx *c)
{
	map = common_bpf_map(c, BPF_MAP_TYPE_HASH, KEYS);
	if (map < 0)
		return -1;
	for (uint32_t key = 0; key < KEYS; key++)
		if (common_bpf_put(map, key, key * TIMES) != 0)
			return bench_fail(c, "bpf");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	uint64_t value = 0;

	for (uint32_t key = 0; n > 0; n--, key = (key + 1) % KEYS) {
		if (common_bpf_get(map, key, &value) != 0)
			return bench_fail(c, "bpf");
		if (value != key * TIMES)
			return bench_fail_why(c, "key %u has another value",
			    key);
	}
	return 0;
}

const struct bench bpf_map = {
	.name = "bpf_map",
	.summary = "a value out of a map of BPF",
	.in = BENCH_FULL,
	.calls = "bpf=1",
	.setup = setup,
	.run = run,
};
