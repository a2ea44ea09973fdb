/* unpack.c - takes apart what is compressed or packed, by libarchive. */
#include "drive/unpack.h"

#include "base/mem.h"
#include "base/text.h"
#include "drive/stop.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK 65536

/* What a package may unpack to: Debian's with debug information are below. */
#define PACKAGE_MAX (8ll << 30)

/* A part of a file, for libarchive to read. */
struct part {
	int fd;
	off_t at;
	int64_t left;
	char block[BLOCK];
};

const char *unpack_version(void)
{
	return archive_version_string();
}

static la_ssize_t read_part(struct archive *a, void *arg, const void **out)
{
	struct part *p = arg;
	size_t want = p->left < BLOCK ? (size_t)p->left : BLOCK;
	ssize_t n;

	do
		n = pread(p->fd, p->block, want, p->at);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		archive_set_error(a, errno, "cannot read");
	else
		p->left -= n;
	p->at += n > 0 ? n : 0;
	*out = p->block;
	return n;
}

/* Its words, fit for a sentence. */
static int failed(struct archive *a, const char *what, struct err *e)
{
	const char *said = archive_error_string(a);
	char words[160];

	snprintf(words, sizeof(words), "%s", said ? said : "damaged");
	return err_set(e, -EBADMSG, "%s: %s", what, text_clean(words));
}

static int put(const struct unpack_to *to, const char *data, size_t len,
    struct err *e)
{
	size_t done = 0;
	ssize_t n;

	if (to->fd < 0) {
		buf_add_mem(to->text, data, len);
		return 0;
	}
	while (done < len) {
		n = write(to->fd, data + done, len - done);
		if (n < 0 && errno != EINTR)
			return err_sys(e, -errno,
			    "cannot write what is "
			    "unpacked");
		done += n > 0 ? (size_t)n : 0;
	}
	return 0;
}

static int too_large(const struct unpack_to *to, const char *what,
    struct err *e)
{
	return err_set(e, -EFBIG, "%s: unpacks to more than %lld MB", what,
	    (long long)(to->max >> 20));
}

/* The data of the member that a stands at; its header has said how much. */
static int drain(struct archive *a, const struct unpack_to *to, int64_t said,
    const char *what, struct err *e)
{
	char *block = xmalloc(BLOCK);
	int64_t total = 0;
	la_ssize_t n;
	int r = 0;

	if (said > to->max)
		r = too_large(to, what, e);
	while (r == 0 && (n = archive_read_data(a, block, BLOCK)) != 0) {
		total += n;
		if (n < 0)
			r = failed(a, what, e);
		else if (stop_asked())
			r = err_set(e, -EINTR, "interrupted");
		else if (total > to->max)
			r = too_large(to, what, e);
		else
			r = put(to, block, (size_t)n, e);
	}
	free(block);
	return r;
}

int unpack_stream(int fd, off_t at, int64_t len, const struct unpack_to *to,
    struct err *e)
{
	static const char what[] = "cannot decompress it";
	struct archive *a = archive_read_new();
	struct part *p = xcalloc(1, sizeof(*p));
	struct archive_entry *entry;
	int r;

	p->fd = fd;
	p->at = at;
	p->left = len;
	archive_read_support_filter_all(a);
	archive_read_support_format_raw(a);
	if (archive_read_open(a, p, NULL, read_part, NULL) != ARCHIVE_OK ||
	    archive_read_next_header(a, &entry) != ARCHIVE_OK)
		r = failed(a, what, e);
	else if (archive_filter_count(a) < 2)
		r = err_set(e, -ENOTSUP,
		    "%s: it is compressed by nothing that is known", what);
	else
		r = drain(a, to, 0, what, e);
	archive_read_free(a);
	free(p);
	return r;
}

/* -- Packages ------------------------------------------------------------ */

/* An archive inside an archive. */
struct inner {
	struct archive *outer;
	char block[BLOCK];
};

static la_ssize_t read_inner(struct archive *a, void *arg, const void **out)
{
	struct inner *in = arg;
	la_ssize_t n = archive_read_data(in->outer, in->block, BLOCK);

	if (n < 0)
		archive_set_error(a, EIO, "%s",
		    archive_error_string(in->outer));
	*out = in->block;
	return n;
}

static const struct unpack_to *wanted(struct archive_entry *entry,
    const char *part, unpack_want *want, void *arg)
{
	const char *path = archive_entry_pathname(entry);

	if (!path || archive_entry_filetype(entry) != AE_IFREG ||
	    archive_entry_hardlink(entry))
		return NULL;
	while (text_starts(path, "./") || *path == '/')
		path += *path == '/' ? 1 : 2;
	return want(arg, part, path);
}

/* The members of control.tar.* or data.tar.*. */
static int members(struct archive *outer, const char *part, unpack_want *want,
    void *arg, struct err *e)
{
	struct archive *a = archive_read_new();
	struct inner *in = xcalloc(1, sizeof(*in));
	struct archive_entry *entry;
	const struct unpack_to *to;
	int64_t total = 0;
	int r, got;

	in->outer = outer;
	archive_read_support_filter_all(a);
	archive_read_support_format_tar(a);
	r = archive_read_open(a, in, NULL, read_inner, NULL) != ARCHIVE_OK ?
	    failed(a, part, e) :
	    0;
	while (r == 0 &&
	    (got = archive_read_next_header(a, &entry)) != ARCHIVE_EOF) {
		total += got < ARCHIVE_WARN ? 0 : archive_entry_size(entry);
		if (got < ARCHIVE_WARN)
			r = failed(a, part, e);
		else if (stop_asked())
			r = err_set(e, -EINTR, "interrupted");
		else if (total > PACKAGE_MAX || total < 0)
			r = err_set(e, -EFBIG, "it unpacks to more than 8 GB");
		else if ((to = wanted(entry, part, want, arg)) != NULL)
			r = drain(a, to, archive_entry_size(entry), part, e);
	}
	archive_read_free(a);
	free(in);
	return r;
}

static int package(struct archive *a, unpack_want *want, void *arg,
    struct err *e)
{
	struct archive_entry *entry;
	const char *name;
	bool data = false;
	int r = 0, got;

	while (r == 0 &&
	    (got = archive_read_next_header(a, &entry)) != ARCHIVE_EOF) {
		name =
		    got < ARCHIVE_WARN ? NULL : archive_entry_pathname(entry);
		if (got < ARCHIVE_WARN)
			r = failed(a, "not whole", e);
		else if (name && text_starts(name, "control.tar"))
			r = members(a, "control", want, arg, e);
		else if (name && text_starts(name, "data.tar"))
			r = members(a, "data", want, arg, e);
		data |= name && text_starts(name, "data.tar");
	}
	if (r == 0 && !data)
		r = err_set(e, -EBADMSG, "it has no data in it");
	return r;
}

int unpack_deb(int fd, const char *name, unpack_want *want, void *arg,
    struct err *e)
{
	struct archive *a = archive_read_new();
	struct part *p = xcalloc(1, sizeof(*p));
	struct stat st;
	int r;

	p->fd = fd;
	p->left = fstat(fd, &st) == 0 ? st.st_size : 0;
	archive_read_support_format_ar(a);
	if (archive_read_open(a, p, NULL, read_part, NULL) != ARCHIVE_OK)
		r = failed(a, "not whole", e);
	else
		r = package(a, want, arg, e);
	archive_read_free(a);
	free(p);
	return r < 0 && r != -EINTR ?
	    err_prefix(e, "cannot unpack '%s'", name) :
	    r;
}
