/* aftermath_load.c - the load of perfloss aftermath. */
#include "cmd/aftermath.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "drive/clocks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COPIES_MOST 1000 /* as measure/load.h: the probe refuses more */

/* An invocation of a copy: so short that its end is near when it is asked to
 * end, so long that its start does not count (METHOD, section 2, "batch"). */
#define TIME_NS 100000000

/* Copies share the CPUs: what takes 10 ms alone takes as often so long. */
#define DEADLINE_NS INT64_C(60000000000)

/* A thousand copies took 32 s to begin and to end on two busy CPUs: it is no
 * good sign if each takes three times as long. */
#define COPY_NS INT64_C(100000000)

struct preset {
	const char *name, *key;
	uint32_t copies, per_cpu; /* by default; the larger */
};

/* 50 are of Story 0, which started 10, 50 or 100. */
static const struct preset presets[] = {
	{ "compute", "self_spin", 50, 0 },
	{ "forks", "proc_fork", 0, 2 },
	{ "files", "fs_create", 0, 1 },
	{ "net", "ipc_connect", 0, 1 },
	{ "cache", "cache", 1, 0 },
	{ "fragment", "fragment", 1, 0 },
};

#define PRESETS (sizeof(presets) / sizeof(presets[0]))

static uint32_t copies_of(const struct preset *p)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t n = p->per_cpu * (uint32_t)(cpus > 0 ? cpus : 1);

	return n > p->copies ? n : p->copies;
}

static const struct preset *find(const char *name)
{
	for (size_t i = 0; i < PRESETS; i++)
		if (strcmp(presets[i].name, name) == 0)
			return &presets[i];
	return NULL;
}

/* The name in front of " x N"; N, or 0 where there is none. */
static char *take_apart(const char *text, int64_t *copies, struct err *e)
{
	const char *x = strstr(text, " x ");
	size_t n = x ? (size_t)(x - text) : strlen(text);
	char *name;

	*copies = 0;
	while (n > 0 && text[n - 1] == ' ')
		n--;
	if (x &&
	    (num_parse_i64(x + 3 + strspn(x + 3, " "), copies) < 0 ||
		*copies < 1 || *copies > COPIES_MOST)) {
		err_set(e, -EINVAL,
		    "bad number of copies in '--load %s', wanted 1 to %d", text,
		    COPIES_MOST);
		return NULL;
	}
	name = xstrndup(text, n);
	if (n == 0 || strchr(name, ' ')) {
		err_set(e, -EINVAL,
		    "cannot understand '--load %s': wanted 'NAME' or 'NAME x "
		    "COPIES'; a command is for '--load-cmd'",
		    text);
		free(name);
		return NULL;
	}
	return name;
}

/* A row that there is, here, and what the probe says of it. */
static int check_row(const char *key, struct err *e)
{
	const char *const keys[] = { key };
	struct catalogue c;
	int r;

	catalogue_init(&c);
	r = catalogue_load(&c, keys, 1, e);
	if (r < 0)
		err_prefix(e, "cannot load with '%s'", key);
	else if (c.n > 0 && c.row[0].unsupported)
		r = err_set(e, -ENOTSUP, "cannot load with '%s': %s", key,
		    c.row[0].unsupported);
	catalogue_release(&c);
	return r;
}

int load_spec_parse(struct load_spec *l, const char *text, const char *command,
    struct err *e)
{
	const struct preset *p;
	int64_t copies;
	char *name;
	int r = 0;

	memset(l, 0, sizeof(*l));
	if (text && command)
		return err_set(e, -EINVAL,
		    "'--load' and '--load-cmd' exclude one another");
	if (!text && !command)
		return err_set(e, -EINVAL,
		    "no load is given: '--load compute', or '--load-cmd "
		    "COMMAND' ('perfloss aftermath -h' helps)");
	if (command && !command[strspn(command, " \t\n")])
		return err_set(e, -EINVAL,
		    "the command of '--load-cmd' is "
		    "empty");
	if (command) {
		l->command = command;
		l->what = text_clean(xstrdup(command));
		return 0;
	}
	name = take_apart(text, &copies, e);
	if (!name)
		return -EINVAL;
	p = find(name);
	l->copies = copies > 0 ? (uint32_t)copies : p ? copies_of(p) : 1;
	l->key = xstrdup(p ? p->key : name);
	l->what = xasprintf("%s x %u", name, l->copies);
	if (!p || strcmp(p->name, p->key) != 0)
		r = check_row(l->key, e);
	free(name);
	return r;
}

void load_spec_release(struct load_spec *l)
{
	free(l->key);
	free(l->what);
	memset(l, 0, sizeof(*l));
}

/* -- At work -------------------------------------------------------------- */

static void take_each(struct after_load *l, char *const *each)
{
	size_t n = 0;

	while (each && each[n])
		n++;
	free(l->each_s);
	l->each_s = xcalloc(n + 1, sizeof(*l->each_s));
	l->n_each = n;
	for (size_t i = 0; i < n; i++)
		if (num_parse_double(each[i], &l->each_s[i]) < 0)
			l->each_s[i] = -1;
}

/* What the probe says of it; nothing that it says is all of it is bad. */
static int take(struct wire_msg *m, const struct load_spec *spec,
    struct aftermath *a, bool *running, struct err *e)
{
	struct after_load *l = &a->load;

	*running = false;
	if (m->kind != WIRE_LOAD)
		return err_set(e, -ECHILD, "the load '%.100s' cannot begin: %s",
		    spec->what, m->why ? m->why : "no reason was told");
	*running = m->load.running > 0;
	l->turns = m->load.turns;
	l->failed = m->load.failed;
	l->cpu_s = m->load.cpu_s;
	if (m->pid > 0)
		a->about.keeper = (long)m->pid;
	take_each(l, m->load.each_s);
	free(l->why);
	l->why = m->why;
	m->why = NULL;
	if (l->why && !*running && (m->load.command || l->turns == 0))
		return err_set(e, -ECHILD, "the load '%.100s' did not work: %s",
		    spec->what, l->why);
	return 0;
}

static int hear(struct talk *t, struct buf *line, const struct load_spec *spec,
    struct aftermath *a, bool *running, struct err *e)
{
	struct wire_msg m;
	int r = talk_hear(t, line, WIRE_LOAD, &m, e);

	if (r < 0)
		return r;
	r = take(&m, spec, a, running, e);
	wire_msg_release(&m);
	return r;
}

int aftermath_begin_load(struct talk *t, const struct load_spec *l,
    struct aftermath *a, struct err *e)
{
	char shell[] = "/bin/sh", option[] = "-c";
	char *argv[] = { shell, option, NULL, NULL };
	struct plan_load line = { .id = 1,
		.key = l->key,
		.copies = l->copies,
		.time_ns = TIME_NS,
		.deadline_ns = DEADLINE_NS * (1 + l->copies / 10) };
	char *command = l->command ? xstrdup(l->command) : NULL;
	struct buf out = BUF_INIT;
	bool running;
	int r;

	argv[2] = command;
	line.argv = command ? argv : NULL;
	plan_load(&line, &out);
	free(command);
	/* each copy looks for its own among all processes as it begins */
	t->deadline_ns += l->copies * COPY_NS;
	a->load.from_ns = clocks_now_ns() - t->opened_ns;
	r = hear(t, &out, l, a, &running, e);
	a->load.began = r == 0;
	return r;
}

int aftermath_look(struct talk *t, const struct load_spec *l,
    struct aftermath *a, bool *running, struct err *e)
{
	struct buf out = BUF_INIT;

	plan_look(&out);
	return hear(t, &out, l, a, running, e);
}

int aftermath_end_load(struct talk *t, const struct load_spec *l,
    struct aftermath *a, bool keep, struct err *e)
{
	struct buf out = BUF_INIT;
	bool running;
	int r;

	plan_release_load(keep, &out);
	r = hear(t, &out, l, a, &running, e);
	a->load.to_ns = clocks_now_ns() - t->opened_ns;
	return r;
}
