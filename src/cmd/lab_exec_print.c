/* lab_exec_print.c - what was counted of programs, judged and printed. */
#include "cmd/lab_exec.h"

#include "base/mem.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "report/programs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run that was kept, as the program that others are compared with. */
struct stored {
	struct run run;
	struct functions functions;
	uint64_t *n;
	char *what;
};

struct answer {
	struct report_programs p;
	struct report_program *program;
	struct program_change *change;
	struct functions_diff *diff;
	uint64_t **n; /* of each program's boots */
};

/* -- Against a stored run ------------------------------------------------ */

static int numbers(struct stored *s, const struct result *res,
    struct report_program *p, const char *word, struct err *e)
{
	double user = invocation_number(&res->inv[0], "user");
	double kernel = invocation_number(&res->inv[0], "kernel");
	const char *f = invocation_noted(&res->inv[0], "functions");

	if (!isfinite(user) || !isfinite(kernel))
		return err_set(e, -EINVAL,
		    "'%s' is no run of 'perfloss lab exec'", word);
	s->n = xcalloc(res->n_inv, sizeof(*s->n));
	for (size_t i = 0; i < res->n_inv; i++)
		s->n[i] = res->inv[i].n_run ? res->inv[i].run[0] : 0;
	p->counts = (struct program_counts){ s->n, res->n_inv };
	p->user = (int64_t)user;
	p->kernel = (int64_t)kernel;
	if (f && functions_read(&s->functions, f) == 0)
		p->functions = &s->functions;
	return 0;
}

/* Counts of another kernel or machine are not the program's doing. */
static int comparable(const struct run *before, const struct run *now,
    const char *word, struct err *e)
{
	static const char *const keys[] = { "kernel.release", "kernel.version",
		"kernel.cmdline" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *a = host_get(&before->host, keys[i]);
		const char *b = host_get(&now->host, keys[i]);

		if (a && b && strcmp(a, b) != 0)
			return err_set(e, -EINVAL,
			    "not comparable with '%s': %s is '%.80s' there and "
			    "'%.80s' here ('--kernel' chooses)",
			    word, keys[i], a, b);
	}
	return 0;
}

/* "stored, 2 boots", and of what, if that is not what was run now. */
static char *stored_words(const struct stored *s, size_t boots, const char *now)
{
	const char *command = host_get(&s->run.host, FACT_COMMAND);
	bool other = command && strcmp(command, now) != 0;

	return xasprintf("stored, %zu boot%s%s%s%s", boots,
	    boots == 1 ? "" : "s", other ? " of '" : "", other ? command : "",
	    other ? "'" : "");
}

static int read_stored(struct stored *s, const struct lab_exec *x,
    const struct lab_exec_say *say, struct report_program *p, struct err *e)
{
	const struct result *res;
	int r = source_run(&s->run, say->against, say->store, e);

	if (r < 0)
		return r;
	res = run_find(&s->run, LAB_EXEC_KEY);
	if (!res || res->n_inv == 0 || res->unit != UNIT_INSN)
		return err_set(e, -EINVAL,
		    "'%s' is no run of 'perfloss lab exec'", say->against);
	r = comparable(&s->run, &x->program[0].run, say->against, e);
	r = r < 0 ? r : numbers(s, res, p, say->against, e);
	if (r < 0)
		return r;
	p->text = s->run.label ? s->run.label : say->against;
	s->what = stored_words(s, res->n_inv, x->program[0].text);
	return 0;
}

static void stored_release(struct stored *s)
{
	run_release(&s->run);
	functions_release(&s->functions);
	free(s->n);
	free(s->what);
}

/* -- The answer ---------------------------------------------------------- */

static void put_program(struct answer *a, const struct lab_exec *x, size_t k,
    size_t at)
{
	const struct lab_program *p = &x->program[k];
	struct report_program *to = &a->program[at];

	a->n[at] = xcalloc(x->boots, sizeof(**a->n));
	for (size_t b = 0; b < x->boots; b++)
		a->n[at][b] = (uint64_t)(p->boot[b].user + p->boot[b].kernel);
	*to = (struct report_program){ .text = p->text,
		.status = p->boot[0].status,
		.counts = { a->n[at], x->boots },
		.user = p->boot[0].user,
		.kernel = p->boot[0].kernel,
		.functions = &p->boot[0].functions,
		.again = x->boots > 1 ? &p->boot[1].functions : NULL };
}

static void judge(struct answer *a)
{
	static const struct functions none = { .ops = 1 };

	for (size_t i = 1; i < a->p.n; i++) {
		const struct report_program *x = &a->program[0];
		const struct report_program *y = &a->program[i];

		program_compare(&x->counts, &y->counts, a->p.delta,
		    &a->change[i - 1]);
		functions_compare(&a->diff[i - 1],
		    x->functions ? x->functions : &none, y->functions);
	}
}

static int status_of(const struct answer *a)
{
	int status = 0;

	for (size_t i = 0; i < a->p.n; i++) {
		const struct report_program *x = &a->program[i];

		if (i > 0 && a->change[i - 1].word == PROGRAM_SLOWER)
			status = 1;
		if (a->p.limit > 0 && x->user + x->kernel > a->p.limit &&
		    !(i == 0 && a->p.first))
			status = 1;
	}
	return status;
}

static int put(const struct answer *a, bool json, struct err *e)
{
	struct style style = out_style();
	struct buf out = BUF_INIT;
	struct json j;
	int r;

	if (json) {
		json_init(&j, &out);
		report_programs_json(&a->p, &j);
		buf_add_char(&out, '\n');
	} else {
		report_programs(&a->p, &style, &out);
	}
	r = out_write(&out, e);
	buf_release(&out);
	return r;
}

/* The last line of what it said. */
static const char *last_words(const struct lab_counted *c, char *out,
    size_t size)
{
	const char *s = buf_str(&c->errors), *line = s;

	for (; *s; s++)
		if (*s == '\n' && s[1] && s[1] != '\n')
			line = s + 1;
	snprintf(out, size, "%s%.*s", *line ? ": " : "",
	    (int)strcspn(line, "\n"), line);
	return text_clean(out);
}

/* A program that fails does less than its work. */
static int check(const struct lab_exec *x, const struct lab_exec_say *say,
    struct err *e)
{
	char words[200];

	for (size_t k = 0; k < x->n && !say->ignore; k++) {
		const struct lab_counted *c = &x->program[k].boot[0];

		if (c->status)
			return err_set(e, -ECHILD,
			    "'%.100s' ended with %s%s, so nothing is stored "
			    "('-i' goes on in spite of it)",
			    x->program[k].text, c->status,
			    last_words(c, words, sizeof(words)));
	}
	return 0;
}

int lab_exec_print(const struct lab_exec *x, const struct lab_exec_say *say,
    int *status, struct err *e)
{
	size_t first = say->against ? 1 : 0, n = x->n + first;
	struct stored s = { 0 };
	struct answer a = { .p = { .n = n,
				.kernel = x->kernel->release ?
				    x->kernel->release :
				    x->kernel->name,
				.seed = x->seed,
				.boots = x->boots,
				.top = (size_t)say->top,
				.delta = say->delta,
				.limit = say->limit } };
	int r = check(x, say, e);

	run_init(&s.run);
	a.p.program = a.program = xcalloc(n, sizeof(*a.program));
	a.p.change = a.change = xcalloc(n, sizeof(*a.change));
	a.p.diff = a.diff = xcalloc(n, sizeof(*a.diff));
	a.n = xcalloc(n, sizeof(*a.n));
	if (r == 0 && first)
		r = read_stored(&s, x, say, &a.program[0], e);
	a.p.first = s.what;
	for (size_t k = 0; k < x->n; k++)
		put_program(&a, x, k, k + first);
	if (r == 0) {
		judge(&a);
		*status = status_of(&a);
		r = put(&a, say->json, e);
	}
	for (size_t i = 0; i < n; i++) {
		functions_diff_release(&a.diff[i]);
		free(a.n[i]);
	}
	free(a.n);
	free(a.program);
	free(a.change);
	free(a.diff);
	stored_release(&s);
	return r;
}
