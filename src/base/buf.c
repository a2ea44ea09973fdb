/* buf.c - text that grows. */
#include "base/buf.h"

#include "base/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void buf_init(struct buf *b)
{
	memset(b, 0, sizeof(*b));
}

void buf_release(struct buf *b)
{
	if (!b)
		return;
	free(b->s);
	buf_init(b);
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	if (b->s)
		b->s[0] = '\0';
}

static void room(struct buf *b, size_t n)
{
	size_t cap = b->cap ? b->cap : 64;

	while (cap < b->len + n + 1)
		cap *= 2;
	if (cap == b->cap)
		return;
	b->s = xreallocarray(b->s, cap, 1);
	b->cap = cap;
}

void buf_add_mem(struct buf *b, const void *p, size_t n)
{
	room(b, n);
	if (n)
		memcpy(b->s + b->len, p, n);
	b->len += n;
	b->s[b->len] = '\0';
}

void buf_add(struct buf *b, const char *s)
{
	buf_add_mem(b, s, strlen(s));
}

void buf_add_char(struct buf *b, char c)
{
	buf_add_mem(b, &c, 1);
}

void buf_add_fill(struct buf *b, char c, size_t n)
{
	room(b, n);
	memset(b->s + b->len, c, n);
	b->len += n;
	b->s[b->len] = '\0';
}

void buf_addf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int len;

	room(b, 32); /* most fits, and is made once */
	va_start(ap, fmt);
	len = vsnprintf(b->s + b->len, b->cap - b->len, fmt, ap);
	va_end(ap);
	if (len < 0) {
		b->s[b->len] = '\0';
		return;
	}
	if ((size_t)len >= b->cap - b->len) {
		room(b, (size_t)len);
		va_start(ap, fmt);
		vsnprintf(b->s + b->len, (size_t)len + 1, fmt, ap);
		va_end(ap);
	}
	b->len += (size_t)len;
}

int buf_add_fd(struct buf *b, int fd, size_t most)
{
	char part[16384];
	ssize_t n;

	while ((n = read(fd, part, sizeof(part))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (b->len + (size_t)n > most)
			return -EFBIG;
		buf_add_mem(b, part, (size_t)n);
	}
	return 0;
}

void buf_drop(struct buf *b, size_t n)
{
	if (n > b->len)
		n = b->len;
	if (n == 0)
		return;
	memmove(b->s, b->s + n, b->len - n + 1);
	b->len -= n;
}

const char *buf_str(const struct buf *b)
{
	return b->s ? b->s : "";
}

char *buf_take(struct buf *b)
{
	char *s = b->s ? b->s : xstrdup("");

	buf_init(b);
	return s;
}
