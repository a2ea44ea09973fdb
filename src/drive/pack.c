/* pack.c - a program with all the files that it needs to start. */
#include "drive/pack.h"

#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "drive/pack_inner.h"
#include "model/elf64.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MOST  (INT64_C(1) << 30) /* bytes of a file */
#define TREE_DEEP  32
#define FIRST_LINE 255 /* of a script, as the kernel reads it */

void pack_init(struct pack *p)
{
	memset(p, 0, sizeof(*p));
	p->cwd = getcwd(NULL, 0);
	if (!p->cwd)
		p->cwd = xstrdup("/");
}

void pack_release(struct pack *p)
{
	for (size_t i = 0; i < p->n; i++) {
		free(p->file[i].guest);
		free(p->file[i].host);
	}
	free(p->file);
	free(p->cwd);
	free(p->library_path);
	memset(p, 0, sizeof(*p));
}

/* -- Paths --------------------------------------------------------------- */

/* Without "." and empty parts, ".." taken back; absolute. */
static char *clean_path(const char *path)
{
	struct buf b = BUF_INIT;
	size_t n;

	for (; *path; path += n) {
		path += strspn(path, "/");
		n = strcspn(path, "/");
		if (n == 0 || (n == 1 && path[0] == '.'))
			continue;
		if (n == 2 && path[0] == '.' && path[1] == '.') {
			while (b.len > 0 && b.s[b.len - 1] != '/')
				b.s[--b.len] = '\0';
			if (b.len > 0)
				b.s[--b.len] = '\0';
			continue;
		}
		buf_add_char(&b, '/');
		buf_add_mem(&b, path, n);
	}
	if (b.len == 0)
		buf_add_char(&b, '/');
	return buf_take(&b);
}

/* The machine's own files and directories: the one in which it would be. */
static const char *taken_by(const char *guest)
{
	static const char *const own[] = { "/init", "/lab", "/plan", "/proc",
		"/sys", "/dev", "/boot" };

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		size_t n = strlen(own[i]);

		if (strncmp(guest, own[i], n) == 0 &&
		    (guest[n] == '\0' || guest[n] == '/'))
			return own[i];
	}
	return strcmp(guest, "/") == 0 ? "/" : NULL;
}

char *pack_guest(const struct pack *p, const char *name, struct err *e)
{
	char *whole =
	    name[0] == '/' ? xstrdup(name) : xasprintf("%s/%s", p->cwd, name);
	char *path = clean_path(whole), *cut;
	size_t n = strlen(p->cwd);
	const char *own;

	free(whole);
	if (name[0] != '/' && n > 1 && strncmp(path, p->cwd, n) == 0 &&
	    (path[n] == '/' || path[n] == '\0')) {
		cut = xstrdup(path[n] ? path + n : "/");
		free(path);
		path = cut;
	}
	own = taken_by(path);
	if (own && name[0] == '/') {
		err_set(e, -EEXIST,
		    "'%s' would be in '%s' of the machine, which has that "
		    "itself; from its own directory './NAME' is '/NAME' there",
		    name, own);
	} else if (own) {
		err_set(e, -EEXIST,
		    "'%s' would be '%s' in the machine, which has that itself",
		    name, path);
	}
	if (own) {
		free(path);
		return NULL;
	}
	return path;
}

/* -- Files --------------------------------------------------------------- */

int pack_is_file(const char *host, struct err *e)
{
	struct stat st;

	if (stat(host, &st) != 0)
		return err_sys(e, -errno, "cannot open '%s'", host);
	if (!S_ISREG(st.st_mode))
		return err_set(e, -EINVAL, "'%s' is no regular file", host);
	if (access(host, R_OK) != 0)
		return err_sys(e, -errno, "cannot open '%s'", host);
	return 0;
}

int pack_put(struct pack *p, const char *guest, const char *host, struct err *e)
{
	struct stat st;
	int r;

	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->file[i].guest, guest) == 0)
			return 0;
	if (p->n == PACK_FILES)
		return err_set(e, -E2BIG, "more than %d files to take along",
		    PACK_FILES);
	r = pack_is_file(host, e);
	if (r == 0 && stat(host, &st) != 0)
		r = err_sys(e, -errno, "cannot open '%s'", host);
	if (r < 0)
		return r;
	p->file = xgrow(p->file, p->n, &p->cap, sizeof(*p->file));
	p->file[p->n].guest = xstrdup(guest);
	p->file[p->n].host = xstrdup(host);
	p->file[p->n++].mode = st.st_mode & 0777;
	return 1;
}

int pack_read(const char *host, struct buf *out, struct err *e)
{
	int r = path_read(host, FILE_MOST, out);

	return r < 0 ? err_sys(e, r, "cannot read '%s'", host) : 0;
}

/* -- Programs ------------------------------------------------------------ */

/* Where in PATH it is; the caller frees. */
static char *in_path(const char *name)
{
	const char *dir = getenv("PATH");
	char *at;

	for (dir = dir ? dir : "/usr/bin:/bin"; *dir; dir += *dir == ':') {
		size_t n = strcspn(dir, ":");

		at =
		    xasprintf("%.*s/%s", (int)(n ? n : 1), n ? dir : ".", name);
		if (access(at, X_OK) == 0)
			return at;
		free(at);
		dir += n;
	}
	return NULL;
}

static int add_program(struct pack *p, const char *name, int depth,
    struct err *e)
{
	char *host = strchr(name, '/') ? xstrdup(name) : in_path(name);
	char *guest = NULL;
	int r;

	if (depth > PACK_DEEP)
		r = err_set(e, -ELOOP,
		    "'%s' is run by a script that is run by a script, without "
		    "end",
		    name);
	else if (!host)
		r = err_set(e, -ENOENT, "'%s' is not in PATH", name);
	else if (access(host, X_OK) != 0)
		r = err_sys(e, -errno, "cannot run '%s'", name);
	else
		r = (guest = pack_guest(p, host, e)) ?
		    pack_put(p, guest, host, e) :
		    e->code;
	if (r > 0)
		r = pack_needs(p, host, depth, e);
	free(guest);
	free(host);
	return r;
}

/* "#! INTERPRETER [ARGUMENT]", and what env is to find. */
static int add_script(struct pack *p, const char *text, int depth,
    struct err *e)
{
	char *line = xstrndup(text + 2, FIRST_LINE), *word, *rest, *slash;
	int r;

	line[strcspn(line, "\n")] = '\0';
	word = line + strspn(line, " \t");
	rest = word + strcspn(word, " \t");
	if (*rest)
		*rest++ = '\0';
	r = word[0] ? add_program(p, word, depth + 1, e) : 0;
	slash = strrchr(word, '/');
	if (r == 0 && slash && strcmp(slash, "/env") == 0) {
		rest += strspn(rest, " \t");
		if (text_starts(rest, "-S"))
			rest += 2 + strspn(rest + 2, " \t");
		rest[strcspn(rest, " \t")] = '\0';
		r = rest[0] ? add_program(p, rest, depth + 1, e) : 0;
	}
	free(line);
	return r;
}

int pack_needs(struct pack *p, const char *host, int depth, struct err *e)
{
	struct buf b = BUF_INIT;
	int r = pack_read(host, &b, e);

	if (r == 0 && elf64_is(b.s, b.len))
		r = pack_libraries(p, host, b.s, b.len, e);
	else if (r == 0 && b.len > 2 && text_starts(b.s, "#!"))
		r = add_script(p, b.s, depth, e);
	buf_release(&b);
	return r;
}

int pack_program(struct pack *p, const char *name, struct err *e)
{
	struct buf b = BUF_INIT;
	size_t from = p->n;
	int r = add_program(p, name, 0, e);

	/* What is neither is found out here and not in the machine. */
	if (r == 0 && p->n > from)
		r = pack_read(p->file[from].host, &b, e);
	if (r == 0 && p->n > from && !elf64_is(b.s, b.len) &&
	    !text_starts(buf_str(&b), "#!"))
		r = err_set(e, -ENOEXEC,
		    "'%s' is no program: neither ELF nor a script that names "
		    "its interpreter",
		    name);
	buf_release(&b);
	return r;
}

/* -- What else is to be taken -------------------------------------------- */

/* A file that was named, or is in a directory that was, may be anything, an
 * object of a compiler too; of a directory, what can only be used where more is
 * installed. */
static int extra_needs(struct pack *p, const char *host, int depth,
    struct err *e)
{
	int r = pack_needs(p, host, 0, e);

	if (r == -EINVAL || r == -ENOEXEC || (r == -ENOENT && depth > 0))
		r = 0;
	return r;
}

static int add_tree(struct pack *p, const char *guest, const char *host,
    int depth, struct err *e)
{
	struct dirent *d;
	struct stat st;
	DIR *dir;
	int r = 0;

	if (stat(host, &st) != 0)
		return err_sys(e, -errno, "cannot open '%s'", host);
	if (!S_ISDIR(st.st_mode)) {
		r = pack_put(p, guest, host, e);
		return r > 0 ? extra_needs(p, host, depth, e) : r;
	}
	if (depth > TREE_DEEP)
		return err_set(e, -ELOOP, "'%s' is too deep", host);
	dir = opendir(host);
	if (!dir)
		return err_sys(e, -errno, "cannot open '%s'", host);
	while (r == 0 && (d = readdir(dir)) != NULL) {
		char *g = xasprintf("%s/%s", guest, d->d_name);
		char *h = xasprintf("%s/%s", host, d->d_name);

		/* Sockets, devices and links to nothing stay behind. */
		if (strcmp(d->d_name, ".") != 0 &&
		    strcmp(d->d_name, "..") != 0 && stat(h, &st) == 0 &&
		    (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
			r = add_tree(p, g, h, depth + 1, e);
		free(g);
		free(h);
	}
	closedir(dir);
	return r;
}

int pack_add(struct pack *p, const char *word, struct err *e)
{
	const char *colon = strrchr(word, ':');
	char *host =
	    colon ? xstrndup(word, (size_t)(colon - word)) : xstrdup(word);
	char *guest = pack_guest(p, colon ? colon + 1 : host, e);
	int r = guest ? add_tree(p, guest, host, 0, e) : e->code;

	free(guest);
	free(host);
	return r;
}

unsigned long long pack_size(const struct pack *p)
{
	unsigned long long sum = 0;
	struct stat st;

	for (size_t i = 0; i < p->n; i++)
		if (stat(p->file[i].host, &st) == 0)
			sum += (unsigned long long)st.st_size;
	return sum;
}
