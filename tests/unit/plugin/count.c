/* count.c - perfloss-count.so in a machine that is made up: blocks that are
 * translated, run, left in the middle, dropped and translated again.
 *
 * Built twice, as a QEMU of API version 1 and as one of version 3, which has
 * counters in scoreboards and copies instructions. */
#include "model/counts.h"
#include "plugin/qemu.h"
#include "tap.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define KERNEL UINT64_C(0xffffffff81000000)
#define INSNS  8
#define OPS    4

/* -- QEMU ---------------------------------------------------------------- */

struct op {
	uint64_t *counter;
	uint64_t add;
};

struct qemu_plugin_insn {
	uint64_t vaddr;
	uint8_t byte[15];
	size_t size;
	struct op op[OPS];
	size_t n;
	void (*cb)(unsigned cpu, void *data);
	void *data;
};

struct qemu_plugin_tb {
	struct qemu_plugin_insn insn[INSNS];
	size_t n_insns;
	struct op op[OPS];
	size_t n;
};

static void (*translate)(uint64_t id, struct qemu_plugin_tb *tb);
static void (*at_exit)(uint64_t id, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
    void (*cb)(uint64_t id, struct qemu_plugin_tb *tb))
{
	(void)id;
	translate = cb;
}

void qemu_plugin_register_atexit_cb(uint64_t id,
    void (*cb)(uint64_t id, void *data), void *data)
{
	(void)id;
	(void)data;
	at_exit = cb;
}

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
    void (*cb)(unsigned cpu, void *data), int flags, void *data)
{
	(void)flags;
	insn->cb = cb;
	insn->data = data;
}

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb)
{
	return tb->n_insns;
}

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(
    const struct qemu_plugin_tb *tb, size_t i)
{
	return (struct qemu_plugin_insn *)(uintptr_t)&tb->insn[i];
}

uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *i)
{
	return i->vaddr;
}

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *i)
{
	return i->size;
}

static void add_op(struct op *op, size_t *n, uint64_t *counter, uint64_t add)
{
	if (*n == OPS)
		abort();
	op[*n].counter = counter;
	op[(*n)++].add = add;
}

#if VERSION < 2
/* The real one's type is another; the plugin calls it through that. */
const void *insn_data(const struct qemu_plugin_insn *i) __asm__(
    "qemu_plugin_insn_data");
const void *insn_data(const struct qemu_plugin_insn *i)
{
	return i->byte;
}

void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int op,
    void *counter, uint64_t add)
{
	(void)op;
	add_op(tb->op, &tb->n, counter, add);
}

void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
    int op, void *counter, uint64_t add)
{
	(void)op;
	add_op(insn->op, &insn->n, counter, add);
}
#else
struct qemu_plugin_scoreboard {
	uint64_t *values;
};

size_t insn_data(const struct qemu_plugin_insn *i, void *to,
    size_t size) __asm__("qemu_plugin_insn_data");
size_t insn_data(const struct qemu_plugin_insn *i, void *to, size_t size)
{
	memcpy(to, i->byte, size);
	return size;
}

struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t size)
{
	struct qemu_plugin_scoreboard *s = calloc(1, sizeof(*s));

	s->values = calloc(1, size);
	return s;
}

void *qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard *s,
    unsigned cpu)
{
	return cpu == 0 ? s->values : NULL;
}

void qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
    struct qemu_plugin_tb *tb, int op, struct qemu_u64 c, uint64_t add)
{
	(void)op;
	add_op(tb->op, &tb->n, c.score->values + c.offset / 8, add);
}

void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
    struct qemu_plugin_insn *insn, int op, struct qemu_u64 c, uint64_t add)
{
	(void)op;
	add_op(insn->op, &insn->n, c.score->values + c.offset / 8, add);
}
#endif

/* -- The machine --------------------------------------------------------- */

static void do_ops(const struct op *op, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*op[i].counter += op[i].add;
}

/* Instructions of 4 bytes, which begin with the number. */
static void block(struct qemu_plugin_tb *tb, uint64_t address, size_t n,
    uint8_t number)
{
	memset(tb, 0, sizeof(*tb));
	tb->n_insns = n;
	for (size_t i = 0; i < n; i++) {
		tb->insn[i].vaddr = address + 4 * i;
		tb->insn[i].size = 4;
		tb->insn[i].byte[0] = number;
		tb->insn[i].byte[1] = (uint8_t)i;
	}
}

/* Put a mark in the place of one. */
static void put_mark(struct qemu_plugin_tb *tb, size_t i, unsigned what)
{
	static const uint8_t mark[] = { 0x0f, 0x1f, 0x80, 0, 0x53, 0x66, 0x70 };

	memcpy(tb->insn[i].byte, mark, sizeof(mark));
	tb->insn[i].byte[3] = (uint8_t)what;
	tb->insn[i].size = sizeof(mark);
}

/* As QEMU does: the block's counters, then those of each instruction before
 * it; the last one of them may fault. */
static void run(struct qemu_plugin_tb *tb, size_t begun, unsigned times)
{
	for (; times > 0; times--) {
		do_ops(tb->op, tb->n);
		for (size_t i = 0; i < begun; i++) {
			if (tb->insn[i].cb)
				tb->insn[i].cb(0, tb->insn[i].data);
			do_ops(tb->insn[i].op, tb->insn[i].n);
		}
	}
}

static void again(struct qemu_plugin_tb *tb)
{
	tb->n = 0;
	for (size_t i = 0; i < tb->n_insns; i++) {
		tb->insn[i].n = 0;
		tb->insn[i].cb = NULL;
	}
	translate(1, tb);
}

static struct qemu_plugin_tb marks[6];

static void mark(unsigned what)
{
	run(&marks[what], 2, 1);
}

static void make_marks(void)
{
	for (unsigned i = 1; i <= 5; i++) {
		block(&marks[i], 0x400000 + 0x100 * i, 2, 0x99);
		put_mark(&marks[i], 0, i);
		again(&marks[i]);
	}
}

enum { STEP = 1, RUN, RUN_END, BASE, BASE_END };

/* -- Tests --------------------------------------------------------------- */

static char top[] = "/tmp/perfloss-test-count-XXXXXX", file[64];
static int (*install)(uint64_t id, const struct qemu_about *about, int argc,
    char **argv);
static struct counts c;

static uint64_t got(uint64_t step, bool base, uint64_t address, uint8_t number)
{
	const struct counts_step *s = counts_find(&c, step, base);

	for (size_t i = 0; s && i < s->n; i++)
		if (s->at[i].address == address &&
		    (address >= COUNTS_KERNEL || s->at[i].byte[0] == number))
			return s->at[i].n;
	return 0;
}

static uint64_t total(uint64_t step, bool base)
{
	const struct counts_step *s = counts_find(&c, step, base);

	return s ? s->total : 0;
}

static void test_refusals(void)
{
	struct qemu_about about = { "x86_64", 0, VERSION, true, 1, 1 };
	char out[80], bad[] = "out=/nonexistent/x", odd[] = "colour=blue";
	char *args[] = { out }, *none[] = { bad }, *other[] = { odd };

	snprintf(out, sizeof(out), "out=%s", file);
	tap_ok(install(1, &about, 0, NULL) != 0, "no file: refused");
	tap_ok(install(1, &about, 1, other) != 0, "other arguments: refused");
	tap_ok(install(1, &about, 1, none) != 0, "no such directory: refused");
	about.smp_vcpus = 2;
	tap_ok(install(1, &about, 1, args) != 0, "two CPUs: refused");
	about.smp_vcpus = 1;
	about.target_name = "aarch64";
	tap_ok(install(1, &about, 1, args) != 0, "another machine: refused");
	about.target_name = "x86_64";
	about.system_emulation = false;
	tap_ok(install(1, &about, 1, args) != 0, "no whole machine: refused");
	about.system_emulation = true;
	tap_ok(install(1, &about, 1, args) == 0, "as it is to be: installed");
}

/* Step 1: a loop, a fault in a block, a translation dropped. */
static void step_one(void)
{
	static struct qemu_plugin_tb loop, other;

	block(&loop, 0x401000, 3, 0x11);
	block(&other, KERNEL, 4, 0x22);
	translate(1, &loop);
	translate(1, &other);
	run(&loop, 3, 77); /* before: does not count */
	mark(STEP);
	run(&loop, 3, 77);
	mark(RUN);
	run(&loop, 3, 1000);
	run(&other, 2, 1); /* its second one faults */
	again(&loop);
	run(&loop, 3, 500);
	run(&other, 4, 10);
	mark(RUN_END);
	run(&loop, 3, 77);
	mark(BASE);
	run(&loop, 1, 5);
	mark(BASE_END);
	run(&other, 4, 77);
}

/* Step 2: programs at one address, a block on two pages, and one that goes on
 * behind a mark. */
static void step_two(void)
{
	static struct qemu_plugin_tb a, b, wide, on, off;

	block(&a, 0x402000, 2, 0x33);
	block(&b, 0x402000, 2, 0x44);
	block(&wide, 0x402ff8, 4, 0x55); /* two here, two there */
	block(&on, 0x404ff4, 6, 0x66);
	put_mark(&on, 0, RUN);
	block(&off, 0x406000, 4, 0x77);
	put_mark(&off, 2, RUN_END);
	translate(1, &a);
	translate(1, &b);
	translate(1, &wide);
	translate(1, &on);
	translate(1, &off);
	mark(STEP);
	run(&on, 6, 1);
	run(&a, 2, 3);
	run(&b, 2, 4);
	run(&wide, 4, 5);
	run(&off, 4, 1);
	mark(RUN);
	run(&a, 2, 1);
	mark(STEP); /* 3: a region that nobody closed, its process was killed */
	run(&a, 2, 100);
	mark(RUN);
	run(&b, 2, 1);
	mark(RUN_END);
}

/* As many as a long run has, in code that is spread. */
static void many_steps(unsigned n)
{
	static struct qemu_plugin_tb tb[64];

	for (size_t i = 0; i < 64; i++) {
		block(&tb[i], KERNEL + 0x100000 + i * 0x1000, INSNS, 0x88);
		translate(1, &tb[i]);
	}
	for (unsigned k = 0; k < n; k++) {
		mark(STEP);
		mark(RUN);
		run(&tb[k % 64], INSNS, k + 1);
		mark(RUN_END);
	}
}

#define MANY 3000

/* Ten batches of run and base, two of them about the median of run: one has a
 * tick in it, others find memory to be given back. */
static void lumps(void)
{
	static const unsigned turns[] = { 90, 12, 10, 15, 11, 10, 13, 14, 9,
		80 };
	static struct qemu_plugin_tb work, tick;

	block(&work, KERNEL + 0x800000, 1, 0x99);
	block(&tick, KERNEL + 0x801000, 1, 0x9a);
	translate(1, &work);
	translate(1, &tick);
	mark(STEP);
	for (size_t i = 0; i < sizeof(turns) / sizeof(turns[0]); i++) {
		mark(RUN);
		run(&work, 1, turns[i]);
		run(&tick, 1, turns[i] == 9 ? 500 : 0);
		mark(RUN_END);
		mark(BASE);
		run(&work, 1, i == 3 ? 700 : 2);
		mark(BASE_END);
	}
}

static void check_lumps(unsigned at)
{
	const struct counts_step *s = counts_find(&c, at, false);

	/* 10 10 11 12 13 14 15 80 90 509, each with one behind its mark */
	tap_ok(s && s->batches == 2 && s->total == 13 + 14 + 2,
	    "the batches about the median, %llu with %llu",
	    (unsigned long long)(s ? s->batches : 0),
	    (unsigned long long)total(at, false));
	tap_ok(got(at, false, KERNEL + 0x800000, 0) == 13 + 14 &&
		got(at, false, KERNEL + 0x801000, 0) == 0,
	    "what is in few of them is in none of the functions");
	s = counts_find(&c, at, true);
	tap_ok(s && s->batches == 2 && s->total == 2 * 3,
	    "those of base are chosen by their own median");
}

static void check_one(void)
{
	tap_ok(got(1, false, 0x401000, 0x11) == 1500 &&
		got(1, false, 0x401008, 0x11) == 1500,
	    "a loop: each of its instructions as often as it was run");
	tap_ok(got(1, false, KERNEL, 0) == 11 &&
		got(1, false, KERNEL + 4, 0) == 11 &&
		got(1, false, KERNEL + 8, 0) == 10,
	    "a fault: what stood behind it was not begun");
	/* the mark's block goes on with an instruction of its own */
	tap_ok(total(1, false) == 3 * 1500 + 2 * 11 + 2 * 10 + 1,
	    "the sum of the region is exact (%llu)",
	    (unsigned long long)total(1, false));
	tap_ok(total(1, true) == 5 + 1 && got(1, true, 0x401000, 0x11) == 5,
	    "base is counted apart");
}

static void check_two(void)
{
	tap_ok(got(2, false, 0x402000, 0x33) == 3 + 1 &&
		got(2, false, 0x402000, 0x44) == 4,
	    "two programs at one address are two");
	tap_ok(got(2, false, 0x402ffc, 0x55) == 5 &&
		got(2, false, 0x403000, 0x55) == 5,
	    "a block on two pages");
	tap_ok(got(2, false, 0x404ff8, 0x66) == 1 &&
		got(2, false, 0x405004, 0x66) == 1,
	    "what stands behind a mark in its block counts");
	tap_ok(got(2, false, 0x406004, 0x77) == 1 &&
		got(2, false, 0x40600c, 0x77) == 0,
	    "and behind the mark at the end it does not");
	tap_ok(total(2, false) == 5 + 2 * 3 + 2 * 4 + 4 * 5 + 2 + 1 + 2,
	    "the sum of all of it (%llu)", (unsigned long long)total(2, false));
	tap_ok(total(3, false) == 2 + 1 && got(3, false, 0x402000, 0x33) == 0,
	    "a region left open ends with its step");
}

static void check_many(void)
{
	unsigned bad = 0;

	for (unsigned k = 0; k < MANY; k++)
		bad += total(4 + k, false) != INSNS * (k + 1) + 1 ||
		    got(4 + k, false,
			KERNEL + 0x100000 + (k % 64) * 0x1000 + 28, 0) != k + 1;
	tap_ok(bad == 0, "%d steps, %u of them wrong", MANY, bad);
	tap_ok(c.n == 3 + 1 + MANY + 2 && c.whole, "and no others");
}

int main(int argc, char **argv)
{
	void *so = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
	struct err e = { 0, "" };
	int *version;

	if (!so || !mkdtemp(top)) {
		printf("Bail out! %s\n", so ? "no directory" : dlerror());
		return 1;
	}
	snprintf(file, sizeof(file), "%s/counts", top);
	version = dlsym(so, "qemu_plugin_version");
	tap_ok(version && *version == (VERSION < 2 ? 1 : 2),
	    "it is of the version that is asked for");
	*(void **)&install = dlsym(so, "qemu_plugin_install");
	test_refusals();
	make_marks();
	step_one();
	step_two();
	many_steps(MANY);
	lumps();
	at_exit(1, NULL);
	tap_ok(counts_read(&c, file, &e) == 0, "what it wrote is read: %s",
	    e.text);
	check_one();
	check_two();
	check_many();
	check_lumps(4 + MANY);
	counts_release(&c);
	unlink(file);
	rmdir(top);
	return tap_done();
}
