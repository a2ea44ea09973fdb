/* symbols.c - functions by address, from kallsyms and from ELF files that may
 * be hostile. */
#include "model/symbols.h"

#include "base/mem.h"
#include "base/path.h"
#include "base/rng.h"
#include "model/elf64.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>

static void folds(const char *name, const char *want)
{
	char *copy = xstrdup(name);

	tap_str(symbols_fold(copy), want, "%s", name);
	free(copy);
}

static void test_fold(void)
{
	folds("do_fork", "do_fork");
	folds("do_fork.isra.0", "do_fork");
	folds("do_fork.constprop.12", "do_fork");
	folds("do_fork.part.3.isra.0.cold", "do_fork");
	folds("do_fork.cold.17", "do_fork");
	folds("main.main", "main.main");
	folds("f.1234", "f.1234");
	folds(".cold", ".cold");
	folds(".isra.0", ".isra.0");
	folds("", "");
	folds("memcpy.", "memcpy.");
}

static void test_kallsyms(void)
{
	static const char text[] = "ffffffff81000000 T _stext\n"
				   "ffffffff81000000 T _text\n"
				   "ffffffff81000100 t __do_thing\n"
				   "ffffffff81000100 T do_thing.isra.0\n"
				   "ffffffff81000200 d some_data\n"
				   "ffffffff81000300 entry_of_wire\n"
				   "ffffffffc0000000 t of_module\t[module]\n"
				   "nonsense\n"
				   "ffffffff81000400\n"
				   "ffffffff81000500 \n"
				   "12345678901234567890 T too_long\n"
				   "\n"
				   "ffffffff81000600 T last_without_newline";
	struct symbols s;
	size_t bad;

	symbols_init(&s);
	tap_ok(!symbols_find(&s, 5), "nothing is found in nothing");
	bad = symbols_add_kallsyms(&s, text, sizeof(text) - 1);
	symbols_sort(&s);
	tap_ok(bad == 4, "four lines that are none (%zu)", bad);
	tap_str(symbols_find(&s, 0xffffffff810000ff), "_text",
	    "of two names the shorter");
	tap_str(symbols_find(&s, 0xffffffff81000100), "do_thing",
	    "the one with fewer underscores, folded");
	tap_str(symbols_find(&s, 0xffffffff81000208), "do_thing",
	    "data is no function");
	tap_str(symbols_find(&s, 0xffffffff81000310), "entry_of_wire",
	    "a line of the wire");
	tap_str(symbols_find(&s, 0xffffffffc0000010), "of_module",
	    "a module's, without its name");
	tap_str(symbols_find(&s, 0xffffffff81000600), "last_without_newline",
	    "the last line");
	tap_ok(!symbols_find(&s, 0xffffffff80ffffff), "before the first");
	tap_ok(!symbols_find(&s, 0xffffffffa0000000),
	    "far behind the last of the kernel");
	symbols_release(&s);
}

/* -- ELF files ----------------------------------------------------------- */

void symbols_of_this_test(void);
void symbols_of_this_test(void)
{
	tap_ok(true, "called");
}

static void use(const char *data, size_t size)
{
	struct symbols s;
	struct elf64 f;
	struct err e;
	uint64_t sum = 0;

	symbols_init(&s);
	if (elf64_read(&f, data, size, "x", &e) == 0) {
		elf64_symbols(&f, &s);
		symbols_sort(&s);
		for (size_t i = 0; i < f.n_needed; i++)
			sum += strlen(f.needed[i]);
		sum += f.interp ? strlen(f.interp) : 0;
		sum += f.runpath ? strlen(f.runpath) : 0;
		for (size_t i = 0; i < f.n_code; i++) /* ends are inside */
			for (uint64_t k = 0; k < f.code[i].size; k += 511)
				sum += f.data[f.code[i].offset + k];
	}
	(void)sum;
	elf64_release(&f);
	symbols_release(&s);
}

static void test_own(const char *data, size_t size)
{
	struct symbols s;
	struct elf64 f;
	struct err e = { 0, "" };
	size_t hits = 0;

	symbols_init(&s);
	tap_ok(elf64_read(&f, data, size, "this", &e) == 0, "itself: %s",
	    e.text);
	tap_ok(f.interp && f.interp[0] == '/' && f.n_needed > 0 &&
		f.n_code == 1,
	    "its loader, libraries and code");
	elf64_symbols(&f, &s);
	symbols_sort(&s);
	for (size_t i = 0; i < s.n; i++)
		hits += strcmp(s.at[i].name, "symbols_of_this_test") == 0 &&
		    s.at[i].size > 0;
	tap_ok(hits == 1, "its functions");
	symbols_release(&s);
	elf64_release(&f);
}

static void refused(const char *data, size_t size, int want, const char *what)
{
	struct err e = { 0, "" };
	struct elf64 f;

	tap_ok(elf64_read(&f, data, size, "x", &e) == want, "%s: %s", what,
	    e.text);
	elf64_release(&f);
}

static void test_hostile(char *data, size_t size)
{
	struct rng rng;
	char kept;

	refused("", 0, -EINVAL, "nothing");
	refused("#!/bin/sh\n", 10, -EINVAL, "a script");
	refused(data, 20, -EINVAL, "cut in its head");
	refused(data, 70, -EINVAL, "cut in its parts");
	refused(data, size / 8, -EINVAL, "cut in its code");
	kept = data[18];
	data[18] = 40;
	refused(data, size, -ENOEXEC, "another architecture");
	data[18] = kept;
	for (size_t len = 0; len < size; len += 1 + len / 16)
		use(data, len);
	tap_ok(true, "cut anywhere: no crash");
	/* Heads, parts and the dynamic section: each byte to its extremes. */
	for (size_t i = 0; i < 64 + 56 * 14; i++) {
		kept = data[i];
		data[i] = (char)0xff;
		use(data, size);
		data[i] = 0x7f;
		use(data, size);
		data[i] = kept;
	}
	tap_ok(true, "huge numbers in its head: no crash");
	rng_seed(&rng, 7);
	for (int turn = 0; turn < 300; turn++) {
		char *copy = xmalloc(size);

		memcpy(copy, data, size);
		for (int k = 0; k < 200; k++)
			copy[rng_below(&rng, size)] =
			    (char)rng_below(&rng, 256);
		use(copy, size);
		free(copy);
	}
	tap_ok(true, "garbled: no crash");
}

int main(int argc, char **argv)
{
	struct buf b = BUF_INIT;
	size_t size;
	char *data;

	(void)argc;
	if (path_read("/proc/self/exe", SIZE_MAX, &b) < 0)
		path_read(argv[0], SIZE_MAX, &b);
	size = b.len;
	data = buf_take(&b);
	test_fold();
	test_kallsyms();
	if (elf64_is(data, size) && data[4] == 2 && data[18] == 62) {
		test_own(data, size);
		test_hostile(data, size);
	} else {
		tap_skip("ELF files", "this is not a program of x86-64");
	}
	free(data);
	return tap_done();
}
