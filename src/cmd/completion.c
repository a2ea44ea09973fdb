/* completion.c - perfloss completion: for three shells, from the option tables.
 */
#include "cmd/cmd.h"

#include <errno.h>
#include <string.h>

static const struct opt completion_opts[] = { CMD_OPT_END };

const struct opt_cmd cmd_completion_usage = {
	"perfloss completion",
	"bash|zsh|fish",
	"print a completion script for a shell",
	"For this shell: eval \"$(perfloss completion bash)\", the same with "
	"zsh, or\nperfloss completion fish | source",
	completion_opts,
};

/* Options that take one of a few words, in whatever command. */
static const struct {
	const char *option, *words;
} values[] = {
	{ "profile", "quick default full" },
	{ "fail-on", "slower maybe cannot-tell faster different" },
	{ "theme", "light dark auto" },
	{ "accel", "icount tcg kvm" },
	{ "like", "bsd gnu" },
	{ "part", "aa inject" },
};

static const char *words_of(const struct opt *o)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (strcmp(values[i].option, o->name) == 0)
			return values[i].words;
	return NULL;
}

static bool is_file(const struct opt *o)
{
	return o->arg &&
	    (strcmp(o->arg, "FILE") == 0 || strcmp(o->arg, "DIR") == 0);
}

/* Text between single quotes of a shell; special: what else gets a backslash,
 * of zsh's descriptions. */
static void put_quoted(struct buf *out, const char *text, const char *special)
{
	for (; *text; text++) {
		if (*text == '\'') {
			buf_add(out, "'\\''");
			continue;
		}
		if (strchr(special, *text))
			buf_add_char(out, '\\');
		buf_add_char(out, *text);
	}
}

/* -- bash ----------------------------------------------------------------- */

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
	buf_add(out, "\thelp) words='");
	for (c = cmd_table; c->name; c++)
		buf_addf(out, "%s ", c->name);
	buf_add(out,
	    "' ;;\n"
	    "\tcompletion) words='bash zsh fish' ;;\n"
	    "\tesac\n"
	    "\tcase ${COMP_WORDS[COMP_CWORD-1]} in\n"
	    "\t-p) words='quick default full' ;;\n");
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		buf_addf(out, "\t--%s) words='%s' ;;\n", values[i].option,
		    values[i].words);
	buf_add(out,
	    "\tesac\n"
	    "\tcase $cur in\n"
	    "\t-*) COMPREPLY=($(compgen -W \"$opts\" -- \"$cur\")) ;;\n"
	    "\t*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")\n"
	    "\t\t$(compgen -f -- \"$cur\")) ;;\n"
	    "\tesac\n}\n"
	    "complete -F _perfloss perfloss\n");
}

/* -- zsh ------------------------------------------------------------------ */

/* '(-p --profile)'{-p+,--profile=}'[help]:NAME:(quick default full)' */
static void put_zsh_option(const struct opt *o, struct buf *out)
{
	bool again = o->kind == OPT_LIST;
	const char *words = words_of(o);

	buf_add(out, " \\\n\t\t    ");
	if (again)
		buf_add(out, "'*'");
	else if (o->letter)
		buf_addf(out, "'(-%c --%s)'", o->letter, o->name);
	if (o->letter)
		buf_addf(out, "{-%c%s,--%s%s}'[", o->letter, o->arg ? "+" : "",
		    o->name, o->arg ? "=" : "");
	else
		buf_addf(out, "'--%s%s[", o->name, o->arg ? "=" : "");
	put_quoted(out, o->help, "[]:\\");
	buf_add_char(out, ']');
	if (o->arg) {
		buf_add_char(out, ':');
		put_quoted(out, o->arg, ":\\");
		buf_add_char(out, ':');
		if (words)
			buf_addf(out, "(%s)", words);
		else if (is_file(o))
			buf_add(out, "_files");
	}
	buf_add_char(out, '\'');
}

static void put_zsh(struct buf *out)
{
	const struct cmd *c;

	buf_add(out,
	    "#compdef perfloss\n_perfloss()\n{\n"
	    "\tlocal -a commands\n\tcommands=(\n");
	for (c = cmd_table; c->name; c++) {
		buf_addf(out, "\t\t'%s:", c->name);
		put_quoted(out, c->usage->summary, "");
		buf_add(out, "'\n");
	}
	buf_add(out,
	    "\t\t'help:what commands there are'\n"
	    "\t\t'version:which version this is'\n\t)\n"
	    "\tif (( CURRENT == 2 )); then\n"
	    "\t\t_describe command commands\n\t\treturn\n\tfi\n"
	    "\tshift words\n\t(( CURRENT-- ))\n"
	    "\tcase $words[1] in\n"
	    "\thelp) _describe command commands ;;\n");
	for (c = cmd_table; c->name; c++) {
		buf_addf(out, "\t%s) _arguments -s", c->name);
		for (const struct opt *o = c->usage->opts; o->name; o++)
			put_zsh_option(o, out);
		buf_addf(out,
		    " \\\n\t\t    '(-h --help)'{-h,--help}'[show this]' "
		    "\\\n\t\t    '*::word:%s' ;;\n",
		    c->usage == &cmd_completion_usage ? "(bash zsh fish)" :
							"_files");
	}
	buf_add(out,
	    "\tesac\n}\n"
	    "if [ \"$funcstack[1]\" = _perfloss ]; then\n"
	    "\t_perfloss \"$@\"\nelse\n\tcompdef _perfloss perfloss\nfi\n");
}

/* -- fish ----------------------------------------------------------------- */

static void put_fish_text(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			buf_add_char(out, '\\');
		buf_add_char(out, *text);
	}
}

static void put_fish_option(const char *command, const struct opt *o,
    struct buf *out)
{
	const char *words = words_of(o);

	buf_addf(out,
	    "complete -c perfloss -n '__fish_seen_subcommand_from %s'",
	    command);
	if (o->letter)
		buf_addf(out, " -s %c", o->letter);
	buf_addf(out, " -l %s", o->name);
	if (words)
		buf_addf(out, " -x -a '%s'", words);
	else if (o->arg)
		buf_add(out, is_file(o) ? " -r" : " -x");
	buf_add(out, " -d '");
	put_fish_text(out, o->help);
	buf_add(out, "'\n");
}

static void put_fish(struct buf *out)
{
	static const struct opt help = { 'h', "help", NULL, "show this",
		OPT_FLAG, NULL, 0 };

	for (const struct cmd *c = cmd_table; c->name; c++) {
		buf_addf(out,
		    "complete -c perfloss -f -n __fish_use_subcommand -a %s "
		    "-d '",
		    c->name);
		put_fish_text(out, c->usage->summary);
		buf_add(out, "'\n");
		for (const struct opt *o = c->usage->opts; o->name; o++)
			put_fish_option(c->name, o, out);
		put_fish_option(c->name, &help, out);
	}
	buf_add(out,
	    "complete -c perfloss -f -n '__fish_seen_subcommand_from "
	    "completion' -a 'bash zsh fish'\n");
}

/* ------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*put)(struct buf *out);
} shells[] = { { "bash", put_bash }, { "zsh", put_zsh }, { "fish", put_fish } };

int cmd_completion(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	int n, r = opt_parse(&cmd_completion_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	for (size_t i = 0; n == 1 && i < sizeof(shells) / sizeof(shells[0]);
	     i++) {
		if (strcmp(argv[1], shells[i].name) != 0)
			continue;
		shells[i].put(&out);
		r = out_write(&out, e);
		buf_release(&out);
		return r;
	}
	return err_set(e, -EINVAL, "%s%s%s, there are bash, zsh and fish",
	    n < 1 ? "which shell?" : "unknown shell '", n < 1 ? "" : argv[1],
	    n < 1 ? "" : "'");
}
