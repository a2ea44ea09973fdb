/* main.c - perfloss: the table of commands. */
#include "base/log.h"
#include "base/text.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const struct cmd cmd_table[] = {
	{ "run", cmd_run, &cmd_run_usage },
	{ "compare", cmd_compare, &cmd_compare_usage },
	{ "why", cmd_why, &cmd_why_usage },
	{ "ab", cmd_ab, &cmd_ab_usage },
	{ "exec", cmd_exec, &cmd_exec_usage },
	{ "sweep", cmd_sweep, &cmd_sweep_usage },
	{ "aftermath", cmd_aftermath, &cmd_aftermath_usage },
	{ "lab", cmd_lab, &cmd_lab_usage },
	{ "trend", cmd_trend, &cmd_trend_usage },
	{ "bisect", cmd_bisect, &cmd_bisect_usage },
	{ "plan", cmd_plan, &cmd_plan_usage },
	{ "list", cmd_list, &cmd_list_usage },
	{ "runs", cmd_runs, &cmd_runs_usage },
	{ "show", cmd_show, &cmd_show_usage },
	{ "report", cmd_report, &cmd_report_usage },
	{ "export", cmd_export, &cmd_export_usage },
	{ "import", cmd_import, &cmd_import_usage },
	{ "doctor", cmd_doctor, &cmd_doctor_usage },
	{ "self-test", cmd_self_test, &cmd_self_test_usage },
	{ "completion", cmd_completion, &cmd_completion_usage },
	{ NULL, NULL, NULL },
};
#define COMMANDS (sizeof(cmd_table) / sizeof(cmd_table[0]))

/* A closed standard descriptor would be given to the next file opened, the
 * store, and be written to. One that fails to write takes its place. */
static void open_standard(void)
{
	int fd;

	for (fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == 1 ? O_RDONLY : O_RDWR);
}

static int print(struct buf *out)
{
	struct err e;
	int r = out_write(out, &e);

	buf_release(out);
	if (r < 0)
		log_error("%s", e.text);
	return r < 0 ? CMD_TROUBLE : 0;
}

const char *cmd_program = "perfloss";

static int version(void)
{
	struct buf out = BUF_INIT;

	buf_add(&out, "perfloss " PERFLOSS_VERSION "\n");
	return print(&out);
}

static int help(void)
{
	struct buf out = BUF_INIT;
	const struct cmd *c;

	buf_add(&out,
	    "usage: perfloss COMMAND [options] [...]\n\n"
	    "Has this machine become slower? Measures it row by row "
	    "and judges two runs.\n\ncommands:\n");
	for (c = cmd_table; c->name; c++)
		buf_addf(&out, "  %-11s %s\n", c->name, c->usage->summary);
	buf_add(&out,
	    "\n'perfloss COMMAND -h' shows its options. To begin:\n"
	    "  perfloss run                 measure (45 s)\n"
	    "  perfloss run                 and again, after a change\n"
	    "  perfloss compare @2 @1       judge\n");
	return print(&out);
}

static int unknown(const char *word)
{
	const char *names[COMMANDS + 1], *near;
	size_t n = 0;

	for (; cmd_table[n].name; n++)
		names[n] = cmd_table[n].name;
	names[n++] = "help";
	names[n++] = "version";
	near = text_nearest(word, names, n);
	if (near)
		log_error("unknown command '%s', did you mean '%s'?", word,
		    near);
	else
		log_error("unknown command '%s' ('perfloss help' lists them)",
		    word);
	return CMD_TROUBLE;
}

static int call(const struct cmd *c, int argc, char **argv)
{
	struct err e = { 0, "" };
	int r = c->fn(argc, argv, &e);

	if (r >= 0)
		return r;
	log_error("%s", e.text[0] ? e.text : err_words(r));
	return CMD_TROUBLE;
}

static void own_signals(void)
{
	sigset_t none;

	/* A reader that is gone and a file that may grow no more are errors of
	 * the write, which are said, and the store is closed in order. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	/* Whoever ignores SIGCHLD never learns how a child ended, and a signal
	 * that is blocked asks in vain: a parent may have left either so. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "help";
	char help_flag[] = "-h", *help_argv[] = { NULL, help_flag, NULL };
	const struct cmd *c;

	if (argc > 0 && strchr(argv[0], '/'))
		cmd_program = argv[0];
	open_standard();
	own_signals();
	if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0)
		return version();
	if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0 ||
	    (strcmp(word, "help") == 0 && argc < 3))
		return help();
	for (c = cmd_table; c->name; c++) {
		if (strcmp(word, "help") == 0 && strcmp(argv[2], c->name) == 0)
			return call(c, 2, help_argv);
		if (strcmp(word, c->name) == 0)
			return call(c, argc - 1, argv + 1);
	}
	return unknown(strcmp(word, "help") == 0 ? argv[2] : word);
}
