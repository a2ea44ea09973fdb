/* import.c - perfloss import: runs and other tools' numbers into the store. */
#include "cmd/importing.h"

#include "base/hash.h"
#include "base/log.h"
#include "base/mem.h"
#include "model/name.h"
#include "model/run_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Runs of several files that are judged without being asked: more are an
 * archive. */
#define TOGETHER 8

static struct {
	const char *store, *label, *format, *group, *time_format;
	struct opt_list split;
	bool json, dry, again, list, all;
} opt;

static const struct opt import_opts[] = {
	{ 'l', "label", "NAME",
	    "store it under this label instead of its own; of several runs the "
	    "beginning of their labels",
	    OPT_STRING, &opt.label, 0 },
	{ 'g', "group-by", "FACT",
	    "a run for each value of a fact of other tools' output, over all "
	    "files: os, host, file, folder, ...",
	    OPT_STRING, &opt.group, 0 },
	{ 's', "split", "TEXT",
	    "a line that holds it begins another run, as 'after:' in a mail; "
	    "may be given again",
	    OPT_LIST, &opt.split, 0 },
	{ 'n', "dry-run", NULL, "show what was understood, store nothing",
	    OPT_FLAG, &opt.dry, 0 },
	{ 0, "format", "NAME", "read it as that, whatever it looks like",
	    OPT_STRING, &opt.format, 0 },
	{ 0, "time-format", "FORMAT", "lines of GNU time's -f: '%e %U %S %M'",
	    OPT_STRING, &opt.time_format, 0 },
	{ 0, "formats", NULL, "list the formats", OPT_FLAG, &opt.list, 0 },
	{ 0, "again", NULL, "store what is in the store already once more",
	    OPT_FLAG, &opt.again, 0 },
	{ 'v', "all", NULL, "every row of what was understood and judged",
	    OPT_FLAG, &opt.all, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_import_usage = {
	"perfloss import",
	"FILE...",
	"read exported runs and other tools' output into the store",
	"A file is what 'perfloss export' wrote or what another tool printed\n"
	"(--formats lists them); '-' is standard input, a pasted mail for "
	"instance; a\nfolder is all files in it. Several runs in one file, or "
	"with --group-by, are\njudged against the first at once; the exit "
	"status is then that of\n'perfloss compare'.",
	import_opts,
};

struct work {
	struct import_files files;
	const struct import_format *format;
	struct store *store; /* NULL in a dry run */
	struct run *group;   /* all records, with --group-by */
	size_t n_group;
	uint64_t hash; /* of all files in it */
	size_t runs;   /* of all files that were not grouped */
	size_t gone;   /* files whose runs are forgotten: the first */
	int64_t now_ns;
	struct buf *out;
	struct json writer, *json; /* NULL = as text */
};

/* -- Reading -------------------------------------------------------------- */

static void add_runs(struct run **to, size_t *n, struct run *from, size_t more)
{
	*to = xreallocarray(*to, *n + more + 1, sizeof(**to));
	memcpy(*to + *n, from, more * sizeof(**to));
	*n += more;
}

static int read_own(struct import_file *f, const struct buf *text,
    struct err *e)
{
	struct run run;
	int r = run_from_json(&run, buf_str(text), text->len, e);

	if (r < 0)
		return r;
	f->own = true;
	if (opt.label) {
		free(run.label);
		run.label = xstrdup(opt.label);
	}
	add_runs(&f->runs, &f->n, &run, 1);
	return opt.label ? 0 : name_check_label(run.label, e);
}

/* What runs of other tools have that were measured elsewhere. */
static void complete(struct work *w, struct run *r, uint64_t hash)
{
	r->started_ns = r->ended_ns = w->now_ns;
	r->source = xstrdup(host_get(&r->host, IMPORT_FILE) ?
		host_get(&r->host, IMPORT_FILE) :
		"several files");
	r->profile = xstrdup("imported");
	r->stop = xstrdup(host_get(&r->host, IMPORT_FORMAT));
	if (!opt.again)
		import_uuid(r, hash);
}

/* The same content earlier in this command. */
static const struct import_file *twin(const struct work *w,
    const struct import_file *f)
{
	for (const struct import_file *o = w->files.file; o != f; o++)
		if (!o->failed && !o->own && o->im.hash == f->im.hash &&
		    strcmp(o->path, "-") != 0)
			return o;
	return NULL;
}

static int read_foreign(struct work *w, struct import_file *f,
    const struct buf *text, struct err *e)
{
	const struct import_file *same;
	const struct import_how how = { w->format, opt.time_format,
		opt.split.item, opt.split.n };
	int r =
	    import_text(&f->im, f->shown, buf_str(text), text->len, &how, e);

	if (r < 0)
		return r;
	same = twin(w, f);
	if (same && !opt.again)
		return err_set(e, -EEXIST, "it is the same as '%s'",
		    same->shown);
	if (opt.group) {
		add_runs(&w->group, &w->n_group, f->im.runs, f->im.n);
		/* one file is the same with and without groups */
		w->hash = w->files.n == 1 ?
		    f->im.hash :
		    hash_add(w->hash, &f->im.hash, sizeof(w->hash));
		f->im.n = 0;
		return 0;
	}
	add_runs(&f->runs, &f->n, f->im.runs, f->im.n);
	f->im.n = 0;
	r = import_group(&f->runs, &f->n, NULL, e);
	import_label(f->runs, f->n, NULL, opt.label);
	for (size_t i = 0; i < f->n; i++)
		complete(w, &f->runs[i], f->im.hash);
	return r;
}

static int read_file(struct work *w, struct import_file *f, struct err *e)
{
	struct buf text = BUF_INIT;
	int r = source_read(f->path, &text, e);

	if (r < 0) {
		buf_release(&text);
		return r;
	}
	if (!w->format && source_is_own(&text))
		r = read_own(f, &text, e);
	else
		r = read_foreign(w, f, &text, e);
	if (r < 0)
		err_prefix(e, "cannot import '%s'", f->shown);
	buf_release(&text);
	return r;
}

/* -- All files ------------------------------------------------------------ */

/* The sentence of one that failed, while others go on. */
static void complain(const struct import_file *f, const struct err *e)
{
	if (f->found)
		log_note("%s", e->text);
	else
		log_error("%s", e->text);
}

/* One file that fails is the command's error; of several each is said. */
static int conclude(const struct work *w, struct err *e)
{
	size_t failed = 0, bad = 0;

	for (size_t i = 0; i < w->files.n; i++) {
		failed += w->files.file[i].failed;
		bad += w->files.file[i].failed && !w->files.file[i].found;
	}
	if (w->files.n == 1 && failed)
		return e->code;
	if (bad == 0 && failed < w->files.n)
		return 0;
	if (failed == w->files.n)
		return err_set(e, -EINVAL, "none of %zu files was imported",
		    failed);
	return err_set(e, -EINVAL,
	    "%zu of %zu files were not imported, the others were", failed,
	    w->files.n);
}

static int group(struct work *w, struct err *e)
{
	int r = import_group(&w->group, &w->n_group, opt.group, e);

	if (r < 0)
		return r;
	import_label(w->group, w->n_group, opt.group, opt.label);
	for (size_t i = 0; i < w->n_group; i++) {
		const char *by = import_value_by(&w->group[i], opt.group);

		/* of several files nothing else may tell groups apart */
		complete(w, &w->group[i],
		    w->files.n == 1 ? w->hash :
				      hash_add(w->hash, by, strlen(by) + 1));
	}
	return w->store ? store_put_runs(w->store, w->group, w->n_group, e) : 0;
}

/* -- Saying it ------------------------------------------------------------ */

static void say_json(const struct import_file *f, const struct run *runs,
    size_t n, struct json *j)
{
	for (size_t i = 0; i < n; i++) {
		json_begin_object(j);
		json_put_string(j, "file", f ? f->path : NULL);
		import_run_json(&runs[i], j);
		if (f && !f->own)
			import_file_json(f, j);
		json_end_object(j);
	}
}

static void say_text(const struct import_file *f, const struct run *runs,
    size_t n, struct buf *out)
{
	if (f && !f->own)
		import_say_file(f, out);
	for (size_t i = 0; i < n; i++) {
		if (f && f->own)
			buf_addf(out, "%s: ", f->shown);
		import_say_run(&runs[i], opt.dry || opt.all, out);
	}
}

/* Too many runs of several files to be judged unasked. */
static bool archive(const struct work *w)
{
	return !opt.group && w->files.n > 1 && w->runs > TOGETHER;
}

/* The runs that are judged: groups; those of one file; or a few files' where
 * all are of one format. How many; *own: to be freed. */
static size_t to_judge(struct work *w, struct run **runs, struct run **own,
    bool *apart)
{
	const struct import_format *format = NULL;
	size_t n = 0;

	*own = NULL;
	*runs = w->group;
	if (opt.group)
		return w->n_group;
	*runs = NULL;
	for (size_t i = 0; i < w->files.n && !archive(w); i++) {
		struct import_file *f = &w->files.file[i];

		if (f->own || (f->n > 0 && format && f->im.format != format))
			return 0;
		if (f->n == 0)
			continue;
		format = f->im.format;
		add_runs(own, &n, f->runs, f->n);
	}
	if (n == 1 && format->sides != SIDES_NONE) {
		struct run *rows;

		n = import_rows_apart(&(*own)[0], format->sides == SIDES_ALIKE,
		    &rows);
		free(*own);
		*own = *runs = rows;
		*apart = n > 0;
		return n;
	}
	*runs = *own;
	return n;
}

static void say(struct work *w, const struct import_file *f,
    const struct run *runs, size_t n)
{
	if (w->json)
		say_json(f, runs, n, w->json);
	else
		say_text(f, runs, n, w->out);
}

static int judge(struct work *w)
{
	struct run *judged, *own;
	bool apart = false;
	size_t n = to_judge(w, &judged, &own, &apart);
	int status = 0;

	if (n > 1 && !w->json)
		buf_add_char(w->out, '\n');
	if (n > 1)
		status = import_judge(judged, n, opt.all, w->out, w->json);
	for (size_t i = 0; apart && i < n; i++)
		run_release(&own[i]);
	free(own);
	return status;
}

/* -- One file after the other --------------------------------------------- */

static void forget_runs(struct import_file *f)
{
	for (size_t i = 0; i < f->n; i++)
		run_release(&f->runs[i]);
	f->n = 0;
}

static int take(struct work *w, struct import_file *f, struct err *e)
{
	int r = read_file(w, f, e);

	if (r == 0 && w->store && f->n > 0) {
		r = store_put_runs(w->store, f->runs, f->n, e);
		if (r < 0)
			err_prefix(e, "cannot import '%s'", f->shown);
	}
	return r;
}

/* Each is read, stored and said before the next is looked at: an archive need
 * not fit into memory. What may still be judged is kept. */
static void each(struct work *w, struct err *e)
{
	for (size_t i = 0; i < w->files.n; i++) {
		struct import_file *f = &w->files.file[i];

		if (take(w, f, e) < 0) {
			f->failed = true;
			forget_runs(f);
			if (w->files.n > 1)
				complain(f, e);
			continue;
		}
		say(w, f, f->runs, f->n);
		w->runs += f->n;
		while (archive(w) && w->gone <= i)
			forget_runs(&w->files.file[w->gone++]);
	}
}

static void list_formats_json(struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	json_key(&j, "formats");
	json_begin_array(&j);
	for (size_t i = 0; import_formats[i]; i++) {
		json_begin_object(&j);
		json_put_string(&j, "name", import_formats[i]->name);
		json_put_string(&j, "title", import_formats[i]->title);
		json_end_object(&j);
	}
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

static void list_formats(struct buf *out)
{
	if (opt.json) {
		list_formats_json(out);
		return;
	}
	for (size_t i = 0; import_formats[i]; i++)
		buf_addf(out, "%-18s %s\n", import_formats[i]->name,
		    import_formats[i]->title);
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int prepare(struct work *w, char **words, int n, struct err *e)
{
	int r = name_check_label(opt.label, e);

	if (r < 0)
		return r;
	if (n < 1)
		return err_set(e, -EINVAL,
		    "which file? 'perfloss export' writes them, and "
		    "--formats lists those of other tools");
	if (opt.format) {
		w->format = import_format_find(opt.format, e);
		if (!w->format)
			return e->code;
	}
	r = import_collect(&w->files, words, (size_t)n, e);
	if (r == 0 && w->files.n == 0)
		r = err_set(e, -ENOENT, "there is no file in '%s'", words[0]);
	return r;
}

static int import_all(struct work *w, struct err *e)
{
	struct err wrong = { 0 };
	int status, r = 0;

	if (!opt.dry)
		r = source_store(&w->store, opt.store, STORE_WRITE, e);
	if (r < 0)
		return r;
	if (opt.json) {
		w->json = &w->writer;
		json_init(w->json, w->out);
		json_begin_object(w->json);
		json_key(w->json, "imported");
		json_begin_array(w->json);
	}
	each(w, e);
	if (opt.group && w->n_group > 0)
		r = group(w, e);
	if (r < 0)
		return r;
	r = conclude(w, e);
	say(w, NULL, w->group, w->n_group);
	if (w->json)
		json_end_array(w->json);
	status = judge(w);
	if (w->json) {
		json_end_object(w->json);
		buf_add_char(w->out, '\n');
	}
	if (out_write(w->out, &wrong) < 0 && r == 0)
		return err_set(e, wrong.code, "%s", wrong.text);
	return r < 0 ? r : status;
}

int cmd_import(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	struct work w = { .hash = HASH_START, .now_ns = now_ns(), .out = &out };
	int n, r = opt_parse(&cmd_import_usage, argc, argv, &n, e);

	if (r != 0) {
		opt_list_release(&opt.split);
		return r < 0 ? r : 0;
	}
	if (opt.list) {
		list_formats(&out);
		r = out_write(&out, e);
	} else {
		r = prepare(&w, argv + 1, n, e);
		if (r == 0)
			r = import_all(&w, e);
	}
	for (size_t i = 0; i < w.n_group; i++)
		run_release(&w.group[i]);
	free(w.group);
	import_files_release(&w.files);
	store_close(w.store);
	buf_release(&out);
	opt_list_release(&opt.split);
	return r;
}
