/* lab_args.c - how QEMU is called. */
#include "drive/lab_inner.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "drive/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define QEMU "qemu-system-x86_64"

/* 2020-01-01, and the year from which a seed takes its date. */
#define EPOCH  1577836800
#define YEAR_S 31536000

/* Layout comes from the seed alone. The boot is told whole on the console,
 * which costs nothing here and says where one hangs; what follows only when it
 * is a warning (Linux 5.8 and newer), as printing would be measured. */
#define CMDLINE \
	"console=ttyS0 panic=-1 nokaslr norandmaps sysctl.kernel.printk=4"

/* Of which an x86-64 kernel reads so many bytes (COMMAND_LINE_SIZE less the
 * end), and silently drops the rest. */
#define CMDLINE_MAX 2047

/* Where Bochs and QEMU have a console for debugging. */
#define PORT 0xe9

#define IS_QEMU    "QEMU emulator version "
#define VERSION_NS 20000000000

static void put(struct lab_args *a, char *one)
{
	a->v = xgrow(a->v, a->n + 1, &a->cap, sizeof(*a->v));
	a->v[a->n++] = one;
	a->v[a->n] = NULL;
}

/* Words between blanks. */
static void words(struct lab_args *a, const char *text)
{
	size_t len;

	for (; *text; text += len + strspn(text + len, " ")) {
		len = strcspn(text, " ");
		put(a, xstrndup(text, len));
	}
}

static void add(struct lab_args *a, const char *option, char *value)
{
	put(a, xstrdup(option));
	put(a, value);
}

/* The machine's clock begins at a date that depends on the seed. */
static char *rtc(uint64_t seed)
{
	struct rng r;
	struct tm tm;
	char date[32];
	time_t t;

	rng_seed(&r, seed);
	t = (time_t)(EPOCH + rng_below(&r, YEAR_S));
	gmtime_r(&t, &tm);
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &tm);
	return xasprintf("clock=vm,base=%s", date);
}

/* Commas end a value, two are one. */
static void add_doubled(struct buf *out, const char *path)
{
	for (; *path; path++) {
		if (*path == ',')
			buf_add_char(out, ',');
		buf_add_char(out, *path);
	}
}

static void plugin(struct lab_args *a, const struct lab_boot *b)
{
	struct buf value = BUF_INIT;

	buf_add(&value, "file=");
	add_doubled(&value, b->plugin);
	if (b->plugin_out) {
		buf_add(&value, ",out=");
		add_doubled(&value, b->plugin_out);
	}
	add(a, "-plugin", buf_take(&value));
}

unsigned lab_port(const struct kernel *k)
{
	return k->config &&
		strstr(k->config, "# CONFIG_X86_IOPL_IOPERM is not set") ?
	    0 :
	    PORT;
}

/* Words that would start something else, or nothing. */
static bool takes_init(const char *word, size_t len)
{
	return text_starts(word, "rdinit=") ||
	    (len == 8 && memcmp(word, "noinitrd", len) == 0);
}

int lab_cmdline_fits(const char *cmdline, struct err *e)
{
	static const char blank[] = " \t\r\n";
	size_t all = sizeof(CMDLINE) + (cmdline ? strlen(cmdline) : 0), len;

	for (const char *w = cmdline; w && *w;
	     w += len + strspn(w + len, blank)) {
		len = strcspn(w, blank);
		if (len == 2 && memcmp(w, "--", 2) == 0)
			break; /* what follows is for the first process */
		if (takes_init(w, len))
			return err_set(e, -EINVAL,
			    "'%.*s' on the kernel's command line takes from it "
			    "the probe, which is its first process",
			    len < 60 ? (int)len : 60, w);
	}
	if (cmdline && all > CMDLINE_MAX)
		return err_set(e, -E2BIG,
		    "the kernel's command line would have %zu bytes, of which "
		    "it reads %d",
		    all, CMDLINE_MAX);
	return 0;
}

void lab_args(struct lab_args *a, const char *qemu, const struct lab_boot *b,
    int initramfs, int console)
{
	/* Without rdrand and rdseed all that is random comes from the seed. */
	static const char *const accel[] = {
		[LAB_ICOUNT] = "-accel tcg,thread=single "
			       "-icount shift=0,sleep=off "
			       "-cpu max,-rdrand,-rdseed",
		[LAB_TCG] = "-accel tcg -cpu max,-rdrand,-rdseed",
		[LAB_KVM] = "-accel kvm -cpu host",
	};

	memset(a, 0, sizeof(*a));
	put(a, xstrdup(qemu));
	words(a,
	    "-no-user-config -nodefaults -no-reboot -display none "
	    "-machine q35 -smp 1");
	words(a, accel[b->accel]);
	add(a, "-m",
	    xasprintf("%" PRId64, b->memory_mb ? b->memory_mb : LAB_MEMORY_MB));
	if (b->accel == LAB_ICOUNT)
		add(a, "-rtc", rtc(b->seed));
	add(a, "-seed", xasprintf("%" PRIu64, b->seed));
	add(a, "-kernel", xstrdup(b->kernel->boot));
	add(a, "-initrd", xasprintf("/proc/self/fd/%d", initramfs));
	add(a, "-append",
	    xasprintf(CMDLINE "%s%s", b->cmdline ? " " : "",
		b->cmdline ? b->cmdline : ""));
	add(a, "-serial", xasprintf("file:/proc/self/fd/%d", console));
	add(a, "-chardev", xstrdup("stdio,id=wire,signal=off"));
	if (lab_port(b->kernel))
		add(a, "-device",
		    xasprintf("isa-debugcon,iobase=%u,chardev=wire",
			lab_port(b->kernel)));
	else
		add(a, "-serial", xstrdup("chardev:wire"));
	if (b->plugin)
		plugin(a, b);
}

void lab_args_release(struct lab_args *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->v[i]);
	free(a->v);
	memset(a, 0, sizeof(*a));
}

static char *in_path(const char *name)
{
	const char *p = getenv("PATH"), *end;
	char *path;

	for (; p && *p; p = *end ? end + 1 : end) {
		end = p + strcspn(p, ":");
		path = xasprintf("%.*s/%s", (int)(end - p), p, name);
		if (end > p && access(path, X_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

char *lab_qemu(struct err *e)
{
	const char *given = getenv("PERFLOSS_QEMU");
	char *hit;

	if (given && *given) {
		if (access(given, X_OK) == 0)
			return xstrdup(given);
		err_sys(e, -errno,
		    "cannot run the QEMU '%s' that PERFLOSS_QEMU names", given);
		return NULL;
	}
	hit = in_path(QEMU);
	if (!hit)
		err_set(e, -ENOENT,
		    "'" QEMU "' is not in PATH: install the package "
		    "qemu-system-x86, or let PERFLOSS_QEMU name it");
	return hit;
}

char *lab_qemu_version(const char *qemu, struct err *e)
{
	/* Not in the command itself: the path may have anything in it. */
	char *text = xasprintf("exec \"$PERFLOSS_QEMU_RUN\" --version"), *word;
	int status = 0, r;
	struct command c = { .text = text,
		.timeout_ns = VERSION_NS,
		.status = &status };
	struct buf out = BUF_INIT;
	struct err why;

	setenv("PERFLOSS_QEMU_RUN", qemu, 1);
	r = command_run(&c, &out, &why);
	unsetenv("PERFLOSS_QEMU_RUN");
	free(text);
	word = r == 0 ? strstr(buf_str(&out), IS_QEMU) : NULL;
	if (word) {
		word += sizeof(IS_QEMU) - 1;
		word = xstrndup(word, strcspn(word, " (\n"));
	} else if (r == 0) {
		err_set(e, -EPROTO, "'%s' does not say that it is QEMU", qemu);
	} else if (r == -EINTR) {
		err_set(e, r, "interrupted");
	} else if (r == -ETIMEDOUT) {
		err_set(e, r, "'%s --version' does not end", qemu);
	} else {
		err_set(e, r, "'%s --version' fails with status %d", qemu,
		    status);
	}
	buf_release(&out);
	return word;
}
