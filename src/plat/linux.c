/* linux.c - reading files of /proc and /sys. */
#include "plat/facts.h"

#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char plat_name[] = "linux";

static char root_dir[512];

void plat_linux_root(const char *root, const char *cpus)
{
	snprintf(root_dir, sizeof(root_dir), "%s", root ? root : "");
	linux_cpu_forget(cpus);
	linux_meter_forget();
}

bool linux_is_real(void)
{
	return root_dir[0] == '\0';
}

const char *linux_path(char *out, size_t size, const char *path)
{
	snprintf(out, size, "%s%s", root_dir, path);
	return out;
}

/* Non-blocking: a FIFO or a device in a strange place must not stop us. */
static int open_read(const char *path)
{
	char full[1024];
	int fd = open(linux_path(full, sizeof(full), path),
	    O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	return fd < 0 ? -errno : fd;
}

int linux_slurp(const char *path, size_t max, struct buf *out)
{
	int fd = open_read(path), ret;

	buf_clear(out);
	if (fd < 0)
		return fd;
	ret = buf_add_fd(out, fd, max);
	close(fd);
	if (ret < 0)
		buf_release(out);
	else
		buf_add(out, ""); /* of an empty file there is a text, too */
	return ret;
}

/* Text: no control characters but the tab. Bytes above 127 are left to the
 * reader of the fact. */
static bool is_text(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if ((c < 32 && c != '\t') || c == 127)
			return false;
	}
	return true;
}

static int read_line(char *out, size_t size, const char *path)
{
	int fd = open_read(path);
	size_t len = 0;
	ssize_t n = 0;

	if (fd < 0)
		return fd;
	while (len < size && (n = read(fd, out + len, size - len)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		len += (size_t)n;
	}
	n = n < 0 ? -errno : 0;
	close(fd);
	if (n < 0)
		return (int)n;
	if (len == size)
		return -EFBIG;
	while (len > 0 && isspace((unsigned char)out[len - 1]))
		len--;
	out[len] = '\0';
	if (len == 0 || !is_text(out, len))
		return -EINVAL;
	return 0;
}

int linux_line(char *out, size_t size, const char *fmt, ...)
{
	char path[512];
	va_list ap;
	int ret;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	ret = read_line(out, size, path);
	if (ret < 0)
		out[0] = '\0';
	return ret;
}

int linux_number(int64_t *out, const char *fmt, ...)
{
	char path[512], text[64];
	va_list ap;
	int ret;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	ret = read_line(text, sizeof(text), path);
	return ret < 0 ? ret : num_parse_i64(text, out);
}

bool linux_field(const char *text, const char *word, int64_t *out)
{
	size_t len = strlen(word);

	while (text && *text) {
		if (strncmp(text, word, len) == 0) {
			char digits[32];
			size_t n;

			text += len;
			text += strspn(text, " \t:");
			n = strspn(text, "-0123456789");
			if (n == 0 || n >= sizeof(digits))
				return false;
			memcpy(digits, text, n);
			digits[n] = '\0';
			return num_parse_i64(digits, out) == 0;
		}
		text = strchr(text, '\n');
		if (text)
			text++;
	}
	return false;
}

bool cpu_set_has(const struct cpu_set *s, int cpu)
{
	return cpu >= 0 && cpu < PLAT_CPUS &&
	    (s->bits[cpu / 64] >> (cpu % 64) & 1) != 0;
}

void cpu_set_add(struct cpu_set *s, int cpu)
{
	if (cpu >= 0 && cpu < PLAT_CPUS)
		s->bits[cpu / 64] |= UINT64_C(1) << (cpu % 64);
}

/* A number of at most six digits, or -1. */
static int small_number(const char **s)
{
	int n = 0, digits = 0;

	for (; isdigit((unsigned char)**s); (*s)++) {
		if (++digits > 6)
			return -1;
		n = n * 10 + (**s - '0');
	}
	return digits ? n : -1;
}

int cpu_set_parse(struct cpu_set *s, const char *list)
{
	memset(s, 0, sizeof(*s));
	if (*list == '\0')
		return 0;
	for (;; list++) {
		int a = small_number(&list), b = a;

		if (*list == '-') {
			list++;
			b = small_number(&list);
		}
		if (a < 0 || b < a)
			return -EINVAL;
		for (int i = a; i <= b && i < PLAT_CPUS; i++)
			cpu_set_add(s, i);
		if (*list == '\0')
			return 0;
		if (*list != ',')
			return -EINVAL;
	}
}
