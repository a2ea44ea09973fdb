/* lab_judge.c - why a boot ended as it did, in one sentence. */
#include "drive/lab_inner.h"

#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define LINE  160
#define PANIC "Kernel panic - not syncing: "
#define OWN   "perfloss-probe: " /* what the probe in the guest says so */

/* Whether the console has `what`; the line from there on. */
static bool said(const char *console, const char *what, char *out, size_t size)
{
	const char *at = strstr(console, what);

	out[0] = '\0';
	if (at)
		snprintf(out, size, "%.*s", (int)strcspn(at, "\r\n"), at);
	text_clean(out);
	return at != NULL;
}

/* The last line that says something, without the kernel's time stamp. */
static const char *last_line(const char *console, char *out, size_t size)
{
	const char *at = console, *line;
	size_t len;

	out[0] = '\0';
	for (; *at; at += len + (at[len] != '\0')) {
		len = strcspn(at, "\r\n");
		line = at;
		if (*line == '[' && memchr(line, ']', len))
			line = strchr(line, ']') + 1;
		while (line < at + len && *line == ' ')
			line++;
		if (line < at + len)
			snprintf(out, size, "%.*s", (int)(at + len - line),
			    line);
	}
	return text_clean(out);
}

static int panicked(const struct lab_ending *x, const char *why, struct err *e)
{
	char line[LINE];

	if (strstr(why, "Unable to mount root fs") ||
	    strstr(why, "No working init") || strstr(why, "No init found")) {
		if (said(x->console, "Failed to execute /init", line,
			sizeof(line)))
			return err_set(e, -ENOTRECOVERABLE,
			    "the kernel '%s' cannot run the probe: %s",
			    x->kernel, line);
		return err_set(e, -ENOTRECOVERABLE,
		    "the kernel '%s' found no initramfs: it was built without "
		    "(CONFIG_BLK_DEV_INITRD), or had no room for it",
		    x->kernel);
	}
	if (strstr(why, "emory"))
		return err_set(e, -ENOMEM,
		    "%lld MB, or what its command line leaves of them, are too "
		    "few for the kernel '%s': %s",
		    (long long)x->memory_mb, x->kernel, why);
	return err_set(e, -ENOTRECOVERABLE, "the kernel '%s' panicked: %s",
	    x->kernel, why);
}

static int was_late(const struct lab_ending *x, struct err *e)
{
	double s = (double)x->end->lived_ns / 1e9;
	char line[LINE];

	last_line(x->console, line, sizeof(line));
	if (x->end->hello)
		return err_set(e, -ETIMEDOUT,
		    "the kernel '%s' booted, but was not done after %.3g s%s%s",
		    x->kernel, s, line[0] ? "; its console said last: " : "",
		    line);
	if (line[0])
		return err_set(e, -ETIMEDOUT,
		    "the kernel '%s' hangs: no word of the probe after %.3g s, "
		    "its console said last: %s",
		    x->kernel, s, line);
	return err_set(e, -ETIMEDOUT,
	    "the kernel '%s' said nothing for %.3g s: it hangs%s", x->kernel, s,
	    x->serial ? " before it has a console" :
			", or has no driver for a console on a serial port "
			"(CONFIG_SERIAL_8250_CONSOLE)");
}

/* QEMU itself. */
static int qemu_failed(const struct lab_ending *x, struct err *e)
{
	const char *words = x->end->words;

	if (WIFSIGNALED(x->end->status))
		return err_set(e, -EIO,
		    "QEMU was killed by signal %d while '%s' was running%s%s",
		    WTERMSIG(x->end->status), x->kernel,
		    WTERMSIG(x->end->status) == SIGKILL ?
			" (by hand, or as memory was short)" :
			"",
		    words);
	if (strstr(words, "llocate memory") || strstr(words, "guest memory"))
		return err_set(e, -ENOMEM,
		    "no memory for a virtual machine of %lld MB%s",
		    (long long)x->memory_mb, words);
	return err_set(e, -EIO, "QEMU ended with status %d%s",
	    WEXITSTATUS(x->end->status), words);
}

int lab_judge(const struct lab_ending *x, struct err *e)
{
	char line[LINE];

	/* What it says then may be of half of the files. */
	if (said(x->console, "Initramfs unpacking failed", line, sizeof(line)))
		return err_set(e, -ENOMEM,
		    "the kernel '%s' cannot unpack its initramfs in %lld MB: "
		    "%s",
		    x->kernel, (long long)x->memory_mb, line);
	if (x->end->late && !x->end->bye)
		return was_late(x, e);
	if (x->end->killed)
		return err_set(e, -EIO,
		    "the kernel '%s' was stopped before it was done",
		    x->kernel);
	if (x->end->status != 0)
		return qemu_failed(x, e);
	if (x->end->bye)
		return 0;
	if (said(x->console, OWN, line, sizeof(line)))
		return err_set(e, -ENOTRECOVERABLE,
		    "the kernel '%s' booted, but the probe in it failed: %s",
		    x->kernel, line + sizeof(OWN) - 1);
	if (said(x->console, PANIC, line, sizeof(line)))
		return panicked(x, line + sizeof(PANIC) - 1, e);
	last_line(x->console, line, sizeof(line));
	if (!line[0] && x->memory_mb < LAB_MEMORY_MB)
		return err_set(e, -ENOMEM,
		    "the kernel '%s' stopped at once and without a word: %lld "
		    "MB may be too few",
		    x->kernel, (long long)x->memory_mb);
	return err_set(e, -ENOTRECOVERABLE,
	    "the kernel '%s' stopped before it was done%s%s", x->kernel,
	    line[0] ? "; its console said last: " : " and without a word",
	    line);
}

bool lab_again(int code, enum lab_accel accel)
{
	return accel != LAB_ICOUNT ||
	    (code != -ENOTRECOVERABLE && code != -ENOMEM && code != -ETIMEDOUT);
}

/* "CONFIG_X=y" at the start of a line. */
static bool has_option(const char *config, const char *line)
{
	size_t len = strlen(line);
	const char *at = config;

	for (; (at = strstr(at, line)) != NULL; at += len)
		if ((at == config || at[-1] == '\n') &&
		    (at[len] == '\n' || at[len] == '\0'))
			return true;
	return false;
}

int lab_fits(const struct kernel *k, struct err *e)
{
	static const struct {
		const char *option, *why;
	} need[] = {
		{ "CONFIG_SERIAL_8250=y", "results come over a serial port" },
		{ "CONFIG_X86_64=y", "the lab is an x86-64 machine" },
		{ "CONFIG_BLK_DEV_INITRD=y", "the probe is in an initramfs" },
		{ "CONFIG_BINFMT_ELF=y", "the probe is an ELF program" },
	};

	/* the first of them only where it must be */
	for (size_t i = lab_port(k) ? 1 : 0;
	     k->config && i < sizeof(need) / sizeof(need[0]); i++)
		if (!has_option(k->config, need[i].option))
			return err_set(e, -ENOTSUP,
			    "the kernel '%s' was built without %s: %s", k->name,
			    need[i].option, need[i].why);
	return 0;
}
