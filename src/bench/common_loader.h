/* common_loader.h - which loader this system's programs ask for. */
#ifndef PERFLOSS_BENCH_COMMON_LOADER_H
#define PERFLOSS_BENCH_COMMON_LOADER_H

#include <stdbool.h>

#define LOADER_PATH 256

/* The PT_INTERP of /bin/sh, or of another program that should be there and is
 * dynamically linked, for this machine (EM_X86_64). false = none was found. */
bool common_loader(int machine, char path[static LOADER_PATH]);

#endif
