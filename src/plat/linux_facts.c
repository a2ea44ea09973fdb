/* linux_facts.c - gathering facts about the host. */
#include "plat/facts.h"
#include "plat/posix.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fact(struct facts *f, const char *key, enum plat_fact_kind kind,
    const char *value)
{
	if (value && !text_is_utf8(value, strlen(value)))
		value = NULL;
	f->emit(f->to, key, kind, value);
}

void fact_fmt(struct facts *f, const char *key, enum plat_fact_kind kind,
    const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	fact(f, key, kind, text);
}

void fact_int(struct facts *f, const char *key, enum plat_fact_kind kind,
    int64_t value)
{
	fact_fmt(f, key, kind, "%lld", (long long)value);
}

/* An empty file is an answer ("no CPU is isolated"); linux_line refuses it, as
 * it does what is not text. */
static int read_text(char *out, size_t size, const char *path)
{
	struct buf b = BUF_INIT;
	int ret = linux_line(out, size, "%s", path);

	if (ret == -EINVAL && linux_slurp(path, size - 1, &b) == 0 &&
	    strspn(buf_str(&b), " \t\n") == b.len) {
		snprintf(out, size, "none");
		ret = 0;
	}
	buf_release(&b);
	return ret;
}

void fact_files(struct facts *f, const struct fact_file *files, size_t n)
{
	char text[4096];

	for (size_t i = 0; i < n; i++)
		fact(f, files[i].key, files[i].kind,
		    read_text(text, sizeof(text), files[i].path) == 0 ? text :
									NULL);
}

void fact_files_if(struct facts *f, const struct fact_file *files, size_t n)
{
	char text[4096];

	for (size_t i = 0; i < n; i++) {
		int ret = read_text(text, sizeof(text), files[i].path);

		if (ret != -ENOENT)
			fact(f, files[i].key, files[i].kind,
			    ret == 0 ? text : NULL);
	}
}

char *chosen_word(char *text)
{
	char *start = strpbrk(text, "[("), *end;

	if (!start)
		return NULL;
	end = strchr(start, *start == '[' ? ']' : ')');
	if (!end || end == start + 1)
		return NULL;
	for (char *s = start + 1; s < end; s++)
		if (!isalnum((unsigned char)*s) && !text_in(*s, "_-+"))
			return NULL;
	*end = '\0';
	return start + 1;
}

void fact_chosen(struct facts *f, const struct fact_file *files, size_t n)
{
	char text[1024];

	for (size_t i = 0; i < n; i++)
		fact(f, files[i].key, files[i].kind,
		    linux_line(text, sizeof(text), "%s", files[i].path) == 0 ?
			chosen_word(text) :
			NULL);
}

void add_distinct(struct buf *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *s = buf_str(list); *s != '\0';) {
		const char *end = strstr(s, " + ");
		size_t n = end ? (size_t)(end - s) : strlen(s);

		if (n == len && memcmp(s, word, n) == 0)
			return;
		s += end ? n + 3 : n;
	}
	if (list->len > 1000)
		return;
	if (list->len > 0)
		buf_add(list, " + ");
	buf_add(list, word);
}

void plat_facts(plat_fact_fn *emit, void *to, const char *scratch)
{
	struct facts f = { emit, to };

	posix_facts(emit, to);
	facts_kernel(&f);
	facts_config(&f);
	facts_cpu(&f);
	facts_clock(&f);
	facts_memory(&f);
	facts_cgroup(&f);
	facts_process(&f);
	facts_system(&f);
	facts_scratch(&f, scratch);
	facts_state(&f);
}
