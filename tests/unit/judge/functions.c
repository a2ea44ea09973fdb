/* functions.c - instructions by function: sums that are exact, two sides, and
 * whose code it was. */
#include "judge/functions.h"

#include "base/mem.h"
#include "base/rng.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define K UINT64_C(0xffffffff81000000)

static struct symbols kernel;
static struct images images;
static const struct functions_code code = { &kernel, &images };

static void add(struct counts_step *s, uint64_t address, uint64_t n)
{
	s->at = xgrow(s->at, s->n, &s->cap, sizeof(*s->at));
	s->at[s->n] = (struct counts_at){ .address = address, .n = n };
	if (address < COUNTS_KERNEL)
		s->at[s->n].size = 1;
	s->n++;
	s->total += n;
}

static int64_t of(const struct functions *f, const char *name)
{
	int64_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += strcmp(f->at[i].name, name) == 0 ? f->at[i].n : 0;
	return n;
}

static int64_t sum(const struct functions *f)
{
	int64_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += f->at[i].n;
	return n;
}

static void make_kernel(void)
{
	static const char text[] = "ffffffff81000000 T enter\n"
				   "ffffffff81000100 t work.isra.0\n"
				   "ffffffff81000200 t work.cold\n"
				   "ffffffff81000300 T leave\n"
				   "ffffffff81000400 T random_more\n";

	symbols_add_kallsyms(&kernel, text, sizeof(text) - 1);
	symbols_sort(&kernel);
}

static void test_kept(const struct functions *f)
{
	static const char *const bad[] = { "", "x", "0", "nan;1 a", "1;", "1;2",
		"1;2 ", "1;x a", "1;1 a;", "-1;1 a" };
	struct buf b = BUF_INIT;
	struct functions_diff d;
	struct functions again;
	size_t refused = 0;

	functions_write(f, &b);
	tap_ok(functions_read(&again, buf_str(&b)) == 0 && again.n == f->n &&
		again.kernel == f->kernel && again.user == f->user &&
		again.ops == f->ops,
	    "what is kept: %s", buf_str(&b));
	functions_compare(&d, f, &again);
	tap_ok(d.shown == 0 && d.row[0].is == FUNCTIONS_BOTH &&
		d.row[0].shown == 0,
	    "and read is the same");
	functions_diff_release(&d);
	functions_add(&again, f);
	functions_compare(&d, f, &again);
	tap_ok(again.n == f->n && again.kernel == 2 * f->kernel &&
		again.user == 2 * f->user && again.ops == 2 * f->ops &&
		d.shown == 0 && d.row[0].shown == 0,
	    "of two boots: the same per operation");
	functions_diff_release(&d);
	functions_release(&again);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		refused += functions_read(&again, bad[i]) < 0;
	tap_ok(refused == sizeof(bad) / sizeof(bad[0]),
	    "%zu of %zu that are none are refused", refused,
	    sizeof(bad) / sizeof(bad[0]));
	buf_release(&b);
}

static void test_split(void)
{
	struct counts_step run = { 0 }, base = { 0 };
	struct functions f;

	add(&run, 0x401000, 3);
	add(&run, K + 4, 10);
	add(&run, K + 0x104, 20);
	add(&run, K + 0x204, 5);
	add(&run, K + 0x20000000, 2);
	add(&base, K, 12);
	functions_split(&f, &run, &base, 2, &code);
	tap_ok(of(&f, "work") == 25, "parts of one function are one");
	tap_ok(of(&f, "enter") == -2, "base is subtracted, below 0 too");
	tap_ok(of(&f, "[kernel]") == 2 && of(&f, "[no-file]") == 3,
	    "code without a name");
	tap_ok(f.kernel == 25 && f.user == 3 && sum(&f) == 28,
	    "the sum is exact");
	tap_str(f.at[0].name, "work", "most first");
	test_kept(&f);
	functions_release(&f);
	functions_split(&f, NULL, NULL, 1, &code);
	tap_ok(f.n == 0 && f.kernel == 0, "nothing is split into nothing");
	functions_release(&f);
	free(run.at);
	free(base.at);
}

static const struct functions_row *row(const struct functions_diff *d,
    const char *name)
{
	for (size_t i = 0; i < d->n; i++)
		if (strcmp(d->row[i].name, name) == 0)
			return &d->row[i];
	return NULL;
}

static void test_diff(void)
{
	struct counts_step before = { 0 }, after = { 0 };
	struct functions a, b;
	struct functions_diff d;

	add(&before, K + 4, 1000);
	add(&before, K + 0x304, 500);
	add(&after, 0x401000, 20);
	add(&after, K + 4, 2600);
	add(&after, K + 0x404, 1920);
	functions_split(&a, &before, NULL, 10, &code);
	functions_split(&b, &after, NULL, 20, &code);
	functions_compare(&d, &a, &b);
	tap_ok(d.shown == 77 && d.kernel == 76 && d.user == 1,
	    "+77: kernel %+" PRId64 ", user %+" PRId64, d.kernel, d.user);
	tap_ok(row(&d, "random_more")->is == FUNCTIONS_NEW &&
		row(&d, "random_more")->shown == 96,
	    "new");
	tap_ok(row(&d, "leave")->is == FUNCTIONS_GONE &&
		row(&d, "leave")->shown == -50,
	    "gone");
	tap_ok(row(&d, "enter")->is == FUNCTIONS_BOTH &&
		row(&d, "enter")->shown == 30,
	    "changed");
	tap_str(d.row[0].name, "random_more", "largest change first");
	functions_diff_release(&d);
	functions_compare(&d, &a, &a);
	tap_ok(d.shown == 0 && d.row[0].shown == 0 &&
		d.row[0].is == FUNCTIONS_BOTH,
	    "itself: no difference");
	functions_diff_release(&d);
	functions_release(&a);
	functions_release(&b);
	free(before.at);
	free(after.at);
}

/* Whole numbers that are shown come to the whole number of the total. */
static void test_rounding(void)
{
	size_t wrong = 0, far = 0;
	struct rng rng;

	rng_seed(&rng, 3);
	for (int turn = 0; turn < 500; turn++) {
		struct counts_step x = { 0 }, y = { 0 };
		struct functions a, b;
		struct functions_diff d;
		int64_t shown = 0;

		for (unsigned i = 0; i < 5; i++) {
			if (rng_below(&rng, 4))
				add(&x, K + i * 0x100,
				    1 + rng_below(&rng, 100000));
			if (rng_below(&rng, 4))
				add(&y, K + i * 0x100,
				    1 + rng_below(&rng, 100000));
		}
		functions_split(&a, &x, NULL,
		    (double)(1 + rng_below(&rng, 1000)), &code);
		functions_split(&b, &y, NULL,
		    (double)(1 + rng_below(&rng, 1000)), &code);
		functions_compare(&d, &a, &b);
		for (size_t i = 0; i < d.n; i++) {
			shown += d.row[i].shown;
			far += fabs((double)d.row[i].shown -
				   (d.row[i].b - d.row[i].a)) > 1;
		}
		wrong += shown != d.shown || d.shown != d.kernel + d.user ||
		    d.shown != llround(d.b - d.a);
		functions_diff_release(&d);
		functions_release(&a);
		functions_release(&b);
		free(x.at);
		free(y.at);
	}
	tap_ok(wrong == 0, "500 differences: the parts come to the whole");
	tap_ok(far == 0, "and none is off by more than one");
}

/* -- Whose code ---------------------------------------------------------- */

/* Called by nobody; long enough to be told from others. */
unsigned long_one(unsigned x);
unsigned long_one(unsigned x)
{
	for (unsigned i = 0; i < x % 1000; i++)
		x = x * 2654435761u + (x >> 7) + i;
	return x;
}

static const struct symbol *symbol(const struct symbols *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->at[i].name, name) == 0)
			return &s->at[i];
	return NULL;
}

/* "Instructions" of 4 bytes, all over a function, as if loaded at bias. */
static void add_function(struct counts_step *s, const struct image *i,
    const char *name, uint64_t bias)
{
	const struct symbol *y = symbol(&i->symbols, name);
	const struct elf64_code *c = i->elf.code;

	for (uint64_t k = 0; y && k + 4 <= y->size; k += 4) {
		add(s, y->address + k + bias, 1);
		s->at[s->n - 1].size = 4;
		memcpy(s->at[s->n - 1].byte,
		    i->data + c->offset + (y->address + k - c->address), 4);
	}
}

static void test_images(const char *self)
{
	const uint64_t bias = UINT64_C(0x555555554000);
	struct counts_step s = { 0 };
	struct functions f;
	struct err e = { 0, "" };
	int64_t want;

	tap_ok(images_add(&images, self, &e) == 0 && images.n == 1,
	    "a file is read: %s", e.text);
	tap_ok(images_add(&images, "/nonexistent/x", &e) < 0, "none: %s",
	    e.text);
	tap_ok(images_add(&images, "/dev/null", &e) < 0, "a device: %s",
	    e.text);
	if (images.n != 1)
		return;
	add_function(&s, images.image, "long_one",
	    images.image->elf.shared ? bias : 0);
	want = (int64_t)s.total;
	add(&s, 0x7ffff7fc1000, 7); /* of no file */
	functions_split(&f, &s, NULL, 1, &code);
	tap_ok(want > 4 && of(&f, "long_one") == want,
	    "%" PRId64 " of %" PRId64 " instructions are of the function",
	    of(&f, "long_one"), want);
	tap_ok(of(&f, "[no-file]") == 7, "others are of an unknown program");
	tap_str(f.at[0].file, images.image->name, "and of its file");
	tap_ok(f.user == want + 7 && f.kernel == 0, "all are the user's");
	functions_release(&f);
	free(s.at);
}

int main(int argc, char **argv)
{
	(void)argc;
	make_kernel();
	test_split();
	test_diff();
	test_rounding();
	test_images(
	    access("/proc/self/exe", R_OK) == 0 ? "/proc/self/exe" : argv[0]);
	symbols_release(&kernel);
	images_release(&images);
	return tap_done();
}
