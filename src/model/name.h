/* name.h - what runs, rows and facts may be called. */
#ifndef PERFLOSS_MODEL_NAME_H
#define PERFLOSS_MODEL_NAME_H

#include "base/err.h"

#include <stdbool.h>

#define NAME_LABEL_MAX 64 /* columns of a label */

/* A label is what a person types to mean a run, so it must not read as
 * something else that does: a number, "@1", a file, an option. -EINVAL and the
 * sentence. NULL (no label) is fine. */
int name_check_label(const char *label, struct err *e);

/* Whether a row or a fact may have this key: printable ASCII without blanks
 * and quotes, at most WIRE_KEY_MAX of them. */
bool name_is_key(const char *key);

#endif
