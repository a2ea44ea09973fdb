/* buf.h - text that grows. */
#ifndef PERFLOSS_BASE_BUF_H
#define PERFLOSS_BASE_BUF_H

#include <stddef.h>

struct buf {
	char *s; /* always ends in '\0' once something was added */
	size_t len;
	size_t cap;
};

/* clang-format off */
#define BUF_INIT { NULL, 0, 0 }
/* clang-format on */

void buf_init(struct buf *b);
void buf_release(struct buf *b);
void buf_clear(struct buf *b);
void buf_add(struct buf *b, const char *s);
void buf_add_mem(struct buf *b, const void *p, size_t n);
void buf_add_char(struct buf *b, char c);
void buf_add_fill(struct buf *b, char c, size_t n);
void buf_addf(struct buf *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* All that is to be read from fd. 0, -EFBIG where *b would become longer than
 * most, or why it cannot be read; what was read before stays. */
int buf_add_fd(struct buf *b, int fd, size_t most);

/* Remove the first n bytes. */
void buf_drop(struct buf *b, size_t n);

/* The text, never NULL; borrowed. */
const char *buf_str(const struct buf *b);

/* Hand the text to the caller, who frees it; *b is empty afterwards. */
char *buf_take(struct buf *b);

#endif
