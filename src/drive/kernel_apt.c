/* kernel_apt.c - a kernel's package, fetched as an ordinary user. */
#include "drive/kernel_inner.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "drive/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define SECOND   1000000000ll
#define ASK_NS   (60 * SECOND)
#define FETCH_NS (900 * SECOND)

/* Letters that package names and versions have: none means anything to the
 * shell. */
#define LETTERS \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" \
	"+.:~=_-"

static int shell(const char *text, int64_t ns, struct buf *out, struct err *e)
{
	struct command c = { .text = text, .timeout_ns = ns };

	return command_run(&c, out, e);
}

/* The name nearest to a package that is not there, among kernels. */
static char *nearest(const char *package)
{
	struct buf names = BUF_INIT;
	const char **word = NULL, *near;
	size_t n = 0, cap = 0;
	char *at, *copy = NULL;
	struct err why;

	if (shell("apt-cache pkgnames linux-image-", ASK_NS, &names, &why) < 0)
		buf_clear(&names);
	for (at = names.s; at && *at; at += strlen(at) + 1) {
		word = xgrow(word, n, &cap, sizeof(*word));
		word[n++] = at;
		if (!strchr(at, '\n'))
			break;
		*strchr(at, '\n') = '\0';
	}
	near = n > 0 ? text_nearest(package, word, n) : NULL;
	if (near)
		copy = xstrdup(near);
	free(word);
	buf_release(&names);
	return copy;
}

static int unknown(const char *package, struct err *e)
{
	char *near = nearest(package);

	if (near)
		err_set(e, -ENOENT,
		    "apt-get knows no package '%s', did you mean 'deb:%s'?",
		    package, near);
	else
		err_set(e, -ENOENT,
		    "apt-get knows no package '%s' ('apt-cache search "
		    "linux-image' lists kernels; 'apt-get update', as root, "
		    "fetches the lists)",
		    package);
	free(near);
	return e->code;
}

/* 'ADDRESS' FILE SIZE METHOD:SUM */
static bool parse(struct kernel_package *p, const char *line)
{
	char file[256], sum[256];

	if (sscanf(line, "'%*[^']' %255s %" SCNd64 " %255s", file, &p->size,
		sum) != 3 ||
	    strchr(file, '/') || file[strspn(file, LETTERS "%")] ||
	    p->size <= 0)
		return false;
	p->file = xstrdup(file);
	p->sum = xstrdup(sum);
	return true;
}

int kernel_apt_find(struct kernel_package *p, const char *package,
    struct err *e)
{
	struct buf out = BUF_INIT;
	struct err why;
	char *text;
	int r;

	memset(p, 0, sizeof(*p));
	if (!*package || strspn(package, LETTERS) != strlen(package) ||
	    text_in(package[0], "-.+:~=_"))
		return err_set(e, -EINVAL, "'%s' is no name of a package",
		    package);
	if (shell("command -v apt-get", ASK_NS, NULL, &why) < 0)
		return err_set(e, -ENOENT,
		    "'deb:%s' needs apt-get, which is not here; a file of a "
		    "kernel or of a package will do",
		    package);
	text =
	    xasprintf("LC_ALL=C apt-get -qq --print-uris download %s", package);
	r = shell(text, ASK_NS, &out, &why);
	free(text);
	if (r == -EINTR)
		err_set(e, r, "interrupted");
	else if (r < 0)
		r = unknown(package, e);
	else if (!parse(p, buf_str(&out)))
		r = err_set(e, -EPROTO,
		    "cannot understand what apt-get says of '%s'", package);
	buf_release(&out);
	return r;
}

void kernel_apt_release(struct kernel_package *p)
{
	free(p->file);
	free(p->sum);
	memset(p, 0, sizeof(*p));
}

/* What apt-get says of a disk that is full names neither it nor how much. */
static int room(const struct kernel_package *p, const char *package,
    const char *dir, struct err *e)
{
	struct statvfs fs;
	char size[32];

	if (statvfs(dir, &fs) != 0 ||
	    (double)fs.f_bavail * (double)fs.f_frsize >= (double)p->size)
		return 0;
	return err_set(e, -ENOSPC,
	    "cannot fetch '%s': no room for its %s in '%s' (XDG_CACHE_HOME "
	    "names another place)",
	    package, num_size((double)p->size, size, sizeof(size)), dir);
}

int kernel_apt_fetch(const struct kernel_package *p, const char *package,
    const char *dir, struct err *e)
{
	char *path = xasprintf("%s/%s", dir, p->file);
	char *text =
	    xasprintf("LC_ALL=C exec apt-get -qq download %s", package);
	const struct command c = { .text = text,
		.timeout_ns = FETCH_NS,
		.bound = true,
		.dir = dir };
	struct err why = { 0, "" };
	struct stat st;
	char size[32];
	int r = room(p, package, dir, e);

	if (r < 0) {
		free(text);
		free(path);
		return r;
	}
	log_note("fetching '%s' (%s), once", package,
	    num_size((double)p->size, size, sizeof(size)));
	r = command_run(&c, NULL, &why);
	if (r == -EINTR)
		err_set(e, r, "interrupted");
	else if (r < 0)
		err_set(e, r, "cannot fetch '%s': %s", package, why.text);
	else if (stat(path, &st) != 0 || st.st_size != p->size)
		r = err_set(e, -EIO,
		    "cannot fetch '%s': apt-get left no such file of %" PRId64
		    " bytes",
		    package, p->size);
	free(text);
	free(path);
	return r;
}
