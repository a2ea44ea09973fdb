/* markup.h - text of others in HTML, SVG and XML; for report alone. */
#ifndef PERFLOSS_REPORT_MARKUP_H
#define PERFLOSS_REPORT_MARKUP_H

#include "base/buf.h"

/* Text as text, also between double quotes: what XML keeps for itself is
 * escaped, and what is no character of it (controls, U+FFFE) or turns the
 * direction of writing is left out or a blank. */
void markup_text(struct buf *out, const char *text);

#endif
