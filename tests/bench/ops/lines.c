/* lines.c - what the probe's list says of the rows. */
#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW 8 /* of operations that only fit a batch one by one */

/* Rows with system calls whose cases are too much for so many operations. */
static const struct {
	const char *name, *key;
} light[] = {
	{ "proc_exit_big", "proc_exit_big/size=64K" },
};

void lines_get(const char *line, const char *key, char *out, size_t size)
{
	char want[40];
	const char *at;
	size_t n;

	snprintf(want, sizeof(want), "\"%s\":\"", key);
	at = strstr(line, want);
	out[0] = '\0';
	if (at == NULL)
		return;
	at += strlen(want);
	n = strcspn(at, "\"");
	snprintf(out, size, "%.*s", (int)n, at);
}

static void lighten(struct line *row)
{
	for (size_t i = 0; i < sizeof(light) / sizeof(light[0]); i++)
		if (strcmp(light[i].name, row->name) == 0)
			snprintf(row->key, sizeof(row->key), "%s",
			    light[i].key);
}

/* Operations of which a batch may not have 2 * OPS are long: fewer of them. */
static void limit(struct line *row, const char *text)
{
	const char *at = strstr(text, "\"max_ops\":");
	uint64_t most =
	    at ? strtoull(at + strlen("\"max_ops\":"), NULL, 10) : 0;

	row->limited = false;
	row->ops = OPS;
	row->batches = 1;
	if (most == 0 || most >= 2 * OPS)
		return;
	row->limited = true;
	row->ops = most < OPS ? most : OPS;
	row->batches = FEW / row->ops > 1 ? FEW / row->ops : 1;
}

struct line *lines_of(const char *probe)
{
	size_t n = 0, cap = 0;
	struct line *rows = NULL;
	char command[600], *text = NULL;
	size_t size = 0;
	FILE *f;

	snprintf(command, sizeof(command), "'%s' --list", probe);
	f = popen(command, "r");
	while (f != NULL && getline(&text, &size, f) > 0) {
		if (strstr(text, "\"t\":\"row\"") == NULL)
			continue;
		if (n + 1 >= cap) {
			cap = cap * 2 + 64;
			rows = realloc(rows, cap * sizeof(*rows));
			if (rows == NULL)
				abort();
		}
		lines_get(text, "key", rows[n].key, sizeof(rows[n].key));
		lines_get(text, "name", rows[n].name, sizeof(rows[n].name));
		lines_get(text, "calls", rows[n].calls, sizeof(rows[n].calls));
		lines_get(text, "unsupported", rows[n].unsupported,
		    sizeof(rows[n].unsupported));
		limit(&rows[n], text);
		lighten(&rows[n]);
		rows[++n] = (struct line){ .key = "" };
	}
	free(text);
	if (f == NULL || pclose(f) != 0 || n == 0) {
		free(rows);
		return NULL;
	}
	return rows;
}
