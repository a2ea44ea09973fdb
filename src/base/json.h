/* json.h - a JSON writer into a struct buf: compact, always well-formed.
 *
 * Commas and nesting are the writer's business. Strings that are not UTF-8
 * come out with U+FFFD for each bad byte. A double that is not finite is
 * written as null. */
#ifndef PERFLOSS_BASE_JSON_H
#define PERFLOSS_BASE_JSON_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

#define JSON_DEPTH 32

struct json {
	struct buf *out;
	int depth;
	bool comma[JSON_DEPTH]; /* a value stands before at this depth */
	bool keyed;             /* a key waits for its value */
};

void json_init(struct json *j, struct buf *out);
void json_begin_object(struct json *j);
void json_end_object(struct json *j);
void json_begin_array(struct json *j);
void json_end_array(struct json *j);
void json_key(struct json *j, const char *key);
void json_string(struct json *j, const char *s); /* NULL writes null */
void json_int(struct json *j, int64_t v);
void json_uint(struct json *j, uint64_t v);
void json_double(struct json *j, double v); /* reads back equal */
void json_bool(struct json *j, bool v);
void json_null(struct json *j);

/* key and value in one call */
void json_put_string(struct json *j, const char *key, const char *s);
void json_put_int(struct json *j, const char *key, int64_t v);
void json_put_uint(struct json *j, const char *key, uint64_t v);
void json_put_double(struct json *j, const char *key, double v);
void json_put_bool(struct json *j, const char *key, bool v);

#endif
