/* label.c - row keys taken apart: for a table, or one argument of them. */
#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/run.h"
#include "model/tails.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an argument is when nobody says otherwise; shown only if it differs. */
static const char *const usual[] = { "pages=4k", "threads=1" };

static bool is_usual(const char *arg, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (strlen(usual[i]) == len && memcmp(usual[i], arg, len) == 0)
			return true;
	return false;
}

/* Numbers stand together, "8/64K"; words alone. */
static void add_value(struct buf *b, const char *value, size_t len,
    bool *number)
{
	bool now = len > 0 && isdigit((unsigned char)*value);

	buf_add_char(b, *number && now ? '/' : ' ');
	buf_add_mem(b, value, len);
	*number = now;
}

/* A row made from another is called as that, and what it is of it. */
static void tail_label(const struct result *res, char *out, size_t size)
{
	const char *suffix = tail_of(res);
	struct result of = *res;
	char label[96];

	of.key = xstrndup(res->key, (size_t)(suffix - res->key));
	of.flags &= ~RESULT_TAIL;
	row_label(&of, label, sizeof(label));
	snprintf(out, size, "%s %s", label, suffix + 1);
	free(of.key);
}

/* Another tool's name stays as it is; of a long one the ends tell most. */
#define LONG      40
#define LONG_HEAD 20

static void imported_label(const char *key, const char *arg, char *out,
    size_t size)
{
	size_t len = strlen(key);

	if (len <= LONG)
		snprintf(out, size, "%.*s %s", (int)(arg - key), key, arg + 1);
	else
		snprintf(out, size, "%.*s %.*s..%s", (int)(arg - key), key,
		    (int)(LONG_HEAD - (arg - key)), arg + 1,
		    key + len - (LONG - LONG_HEAD - 2));
}

void row_label(const struct result *res, char *out, size_t size)
{
	const char *arg = strchr(res->key, '/'), *value;
	struct buf b = BUF_INIT;
	bool number = false;
	size_t len;

	if (tail_of(res)) {
		tail_label(res, out, size);
		return;
	}
	if ((res->flags & RESULT_IMPORTED) && arg) {
		imported_label(res->key, arg, out, size);
		return;
	}
	buf_add_mem(&b, res->key,
	    arg ? (size_t)(arg - res->key) : strlen(res->key));
	while (arg) {
		arg++;
		len = strcspn(arg, "/");
		value = memchr(arg, '=', len);
		value = value ? value + 1 : arg;
		if (!is_usual(arg, len))
			add_value(&b, value, len - (size_t)(value - arg),
			    &number);
		arg = strchr(arg, '/');
	}
	len = strcspn(res->key, "/");
	if ((res->flags & RESULT_LM) &&
	    (len < 3 || memcmp(res->key + len - 3, "_lm", 3) != 0)) {
		len = text_width(buf_str(&b));
		if (len + strlen(" (lm)") <= ROW_LABEL)
			buf_add(&b, " (lm)");
		else if (len + strlen(" lm") <= ROW_LABEL)
			buf_add(&b, " lm");
	}
	snprintf(out, size, "%s", buf_str(&b));
	buf_release(&b);
}

bool row_arg(const char *key, const char *name, char *out, size_t size)
{
	size_t len = strlen(name), n;
	const char *arg;

	for (arg = strchr(key, '/'); arg; arg = strchr(arg, '/')) {
		arg++;
		if (strncmp(arg, name, len) != 0 || arg[len] != '=')
			continue;
		arg += len + 1;
		n = strcspn(arg, "/");
		if (n >= size)
			return false;
		memcpy(out, arg, n);
		out[n] = '\0';
		return true;
	}
	return false;
}
