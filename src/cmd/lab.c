/* lab.c - perfloss lab: other kernels, in a virtual machine that counts
 * instructions. */
#include "cmd/cmd.h"

#include "base/text.h"
#include "cmd/lab_cli.h"

#include <errno.h>
#include <string.h>

const struct opt_cmd cmd_lab_usage = {
	"perfloss lab",
	"run|compare KERNEL... | exec PROGRAM...",
	"other kernels, in a virtual machine that counts instructions",
	"run counts the rows on each kernel, compare judges two or more (of "
	"one kernel:\nwith --cmdline-b, --set-b). No noise but that of "
	"layout: each row is counted in\nseveral boots, each with a seed of "
	"its own. A KERNEL is running, deb:PACKAGE\n(fetched, not "
	"installed), a bzImage, vmlinux or .deb, or a directory: /boot,\na "
	"build tree.\n\n"
	"  perfloss lab compare deb:linux-image-6.1.0-50-cloud-amd64 running\n"
	"  perfloss lab compare running --cmdline-b mitigations=off\n"
	"  perfloss lab compare --git linux --build 'make -j8 bzImage' v6.11 "
	"HEAD\n\n"
	"Exit status of compare: 0 nothing is slower, 1 something is, 2 "
	"trouble.",
	lab_cli_opts,
};

static const struct word {
	const char *name;
	int (*fn)(int argc, char **argv, struct err *e);
} words[] = {
	{ "run", lab_run },
	{ "compare", lab_compare },
	{ "exec", lab_exec },
};

#define WORDS (sizeof(words) / sizeof(words[0]))

static int unknown(const char *word, struct err *e)
{
	const char *names[WORDS], *near;

	for (size_t i = 0; i < WORDS; i++)
		names[i] = words[i].name;
	near = text_nearest(word, names, WORDS);
	return err_set(e, -EINVAL, "'perfloss lab %.40s' is nothing, %s%s%s",
	    word, near ? "did you mean '" : "there are run, compare and exec",
	    near ? near : "", near ? "'?" : "");
}

int cmd_lab(int argc, char **argv, struct err *e)
{
	int n, r;

	for (size_t i = 0; argc > 1 && i < WORDS; i++)
		if (strcmp(argv[1], words[i].name) == 0)
			return words[i].fn(argc - 1, argv + 1, e);
	r = opt_parse(&cmd_lab_usage, argc, argv, &n, e);
	if (r != 0)
		return r < 0 ? r : 0;
	if (n == 0)
		return err_set(e, -EINVAL,
		    "run, compare or exec? 'perfloss lab -h' tells");
	return unknown(argv[1], e);
}
