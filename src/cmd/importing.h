/* importing.h - inside 'perfloss import': what its files share. */
#ifndef PERFLOSS_CMD_IMPORTING_H
#define PERFLOSS_CMD_IMPORTING_H

#include "base/json.h"
#include "cmd/cmd.h"
#include "import/import.h"

#include <stdbool.h>

/* One input and what was read from it. */
struct import_file {
	char *path;       /* as it is opened; "-" = standard input */
	char *shown;      /* the same, fit for a terminal */
	bool found;       /* in a folder: no format is no fault */
	bool own;         /* a run that perfloss exported */
	bool failed;      /* nothing was taken from it */
	struct import im; /* its runs are moved away */
	struct run *runs; /* runs from it, unless they are grouped */
	size_t n;
};

struct import_files {
	struct import_file *file;
	size_t n, cap;
};

/* Words as files: a folder is walked, names in order, hidden ones passed
 * over. */
int import_collect(struct import_files *f, char *const *words, size_t n,
    struct err *e);
void import_files_release(struct import_files *f);

/* What was understood of a file, and of a run; rows: all of it. */
void import_say_file(const struct import_file *f, struct buf *out);
void import_say_run(const struct run *r, bool rows, struct buf *out);
void import_file_json(const struct import_file *f, struct json *j);
void import_run_json(const struct run *r, struct json *j);

/* Judge all against the first; text, or members of an object. Returns the exit
 * status of 'perfloss compare'. */
int import_judge(struct run *runs, size_t n, bool all, struct buf *out,
    struct json *j);

#endif
