/* aftermath.c - many rows that cannot tell are one line, unless asked for. */
#include "report/aftermath.h"

#include "base/mem.h"
#include "tap.h"

#include <stdio.h>
#include <stdlib.h>

#define ROWS 4

/* How often it is in what is said below the table. */
static size_t times(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		n++;
	return n;
}

static char *said(struct after_row *row, size_t n, bool all)
{
	struct report_opts o = { .all = all };
	struct after_judged j = { 0 };
	struct buf out = BUF_INIT;
	struct aftermath a = { 0 };
	char *text;

	o.style.width = 80;
	a.to_ns[AFTER_RECOVERY] = 1;
	a.to_ns[AFTER_BASELINE] = 1;
	j.row = row;
	j.n = n;
	report_aftermath(&a, &j, &o, &out);
	text = xstrdup(buf_str(&out));
	buf_release(&out);
	return text;
}

int main(void)
{
	struct after_row row[ROWS] = { 0 };
	struct run r;
	char *text;

	run_init(&r);
	run_add(&r, "sys_null");
	for (size_t i = 0; i < ROWS; i++) {
		row[i].key = r.results[0].key;
		row[i].res = &r.results[0];
		row[i].word = AFTER_UNCLEAR;
		snprintf(row[i].note, sizeof(row[i].note), "%s",
		    i == 0 ? "crowded" : "too wide");
	}
	text = said(row, ROWS, false);
	tap_ok(times(text, "unclear ") == 1, "one line");
	tap_ok(strstr(text, "4 rows, 3 of them: too wide") != NULL,
	    "the reason of most");
	free(text);
	text = said(row, ROWS, true);
	tap_ok(times(text, "unclear ") == 2, "with -v a line for each");
	free(text);
	text = said(row, 2, false);
	tap_ok(times(text, "unclear ") == 2, "two are not folded");
	free(text);
	run_release(&r);
	return tap_done();
}
