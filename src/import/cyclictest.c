/* cyclictest.c - wake-up latencies by thread: lines of text, a histogram.
 *
 * The largest latency is a note of the average, as the largest of anything is
 * shown and not tested (METHOD.md). */
#include "import/formats.h"
#include "import/hist.h"
#include "import/inside.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 1024

/* A thread as its last line said. */
struct thread {
	bool there;
	double id, prio, interval, cycles;
	struct figure avg, max;
};

struct state {
	struct import *im;
	struct run *run;
	struct thread *thread;
	struct hist *hist; /* of each thread, by column */
	size_t columns;
	bool again; /* it prints all threads once more */
};

/* -- Lines ---------------------------------------------------------------- */

static void flush_threads(struct state *s)
{
	char key[PUT_KEY], text[40];

	for (size_t i = 0; i < THREADS; i++) {
		struct thread *t = &s->thread[i];
		struct invocation *inv;
		char *name;

		/* none yet: "Min:1000000 Avg: 0" is no latency */
		if (!t->there || t->cycles < 1)
			continue;
		name = xasprintf("thread=%.0f/prio=%.0f/interval=%.0f/avg",
		    t->id, t->prio, t->interval);
		put_key(key, "cyclictest", name);
		inv = put_value(s->im, s->run, key, UNIT_NS, &t->avg, 1e3);
		snprintf(text, sizeof(text), "%.0f", t->max.value * 1e3);
		if (inv)
			invocation_note(inv, "max_ns", text);
		free(name);
	}
	for (size_t i = 0; i < THREADS; i++)
		s->thread[i].there = false;
}

/* "T: 0 (27819) P:80 I:1000 C:   2999 Min:      9 Act:   13 Avg:  112 Max: ..."
 * is printed again and again while it runs; the last one counts. */
static bool thread_line(struct state *s, const struct line *l)
{
	struct figure id, prio, interval, cycles;
	struct thread t = { .there = true }, *old;

	if (!line_starts(l, "T:") || !scan_after(l, "T:", &id) ||
	    !scan_after(l, "P:", &prio) || !scan_after(l, "I:", &interval) ||
	    !scan_after(l, " C:", &cycles) || !scan_after(l, "Avg:", &t.avg) ||
	    !scan_after(l, "Max:", &t.max) || id.value < 0 ||
	    id.value >= THREADS)
		return false;
	t.id = id.value;
	t.prio = prio.value;
	t.interval = interval.value;
	t.cycles = cycles.value;
	old = &s->thread[(size_t)id.value];
	/* fewer than before, or as many and not said again: another run */
	if (old->there &&
	    (t.cycles < old->cycles || (t.cycles == old->cycles && !s->again)))
		flush_threads(s);
	*old = t;
	return true;
}

/* -- Histogram ------------------------------------------------------------ */

/* "000013 000677	000191": microseconds, then how many in each thread. */
static bool bin_line(struct state *s, const struct line *l)
{
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS);
	struct figure at, count;

	if (n < 2 || l->s[0] == '#' || !figure_word(l, &w[0], &at))
		return false;
	for (size_t i = 1; i < n && i <= THREADS; i++) {
		if (!figure_word(l, &w[i], &count)) {
			put_no_number(s->im, l, &w[i]);
			continue;
		}
		hist_add(&s->hist[i - 1], at.value, count.value);
		s->columns = i > s->columns ? i : s->columns;
	}
	return true;
}

static void overflow_line(struct state *s, const struct line *l)
{
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS);
	struct figure f;

	for (size_t i = 3; i < n && i - 3 < s->columns; i++)
		if (figure_word(l, &w[i], &f))
			s->hist[i - 3].over += f.value;
}

/* "# Avg Latencies: 00019 00021", of the threads from the first on. */
static void average_line(struct state *s, const struct line *l)
{
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS);
	char key[PUT_KEY];
	struct figure f;

	for (size_t i = 3; i < n && i - 3 < s->columns; i++) {
		char *name = xasprintf("thread=%zu/avg", i - 3);

		put_key(key, "cyclictest", name);
		if (figure_word(l, &w[i], &f))
			put_value(s->im, s->run, key, UNIT_NS, &f, 1e3);
		else
			put_no_number(s->im, l, &w[i]);
		free(name);
	}
}

static void flush_hist(struct state *s)
{
	for (size_t i = 0; i < s->columns; i++) {
		char *name = xasprintf("thread=%zu", i);

		hist_put(&s->hist[i], s->im, s->run, "cyclictest", name, 1e3);
		hist_release(&s->hist[i]);
		free(name);
	}
	s->columns = 0;
}

/* -- All ------------------------------------------------------------------ */

static int cyclictest_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct state s = { .im = im };
	bool bins = false;

	(void)e;
	s.run = put_run(im);
	s.thread = xcalloc(THREADS, sizeof(*s.thread));
	s.hist = xcalloc(THREADS, sizeof(*s.hist));
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];

		if (line_starts(l, "policy:"))
			s.again = true;
		else if (line_starts(l, "# Histogram Overflows:"))
			overflow_line(&s, l);
		else if (line_starts(l, "# Avg Latencies:"))
			average_line(&s, l);
		else if (line_starts(l, "# Histogram")) {
			flush_hist(&s);
			bins = true;
		} else if (line_starts(l, "# Total:"))
			bins = false;
		if (!thread_line(&s, l) && bins)
			bin_line(&s, l);
	}
	flush_threads(&s);
	flush_hist(&s);
	free(s.thread);
	free(s.hist);
	return 0;
}

static int cyclictest_probe(const struct input *in)
{
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];

		if (line_starts(l, "T:") && line_has(l, "Avg:") &&
		    line_has(l, "Max:"))
			return 90;
		if (line_starts(l, "# Histogram"))
			return 85;
	}
	return 0;
}

const struct import_format import_cyclictest = {
	.name = "cyclictest",
	.title = "cyclictest",
	.probe = cyclictest_probe,
	.read = cyclictest_read,
};
