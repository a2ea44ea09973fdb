/* linux_facts_disk.c - the file system under the scratch directory. */
#include "plat/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

struct mount {
	unsigned major, minor;
	char point[512], options[512], type[64], source[512], super[512];
};

/* Octal escapes of blanks and the like (proc(5)): "\040" is a blank. */
static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		if (s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' &&
		    s[2] <= '7' && s[3] >= '0' && s[3] <= '7') {
			*to++ = (char)((s[1] - '0') * 64 + (s[2] - '0') * 8 +
			    (s[3] - '0'));
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = '\0';
}

/* A line of /proc/self/mountinfo:
 * "36 35 98:0 /root /point options fields - type source superoptions" */
static bool parse_mount(const char *text, size_t n, struct mount *m)
{
	char line[4096];
	const char *dash;

	if (n >= sizeof(line))
		return false;
	memcpy(line, text, n);
	line[n] = '\0';
	dash = strstr(line, " - ");
	if (!dash ||
	    sscanf(line, "%*u %*u %u:%u %*s %511s %511s", &m->major, &m->minor,
		m->point, m->options) != 4 ||
	    sscanf(dash, " - %63s %511s %511s", m->type, m->source, m->super) !=
		3)
		return false;
	unescape(m->point);
	unescape(m->source);
	return true;
}

/* The mount that path lies in: the longest point above it, and of those that
 * lie upon one another the last. */
static bool find_mount(const char *path, struct mount *out)
{
	struct buf b = BUF_INIT;
	struct mount m;
	size_t best = 0;

	if (linux_slurp("/proc/self/mountinfo", 4 << 20, &b) < 0)
		buf_clear(&b);
	for (const char *s = buf_str(&b); *s;) {
		size_t n = strcspn(s, "\n"), len;

		if (parse_mount(s, n, &m)) {
			len = strcmp(m.point, "/") == 0 ? 0 : strlen(m.point);
			if (strncmp(path, m.point, len) == 0 &&
			    (path[len] == '/' || path[len] == '\0') &&
			    len + 1 >= best) {
				best = len + 1;
				*out = m;
			}
		}
		s += n + (s[n] == '\n');
	}
	buf_release(&b);
	return best > 0;
}

static const struct {
	const char *key, *file;
} queue[] = {
	{ "scratch.disk.scheduler", "scheduler" },
	{ "scratch.disk.rotational", "rotational" },
	{ "scratch.disk.requests", "nr_requests" },
	{ "scratch.disk.cache", "write_cache" },
	{ "scratch.disk.block", "logical_block_size" },
	{ "scratch.disk.readahead_kb", "read_ahead_kb" },
};

/* A partition has its queue in the disk above it; a file system without a disk
 * (tmpfs, overlay) has none. */
static void disk(struct facts *f, const struct mount *m)
{
	char text[256];

	for (size_t i = 0; i < sizeof(queue) / sizeof(*queue); i++) {
		bool ok = m &&
		    (linux_line(text, sizeof(text),
			 "/sys/dev/block/%u:%u/queue/%s", m->major, m->minor,
			 queue[i].file) == 0 ||
			linux_line(text, sizeof(text),
			    "/sys/dev/block/%u:%u/../queue/%s", m->major,
			    m->minor, queue[i].file) == 0);
		char *word = ok && i == 0 ? chosen_word(text) : NULL;

		fact(f, queue[i].key, PLAT_SETTING,
		    !ok      ? NULL :
			word ? word :
			       text);
	}
}

void facts_scratch(struct facts *f, const char *scratch)
{
	char *path = scratch ? realpath(scratch, NULL) : NULL;
	struct mount m;
	struct statvfs s;
	bool ok = path && find_mount(path, &m);

	fact(f, "scratch.fs", PLAT_SETTING, ok ? m.type : NULL);
	fact(f, "scratch.device", PLAT_SETTING, ok ? m.source : NULL);
	fact(f, "scratch.options", PLAT_SETTING, ok ? m.options : NULL);
	fact(f, "scratch.super_options", PLAT_SETTING, ok ? m.super : NULL);
	disk(f, ok ? &m : NULL);
	if (path && statvfs(path, &s) == 0)
		fact_fmt(f, "scratch.free", PLAT_STATE, "%.0f",
		    (double)s.f_bavail * (double)s.f_frsize);
	else
		fact(f, "scratch.free", PLAT_STATE, NULL);
	free(path);
}
