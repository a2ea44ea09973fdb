/* source.c - where runs come from: the store, a file, standard input. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/text.h"
#include "cmd/catalogue.h"
#include "import/import.h"
#include "model/run_json.h"
#include "model/tails.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A little more than run_json.h takes; it bounds what a wrong file
 * (a disk image) costs. */
#define FILE_MAX_BYTES (65u << 20)

int source_store(struct store **s, const char *path, enum store_mode mode,
    struct err *e)
{
	char *standard;
	int r;

	*s = NULL;
	if (path)
		return store_open(s, path, mode, e);
	standard = store_default_path(e);
	if (!standard)
		return e->code ? e->code : -ENOENT;
	r = store_open(s, standard, mode, e);
	if (r == -ENOENT && mode == STORE_READ)
		err_set(e, r,
		    "there are no runs yet in '%s', 'perfloss run' "
		    "makes one",
		    standard);
	free(standard);
	return r;
}

int source_read(const char *path, struct buf *out, struct err *e)
{
	bool in = strcmp(path, "-") == 0;
	int fd = in ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), r = 0;

	if (fd < 0)
		return err_sys(e, -errno, "cannot open '%s'", path);
	r = buf_add_fd(out, fd, FILE_MAX_BYTES);
	if (r == -EFBIG)
		err_set(e, r, "'%s' is too large: more than %u MB", path,
		    FILE_MAX_BYTES >> 20);
	else if (r < 0)
		err_sys(e, r, "cannot read '%s'", path);
	if (!in)
		close(fd);
	return r;
}

bool source_is_own(const struct buf *text)
{
	const char *s = buf_str(text);

	return s[strspn(s, " \t\r\n")] == '{' &&
	    strstr(s, "\"perfloss run\"") != NULL;
}

/* What another tool printed, where it is of one thing. */
static int from_tool(struct run *r, const char *path, const struct buf *text,
    struct err *e)
{
	char *shown = text_clean(xstrdup(path));
	struct import im;
	int ret = import_text(&im, shown, buf_str(text), text->len, NULL, e);

	if (ret == 0)
		ret = import_group(&im.runs, &im.n, NULL, e);
	if (ret == 0 && im.n != 1)
		ret = err_set(e, -EINVAL,
		    "it holds %zu runs, 'perfloss import' tells them apart",
		    im.n);
	if (ret == 0) {
		*r = im.runs[0];
		im.n = 0;
		r->source = xstrdup(shown);
	}
	import_release(&im);
	free(shown);
	return ret;
}

static int from_file(struct run *r, const char *path, struct err *e)
{
	struct buf text = BUF_INIT;
	int ret = source_read(path, &text, e);

	if (ret == 0) {
		ret = text.len == 0 || source_is_own(&text) ?
		    -ENOMSG :
		    from_tool(r, path, &text, e);
		/* what is nobody's is a run that cannot be read */
		if (ret == -ENOMSG)
			ret = run_from_json(r, buf_str(&text), text.len, e);
		if (ret < 0)
			err_prefix(e, "cannot use '%s'", path);
	}
	buf_release(&text);
	return ret;
}

static int from_store(struct run *r, const char *word, const char *path,
    struct err *e)
{
	struct store *s;
	int64_t id;
	int ret = source_store(&s, path, STORE_READ, e);

	if (ret < 0)
		return ret;
	ret = store_find(s, word, &id, e);
	if (ret == 0)
		ret = store_load(s, id, r, e);
	store_close(s);
	return ret;
}

static bool is_file(const char *word)
{
	struct stat st;

	return stat(word, &st) == 0 && !S_ISDIR(st.st_mode);
}

int source_run(struct run *r, const char *word, const char *store_path,
    struct err *e)
{
	int ret;

	memset(r, 0, sizeof(*r)); /* until one of the readers fills it */
	if (strcmp(word, "-") == 0 || strchr(word, '/') ||
	    text_ends(word, ".json")) {
		ret = from_file(r, word, e);
	} else {
		ret = from_store(r, word, store_path, e);
		/* The store goes first: its labels are what is typed most. */
		if (ret == -ENOENT && is_file(word))
			ret = from_file(r, word, e);
	}
	if (ret == 0 && !r->source)
		r->source = xstrdup(word);
	if (ret == 0)
		run_tails(r);
	return ret;
}

/* Mark what a word selects: how many. c: NULL, or the rows that the probe has,
 * whose other names count too. */
static size_t mark(const struct run *r, const char *word,
    const struct catalogue *c, bool *show)
{
	size_t k, hits = 0;

	for (k = 0; k < r->n_results; k++)
		if (c ? catalogue_means(c, word, &r->results[k]) :
			select_row(word, &r->results[k])) {
			show[k] = true;
			hits++;
		}
	return hits;
}

static int no_such_row(const struct run *r, const char *word, struct err *e)
{
	const char **names = xcalloc(r->n_results + 1, sizeof(*names)), *near;
	size_t k;

	for (k = 0; k < r->n_results; k++)
		names[k] = r->results[k].name;
	near = text_nearest(word, names, r->n_results);
	err_set(e, -ENOENT, "no row of the run is called '%s'%s%s%s", word,
	    near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
	free(names);
	return -ENOENT;
}

int source_rows(const struct run *r, const char *const *words, size_t n,
    bool **show, struct err *e)
{
	struct catalogue c;
	struct err none;
	int ret = 0;
	size_t i;

	*show = NULL;
	if (n == 0)
		return 0;
	*show = xcalloc(r->n_results + 1, sizeof(**show));
	catalogue_init(&c);
	for (i = 0; i < n && ret == 0; i++) {
		if (mark(r, words[i], NULL, *show) > 0)
			continue;
		/* lmbench's name? Only the probe knows; without one: no. */
		if (c.n == 0)
			catalogue_load(&c, NULL, 0, &none);
		if (mark(r, words[i], &c, *show) == 0)
			ret = no_such_row(r, words[i], e);
	}
	catalogue_release(&c);
	if (ret < 0) {
		free(*show);
		*show = NULL;
	}
	return ret;
}
