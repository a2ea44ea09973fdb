/* counts.c - the plugin's file: whole, cut, garbled. */
#include "model/counts.h"

#include "base/mem.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/perfloss-test-counts-XXXXXX";
static struct err e;

static int read_text(struct counts *c, const char *text, size_t len)
{
	FILE *f = fopen(path, "w");

	fwrite(text, 1, len, f);
	fclose(f);
	e = (struct err){ 0 };
	return counts_read(c, path, &e);
}

static const char good[] = "perfloss-count 2\n"
			   "step 1 run 15 4\n"
			   "401000 5 4889e5\n"
			   "401003 3 c3\n"
			   "ffffffff81000000 7\n"
			   "step 1 base 2 4\n"
			   "401000 2 4889e5\n"
			   "step 12 run 18446744073709551615 4\n"
			   "ffffffff81000000 18446744073709551615\n"
			   "end\n";

static void test_good(void)
{
	const struct counts_step *s;
	struct counts c;

	tap_ok(read_text(&c, good, sizeof(good) - 1) == 0 && c.whole &&
		c.n == 3,
	    "a whole file: %s", e.text);
	s = counts_find(&c, 1, false);
	tap_ok(s && s->total == 15 && s->batches == 4 && s->n == 3 &&
		s->at[1].n == 3 && s->at[1].size == 1 &&
		s->at[1].byte[0] == 0xc3,
	    "its run");
	tap_ok(s && s->at[2].address == 0xffffffff81000000 &&
		s->at[2].size == 0,
	    "the kernel's instructions have no bytes");
	s = counts_find(&c, 1, true);
	tap_ok(s && s->total == 2 && s->base, "its base");
	s = counts_find(&c, 12, false);
	tap_ok(s && s->total == UINT64_MAX, "the largest number");
	tap_ok(!counts_find(&c, 12, true) && !counts_find(&c, 2, false),
	    "what is not there is not found");
	counts_release(&c);
}

/* At each place: never a step that is not whole. */
static void test_cut(void)
{
	size_t odd = 0, refused = 0;
	struct counts c;

	for (size_t len = 0; len < sizeof(good) - 2; len++) {
		int r = read_text(&c, good, len);

		refused += r < 0;
		odd += r == 0 && c.whole;
		for (size_t i = 0; r == 0 && i < c.n; i++) {
			uint64_t sum = 0;

			for (size_t k = 0; k < c.step[i].n; k++)
				sum += c.step[i].at[k].n;
			odd += sum != c.step[i].total;
		}
		counts_release(&c);
	}
	tap_ok(odd == 0, "cut anywhere it is not whole, its steps are");
	tap_ok(refused == 1, "only an empty file is refused for that");
}

static void bad(const char *text, const char *what)
{
	struct counts c;
	int r = read_text(&c, text, strlen(text));

	tap_ok(r == -EINVAL && strstr(e.text, what), "%s: %s", what, e.text);
	counts_release(&c);
}

#define HEAD "perfloss-count 2\n"

static void test_bad(void)
{
	char *huge = xcalloc(1, 1 << 20);

	bad("hello\n", "not a file of perfloss-count");
	bad("perfloss-count 1\nend\n", "not a file of perfloss-count");
	bad(HEAD "401000 5 90\n", "outside a step");
	bad(HEAD "step 1 run 5 4\n401000 4 90\nend\n", "its sum");
	bad(HEAD "step 1 run 5 4\n401000 4 90\nstep 2 run 1 4\n", "its sum");
	bad(HEAD "step 1 walk 5 4\n", "neither run nor base");
	bad(HEAD "step x run 5\n", "without its number");
	bad(HEAD "step 1 run -5\n", "without its sum");
	bad(HEAD "step 1 run 5\n", "without its sum");
	bad(HEAD "step 1 run 5 0\n", "without its batches");
	bad(HEAD "step 1 run 5 6 7\n", "without its batches");
	bad(HEAD "step 1 run 0 4\nstep 1 run 0 4\n", "second time");
	bad(HEAD "step 1 run 5 4\nzzz 5 90\n", "no address and count");
	bad(HEAD "step 1 run 5 4\n401000\n", "no address and count");
	bad(HEAD "step 1 run 5 4\n401000 0 90\n", "no address and count");
	bad(HEAD "step 1 run 5 4\n401000 99999999999999999999 90\n",
	    "no address and count");
	bad(HEAD
	    "step 1 run 5 4\n401000 18446744073709551615 90\n401001 1 90\n",
	    "no address and count");
	bad(HEAD "step 1 run 5 4\n401000 5 9\n", "no bytes");
	bad(HEAD "step 1 run 5 4\n401000 5 9x\n", "no bytes");
	bad(HEAD "step 1 run 5 4\n401000 5 90909090909090909090909090909090\n",
	    "no bytes");
	bad(HEAD "step 1 run 5 4\n401000 5\n", "bytes belong to programs");
	bad(HEAD "step 1 run 5 4\nffffffff81000000 5 90\n",
	    "bytes belong to programs");
	bad(HEAD "end\nend\n", "behind the end");
	memset(huge, 'a', (1 << 20) - 1);
	bad(huge, "too long");
	free(huge);
}

/* Changed in one byte: an error or steps that are whole, never a crash. */
static void test_changed(void)
{
	static const char to[] = { '\0', '\n', ' ', '9', 'f', '\xff' };
	char *text = xstrdup(good);
	struct counts c;
	size_t read = 0, all = 0;

	for (size_t i = 0; i < sizeof(good) - 1; i++)
		for (size_t k = 0; k < sizeof(to); k++, all++) {
			text[i] = to[k];
			read += read_text(&c, text, sizeof(good) - 1) == 0;
			counts_release(&c);
			text[i] = good[i];
		}
	tap_ok(read > 0 && read < all,
	    "each byte changed: %zu of %zu still say something", read, all);
	free(text);
}

int main(void)
{
	int fd = mkstemp(path);
	struct counts c;

	if (fd < 0)
		return 1;
	close(fd);
	test_good();
	test_cut();
	test_bad();
	test_changed();
	unlink(path);
	tap_ok(counts_read(&c, path, &e) == -ENOENT, "no file: %s", e.text);
	counts_release(&c);
	return tap_done();
}
