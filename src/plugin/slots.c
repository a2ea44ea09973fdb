/* slots.c - counters of instructions and of pages of code. */
#include "plugin/slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP 512 /* pages made at once */

struct group {
	struct page page[GROUP];
	struct bank bank[GROUP / SLOTS_BANK];
	size_t n;
	struct group *next;
};

/* Pointers by a number; open addressing, a power of two. */
struct table {
	void **entry;
	size_t n, cap;
};

static struct group *first, *last;
static struct table page_table, slot_table;

void *slots_must(void *p)
{
	if (p)
		return p;
	fprintf(stderr, "perfloss-count: out of memory\n");
	abort();
}

/* -- Counters ------------------------------------------------------------ */

static void bank_init(struct bank *b)
{
	if (qemu_plugin_scoreboard_new)
		b->score =
		    slots_must(qemu_plugin_scoreboard_new(sizeof(b->own)));
}

const uint64_t *slots_values(const struct bank *b)
{
	return b->score ? qemu_plugin_scoreboard_find(b->score, 0) : b->own;
}

void slots_count_insn(struct qemu_plugin_insn *insn, const struct slot *s)
{
	const struct qemu_u64 c = { s->bank->score, s->at * sizeof(uint64_t) };

	if (c.score)
		qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn,
		    QEMU_INLINE_ADD, c, 1);
	else
		qemu_plugin_register_vcpu_insn_exec_inline(insn,
		    QEMU_INLINE_ADD, &s->bank->own[s->at], 1);
}

void slots_count_block(struct qemu_plugin_tb *tb, const struct page *p)
{
	const struct qemu_u64 c = { p->bank->score, p->at * sizeof(uint64_t) };

	if (c.score)
		qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(tb,
		    QEMU_INLINE_ADD, c, 1);
	else
		qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_INLINE_ADD,
		    &p->bank->own[p->at], 1);
}

/* -- Tables -------------------------------------------------------------- */

static size_t hash(uint64_t x)
{
	x *= 0x9e3779b97f4a7c15ull; /* 2^64 / golden ratio */
	return (size_t)(x ^ (x >> 32));
}

static void table_put(struct table *t, uint64_t key, void *entry)
{
	size_t i = hash(key) & (t->cap - 1);

	while (t->entry[i])
		i = (i + 1) & (t->cap - 1);
	t->entry[i] = entry;
}

/* Make room for one more. */
static void table_grow(struct table *t, uint64_t (*key)(const void *entry))
{
	struct table old = *t;

	if (2 * ++t->n <= t->cap)
		return;
	t->cap = t->cap ? 2 * t->cap : 1024;
	t->entry = slots_must(calloc(t->cap, sizeof(*t->entry)));
	for (size_t i = 0; i < old.cap; i++)
		if (old.entry[i])
			table_put(t, key(old.entry[i]), old.entry[i]);
	free(old.entry);
}

static uint64_t page_key(const void *entry)
{
	return ((const struct page *)entry)->number;
}

static uint64_t slot_key(const void *entry)
{
	return ((const struct slot *)entry)->address;
}

struct page *slots_page(uint64_t number)
{
	struct group *g = last;
	struct page *p;
	size_t i;

	for (i = hash(number) & (page_table.cap - 1);
	     page_table.cap && page_table.entry[i];
	     i = (i + 1) & (page_table.cap - 1)) {
		p = page_table.entry[i];
		if (p->number == number)
			return p;
	}
	if (!g || g->n == GROUP) {
		g = slots_must(calloc(1, sizeof(*g)));
		for (i = 0; i < GROUP / SLOTS_BANK; i++)
			bank_init(&g->bank[i]);
		*(last ? &last->next : &first) = g;
		last = g;
	}
	p = &g->page[g->n];
	p->number = number;
	p->bank = &g->bank[g->n / SLOTS_BANK];
	p->at = (uint32_t)(g->n++ % SLOTS_BANK);
	table_grow(&page_table, page_key);
	table_put(&page_table, number, p);
	return p;
}

static struct slot *new_slot(struct page *p, uint64_t address)
{
	struct slots *s = p->slots;
	struct slot *slot;

	if (!s || s->n == SLOTS_BANK) {
		s = slots_must(calloc(1, sizeof(*s)));
		bank_init(&s->bank);
		s->next = p->slots;
		p->slots = s;
	}
	slot = &s->slot[s->n];
	slot->address = address;
	slot->bank = &s->bank;
	slot->at = (uint32_t)s->n++;
	table_grow(&slot_table, slot_key);
	table_put(&slot_table, address, slot);
	return slot;
}

struct slot *slots_find(struct page *p, uint64_t address, const uint8_t *byte,
    size_t size)
{
	const struct table *t = &slot_table;
	struct slot *s;

	for (size_t i = hash(address) & (t->cap - 1); t->cap && t->entry[i];
	     i = (i + 1) & (t->cap - 1)) {
		s = t->entry[i];
		if (s->address == address && s->size == size &&
		    memcmp(s->byte, byte, size) == 0)
			return s;
	}
	s = new_slot(p, address);
	s->size = (uint8_t)size;
	memcpy(s->byte, byte, size);
	return s;
}

struct page *slots_next(struct slots_walk *w)
{
	if (!w->group)
		w->group = first;
	else if (w->i == GROUP) {
		if (!w->group->next)
			return NULL;
		w->group = w->group->next;
		w->i = 0;
	}
	return w->group && w->i < w->group->n ? &w->group->page[w->i++] : NULL;
}
