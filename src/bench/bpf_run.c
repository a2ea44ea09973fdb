/* bpf_run.c - a small program of BPF runs.
 *
 * One operation: bpf(2) with BPF_PROG_TEST_RUN, which runs a program `runs`
 * times (100) over a packet of zeros; ns. The program looks a counter up in an
 * array map and adds 1 to it, as most tracers do. The base is the same call
 * that runs it once: the difference is the other runs, without the call and its
 * packet. Compiled or interpreted is the kernel's choice
 * (net.core.bpf_jit_enable, noted as "jit"). Inside the clock: the call and its
 * check. Outside: loading the program.
 * Needs CAP_BPF, or a kernel that lets everybody.
 * Avoids P11 (the counter), P22 (same skeleton, both values kept). */
#include "bench/common_bpf.h"

#include <errno.h>
#include <string.h>

#define PACKET 64 /* at least an Ethernet header */

struct bpf_run {
	int map, program;
	uint64_t counted;
};

/* r0 = map[0]; if there: *r0 += 1; return 0 */
static int load(int map)
{
	static const char license[] = "MIT";
	const struct bpf_insn code[] = {
		{ BPF_ST | BPF_MEM | BPF_W, 10, 0, -4, 0 },
		{ BPF_ALU64 | BPF_MOV | BPF_X, 2, 10, 0, 0 },
		{ BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, -4 },
		{ BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map },
		{ 0, 0, 0, 0, 0 }, /* the second half of the one before */
		{ BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem },
		{ BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2, 0 },
		{ BPF_ALU64 | BPF_MOV | BPF_K, 1, 0, 0, 1 },
		{ BPF_STX | BPF_XADD | BPF_DW, 0, 1, 0, 0 },
		{ BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0 },
		{ BPF_JMP | BPF_EXIT, 0, 0, 0, 0 },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
	attr.insns = (uint64_t)(uintptr_t)code;
	attr.insn_cnt = sizeof(code) / sizeof(code[0]);
	attr.license = (uint64_t)(uintptr_t)license;
	return common_bpf(BPF_PROG_LOAD, &attr);
}

static int test_run(const struct bpf_run *s, uint32_t runs)
{
	static unsigned char packet[PACKET];
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.test.prog_fd = (uint32_t)s->program;
	attr.test.data_in = (uint64_t)(uintptr_t)packet;
	attr.test.data_size_in = sizeof(packet);
	attr.test.repeat = runs;
	return common_bpf(BPF_PROG_TEST_RUN, &attr);
}

static int setup(struct bench_ctx *c)
{
	struct bpf_run *s = c->state;

	s->map = common_bpf_map(c, BPF_MAP_TYPE_ARRAY, 1);
	if (s->map < 0)
		return -1;
	s->program = load(s->map);
	if (s->program < 0 && (errno == EPERM || errno == EACCES))
		return bench_skip(c, "needs CAP_BPF to load a program");
	if (s->program < 0)
		return bench_fail(c, "bpf");
	common_bpf_note_jit(c);
	if (test_run(s, 1) == 0)
		return common_bpf_get(s->map, 0, &s->counted) == 0 ?
		    0 :
		    bench_fail(c, "bpf");
	if (errno == EINVAL || errno == ENOTSUP || errno == EPERM)
		return bench_skip(c,
		    "this kernel runs no program for a test "
		    "(Linux 4.12), or not for this user");
	return bench_fail(c, "bpf");
}

/* Check the counter against so many runs more. */
static int check(struct bench_ctx *c, uint64_t more)
{
	struct bpf_run *s = c->state;
	uint64_t now;

	if (common_bpf_get(s->map, 0, &now) != 0)
		return bench_fail(c, "bpf");
	more += s->counted;
	s->counted = now;
	return now == more ? 0 :
			     bench_fail_why(c,
				 "the counter is not as it should"
				 " be after that many runs");
}

static int loop(struct bench_ctx *c, uint64_t n, uint32_t runs)
{
	while (n-- > 0)
		if (test_run(c->state, runs) != 0)
			return bench_fail(c, "bpf");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return loop(c, n, (uint32_t)c->arg[0]);
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	return check(c, n * (uint64_t)c->arg[0]);
}

static int base(struct bench_ctx *c, uint64_t n)
{
	return loop(c, n, 1) == 0 ? check(c, n) : -1;
}

const struct bench bpf_run = {
	.name = "bpf_run",
	.summary = "a small program of BPF runs many times",
	.params =
	    bench_params(bench_count("runs", 2, 100000, "runs of the program")),
	.cases = bench_cases(bench_case(BENCH_FULL, 100)),
	.state_size = sizeof(struct bpf_run),
	.calls = "bpf=1",
	.setup = setup,
	.run = run,
	.base = base,
	.tidy = tidy,
};
