/* session.c - the levels of the rows of a run. */
#include "model/session.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void session_init(struct session *s)
{
	memset(s, 0, sizeof(*s));
}

void session_release(struct session *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++) {
		free(s->row[i].key);
		free(s->row[i].how);
	}
	free(s->row);
	free(s->boot);
	session_init(s);
}

struct session_row *session_add(struct session *s, const char *key,
    const char *how)
{
	struct session_row *row;

	s->row = xgrow(s->row, s->n, &s->cap, sizeof(*s->row));
	row = &s->row[s->n++];
	memset(row, 0, sizeof(*row));
	row->key = xstrdup(key);
	row->how = xstrdup(how);
	return row;
}

void sessions_free(struct session *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		session_release(&s[i]);
	free(s);
}
