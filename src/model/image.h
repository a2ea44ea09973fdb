/* image.h - programs and libraries whose instructions were counted: which file
 * and function an instruction is of.
 *
 * Programs take each other's place at the same addresses, and libraries lie
 * where the loader put them. Nobody has to say where: the counts bring the
 * bytes of each instruction, and a place of a file is where its bytes are the
 * same. */
#ifndef PERFLOSS_MODEL_IMAGE_H
#define PERFLOSS_MODEL_IMAGE_H

#include "model/counts.h"
#include "model/elf64.h"
#include "model/symbols.h"

struct image {
	char *name; /* the file's, without directories */
	unsigned char *data;
	struct elf64 elf;
	struct symbols symbols;
};

struct images {
	struct image *image;
	size_t n, cap;
};

/* Read a file. What is no ELF file of x86-64 is passed over: 0, -errno with a
 * sentence when it cannot be read. */
int images_add(struct images *m, const char *path, struct err *e);
void images_release(struct images *m);

/* Where the files lay during a step: made from the counts of its programs. */
struct image_place {
	const struct image *image;
	uint64_t bias;   /* address = what the file says + bias */
	uint64_t weight; /* instructions that speak for it */
};

struct image_places {
	struct image_place *place; /* heaviest first */
	size_t n, cap;
};

/* step's instructions in order of their addresses, as counts_read has them. */
void image_places_find(struct image_places *p, const struct images *m,
    const struct counts_step *step);
void image_places_release(struct image_places *p);

/* The place that an instruction is of, or NULL. */
const struct image_place *image_places_of(const struct image_places *p,
    const struct counts_at *a);

#endif
