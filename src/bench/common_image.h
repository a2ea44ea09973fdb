/* common_image.h - the bytes of a program that does nothing, dynamically.
 *
 * An ELF file for this CPU (x86-64, ARM64) without sections, which imports
 * _exit from the library and calls it with BENCH_EXIT. */
#ifndef PERFLOSS_BENCH_COMMON_IMAGE_H
#define PERFLOSS_BENCH_COMMON_IMAGE_H

#include "bench/common_loader.h"

#define COMMON_IMAGE 4096

extern const int common_machine; /* EM_X86_64; EM_NONE = not written for it */

void common_image(unsigned char page[COMMON_IMAGE], const char *loader,
    const char *library);

#endif
