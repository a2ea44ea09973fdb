/* cpu_vmexit.c - leave a virtual machine and come back.
 *
 * One operation: one cpuid instruction, leaf 0; ns. On x86 a hypervisor must
 * see it, so in a guest it is the least way out to the host and back, and its
 * mitigations are in it (P13). On a bare machine it is the price of cpuid
 * itself, some 100 cycles; the note "guest" says which of the two it is. Inside
 * the clock: the instruction, and adding up what it gave. Outside: asking
 * whether there is a hypervisor. After each batch: the sum is right (P11). */
#include "measure/bench.h"

#if defined(__x86_64__) || defined(__i386__)
static inline uint32_t cpuid(uint32_t leaf, uint32_t *ecx)
{
	uint32_t a = leaf, b, c = 0, d;

	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	*ecx = c;
	return b;
}
#define KNOWN true
#else
static inline uint32_t cpuid(uint32_t leaf, uint32_t *ecx)
{
	*ecx = 0;
	return leaf;
}
#define KNOWN false
#endif

#define HYPERVISOR (1u << 31) /* of ecx of leaf 1 */

struct cpu_vmexit {
	uint32_t want; /* a part of the vendor's name */
	uint64_t sum;
};

static const char *unsupported(const struct bench_ctx *c)
{
	(void)c;
	return KNOWN ? NULL : "only x86 has the instruction cpuid";
}

static int setup(struct bench_ctx *c)
{
	struct cpu_vmexit *s = c->state;
	uint32_t ecx;

	cpuid(1, &ecx);
	bench_note(c, "guest", ecx & HYPERVISOR ? "yes" : "no");
	s->want = cpuid(0, &ecx);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct cpu_vmexit *s = c->state;
	uint64_t sum = 0;
	uint32_t ecx;

	while (n-- > 0)
		sum += cpuid(0, &ecx);
	s->sum = sum;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct cpu_vmexit *s = c->state;

	return s->sum == n * s->want ?
	    0 :
	    bench_fail_why(c, "cpuid gave something else than before");
}

const struct bench cpu_vmexit = {
	.name = "cpu_vmexit",
	.summary = "leave a virtual machine and come back (cpuid)",
	.in = BENCH_FULL,
	.state_size = sizeof(struct cpu_vmexit),
	.unsupported = unsupported,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
