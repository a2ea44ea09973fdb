/* pack_libs.c - the loader and the libraries of a program, found as the loader
 * of the C library finds them (ld.so(8)). */
#include "drive/pack_inner.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/elf64.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONF      "/etc/ld.so.conf"
#define CONF_DEEP 8 /* files that include one another */

/* In which a loader looks without being told; of Debian's and of others. */
static const char *const standard[] = { "/lib/x86_64-linux-gnu",
	"/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib",
	"/usr/lib" };
#define N_STANDARD (sizeof(standard) / sizeof(standard[0]))

/* Files whose libraries are looked for, each with the one that needs it: the
 * DT_RPATH of those is searched as well. */
struct need {
	const struct need *by;
	const struct elf64 *elf;
	const char *host;
};

struct search {
	struct pack *p;
	struct buf missing;
	struct buf conf; /* directories of CONF, each ended by a newline */
	bool musl;       /* its loader is the C library */
	struct err *e;
};

/* -- /etc/ld.so.conf ----------------------------------------------------- */

static void read_conf(const char *path, int depth, struct buf *out)
{
	FILE *f = depth < CONF_DEEP ? fopen(path, "re") : NULL;
	char line[1024], *word;
	glob_t g;

	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "#\n")] = '\0';
		word = line + strspn(line, " \t");
		if (text_starts(word, "include")) {
			word += strlen("include");
			word += strspn(word, " \t");
			if (glob(word, 0, NULL, &g) != 0)
				continue;
			for (size_t i = 0; i < g.gl_pathc; i++)
				read_conf(g.gl_pathv[i], depth + 1, out);
			globfree(&g);
			continue;
		}
		word[strcspn(word, " \t")] = '\0';
		if (word[0] == '/')
			buf_addf(out, "%s\n", word);
	}
	if (f)
		fclose(f);
}

/* -- One library --------------------------------------------------------- */

/* Whether it is there and of this architecture; others are passed over. */
static bool fits(const char *path)
{
	struct buf b = BUF_INIT;
	struct elf64 f = { 0 };
	bool ok = access(path, R_OK) == 0 && pack_read(path, &b, NULL) == 0 &&
	    elf64_read(&f, b.s, b.len, path, NULL) == 0;

	elf64_release(&f);
	buf_release(&b);
	return ok;
}

/* $ORIGIN at the beginning is where the file lies that says so. */
static char *expand(const char *dir, size_t n, const char *host)
{
	static const char *const words[] = { "$ORIGIN", "${ORIGIN}" };
	const char *slash = strrchr(host, '/');

	for (size_t i = 0; i < 2; i++) {
		size_t len = strlen(words[i]);

		if (n >= len && strncmp(dir, words[i], len) == 0)
			return xasprintf("%.*s%.*s",
			    slash ? (int)(slash - host) : 1, slash ? host : ".",
			    (int)(n - len), dir + len);
	}
	return xstrndup(dir, n);
}

/* In a list with a character between its directories; NULL where it is not. */
static char *in_list(const char *list, char between, const char *host,
    const char *name)
{
	const char between_or_end[] = { between, '\0' };
	char *dir, *at;
	size_t n;

	for (; list && *list; list += n, list += *list == between) {
		n = strcspn(list, between_or_end);
		if (n == 0)
			continue;
		dir = expand(list, n, host);
		at = xasprintf("%s/%s", dir, name);
		free(dir);
		if (fits(at))
			return at;
		free(at);
	}
	return NULL;
}

static bool is_standard(const char *dir, size_t n)
{
	for (size_t i = 0; i < N_STANDARD; i++)
		if (strlen(standard[i]) == n &&
		    strncmp(standard[i], dir, n) == 0)
			return true;
	return false;
}

/* Directories of CONF are in the loader's cache here, which the machine does
 * not have. */
static void tell(struct pack *p, const char *path)
{
	size_t n = (size_t)(strrchr(path, '/') - path);
	char *dir, *more;

	if (is_standard(path, n))
		return;
	dir = xstrndup(path, n);
	if (!p->library_path || !strstr(p->library_path, dir)) {
		more = p->library_path ?
		    xasprintf("%s:%s", p->library_path, dir) :
		    xstrdup(dir);
		free(p->library_path);
		p->library_path = more;
	}
	free(dir);
}

static char *find(struct search *s, const struct need *by, const char *name)
{
	const char *runpath = by->elf->runpath;
	char *at = NULL;

	if (strchr(name, '/'))
		return fits(name) ? xstrdup(name) : NULL;
	for (const struct need *n = by; n && !runpath && !at; n = n->by)
		at = n->elf->runpath ?
		    NULL :
		    in_list(n->elf->rpath, ':', n->host, name);
	if (!at)
		at = in_list(runpath, ':', by->host, name);
	if (at)
		return at;
	at = in_list(buf_str(&s->conf), '\n', by->host, name);
	if (at) {
		tell(s->p, at);
		return at;
	}
	for (size_t i = 0; i < N_STANDARD && !at; i++)
		at = in_list(standard[i], ':', by->host, name);
	return at;
}

/* -- All of a file ------------------------------------------------------- */

static int visit(struct search *s, const struct need *by, const char *host,
    const void *data, size_t size, int depth);

static int add_library(struct search *s, const struct need *by, char *host,
    int depth)
{
	struct buf b = BUF_INIT;
	char *guest = pack_guest(s->p, host, s->e);
	int r = guest ? pack_put(s->p, guest, host, s->e) : s->e->code;

	if (r > 0) {
		r = pack_read(host, &b, s->e);
		if (r == 0)
			r = visit(s, by, host, b.s, b.len, depth + 1);
	}
	buf_release(&b);
	free(guest);
	free(host);
	return r;
}

static void miss(struct search *s, const char *name)
{
	char *quoted = xasprintf("'%s'", name);

	if (!strstr(buf_str(&s->missing), quoted))
		buf_addf(&s->missing, "%s%s", s->missing.len ? ", " : "",
		    quoted);
	free(quoted);
}

static int visit(struct search *s, const struct need *by, const char *host,
    const void *data, size_t size, int depth)
{
	struct elf64 f;
	struct need self = { by, &f, host };
	int r = elf64_read(&f, data, size, host, s->e);
	char *at;

	if (r == 0 && depth > PACK_DEEP)
		r = err_set(s->e, -ELOOP,
		    "'%s' is needed by a library that is needed by a library, "
		    "without end",
		    host);
	if (r == 0 && f.interp) {
		const char *slash = strrchr(f.interp, '/');

		s->musl |= slash && text_starts(slash, "/ld-musl");
		if (fits(f.interp))
			r = add_library(s, NULL, xstrdup(f.interp), depth);
		else
			miss(s, f.interp);
	}
	for (size_t i = 0; r == 0 && i < f.n_needed; i++) {
		if (s->musl && text_starts(f.needed[i], "libc."))
			continue;
		at = find(s, &self, f.needed[i]);
		if (at)
			r = add_library(s, &self, at, depth);
		else
			miss(s, f.needed[i]);
	}
	elf64_release(&f);
	return r;
}

int pack_libraries(struct pack *p, const char *host, const void *data,
    size_t size, struct err *e)
{
	struct search s = { .p = p, .e = e };
	int r;

	read_conf(CONF, 0, &s.conf);
	r = visit(&s, NULL, host, data, size, 0);
	if (r == 0 && s.missing.len)
		r = err_set(e, -ENOENT, "'%s' needs %.250s, not found here",
		    host, text_clean(s.missing.s));
	buf_release(&s.conf);
	buf_release(&s.missing);
	return r;
}
