/* image.c - which file and function an instruction of a program is of. */
#include "model/image.h"

#include "base/mem.h"
#include "base/path.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 4096u

/* A page speaks for a place when so many of its instructions are there: two or
 * three of them are the same in many files. */
#define SPEAKS 4

#define FILE_MOST (INT64_C(1) << 30)

int images_add(struct images *m, const char *path, struct err *e)
{
	const char *slash = strrchr(path, '/');
	struct image i = { 0 };
	struct buf b = BUF_INIT;
	size_t size;
	int r = path_read(path, FILE_MOST, &b);

	size = b.len;
	i.data = (unsigned char *)buf_take(&b);
	if (r == 0 && elf64_read(&i.elf, i.data, size, path, NULL) == 0) {
		elf64_symbols(&i.elf, &i.symbols);
		symbols_sort(&i.symbols);
		i.name = xstrdup(slash ? slash + 1 : path);
		m->image = xgrow(m->image, m->n, &m->cap, sizeof(*m->image));
		m->image[m->n++] = i;
		return 0;
	}
	elf64_release(&i.elf);
	free(i.data);
	return r < 0 ? err_sys(e, r, "cannot read '%s'", path) : 0;
}

void images_release(struct images *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->image[i].name);
		free(m->image[i].data);
		elf64_release(&m->image[i].elf);
		symbols_release(&m->image[i].symbols);
	}
	free(m->image);
	memset(m, 0, sizeof(*m));
}

/* Whether the file has these bytes where it would be loaded at the address. */
static bool same(const struct image *i, uint64_t bias,
    const struct counts_at *a)
{
	uint64_t at = a->address - bias;

	for (size_t k = 0; k < i->elf.n_code; k++) {
		const struct elf64_code *c = &i->elf.code[k];

		if (at >= c->address && at - c->address < c->size &&
		    c->size - (at - c->address) >= a->size)
			return memcmp(i->data + c->offset + (at - c->address),
				   a->byte, a->size) == 0;
	}
	return false;
}

static size_t matches(const struct image *i, uint64_t bias,
    const struct counts_at *a, size_t n)
{
	size_t hits = 0;

	for (size_t k = 0; k < n; k++)
		hits += same(i, bias, &a[k]);
	return hits;
}

static void speak(struct image_places *p, const struct image *i, uint64_t bias,
    size_t weight)
{
	for (size_t k = 0; k < p->n; k++)
		if (p->place[k].image == i && p->place[k].bias == bias) {
			p->place[k].weight += weight;
			return;
		}
	p->place = xgrow(p->place, p->n, &p->cap, sizeof(*p->place));
	p->place[p->n++] = (struct image_place){ i, bias, weight };
}

/* Known places first: most pages are of one that is known already. */
static bool known(struct image_places *p, const struct counts_at *a, size_t n)
{
	for (size_t k = 0; k < p->n; k++)
		if (matches(p->place[k].image, p->place[k].bias, a, n) == n) {
			p->place[k].weight += n;
			return true;
		}
	return false;
}

/* The places of an image at which one page of instructions would be one of its
 * pages; only the place that it names itself, where it cannot be elsewhere. */
static size_t best_of(const struct image *i, const struct counts_at *a,
    size_t n, uint64_t *bias)
{
	uint64_t page = a->address & ~(uint64_t)(PAGE - 1);
	size_t best = 0;

	for (size_t k = 0; k < i->elf.n_code; k++) {
		const struct elf64_code *c = &i->elf.code[k];
		uint64_t first = c->address & ~(uint64_t)(PAGE - 1);

		for (uint64_t at = first; at - first < c->size + PAGE;
		     at += PAGE) {
			uint64_t b = page - at;
			size_t hits;

			if (!i->elf.shared && b != 0)
				continue;
			hits = matches(i, b, a, n);
			if (hits > best) {
				best = hits;
				*bias = b;
			}
		}
	}
	return best;
}

static void place_page(struct image_places *p, const struct images *m,
    const struct counts_at *a, size_t n)
{
	const struct image *image = NULL;
	size_t best = 0, hits;
	uint64_t bias = 0, b = 0;

	if (known(p, a, n))
		return;
	for (size_t i = 0; i < m->n; i++) {
		hits = best_of(&m->image[i], a, n, &b);
		if (hits > best) {
			best = hits;
			bias = b;
			image = &m->image[i];
		}
	}
	if (best >= SPEAKS)
		speak(p, image, bias, best);
}

static int heaviest(const void *a, const void *b)
{
	const struct image_place *x = a, *y = b;

	return x->weight != y->weight ? (x->weight > y->weight ? -1 : 1) :
	    x->bias != y->bias        ? (x->bias < y->bias ? -1 : 1) :
					0;
}

void image_places_find(struct image_places *p, const struct images *m,
    const struct counts_step *step)
{
	size_t from = 0, to;

	memset(p, 0, sizeof(*p));
	while (from < step->n && step->at[from].address < COUNTS_KERNEL) {
		for (to = from + 1; to < step->n &&
		     step->at[to].address / PAGE ==
			 step->at[from].address / PAGE;
		     to++)
			;
		place_page(p, m, step->at + from, to - from);
		from = to;
	}
	if (p->n)
		qsort(p->place, p->n, sizeof(*p->place), heaviest);
}

void image_places_release(struct image_places *p)
{
	free(p->place);
	memset(p, 0, sizeof(*p));
}

const struct image_place *image_places_of(const struct image_places *p,
    const struct counts_at *a)
{
	for (size_t k = 0; k < p->n; k++)
		if (same(p->place[k].image, p->place[k].bias, a))
			return &p->place[k];
	return NULL;
}
