/* confound.c - factors that were never changed alone. */
#include "report/confound.h"

#include "judge/confound.h"
#include "report/table.h"

#include <stdlib.h>

void confound_put(const struct run *const *run, size_t n, const struct style *s,
    struct buf *out)
{
	struct confound *found;
	size_t m = confounds_of(run, n, &found);

	for (size_t i = 0; i < m; i++) {
		buf_add(out, i == 0 ? "factors " : "        ");
		table_wrap(out, found[i].text, s->width, 8);
	}
	free(found);
}
