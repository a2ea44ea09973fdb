/* name.c - what runs, rows and facts may be called. */
#include "model/name.h"

#include "base/text.h"
#include "model/wire.h"

#include <errno.h>
#include <string.h>

int name_check_label(const char *label, struct err *e)
{
	if (!label)
		return 0;
	if (!label[0] || text_width(label) > NAME_LABEL_MAX ||
	    strlen(label) > 4 * NAME_LABEL_MAX || strchr(label, '/') ||
	    label[0] == '@' || label[0] == '-' || label[0] == ' ' ||
	    text_ends(label, " ") || !text_is_clean(label))
		return err_set(e, -EINVAL,
		    "bad label '%.80s': 1 to %d printable characters "
		    "without '/', the first not '@' or '-'",
		    label, NAME_LABEL_MAX);
	if (label[strspn(label, "0123456789")] == '\0')
		return err_set(e, -EINVAL,
		    "bad label '%s': a number alone means the run of that "
		    "number",
		    label);
	if (text_ends(label, ".json"))
		return err_set(e, -EINVAL,
		    "bad label '%s': what ends in '.json' is a file", label);
	return 0;
}

bool name_is_key(const char *key)
{
	const char *at;

	for (at = key; *at; at++)
		if (*at <= ' ' || *at > '~' || *at == '\'')
			return false;
	return at > key && at - key <= WIRE_KEY_MAX;
}
