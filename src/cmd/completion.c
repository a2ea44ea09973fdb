/* completion.c - perfloss completion bash: from the option tables. */
#include "cmd/cmd.h"

#include <errno.h>
#include <string.h>

static const struct opt completion_opts[] = { CMD_OPT_END };

const struct opt_cmd cmd_completion_usage = {
	"perfloss completion",
	"bash",
	"print a completion script for a shell",
	"For this shell: eval \"$(perfloss completion bash)\"",
	completion_opts,
};

static void put_options(const struct cmd *c, struct buf *out)
{
	const struct opt *o;

	buf_addf(out, "\t%s) opts='-h --help", c->name);
	for (o = c->usage->opts; o->name; o++) {
		if (o->letter)
			buf_addf(out, " -%c", o->letter);
		buf_addf(out, " --%s", o->name);
	}
	buf_add(out, "' ;;\n");
}

static void put_bash(struct buf *out)
{
	const struct cmd *c;

	buf_add(out,
	    "_perfloss()\n{\n"
	    "\tlocal cur=${COMP_WORDS[COMP_CWORD]} opts='' words=''\n"
	    "\tif [ \"$COMP_CWORD\" -le 1 ]; then\n"
	    "\t\tCOMPREPLY=($(compgen -W '");
	for (c = cmd_table; c->name; c++)
		buf_addf(out, "%s ", c->name);
	buf_add(out,
	    "help version' -- \"$cur\"))\n\t\treturn\n\tfi\n"
	    "\tcase ${COMP_WORDS[1]} in\n");
	for (c = cmd_table; c->name; c++)
		put_options(c, out);
	buf_add(out,
	    "\tesac\n"
	    "\tcase ${COMP_WORDS[COMP_CWORD-1]} in\n"
	    "\t-p|--profile) words='quick default full' ;;\n"
	    "\t-o|--output) words='lmbench json' ;;\n"
	    "\t-f|--format) words='text markdown csv json lmbench' ;;\n"
	    "\t--fail-on) words='slower maybe cannot-tell faster different' "
	    ";;\n"
	    "\tesac\n"
	    "\tcase $cur in\n"
	    "\t-*) COMPREPLY=($(compgen -W \"$opts\" -- \"$cur\")) ;;\n"
	    "\t*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")\n"
	    "\t\t$(compgen -f -- \"$cur\")) ;;\n"
	    "\tesac\n}\n"
	    "complete -F _perfloss perfloss\n");
}

int cmd_completion(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	int n, r = opt_parse(&cmd_completion_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	if (n != 1 || strcmp(argv[1], "bash") != 0)
		return err_set(e, -EINVAL, "%s%s%s, there is bash",
		    n < 1 ? "which shell?" : "unknown shell '",
		    n < 1 ? "" : argv[1], n < 1 ? "" : "'");
	put_bash(&out);
	r = out_write(&out, e);
	buf_release(&out);
	return r;
}
