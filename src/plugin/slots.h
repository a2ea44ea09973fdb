/* slots.h - counters of instructions and of pages of code. */
#ifndef PERFLOSS_PLUGIN_SLOTS_H
#define PERFLOSS_PLUGIN_SLOTS_H

#include "plugin/qemu.h"

#define SLOTS_PAGE 4096u
#define SLOTS_BANK 64 /* counters made at once */
#define SLOTS_MOST 15 /* bytes of an instruction of x86 */

enum region { RUN, BASE, REGIONS, NOWHERE = REGIONS };

/* Where QEMU counts: own memory, or the only CPU's part of a scoreboard. */
struct bank {
	uint64_t own[SLOTS_BANK];
	struct qemu_plugin_scoreboard *score;
};

/* An instruction. */
struct slot {
	uint64_t address, seen, sum; /* sum: batches_sum */
	struct bank *bank;
	uint32_t at;                    /* in the bank */
	uint8_t size, byte[SLOTS_MOST]; /* of programs; else size 0 */
};

struct slots {
	struct bank bank;
	struct slot slot[SLOTS_BANK];
	size_t n;
	struct slots *next;
};

/* A page of code: blocks that have begun in it, and its instructions. */
struct page {
	uint64_t number, seen;
	struct bank *bank;
	uint32_t at;
	struct slots *slots;
};

/* The page of that number (address / SLOTS_PAGE), made where it is new; never
 * freed, as all here. */
struct page *slots_page(uint64_t number);

/* The instruction in its page, made where it is new. */
struct slot *slots_find(struct page *p, uint64_t address, const uint8_t *byte,
    size_t size);

/* Have QEMU add 1 whenever it begins. */
void slots_count_insn(struct qemu_plugin_insn *insn, const struct slot *s);
void slots_count_block(struct qemu_plugin_tb *tb, const struct page *p);

/* The counters of a bank, as they are now. */
const uint64_t *slots_values(const struct bank *b);

/* All pages in the order in which they were made, from { NULL, 0 } on; NULL
 * after the last. */
struct slots_walk {
	struct group *group;
	size_t i;
};
struct page *slots_next(struct slots_walk *w);

/* The pointer, or the end of this program. */
void *slots_must(void *p);

#endif
