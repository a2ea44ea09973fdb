/* facts.h - private to the Linux platform: how facts are gathered. */
#ifndef PERFLOSS_PLAT_FACTS_H
#define PERFLOSS_PLAT_FACTS_H

#include "plat/linux.h"

/* Where facts go. */
struct facts {
	plat_fact_fn *emit;
	void *to;
};

/* A fact as it is; NULL = unknown. Text that is not UTF-8 is unknown. */
void fact(struct facts *f, const char *key, enum plat_fact_kind kind,
    const char *value);
void fact_int(struct facts *f, const char *key, enum plat_fact_kind kind,
    int64_t value);
void fact_fmt(struct facts *f, const char *key, enum plat_fact_kind kind,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* A fact that is the text of a small file. */
struct fact_file {
	const char *key;
	enum plat_fact_kind kind;
	const char *path;
};

/* Each of the files; an empty one is "none". */
void fact_files(struct facts *f, const struct fact_file *files, size_t n);

/* The same, but those that do not exist are left out: they come and go with
 * the version of the kernel. */
void fact_files_if(struct facts *f, const struct fact_file *files, size_t n);

/* Files of which one entry is chosen: "always [madvise] never". */
void fact_chosen(struct facts *f, const struct fact_file *files, size_t n);

/* The chosen word ("[...]", or "(...)") of text, in place; NULL = none. */
char *chosen_word(char *text);

/* Add word to a list "a + b" unless it is in it already. */
void add_distinct(struct buf *list, const char *word);

#define FACT_FILES(f, files) \
	fact_files(f, files, sizeof(files) / sizeof((files)[0]))
#define FACT_FILES_IF(f, files) \
	fact_files_if(f, files, sizeof(files) / sizeof((files)[0]))
#define FACT_CHOSEN(f, files) \
	fact_chosen(f, files, sizeof(files) / sizeof((files)[0]))

/* The parts of plat_facts. */
void facts_kernel(struct facts *f);
void facts_config(struct facts *f);
void facts_cpu(struct facts *f);
void facts_cache(struct facts *f);
void facts_clock(struct facts *f);
void facts_memory(struct facts *f);
void facts_cgroup(struct facts *f);
void facts_process(struct facts *f);
void facts_system(struct facts *f);
void facts_scratch(struct facts *f, const char *scratch);
void facts_state(struct facts *f);

/* Whether the root is the real one, so that what is not read from files may be
 * asked of the system. */
bool linux_is_real(void);

/* Unpack a gzip file in memory to at most max bytes. 0, -EINVAL (not gzip, cut
 * or damaged) or -EFBIG. */
int gunzip(const void *in, size_t n, size_t max, struct buf *out);

/* A data or unified cache from what CPUID answers for one in its leaf 4 (EAX,
 * EBX, ECX); false = none such. */
bool cache_of_cpuid(const unsigned reg[3], struct plat_cache *c);

#endif
