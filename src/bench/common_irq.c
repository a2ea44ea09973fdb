/* common_irq.c - which interrupts came to a CPU. */
#include "bench/common_irq.h"

#include <stdio.h>

#define SHOWN 6 /* kinds in the note */

/* The column of a CPU in the heading "CPU0 CPU1 ..."; -1 = none. */
static int column_of(char *heading, int cpu)
{
	char want[16], *word, *rest = heading;
	int i;

	snprintf(want, sizeof(want), "CPU%d", cpu);
	for (i = 0; (word = strtok_r(rest, " \n", &rest)) != NULL; i++)
		if (strcmp(word, want) == 0)
			return i;
	return -1;
}

/* One line, " LOC:  1  2 ...". */
static void take(struct common_irq *q, char *line, int column)
{
	char *word, *rest = line;

	word = strtok_r(rest, " :\n", &rest);
	if (word == NULL || q->n == COMMON_IRQS)
		return;
	snprintf(q->line[q->n].name, sizeof(q->line[q->n].name), "%s", word);
	do {
		word = strtok_r(rest, " :\n", &rest);
	} while (word != NULL && column-- > 0);
	if (word != NULL)
		q->line[q->n++].count = strtoull(word, NULL, 10);
}

static bool count(struct common_irq *q)
{
	FILE *f = q->cpu >= 0 ? fopen("/proc/interrupts", "re") : NULL;
	char *line = NULL;
	size_t size = 0;
	int column = -1;

	q->n = 0;
	if (f != NULL && getline(&line, &size, f) > 0)
		column = column_of(line, q->cpu);
	while (column >= 0 && getline(&line, &size, f) > 0)
		take(q, line, column);
	free(line);
	if (f != NULL)
		fclose(f);
	return q->n > 0;
}

void common_irq_begin(struct common_irq *q, int cpu)
{
	q->cpu = cpu;
	if (!count(q))
		q->cpu = -1;
}

/* The most frequent one, which is then forgotten; NULL = none is left. */
static const char *most(struct common_irq *q, uint64_t *n)
{
	size_t i, best = 0;

	for (i = 1; i < q->n; i++)
		if (q->line[i].count > q->line[best].count)
			best = i;
	if (q->n == 0 || q->line[best].count == 0)
		return NULL;
	*n = q->line[best].count;
	q->line[best].count = 0;
	return q->line[best].name;
}

void common_irq_end(struct common_irq *q, struct bench_ctx *c)
{
	static struct common_irq now;
	char text[SHOWN * 36] = "none";
	const char *name;
	size_t i, at = 0;
	uint64_t n;

	now.cpu = q->cpu;
	if (!count(&now) || now.n != q->n) {
		bench_note(c, "interrupts", "unknown");
		return;
	}
	for (i = 0; i < now.n; i++)
		now.line[i].count -= q->line[i].count;
	for (i = 0; i < SHOWN && (name = most(&now, &n)) != NULL; i++)
		at +=
		    (size_t)snprintf(text + at, sizeof(text) - at, "%s%s %llu",
			i > 0 ? ", " : "", name, (unsigned long long)n);
	bench_note(c, "interrupts", "%s", text);
}
