/* where.c - where time goes, and what is there, as lines of the wire. */
#include "probe/where.h"

#include "base/buf.h"
#include "base/mem.h"
#include "plat/samples.h"
#include "probe/out.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* -- Samples ------------------------------------------------------------- */

struct place {
	uint64_t address;
	uint32_t count;
};

static int by_address(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

static void put_samples(struct json *j, const char *key,
    const struct sampled *s)
{
	struct place *p = xcalloc(SAMPLED, sizeof(*p));
	struct buf lines = BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < SAMPLED; i++)
		if (s->count[i] > 0)
			p[n++] = (struct place){ s->address[i], s->count[i] };
	qsort(p, n, sizeof(*p), by_address);
	for (size_t i = 0; i < n; i++)
		buf_addf(&lines, "%" PRIx64 " %" PRIu32 "\n", p[i].address,
		    p[i].count);
	json_put_string(j, key, buf_str(&lines));
	buf_release(&lines);
	free(p);
}

void where_profile(int64_t id, const char *key, int64_t period_ns,
    const struct shared *s)
{
	struct json *j = out_begin("profile");

	json_put_int(j, "id", id);
	json_put_string(j, "key", key);
	json_put_int(j, "period_ns", period_ns);
	json_put_uint(j, "ops", s->run_samples.ops);
	json_put_uint(j, "samples", s->run_samples.all);
	put_samples(j, "run", &s->run_samples);
	if (s->base_samples.ops > 0) {
		json_put_uint(j, "base_ops", s->base_samples.ops);
		json_put_uint(j, "base_samples", s->base_samples.all);
		put_samples(j, "base", &s->base_samples);
	}
	json_put_uint(j, "lost", s->lost_samples);
	out_end();
}

/* -- Symbols ------------------------------------------------------------- */

#define LIST_MOST 65536 /* bytes of text in a line of the wire */

static void put_list(struct buf *list)
{
	if (list->len == 0)
		return;
	json_put_string(out_begin("symbols"), "list", buf_str(list));
	out_end();
	buf_clear(list);
}

static void add(void *to, uint64_t address, const char *name,
    const char *module)
{
	struct buf *list = to;
	size_t before = list->len;

	buf_addf(list, "%" PRIx64 " %.200s%s%.60s%s\n", address, name,
	    module ? " [" : "", module ? module : "", module ? "]" : "");
	if (list->len > LIST_MOST) {
		struct buf last = BUF_INIT;

		buf_add_mem(&last, list->s + before, list->len - before);
		list->len = before;
		list->s[before] = '\0';
		put_list(list);
		buf_add_mem(list, last.s, last.len);
		buf_release(&last);
	}
}

void where_symbols(void)
{
	struct buf list = BUF_INIT;
	struct json *j;
	struct err e;
	int code = plat_symbols(add, &list, &e);

	if (code == 0)
		put_list(&list);
	j = out_begin("symbols");
	json_put_bool(j, "end", true);
	if (code < 0)
		json_put_string(j, "why", e.text);
	out_end();
	buf_release(&list);
}

/* -- Files --------------------------------------------------------------- */

#define PART 32768 /* bytes in a line of the wire */

static struct json *begin_file(const char *path)
{
	struct json *j = out_begin("file");

	json_put_string(j, "path", path);
	return j;
}

static void put_part(const char *path, const unsigned char *byte, size_t n)
{
	struct buf hex = BUF_INIT;

	for (size_t i = 0; i < n; i++)
		buf_addf(&hex, "%02x", byte[i]);
	json_put_string(begin_file(path), "hex", buf_str(&hex));
	out_end();
	buf_release(&hex);
}

/* Bytes put, or -errno. */
static int64_t put_parts(int fd, const char *path, int64_t most)
{
	unsigned char part[PART];
	int64_t done = 0;
	ssize_t n = 1;

	while (done < most && n > 0) {
		n = read(fd, part,
		    most - done < PART ? (size_t)(most - done) : PART);
		if (n > 0)
			put_part(path, part, (size_t)n);
		if (n < 0)
			return -errno;
		done += n;
	}
	return done;
}

void where_file(const char *path, int64_t most)
{
	int fd = path ?
	    open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) :
	    -1;
	int64_t done = fd < 0 ? -errno : 0;
	struct stat st = { .st_size = 0 };
	struct json *j;

	if (fd >= 0 && (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)))
		done = -EINVAL;
	if (done == 0)
		done = put_parts(fd, path, most);
	j = begin_file(path ? path : "");
	json_put_bool(j, "end", true);
	json_put_int(j, "size", (int64_t)st.st_size);
	if (done < 0)
		json_put_string(j, "why", err_words((int)done));
	out_end();
	if (fd >= 0)
		close(fd);
}
