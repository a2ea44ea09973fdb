/* cmd.h - what the subcommands share. */
#ifndef PERFLOSS_CMD_CMD_H
#define PERFLOSS_CMD_CMD_H

#include "base/buf.h"
#include "base/err.h"
#include "base/opt.h"
#include "model/run.h"
#include "report/style.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CMD_TROUBLE 2 /* exit status, as diff's */

/* A command: returns its exit status, or a negative errno with the sentence
 * in *e, which main prints. argv[0] is the command's name. */
struct cmd {
	const char *name;
	int (*fn)(int argc, char **argv, struct err *e);
	const struct opt_cmd *usage;
};

/* The program as it was called, for lines that are to be typed again. */
extern const char *cmd_program;

extern const struct cmd cmd_table[]; /* ends in a name NULL */

extern const struct opt_cmd cmd_run_usage, cmd_list_usage, cmd_runs_usage,
    cmd_show_usage, cmd_compare_usage, cmd_report_usage, cmd_export_usage,
    cmd_import_usage, cmd_completion_usage, cmd_ab_usage, cmd_plan_usage,
    cmd_self_test_usage, cmd_exec_usage, cmd_sweep_usage, cmd_aftermath_usage,
    cmd_trend_usage, cmd_doctor_usage, cmd_lab_usage, cmd_bisect_usage,
    cmd_why_usage;
int cmd_ab(int argc, char **argv, struct err *e);
int cmd_aftermath(int argc, char **argv, struct err *e);
int cmd_bisect(int argc, char **argv, struct err *e);
int cmd_sweep(int argc, char **argv, struct err *e);
int cmd_lab(int argc, char **argv, struct err *e);
int cmd_exec(int argc, char **argv, struct err *e);
int cmd_run(int argc, char **argv, struct err *e);
int cmd_list(int argc, char **argv, struct err *e);
int cmd_runs(int argc, char **argv, struct err *e);
int cmd_show(int argc, char **argv, struct err *e);
int cmd_plan(int argc, char **argv, struct err *e);
int cmd_compare(int argc, char **argv, struct err *e);
int cmd_report(int argc, char **argv, struct err *e);
int cmd_export(int argc, char **argv, struct err *e);
int cmd_import(int argc, char **argv, struct err *e);
int cmd_self_test(int argc, char **argv, struct err *e);
int cmd_trend(int argc, char **argv, struct err *e);
int cmd_why(int argc, char **argv, struct err *e);
int cmd_doctor(int argc, char **argv, struct err *e);
int cmd_completion(int argc, char **argv, struct err *e);

/* Options that several commands have. */
#define CMD_OPT_STORE(to) \
	{ \
		'd', "store", "FILE", \
		    "the store (default: perfloss/perfloss.db in " \
		    "$XDG_DATA_HOME or ~/.local/share)", \
		    OPT_STRING, to, 0 \
	}
#define CMD_OPT_JSON(to) \
	{ \
		0, "json", NULL, "print JSON (doc/JSON.md)", OPT_FLAG, to, 0 \
	}
/* struct run, all_batches */
#define CMD_OPT_ALL(to) \
	{ \
		0, "all-batches", NULL, \
		    "count the batches of a core that was shared as well", \
		    OPT_FLAG, to, 0 \
	}
#define CMD_OPT_END \
	{ \
		0, NULL, NULL, NULL, OPT_FLAG, NULL, 0 \
	}

/* -- Output (out.c) ------------------------------------------------------ */

/* Width and colour of standard output: COLUMNS, the terminal's, or 80; colour
 * only on a terminal and without NO_COLOR. */
struct style out_style(void);

/* Write all. A reader that has gone (EPIPE) is no error. */
int out_write(const struct buf *b, struct err *e);

/* The same to a file, which is replaced as a whole or not touched. A device is
 * written to. */
int out_file(const char *path, const struct buf *b, struct err *e);

/* Whether a file can be written there, so that what would fail after minutes
 * fails before; NULL is fine. */
int out_check(const char *file, struct err *e);

/* A format by its name or an ending of files. */
struct out_format {
	const char *name, *ending; /* "markdown", "md" */
};

/* Index of the format that -f (NULL = not given) says, else the ending of the
 * file that -o says; `standard` where neither says anything. known: n of them.
 * -EINVAL with a sentence that lists them. */
int out_choose(const char *format, const char *file,
    const struct out_format *known, size_t n, size_t standard, struct err *e);

/* The buffer to a file, or to standard output for NULL. */
int out_put(const char *file, const struct buf *b, struct err *e);

/* -- Where runs come from (source.c) ------------------------------------- */

/* Open the store at path, or the default one for NULL. */
int source_store(struct store **s, const char *path, enum store_mode mode,
    struct err *e);

/* Read a run by label, id, "@n", start of a uuid, or file ("-" = standard
 * input). r is initialised here; release it in any case. */
int source_run(struct run *r, const char *word, const char *store_path,
    struct err *e);

/* Whether a text is a run that perfloss exported. */
bool source_is_own(const struct buf *text);

/* A whole file, or standard input for "-". */
int source_read(const char *path, struct buf *out, struct err *e);

/* Which results the words select (globs of names or keys): a new array, NULL
 * for no words = all. -ENOENT with the nearest name when one selects none. */
int source_rows(const struct run *r, const char *const *words, size_t n,
    bool **show, struct err *e);

#endif
