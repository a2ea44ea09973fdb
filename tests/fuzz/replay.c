/* replay.c - a fuzz target without a fuzzer: each file of the folders, whole,
 * forced to be each format, cut at many places, and with bytes changed. Ends
 * where the target crashes. */
#include "import/import.h"

#include "tap.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SIZE_MAX_SEED (1u << 20)
#define CUTS          12
#define CHANGES       12

/* Numerical Recipes' quick generator: the same bytes each time. */
static uint32_t next(uint32_t *x)
{
	return *x = *x * 1664525u + 1013904223u;
}

static void replay(const uint8_t *text, size_t n)
{
	uint8_t *copy = malloc(n + 1);
	uint32_t x = (uint32_t)n;
	size_t formats = 0;

	while (import_formats[formats])
		formats++;
	for (size_t i = 0; i < n; i++)
		copy[i + 1] = text[i];
	for (size_t f = 0; f < formats; f++) {
		copy[0] = (uint8_t)f;
		LLVMFuzzerTestOneInput(copy, n + 1);
	}
	for (size_t i = 1; i < CUTS; i++)
		LLVMFuzzerTestOneInput(text, n * i / CUTS);
	for (size_t i = 0; i < CHANGES && n > 0; i++) {
		for (size_t k = 0; k < n; k++)
			copy[k] = text[k];
		for (size_t k = 0; k < 1 + n / 64; k++)
			copy[next(&x) % n] = (uint8_t)(next(&x) >> 24);
		LLVMFuzzerTestOneInput(copy, n);
	}
	free(copy);
}

static size_t file(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *text = malloc(SIZE_MAX_SEED);
	size_t n = f ? fread(text, 1, SIZE_MAX_SEED, f) : 0;

	if (f)
		fclose(f);
	if (n > 0)
		replay(text, n);
	free(text);
	return n > 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		DIR *d = opendir(argv[i]);
		struct dirent *entry;
		size_t n = 0;

		while (d && (entry = readdir(d))) {
			char path[4096];

			snprintf(path, sizeof(path), "%s/%s", argv[i],
			    entry->d_name);
			if (entry->d_name[0] != '.')
				n += file(path);
		}
		if (d)
			closedir(d);
		tap_ok(n > 0, "%zu files of %s", n,
		    strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 :
					    argv[i]);
	}
	return tap_done();
}
