/* markdown.h - text of others in Markdown; for report alone. */
#ifndef PERFLOSS_REPORT_MARKDOWN_H
#define PERFLOSS_REPORT_MARKDOWN_H

#include "base/buf.h"

/* Text as text, whatever Markdown, HTML or GitHub would make of it. */
void markdown_text(struct buf *out, const char *s);

#endif
