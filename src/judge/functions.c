/* functions.c - instructions by function. */
#include "judge/functions.h"

#include "base/mem.h"
#include "base/num.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- One side ------------------------------------------------------------ */

static int by_name(const char *name, const char *file, const char *other,
    const char *other_file)
{
	int r = strcmp(name, other);

	if (r != 0)
		return r;
	if (!file || !other_file)
		return (file != NULL) - (other_file != NULL);
	return strcmp(file, other_file);
}

static int by_function(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	return by_name(x->name, x->file, y->name, y->file);
}

static int by_count(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return by_function(a, b);
}

static void add(struct functions *f, const char *name, const char *file,
    int64_t n)
{
	struct function *last = f->n ? &f->at[f->n - 1] : NULL;

	if (file)
		f->user += n;
	else
		f->kernel += n;
	/* Neighbours are mostly of one function. */
	if (last && by_name(name, file, last->name, last->file) == 0) {
		last->n += n;
		return;
	}
	f->at = xgrow(f->at, f->n, &f->cap, sizeof(*f->at));
	f->at[f->n++] =
	    (struct function){ xstrdup(name), file ? xstrdup(file) : NULL, n };
}

static void add_program(struct functions *f, const struct image_places *p,
    const struct counts_at *a, int64_t n)
{
	const struct image_place *place = image_places_of(p, a);
	const char *name;
	char *file;

	if (!place) {
		add(f, "[no-file]", "", n);
		return;
	}
	name = symbols_find(&place->image->symbols, a->address - place->bias);
	if (name) {
		add(f, name, place->image->name, n);
		return;
	}
	file = xasprintf("[%s]", place->image->name);
	add(f, file, place->image->name, n);
	free(file);
}

static void add_step(struct functions *f, const struct counts_step *s,
    int64_t sign, const struct functions_code *code)
{
	struct image_places places;
	const char *name;

	if (!s)
		return;
	image_places_find(&places, code->images, s);
	for (size_t i = 0; i < s->n; i++) {
		const struct counts_at *a = &s->at[i];
		int64_t n = sign * (int64_t)a->n;

		if (a->address < COUNTS_KERNEL) {
			add_program(f, &places, a, n);
			continue;
		}
		name = symbols_find(code->kernel, a->address);
		add(f, name ? name : "[kernel]", NULL, n);
	}
	image_places_release(&places);
}

static void merge(struct functions *f)
{
	size_t kept = 0;

	if (f->n == 0)
		return;
	qsort(f->at, f->n, sizeof(*f->at), by_function);
	for (size_t i = 0; i < f->n; i++) {
		if (kept > 0 && by_function(&f->at[kept - 1], &f->at[i]) == 0) {
			f->at[kept - 1].n += f->at[i].n;
			free(f->at[i].name);
			free(f->at[i].file);
		} else {
			f->at[kept++] = f->at[i];
		}
	}
	f->n = kept;
	qsort(f->at, f->n, sizeof(*f->at), by_count);
}

void functions_split(struct functions *f, const struct counts_step *run,
    const struct counts_step *base, double ops,
    const struct functions_code *code)
{
	memset(f, 0, sizeof(*f));
	f->ops = ops;
	add_step(f, run, 1, code);
	add_step(f, base, -1, code);
	merge(f);
}

void functions_add(struct functions *f, const struct functions *other)
{
	for (size_t i = 0; i < other->n; i++)
		add(f, other->at[i].name, other->at[i].file, other->at[i].n);
	f->ops += other->ops;
	merge(f);
}

void functions_release(struct functions *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->at[i].name);
		free(f->at[i].file);
	}
	free(f->at);
	memset(f, 0, sizeof(*f));
}

/* -- To be kept ---------------------------------------------------------- */

/* A name of a file may be anything. */
static void write_name(const char *name, struct buf *out)
{
	for (; *name; name++)
		buf_add_char(out, *name == ' ' || *name == ';' ? '_' : *name);
}

void functions_write(const struct functions *f, struct buf *out)
{
	char text[32];

	buf_add(out, num_exact(f->ops, text, sizeof(text)));
	for (size_t i = 0; i < f->n; i++) {
		buf_addf(out, ";%" PRId64 " ", f->at[i].n);
		write_name(f->at[i].name, out);
		if (f->at[i].file) {
			buf_add_char(out, ' ');
			write_name(f->at[i].file, out);
		}
	}
}

/* "N NAME [FILE]" of len bytes. */
static bool read_one(struct functions *f, const char *text, size_t len)
{
	char *copy = xstrndup(text, len), *name, *file;
	long long n = strtoll(copy, &name, 10);
	bool ok = *name == ' ' && name > copy && name[1] != '\0';

	if (ok) {
		file = strchr(++name, ' ');
		if (file)
			*file++ = '\0';
		add(f, name, file, n);
	}
	free(copy);
	return ok;
}

int functions_read(struct functions *f, const char *text)
{
	char *at;
	bool ok;

	memset(f, 0, sizeof(*f));
	f->ops = strtod(text, &at);
	ok = at > text && f->ops > 0 && isfinite(f->ops);
	while (ok && *at == ';') {
		size_t len = strcspn(++at, ";");

		ok = read_one(f, at, len);
		at += len;
	}
	if (!ok || *at) {
		functions_release(f);
		return -EINVAL;
	}
	merge(f);
	return 0;
}

/* -- Two sides ----------------------------------------------------------- */

/* A copy of the entries (names borrowed), by name. */
static struct function *sorted(const struct functions *f)
{
	struct function *copy = xcalloc(f->n + 1, sizeof(*copy));

	if (f->n) {
		memcpy(copy, f->at, f->n * sizeof(*copy));
		qsort(copy, f->n, sizeof(*copy), by_function);
	}
	return copy;
}

static void join(struct functions_diff *d, const struct functions *a,
    const struct functions *b)
{
	struct function *x = sorted(a), *y = sorted(b);
	size_t i = 0, k = 0;

	d->row = xcalloc(a->n + b->n + 1, sizeof(*d->row));
	while (i < a->n || k < b->n) {
		int order = i == a->n ? 1 :
		    k == b->n         ? -1 :
					by_function(&x[i], &y[k]);
		struct functions_row *row = &d->row[d->n++];
		const struct function *of = order <= 0 ? &x[i] : &y[k];

		row->name = of->name;
		row->file = of->file;
		row->is = order < 0 ? FUNCTIONS_GONE :
		    order > 0       ? FUNCTIONS_NEW :
				      FUNCTIONS_BOTH;
		if (order <= 0)
			row->a = (double)x[i++].n / a->ops;
		if (order >= 0)
			row->b = (double)y[k++].n / b->ops;
	}
	free(x);
	free(y);
}

static double lost(const struct functions_row *row)
{
	return row->b - row->a - (double)row->shown;
}

static int by_lost(const void *a, const void *b)
{
	const struct functions_row *x = a, *y = b;
	double l = lost(x), m = lost(y);

	if (l != m)
		return l > m ? -1 : 1;
	return by_name(x->name, x->file, y->name, y->file);
}

static int by_change(const void *a, const void *b)
{
	const struct functions_row *x = a, *y = b;
	int64_t l = llabs(x->shown), m = llabs(y->shown);

	if (l != m)
		return l > m ? -1 : 1;
	if (x->shown != y->shown)
		return x->shown > y->shown ? -1 : 1;
	return by_name(x->name, x->file, y->name, y->file);
}

static void round_rows(struct functions_diff *d)
{
	int64_t sum = 0;
	size_t i;

	d->shown = llround(d->b - d->a);
	for (i = 0; i < d->n; i++) {
		d->row[i].shown = (int64_t)floor(d->row[i].b - d->row[i].a);
		sum += d->row[i].shown;
	}
	if (d->n == 0)
		return;
	qsort(d->row, d->n, sizeof(*d->row), by_lost);
	for (i = 0; sum < d->shown && i < d->n; i++, sum++)
		d->row[i].shown++;
	for (i = d->n; sum > d->shown && i > 0; i--, sum--)
		d->row[i - 1].shown--;
	qsort(d->row, d->n, sizeof(*d->row), by_change);
	for (i = 0; i < d->n; i++)
		*(d->row[i].file ? &d->user : &d->kernel) += d->row[i].shown;
}

void functions_compare(struct functions_diff *d, const struct functions *a,
    const struct functions *b)
{
	memset(d, 0, sizeof(*d));
	d->a = (double)(a->kernel + a->user) / a->ops;
	d->b = (double)(b->kernel + b->user) / b->ops;
	join(d, a, b);
	round_rows(d);
}

void functions_diff_release(struct functions_diff *d)
{
	free(d->row);
	memset(d, 0, sizeof(*d));
}
