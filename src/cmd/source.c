/* source.c - where runs come from: the store, a file, standard input. */
#include "cmd/cmd.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/run_json.h"

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
	char block[65536];
	ssize_t n;

	if (fd < 0)
		return err_sys(e, -errno, "cannot open '%s'", path);
	while ((n = read(fd, block, sizeof(block))) > 0 ||
	    (n < 0 && errno == EINTR)) {
		if (n > 0)
			buf_add_mem(out, block, (size_t)n);
		if (out->len > FILE_MAX_BYTES) {
			r = err_set(e, -EFBIG, "'%s' is too large to be a run",
			    path);
			break;
		}
	}
	if (n < 0)
		r = err_sys(e, -errno, "cannot read '%s'", path);
	if (!in)
		close(fd);
	return r;
}

static int from_file(struct run *r, const char *path, struct err *e)
{
	struct buf text = BUF_INIT;
	int ret = source_read(path, &text, e);

	if (ret == 0) {
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
	return ret;
}

static bool selects(const char *word, const struct result *res)
{
	return strcmp(word, res->name) == 0 || strcmp(word, res->key) == 0 ||
	    text_glob(word, res->name) || text_glob(word, res->key);
}

int source_rows(const struct run *r, const char *const *words, size_t n,
    bool **show, struct err *e)
{
	const char **names, *near;
	size_t i, k, hits;

	*show = NULL;
	if (n == 0)
		return 0;
	*show = xcalloc(r->n_results + 1, sizeof(**show));
	for (i = 0; i < n; i++) {
		hits = 0;
		for (k = 0; k < r->n_results; k++) {
			if (!selects(words[i], &r->results[k]))
				continue;
			(*show)[k] = true;
			hits++;
		}
		if (hits > 0)
			continue;
		names = xcalloc(r->n_results + 1, sizeof(*names));
		for (k = 0; k < r->n_results; k++)
			names[k] = r->results[k].name;
		near = text_nearest(words[i], names, r->n_results);
		err_set(e, -ENOENT, "no row of the run is called '%s'%s%s%s",
		    words[i], near ? ", did you mean '" : "", near ? near : "",
		    near ? "'?" : "");
		free(names);
		free(*show);
		*show = NULL;
		return -ENOENT;
	}
	return 0;
}
