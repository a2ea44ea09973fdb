/* newc.c - the initramfs that is written is one that can be unpacked. */
#include "drive/newc.h"

#include "made_kernel.h"
#include "tap.h"

#include <errno.h>

static char *path(const char *dir, const char *name)
{
	return xasprintf("%s/%s", dir, name);
}

static int write_one(const char *out, const char *host, struct err *e)
{
	int fd = open(out, O_RDWR | O_CREAT | O_TRUNC, 0600), r;
	struct newc c;

	newc_init(&c, fd);
	r = newc_dir(&c, "tmp", 01777, e);
	r = r < 0 ? r : newc_device(&c, "dev/console", 0600, 5, 1, e);
	r = r < 0 ? r : newc_data(&c, "/plan", 0644, "one\ntwo\n", 8, e);
	r = r < 0 ? r : newc_data(&c, "a/b/c/odd", 0600, "12345", 5, e);
	r = r < 0 ? r : newc_data(&c, "a/b/empty", 0600, "", 0, e);
	r = r < 0 ? r : newc_data(&c, "a/link", S_IFLNK, "b/c/odd", 7, e);
	r = r < 0 ? r : newc_file(&c, "/init", 0755, host, e);
	r = r < 0 ? r : newc_end(&c, e);
	tap_ok(c.at % 4 == 0, "it ends where four bytes end");
	newc_release(&c);
	close(fd);
	return r;
}

/* Read it as the kernel does: headers of hexadecimal digits, names and data
 * that begin where four bytes begin. One line for each member. */
static void walk(const struct buf *b)
{
	static const char want[] =
	    "tmp 41777 0 0,0\ndev 40755 0 0,0\n"
	    "dev/console 20600 0 5,1\nplan 100644 8 0,0\n"
	    "a 40755 0 0,0\na/b 40755 0 0,0\n"
	    "a/b/c 40755 0 0,0\na/b/c/odd 100600 5 0,0\n"
	    "a/b/empty 100600 0 0,0\n"
	    "a/link 120777 7 0,0\ninit 100755 10 0,0\n"
	    "TRAILER!!! 0 0 0,0\n";
	struct buf got = BUF_INIT, odd = BUF_INIT;
	unsigned long f[13], last = 0;
	size_t at = 0, data;
	char digits[9] = { 0 };

	while (at + 110 <= b->len && memcmp(b->s + at, "070701", 6) == 0) {
		for (int i = 0; i < 13; i++) {
			memcpy(digits, b->s + at + 6 + 8 * i, 8);
			f[i] = strtoul(digits, NULL, 16);
		}
		buf_addf(&got, "%s %lo %lu %lu,%lu\n", b->s + at + 110, f[1],
		    f[6], f[9], f[10]);
		tap_ok(f[0] > last && f[11] == strlen(b->s + at + 110) + 1,
		    "number and length of '%s'", b->s + at + 110);
		last = f[0];
		data = (at + 110 + f[11] + 3) / 4 * 4;
		if (strcmp(b->s + at + 110, "a/b/c/odd") == 0)
			buf_add_mem(&odd, b->s + data, f[6]);
		at = (data + f[6] + 3) / 4 * 4;
	}
	tap_str(buf_str(&got), want, "the members");
	tap_str(buf_str(&odd), "12345", "a content");
	tap_ok(at == b->len, "and nothing behind");
	buf_release(&got);
	buf_release(&odd);
}

static void refused(const char *tmp)
{
	struct newc c;
	struct err e;

	newc_init(&c, -1);
	tap_ok(newc_data(&c, "../x", 0644, "", 0, &e) == -EINVAL &&
		newc_data(&c, "a/../../x", 0644, "", 0, &e) == -EINVAL &&
		newc_data(&c, "a/..", 0644, "", 0, &e) == -EINVAL,
	    "paths that leave the root are refused: %s", e.text);
	tap_ok(newc_data(&c, "/", 0644, "", 0, &e) == -EINVAL,
	    "and the root itself");
	tap_ok(newc_file(&c, "x", 0644, tmp, &e) == -EINVAL,
	    "a directory is no file: %s", e.text);
	tap_ok(newc_file(&c, "x", 0644, "/nowhere/x", &e) == -ENOENT,
	    "one that is not there: %s", e.text);
	newc_release(&c);
	newc_init(&c, open("/dev/full", O_WRONLY));
	tap_ok(newc_data(&c, "x", 0644, "", 0, &e) == -ENOSPC, "no space: %s",
	    e.text);
	close(c.fd);
	newc_release(&c);
}

int main(void)
{
	char tmp[] = "/tmp/newc-test-XXXXXX";
	char *one, *two, *host;
	struct buf a = BUF_INIT, b = BUF_INIT;
	struct err e;

	if (!mkdtemp(tmp))
		return 99;
	one = path(tmp, "1.cpio");
	two = path(tmp, "2.cpio");
	host = path(tmp, "host");
	made_write(host, "#!/bin/sh\n", 10);
	tap_ok(write_one(one, host, &e) == 0, "it is written");
	tap_ok(write_one(two, host, &e) == 0, "and once more");
	made_read(one, &a);
	made_read(two, &b);
	tap_ok(a.len == b.len && memcmp(a.s, b.s, a.len) == 0,
	    "the same bytes");
	tap_ok(a.len > 110 && memcmp(a.s, "070701", 6) == 0, "of that form");
	walk(&a);
	refused(tmp);
	made_shell("rm -rf %s", tmp);
	buf_release(&a);
	buf_release(&b);
	free(one);
	free(two);
	free(host);
	return tap_done();
}
