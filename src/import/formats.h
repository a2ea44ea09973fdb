/* formats.h - every format, one a file. */
#ifndef PERFLOSS_IMPORT_FORMATS_H
#define PERFLOSS_IMPORT_FORMATS_H

#include "import/import.h"

extern const struct import_format import_lmbench;

#endif
