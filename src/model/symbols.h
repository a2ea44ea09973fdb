/* symbols.h - functions by their address. */
#ifndef PERFLOSS_MODEL_SYMBOLS_H
#define PERFLOSS_MODEL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbol {
	uint64_t address;
	uint64_t size; /* 0 = unknown: up to the next one */
	char *name;    /* as the source has it: symbols_fold */
};

/* Added in any order, then sorted once, then looked up. */
struct symbols {
	struct symbol *at;
	size_t n, cap;
};

void symbols_init(struct symbols *s);
void symbols_release(struct symbols *s);

/* Cut off what compilers append to the name of a function that they split,
 * clone or change (".isra.0", ".constprop.0", ".part.3", ".cold"), in place.
 * Other dots belong to the name. Returns name. */
char *symbols_fold(char *name);

void symbols_add(struct symbols *s, uint64_t address, uint64_t size,
    const char *name);

/* Lines "HEXADDRESS NAME" or, as /proc/kallsyms has them, "HEXADDRESS TYPE
 * NAME [MODULE]", of which only those of code count (t, T, w, W). Returns how
 * many lines could not be understood. */
size_t symbols_add_kallsyms(struct symbols *s, const char *text, size_t len);

/* Sort, and keep one name of each address: the one with the fewest leading
 * underscores, then the shortest, then the first. */
void symbols_sort(struct symbols *s);

/* The name of the function there, borrowed, or NULL. */
const char *symbols_find(const struct symbols *s, uint64_t address);

#endif
