/* count.c - perfloss-count.so, a plugin of QEMU: exact counts of instructions
 * by address, between marks that the guest executes.
 *
 *	-plugin file=perfloss-count.so,out=FILE
 *
 * A mark is the instruction nopl DISP32(%rax), 0f 1f 80 and one of five numbers
 * (MARK_*), which does nothing on any CPU. Each other instruction of the guest,
 * of kernel and programs alike, adds 1 to a counter of its own as it begins, in
 * code that QEMU generates in front of it: nothing is called. One that faults
 * in the middle of a block has begun, those after it have not; it begins again
 * when it is tried again, and that counts, too.
 *
 * Counters belong to addresses (of programs: to addresses and the bytes that
 * stand there, as programs take each other's place), so that QEMU may drop and
 * make again its translations as it likes. They are never reset: at a mark
 * their growth since the last one is taken, but only in those pages of code in
 * which a block has begun since. Of the batches of a step, which end at marks,
 * those about the median are written (batches.h). FILE:
 *
 *	perfloss-count 2
 *	step 3 run 4235 50     step ordinal, run or base, instructions of them
 *	                       all, how many batches they are
 *	ffffffff81000000 12    address, how often
 *	401000 7 554889e5      of a program: and its bytes
 *	end                    all of it was written */
#include "plugin/batches.h"
#include "plugin/slots.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL   (1ull << 63) /* addresses from here on are the kernel's */
#define VERSIONS 3            /* later ones copy an instruction's bytes */

#define MARK_SIZE 7
enum mark {
	MARK_STEP = 0x70665301,
	MARK_RUN,
	MARK_RUN_END,
	MARK_BASE,
	MARK_BASE_END,
};

struct marker {
	enum mark kind;
	struct page *page[2]; /* its block's; the rest of it is to come */
};

int qemu_plugin_version = 1;

static struct {
	FILE *out;
	int version;
	uint64_t step;
	struct batches batches[REGIONS]; /* of the step */
	enum region in;
} count = { .in = NOWHERE };

/* QEMU looks at the number only after it has loaded the file. */
__attribute__((constructor)) static void declare(void)
{
	if (qemu_plugin_scoreboard_new)
		qemu_plugin_version = 2;
}

/* -- Marks --------------------------------------------------------------- */

/* Take what was counted in a page since the last mark. */
static void take_page(struct page *p)
{
	for (struct slots *s = p->slots; s; s = s->next) {
		const uint64_t *now = slots_values(&s->bank);

		for (size_t i = 0; i < s->n; i++) {
			struct slot *slot = &s->slot[i];
			uint64_t more = now[i] - slot->seen;

			slot->seen = now[i];
			if (count.in != NOWHERE && more > 0)
				batches_add(&count.batches[count.in], slot,
				    more);
		}
	}
}

static void take(void)
{
	struct slots_walk w = { NULL, 0 };
	struct page *p;
	uint64_t blocks;

	while ((p = slots_next(&w)) != NULL) {
		blocks = slots_values(p->bank)[p->at];
		if (blocks == p->seen)
			continue;
		p->seen = blocks;
		take_page(p);
	}
}

static void write_slot(const struct slot *s)
{
	fprintf(count.out, "%" PRIx64 " %" PRIu64, s->address, s->sum);
	for (size_t i = 0; i < s->size; i++)
		fprintf(count.out, "%s%02x", i ? "" : " ", s->byte[i]);
	fputc('\n', count.out);
}

/* What the step came to. */
static void write_step(void)
{
	static const char *const names[] = { "run", "base" };

	for (int region = RUN; region < REGIONS; region++) {
		struct batches *b = &count.batches[region];
		uint64_t total;
		size_t n;
		struct slot **list = batches_sum(b, &n, &total);

		if (total > 0)
			fprintf(count.out,
			    "step %" PRIu64 " %s %" PRIu64 " %zu\n", count.step,
			    names[region], total, batches_middle(b->n));
		for (size_t i = 0; i < n; i++) {
			write_slot(list[i]);
			list[i]->sum = 0;
		}
		free(list);
		batches_forget(b);
	}
	fflush(count.out);
}

static void at_mark(unsigned cpu, void *data)
{
	const struct marker *m = data;

	(void)cpu;
	take();
	/* The rest of the block has no beginning that could be seen. */
	for (int i = 0; i < 2; i++)
		if (m->page[i])
			m->page[i]->seen--;
	/* One that is not said to end goes on. */
	if (m->kind == MARK_RUN_END || m->kind == MARK_BASE_END)
		for (int region = RUN; region < REGIONS; region++)
			batches_close(&count.batches[region]);
	count.in = m->kind == MARK_RUN ? RUN :
	    m->kind == MARK_BASE       ? BASE :
					 NOWHERE;
	if (m->kind == MARK_STEP) {
		write_step();
		count.step++;
	}
}

/* -- Translation --------------------------------------------------------- */

typedef const void *point_fn(const struct qemu_plugin_insn *insn);
typedef size_t copy_fn(const struct qemu_plugin_insn *insn, void *to,
    size_t size);

static size_t read_insn(const struct qemu_plugin_insn *insn,
    uint8_t byte[SLOTS_MOST])
{
	point_fn *point = (point_fn *)qemu_plugin_insn_data;
	copy_fn *copy = (copy_fn *)qemu_plugin_insn_data;
	size_t size = qemu_plugin_insn_size(insn);

	if (size > SLOTS_MOST)
		size = SLOTS_MOST;
	if (count.version >= VERSIONS)
		return copy(insn, byte, size);
	memcpy(byte, point(insn), size);
	return size;
}

/* Which mark it is, or 0. */
static enum mark mark_of(const uint8_t *byte, size_t size)
{
	uint32_t number;

	if (size != MARK_SIZE || memcmp(byte, "\x0f\x1f\x80", 3) != 0)
		return 0;
	number = (uint32_t)byte[3] | (uint32_t)byte[4] << 8 |
	    (uint32_t)byte[5] << 16 | (uint32_t)byte[6] << 24;
	return number >= MARK_STEP && number <= MARK_BASE_END ? number : 0;
}

static void put_mark(struct qemu_plugin_insn *insn, enum mark kind,
    struct page *const page[2])
{
	struct marker *m = slots_must(malloc(sizeof(*m)));

	m->kind = kind;
	memcpy(m->page, page, sizeof(m->page));
	qemu_plugin_register_vcpu_insn_exec_cb(insn, at_mark, QEMU_CB_NO_REGS,
	    m);
}

static void translate(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb), size;
	struct page *page[2] = { NULL, NULL }, *p;
	struct qemu_plugin_insn *insn;
	uint8_t byte[SLOTS_MOST];
	uint64_t address;
	enum mark kind;

	(void)id;
	for (size_t i = 0; i < n; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		address = qemu_plugin_insn_vaddr(insn);
		p = slots_page(address / SLOTS_PAGE);
		if (!page[0] || (page[0] != p && !page[1])) {
			page[page[0] ? 1 : 0] = p;
			slots_count_block(tb, p);
		}
	}
	for (size_t i = 0; i < n; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		address = qemu_plugin_insn_vaddr(insn);
		size = read_insn(insn, byte);
		kind = mark_of(byte, size);
		p = page[1] && page[1]->number == address / SLOTS_PAGE ?
		    page[1] :
		    page[0];
		if (kind && address < KERNEL)
			put_mark(insn, kind, page);
		else
			slots_count_insn(insn,
			    slots_find(p, address, byte,
				address < KERNEL ? size : 0));
	}
}

static void at_exit(uint64_t id, void *data)
{
	(void)id;
	(void)data;
	take();
	write_step();
	fputs("end\n", count.out);
	if (ferror(count.out) | fclose(count.out))
		fprintf(stderr, "perfloss-count: cannot write: %s\n",
		    strerror(errno));
}

static int refuse(const char *why, const char *what)
{
	fprintf(stderr, "perfloss-count: %s%s\n", why, what);
	return -1;
}

int qemu_plugin_install(uint64_t id, const struct qemu_about *about, int argc,
    char **argv)
{
	const char *path = NULL;

	for (int i = 0; i < argc; i++) {
		if (strncmp(argv[i], "out=", 4) != 0)
			return refuse("unknown argument ", argv[i]);
		path = argv[i] + 4;
	}
	if (!path)
		return refuse("out=FILE is missing", "");
	if (!about->system_emulation ||
	    strcmp(about->target_name, "x86_64") != 0)
		return refuse("counts only a whole x86_64 machine", "");
	if (about->smp_vcpus != 1)
		return refuse("counts only one CPU", "");
	count.version = about->version_cur;
	count.out = fopen(path, "we");
	if (!count.out)
		return refuse("cannot write its file: ", strerror(errno));
	fputs("perfloss-count 2\n", count.out);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, at_exit, NULL);
	return 0;
}
