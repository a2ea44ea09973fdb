/* programs.c - programs whose instructions were counted. */
#include "report/programs.h"

#include "base/num.h"
#include "report/functions.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const words[] = { "SAME", "SLOWER", "FASTER",
	"CANNOT TELL" };

static enum colour colour_of(enum program_word w)
{
	return w == PROGRAM_SLOWER   ? RED :
	    w == PROGRAM_FASTER      ? GREEN :
	    w == PROGRAM_CANNOT_TELL ? YELLOW :
				       PLAIN;
}

/* "2 boots, identical"; "5 boots, spread 0.03 %, two of one seed identical" */
static void add_boots(const struct program_counts *c, struct buf *out)
{
	bool repeats = program_repeats(c);
	double spread = program_spread(c);

	buf_addf(out, "%zu boot%s", c->boots, c->boots == 1 ? "" : "s");
	if (c->boots < 2)
		buf_add(out, ", not repeated");
	else if (spread == 0)
		buf_add(out, ", identical");
	else if (c->boots == 2)
		buf_addf(out, " of one seed, yet they differ by %.2g %%",
		    100 * spread);
	else
		buf_addf(out, ", spread %.2g %% over seeds, two of one seed %s",
		    100 * spread, repeats ? "identical" : "differ");
}

static void add_status(const char *status, struct buf *out)
{
	if (status)
		buf_addf(out, ", it ended with %s", status);
}

/* What a second boot of the same seed did that the first did not. */
static void add_why(const struct report_programs *p,
    const struct report_program *x, const struct style *s, struct buf *out)
{
	struct functions_diff d;

	if (!x->functions || !x->again || x->counts.boots < 2 ||
	    program_repeats(&x->counts))
		return;
	functions_compare(&d, x->functions, x->again);
	buf_add(out, "  the second boot: ");
	report_functions_line(&d, "run", p->top, 2, s, out);
	functions_diff_release(&d);
}

/* -- Text ---------------------------------------------------------------- */

static void one(const struct report_programs *p, const struct style *s,
    struct buf *out)
{
	const struct report_program *x = &p->program[0];
	struct buf b = BUF_INIT;
	char total[40], user[40], kernel[40];

	buf_addf(&b,
	    "%s instructions, %s of them in user mode and %s in the "
	    "kernel (%s, seed %" PRIu64 "; ",
	    functions_number(x->user + x->kernel, total, sizeof(total)),
	    functions_number(x->user, user, sizeof(user)),
	    functions_number(x->kernel, kernel, sizeof(kernel)), p->kernel,
	    p->seed);
	add_boots(&x->counts, &b);
	add_status(x->status, &b);
	buf_add(&b, ").");
	table_wrap(out, buf_str(&b), s->width, 0);
	buf_release(&b);
	add_why(p, x, s, out);
	if (!x->functions)
		return;
	buf_add_char(out, '\n');
	report_functions_table(x->functions, p->top, s, out);
}

static void add_line(const struct report_programs *p, size_t i, struct table *t)
{
	const struct report_program *x = &p->program[i];
	const struct program_change *c = i > 0 ? &p->change[i - 1] : NULL;
	char text[40];

	table_cell(t, x->text);
	table_cell(t,
	    functions_number(x->user + x->kernel, text, sizeof(text)));
	table_cell(t, functions_number(x->user, text, sizeof(text)));
	table_cell(t, functions_number(x->kernel, text, sizeof(text)));
	if (c)
		table_cellf(t, "%+.2f %%", 100 * c->change);
	else
		table_cell(t, "");
	if (c && c->word == PROGRAM_SAME)
		table_cellf(t, "SAME within %.3g %%", 100 * p->delta);
	else
		table_cell(t, c ? words[c->word] : "");
	if (c)
		table_colour(t, colour_of(c->word));
}

static void several(const struct report_programs *p, const struct style *s,
    struct buf *out)
{
	static const char *const heads[] = { "program", "instructions", "user",
		"kernel", "change", "verdict", NULL };
	struct table *t = table_new(heads, "Lrrrrl");

	for (size_t i = 0; i < p->n; i++)
		add_line(p, i, t);
	table_print(t, s, out);
	table_free(t);
	buf_addf(out, "%s, seed %" PRIu64 "\n", p->kernel, p->seed);
	for (size_t i = 0; i < p->n; i++) {
		const struct report_program *x = &p->program[i];
		struct buf b = BUF_INIT;

		buf_addf(&b, "%s: ", x->text);
		if (i == 0 && p->first)
			buf_add(&b, p->first);
		else
			add_boots(&x->counts, &b);
		add_status(x->status, &b);
		table_wrap(out, buf_str(&b), s->width, 2);
		add_why(p, x, s, out);
		if (i > 0 && x->functions && p->program[0].functions &&
		    p->change[i - 1].change != 0) {
			buf_add(out, "  ");
			report_functions_line(&p->diff[i - 1], "run", p->top, 2,
			    s, out);
		}
		buf_release(&b);
	}
}

void report_programs(const struct report_programs *p, const struct style *s,
    struct buf *out)
{
	char number[40], most[40];

	if (p->n == 1)
		one(p, s, out);
	else
		several(p, s, out);
	for (size_t i = p->first ? 1 : 0; i < p->n && p->limit > 0; i++) {
		int64_t n = p->program[i].user + p->program[i].kernel;

		if (n > p->limit)
			buf_addf(out,
			    "%s executes %s instructions, more than "
			    "the %s allowed.\n",
			    p->program[i].text,
			    functions_number(n, number, sizeof(number)),
			    functions_number(p->limit, most, sizeof(most)));
	}
}

/* -- JSON ---------------------------------------------------------------- */

static void put_program(const struct report_programs *p, size_t i,
    struct json *j)
{
	const struct report_program *x = &p->program[i];

	json_begin_object(j);
	json_put_string(j, "program", x->text);
	json_put_string(j, "status", x->status);
	json_put_int(j, "instructions", x->user + x->kernel);
	json_put_int(j, "user", x->user);
	json_put_int(j, "kernel", x->kernel);
	json_key(j, "boots");
	json_begin_array(j);
	for (size_t k = 0; k < x->counts.boots; k++)
		json_uint(j, x->counts.n[k]);
	json_end_array(j);
	json_put_bool(j, "repeats", program_repeats(&x->counts));
	json_put_double(j, "spread", program_spread(&x->counts));
	if (x->functions) {
		json_key(j, "split");
		report_functions_json(x->functions, j);
	}
	if (i > 0) {
		json_put_double(j, "change", p->change[i - 1].change);
		json_put_string(j, "verdict", words[p->change[i - 1].word]);
		json_key(j, "difference");
		report_functions_diff_json(&p->diff[i - 1], j);
	}
	json_end_object(j);
}

void report_programs_json(const struct report_programs *p, struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "unit", "instructions");
	json_put_string(j, "kernel_release", p->kernel);
	json_put_uint(j, "seed", p->seed);
	json_put_double(j, "delta", p->delta);
	if (p->limit > 0)
		json_put_int(j, "limit", p->limit);
	json_key(j, "programs");
	json_begin_array(j);
	for (size_t i = 0; i < p->n; i++)
		put_program(p, i, j);
	json_end_array(j);
	json_end_object(j);
}
