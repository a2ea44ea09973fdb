/* opt.c - tests of base/opt and base/err. */
#include "base/opt.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>

static bool quiet;
static int64_t count, budget;
static const char *label;
static double share = -1;
static struct opt_list list;

static const struct opt opts[] = {
	{ 'q', "quiet", NULL, "say less", OPT_FLAG, &quiet, 0 },
	{ 'n', "count", "N", "how many", OPT_INT, &count, 1 },
	{ 0, "budget", "TIME", "how long", OPT_DURATION, &budget, 0 },
	{ 0, "label", "NAME", "a name", OPT_STRING, &label, 0 },
	{ 'u', "until", "PCT", "how far", OPT_PERCENT, &share, 0 },
	{ 's', "set", "X", "a list", OPT_LIST, &list, 0 },
	{ 0 },
};

static const struct opt_cmd cmd = { "perfloss run", "[ROW...]", "measure", NULL,
	opts };

static int parse(struct err *e, int *words, char **out, ...)
{
	static char *argv[16];
	va_list ap;
	int argc = 0;
	char *s;

	argv[argc++] = out[0];
	va_start(ap, out);
	while ((s = va_arg(ap, char *)) != NULL && argc < 15)
		argv[argc++] = s;
	va_end(ap);
	out[0] = argv[0];
	return opt_parse(&cmd, argc, argv, words, e);
}

/* -n of one command is -r of another. */
static void how_often(void)
{
	static const struct opt with[] = { { 0, "seed", "N", "", OPT_INT,
					       &budget, 0 },
		{ 'n', "rounds", "N", "", OPT_INT, &count, 1 }, { 0 } };
	static const struct opt_cmd often = { "perfloss sweep", "", "", NULL,
		with };
	static const char *const word[] = { "-r", "-r6", "--runs", "--runs=6",
		"--repeat", "--pairs" };
	struct err e = { 0 };
	int words = 0;

	for (size_t i = 0; i < sizeof(word) / sizeof(word[0]); i++) {
		char name[] = "sweep", *text = strdup(word[i]);
		char *argv[] = { name, text, NULL };

		tap_ok(opt_parse(&often, 2, argv, &words, &e) == -EINVAL &&
			strstr(e.text, "how often is '--rounds N' or '-n'"),
		    "%s", e.text);
		free(text);
	}
	e.text[0] = '\0';
	opt_parse(&cmd, 2,
	    (char *[]){ (char[]){ "run" }, (char[]){ "--runs" }, NULL }, &words,
	    &e);
	tap_ok(!strstr(e.text, "how often"), "none has it: %s", e.text);
}

int main(void)
{
	char name[] = "run", *out[] = { name };
	struct err e = { 0 };
	int words = 0;

	tap_ok(parse(&e, &words, out, "-qn", "5", "row", "--budget=2m",
		   "--label", "x", "-sa", "-s", "b", "--", "-z", NULL) == 0,
	    "all forms");
	tap_ok(quiet && count == 5 && budget == 120000000000, "values");
	tap_str(label, "x", "string");
	tap_ok(list.n == 2 && words == 2, "list and words");
	tap_ok(parse(&e, &words, out, "--lable", NULL) == -EINVAL, "unknown");
	tap_ok(strstr(e.text, "did you mean '--label'") != NULL, "%s", e.text);
	how_often();
	tap_ok(parse(&e, &words, out, "-n", "0", NULL) == -EINVAL, "%s",
	    e.text);
	tap_ok(parse(&e, &words, out, "-n", NULL) == -EINVAL, "%s", e.text);
	tap_ok(parse(&e, &words, out, "--budget=", NULL) == -EINVAL, "empty");
	tap_ok(strstr(e.text, "bad value '' of '--budget', wanted") != NULL,
	    "the option is named without its '=': %s", e.text);
	tap_ok(parse(&e, &words, out, "-u", "0", NULL) == -EINVAL, "%s",
	    e.text);
	tap_ok(parse(&e, &words, out, "--until=-1%", NULL) == -EINVAL, "%s",
	    e.text);
	tap_ok(share == -1, "a bad value sets nothing");
	tap_ok(parse(&e, &words, out, "-u2%", NULL) == 0 && share == 0.02,
	    "a share");
	tap_ok(parse(&e, &words, out, "--quiet=1", NULL) == -EINVAL, "%s",
	    e.text);
	err_sys(&e, -EACCES, "cannot open '%s'", "x");
	tap_str(e.text, "cannot open 'x': permission denied", "err_sys");
	err_prefix(&e, "store");
	tap_str(e.text, "store: cannot open 'x': permission denied", "prefix");
	opt_list_release(&list);
	return tap_done();
}
