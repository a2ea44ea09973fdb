/* main.c - perfloss-probe: measures what a plan asks for. */
#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/opt.h"
#include "measure/invoke.h"
#include "measure/watch.h"
#include "probe/command.h"
#include "probe/init.h"
#include "probe/like.h"
#include "probe/list.h"
#include "probe/out.h"
#include "probe/plan.h"
#include "probe/session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

struct what {
	bool list, facts, version, once;
	bool alone; /* in a machine made for it (init.h) */
	const char *dir;
	struct opt_list env;
	struct inject inject;
};

/* Standard input, output and error are there, whatever was inherited; what
 * else was inherited would be inherited by every child. Returns false when
 * there is no standard output. */
static bool tidy_files(void)
{
	bool ok = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
	DIR *d;
	struct dirent *ent;
	int64_t fd;

	while ((fd = open("/dev/null", O_RDWR)) >= 0 && fd <= 2)
		;
	if (fd > 2)
		close((int)fd);
	d = opendir("/dev/fd");
	while (d && (ent = readdir(d)) != NULL)
		if (num_parse_i64(ent->d_name, &fd) == 0 && fd > 2 &&
		    fd <= INT_MAX && fd != dirfd(d))
			close((int)fd);
	if (d)
		closedir(d);
	return ok;
}

/* The environment of what is measured: the same everywhere (P20), but for what
 * was asked for; of one name the last counts. What stands in the table is
 * borrowed, for as long as the program runs. */
static void trim_environment(const struct opt_list *more)
{
	static const char *const fixed[] = {
		"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"
	};
	const size_t n_fixed = sizeof(fixed) / sizeof(fixed[0]);
	char **env = xcalloc(n_fixed + more->n + 1, sizeof(*env));
	size_t n = 0;

	for (size_t k = 0; k < n_fixed + more->n; k++) {
		const char *one =
		    k < n_fixed ? fixed[k] : more->item[k - n_fixed];
		size_t name = strcspn(one, "=") + 1, at = 0;

		while (at < n && strncmp(env[at], one, name) != 0)
			at++;
		env[at] = (char *)(uintptr_t)one;
		n += at == n;
	}
	environ = env;
}

static int check_env(const struct opt_list *more, struct err *e)
{
	for (size_t i = 0; i < more->n; i++)
		if (more->item[i][0] == '=' || !strchr(more->item[i], '='))
			return err_set(e, -EINVAL,
			    "bad value '%s' of '--env', wanted NAME=VALUE",
			    more->item[i]);
	return 0;
}

static int bad_usage(const char *why)
{
	log_error("%s ('perfloss-probe -h' helps)", why);
	return 2;
}

static int once(struct measurer *m, int n, char **word)
{
	uint64_t ops, batches = 1;

	if (n < 2 || n > 3)
		return bad_usage("--once wants KEY OPS [BATCHES]");
	if (num_parse_u64(word[1], &ops) < 0 || ops == 0)
		return bad_usage("bad number of operations");
	if (n == 3 &&
	    (num_parse_u64(word[2], &batches) < 0 || batches == 0 ||
		batches > SHARED_BATCHES))
		return bad_usage("bad number of batches");
	return session_once(m, bench_table, word[0], ops, (uint32_t)batches);
}

static int list(struct measurer *m, int n, char **word)
{
	int i, r = 0;

	out_hello(m);
	for (i = 0; i < n; i++)
		if (list_key(word[i], bench_table) < 0)
			r = 2;
	if (n == 0)
		list_all(bench_table);
	return r;
}

static int act(const struct what *w, int n, char **word)
{
	const char *tmp = getenv("TMPDIR");
	struct measurer m;
	int r = 0;

	if (!w->list && !w->once && n > 0)
		return bad_usage("words are for --list and --once");
	if (!tidy_files()) {
		log_error("standard output is closed");
		return 2;
	}
	watch_init();
	measure_init(&m);
	if (!w->list) {
		measure_inject(&m, &w->inject);
		measure_set_dir(&m,
		    w->dir            ? w->dir :
			tmp && tmp[0] ? tmp :
					"/tmp",
		    NULL);
	}
	/* A machine of its own has nobody's environment to hand on. */
	if (w->alone)
		trim_environment(&w->env);
	command_environment(environ);
	if (!w->alone)
		trim_environment(&w->env);
	if (w->list) {
		r = list(&m, n, word);
	} else if (w->once) {
		r = once(&m, n, word);
	} else if (w->facts) {
		out_hello(&m);
		out_facts(&m);
		out_clock(&m.clock);
	} else {
		session_run(&m, bench_table);
	}
	measure_release(&m);
	out_release();
	if (watch_signal())
		return 128 + watch_signal();
	return watch_stopped() ? 2 : r;
}

static int version(void)
{
	printf("perfloss-probe %s, wire %d\n", PERFLOSS_VERSION, PLAN_WIRE);
	return 0;
}

/* What this file is when it is started for something else. */
static bool other_program(int argc, char **argv, int *status)
{
	struct err e;

	if (argc == 2 && strcmp(argv[1], "--exit-at-once") == 0)
		_exit(BENCH_EXIT);
	if (argc > 5 && strcmp(argv[1], LIKE_OPTION) == 0) {
		*status = like_main(argv + 2);
		return true;
	}
	log_name("perfloss-probe");
	if (argc == 2 && strcmp(argv[1], INVOKE_OPTION) == 0) {
		invoke_main(bench_table, &e);
		log_error("%s", e.text);
		*status = 2;
		return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	struct what w = { 0 };
	const char *inject = NULL;
	const struct opt opts[] = {
		{ 0, "list", NULL, "list the rows, or those of the given keys",
		    OPT_FLAG, &w.list, 0 },
		{ 0, "facts", NULL, "print what is known of this machine",
		    OPT_FLAG, &w.facts, 0 },
		{ 0, "once", NULL,
		    "measure KEY with OPS operations in each of BATCHES (1) "
		    "batches, without calibration and warm-up",
		    OPT_FLAG, &w.once, 0 },
		{ 0, "dir", "DIR",
		    "make scratch directories in DIR (default: $TMPDIR or "
		    "/tmp; the plan may say otherwise)",
		    OPT_STRING, &w.dir, 0 },
		{ 0, "env", "NAME=VALUE",
		    "in the environment of what is measured, which is the "
		    "same everywhere otherwise; may be given again",
		    OPT_LIST, &w.env, 0 },
		{ 0, "inject", "WHAT",
		    "make every invocation slower, to see whether it is found: "
		    "seccomp:N[,INSNS] = N filters of so many instructions "
		    "before every system call, spin:TURNS = more turns in "
		    "self_spin, quota:SHARE%[,PERIOD_US] = a limit of CPU "
		    "time; the fact probe.inject says so",
		    OPT_STRING, &inject, 0 },
		{ 0, "version", NULL, "print the versions of program and wire",
		    OPT_FLAG, &w.version, 0 },
		{ 0 },
	};
	const struct opt_cmd cmd = { .name = "perfloss-probe",
		.args = "[KEY...]",
		.summary = "Measures what a plan on standard input asks for "
			   "and writes the results to standard output.",
		.opts = opts };
	struct err e;
	int n = 0, r;

	if (other_program(argc, argv, &r))
		return r;
	if (init_is_wanted()) {
		init_run(&argc, &argv);
		w.alone = true;
	}
	r = opt_parse(&cmd, argc, argv, &n, &e);
	if (r > 0)
		return 0;
	r = r < 0 ? r : inject_parse(&w.inject, inject, &e);
	r = r < 0 ? r : check_env(&w.env, &e);
	if (r < 0) {
		log_error("%s", e.text);
		return 2;
	}
	return w.version ? version() : act(&w, n, argv + 1);
}
