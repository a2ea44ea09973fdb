/* kernel.c - kernels are known by their content, and taken apart; what is none
 * says so and leaves nothing. */
#include "drive/kernel.h"

#include "drive/unpack.h"
#include "made_kernel.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

static char tmp[] = "/tmp/kernel-test-XXXXXX";

static char *at(const char *name)
{
	return xasprintf("%s/%s", tmp, name);
}

static bool cache_is_clean(void)
{
	char *dir = at("cache/perfloss/kernels");
	DIR *d = opendir(dir);
	struct dirent *de;
	bool clean = true;

	while (d && (de = readdir(d)) != NULL)
		clean &= !strstr(de->d_name, "scratch");
	if (d)
		closedir(d);
	free(dir);
	return clean;
}

/* Open, expecting trouble with these words in it. */
static void refused(const char *name, const char *words)
{
	char *path =
	    name[0] == '/' || strchr(name, ':') ? xstrdup(name) : at(name);
	struct err e = { 0, "" };
	struct kernel k;

	tap_ok(kernel_open(&k, path, &e) < 0 && strstr(e.text, words) &&
		cache_is_clean(),
	    "%s: %s", name, e.text);
	kernel_release(&k);
	free(path);
}

static void opened(const char *name, const char *boot, const char *config,
    bool fallback)
{
	char *path = strchr(name, ':') ? xstrdup(name) : at(name);
	struct err e = { 0, "" };
	struct kernel k;
	int r = kernel_open(&k, path, &e);

	tap_ok(r == 0, "%s opens%s%s", name, r < 0 ? ": " : "", e.text);
	tap_ok(r == 0 && k.release && strcmp(k.release, MADE_RELEASE) == 0,
	    "%s: the release", name);
	tap_ok(r == 0 && strcmp(strrchr(k.boot, '/') + 1, boot) == 0 &&
		!k.fallback == !fallback,
	    "%s: a %s boots", name, boot);
	tap_ok(r == 0 && !k.config == !config &&
		(!config || strcmp(k.config, config) == 0),
	    "%s: the configuration", name);
	tap_ok(r == 0 && strlen(k.hash) == 16, "%s: a hash", name);
	kernel_release(&k);
	free(path);
}

#define BANNER "Linux version " MADE_RELEASE " (made) #1"

static void make(void)
{
	static const char embedded[] = "IKCFG_ST";
	char *vmlinux = at("vmlinux"), *v = at("made"), *c = at("made-config");

	made_vmlinux(vmlinux, EM_X86_64, true, BANNER);
	made_vmlinux(v, EM_X86_64, true, BANNER);
	made_write(c, MADE_CONFIG, sizeof(MADE_CONFIG) - 1);
	/* with its configuration in it */
	made_shell("cd %s && { cat made; printf %s; gzip -c made-config; "
		   "printf IKCFG_ED; } >vmlinux-ik",
	    tmp, embedded);
	free(vmlinux);
	free(v);
	free(c);
}

/* -- Images -------------------------------------------------------------- */

static void images(void)
{
	static const struct {
		const char *name, *command;
		bool size_at_end;
	} by[] = { { "gz", "gzip -c", false },
		{ "xz",
		    "xz -c --check=crc32 "
		    "--x86 --lzma2=dict=1MiB",
		    true },
		{ "zst", "zstd -q -19 -c", true },
		{ "lz4", "lz4 -l -q -c", true }, { "lzma", "lzma -c", true },
		{ "bz2", "bzip2 -c", true } };
	char *v = at("made"), *packed, *bz;
	char name[32];

	for (size_t i = 0; i < sizeof(by) / sizeof(by[0]); i++) {
		snprintf(name, sizeof(name), "bz-%s", by[i].name);
		packed = xasprintf("%s/made.%s", tmp, by[i].name);
		bz = at(name);
		if (made_shell("%s <%s >%s 2>/dev/null", by[i].command, v,
			packed)) {
			made_bzimage(bz, packed, by[i].size_at_end, v);
			opened(name, "vmlinux", NULL, true);
		} else {
			tap_skip(name, "no program that compresses so");
		}
		free(packed);
		free(bz);
	}
	opened("bz-gz", "vmlinux", NULL, true);
	made_shell("cd %s && gzip -c bz-gz >packed.gz && mkdir -p boot && cp "
		   "bz-gz boot/vmlinuz-x && cp made-config boot/config-x",
	    tmp);
	opened("packed.gz", "vmlinux", NULL, true);
	opened("boot/vmlinuz-x", "vmlinux", MADE_CONFIG, true);
	opened("vmlinux", "vmlinux", NULL, false);
	opened("vmlinux-ik", "vmlinux-ik", MADE_CONFIG, false);
	free(v);
}

static void no_pvh(void)
{
	char *v = at("old"), *bz = at("bz-old"), *gz = at("old.gz");

	made_vmlinux(v, EM_X86_64, false, BANNER);
	made_shell("gzip -c <%s >%s", v, gz);
	made_bzimage(bz, gz, false, v);
	opened("bz-old", "bzImage", NULL, false);
	/* compressed by what is not known: it may unpack itself */
	made_bzimage(bz, v, true, v);
	opened("bz-old", "bzImage", NULL, false);
	refused("old", "without CONFIG_PVH");
	free(v);
	free(bz);
	free(gz);
}

static void no_kernels(void)
{
	char *p = at("arm"), *text = at("text"), *program = at("program");
	char head[1024] = { 0 };

	made_vmlinux(p, EM_AARCH64, false, BANNER);
	refused("arm", "is for ARM64, the lab is an x86-64 machine");
	memcpy(head + 0x38, "ARM\x64", 4);
	made_write(p, head, sizeof(head));
	refused("arm", "is for ARM64");
	made_shell("gzip -c <%s >%s.gz", p, p);
	refused("arm.gz", "is for ARM64");
	made_write(text, "hello\n", 6);
	refused("text", "is not a kernel");
	made_write(text, "", 0);
	refused("text", "is not a kernel");
	made_vmlinux(program, EM_X86_64, false, "nothing of the kind");
	refused("program", "is a program, no kernel");
	refused("nowhere", "no such file");
	refused("/dev/null", "no regular file");
	made_shell("cd %s && head -c 3000 bz-gz >cut && head -c 200 made >cutv "
		   "&& head -c 700 bz-gz >cuth && head -c 2500 packed.gz "
		   ">cut.gz; mkfifo fifo",
	    tmp);
	refused("cut", "cut short");
	refused("cuth", "cut short");
	refused("cutv", "cut short");
	refused("cut.gz", "cannot decompress");
	refused("fifo", "no regular file");
	free(p);
	free(text);
	free(program);
}

/* The payload is spoilt in its middle, or says another size. */
static void damaged(void)
{
	char *bz = at("bz-bad"), *gz = at("bad.gz"), *v = at("made");

	made_shell("gzip -c <%s >%s; printf XXXXXXXX | dd of=%s bs=1 seek=60 "
		   "conv=notrunc status=none",
	    v, gz, gz);
	made_bzimage(bz, gz, false, v);
	refused("bz-bad", "cannot unpack");
	if (made_shell("xz -c --check=crc32 <%s >%s 2>/dev/null", v, gz)) {
		made_bzimage(bz, gz, true, "/etc/passwd");
		refused("bz-bad", "unpacks to another size than it says");
	}
	free(bz);
	free(gz);
	free(v);
}

/* A full disk, by a limit: files may not grow beyond it. */
static void no_room(void)
{
	struct rlimit old, small;

	getrlimit(RLIMIT_FSIZE, &old);
	small = old;
	small.rlim_cur = 4096;
	signal(SIGXFSZ, SIG_IGN);
	made_shell("cd %s && cp bz-gz room && printf x >>room", tmp);
	setrlimit(RLIMIT_FSIZE, &small);
	refused("room", "file too large");
	setrlimit(RLIMIT_FSIZE, &old);
	opened("room", "vmlinux", NULL, true);
}

/* -- Directories --------------------------------------------------------- */

static void directories(void)
{
	made_shell("cd %s && m=lib/modules/" MADE_RELEASE
		   " && mkdir -p tree/arch/x86/boot un/boot mod/$m none && "
		   "cp bz-gz tree/arch/x86/boot/bzImage && "
		   "cp made-config tree/.config && cp bz-gz un/boot/vmlinuz-y "
		   "&& cp bz-gz mod/$m/vmlinuz && cp made-config mod/$m/config",
	    tmp);
	opened("boot", "vmlinux", MADE_CONFIG, true);
	opened("tree", "vmlinux", MADE_CONFIG, true);
	opened("un", "vmlinux", NULL, true);
	opened("mod", "vmlinux", MADE_CONFIG, true);
	refused("none", "no kernel in");
	made_shell("cd %s && cp bz-gz boot/vmlinuz-z && ln -s vmlinuz-z "
		   "boot/vmlinuz.old",
	    tmp);
	refused("boot", "2 kernels in");
}

/* -- Packages ------------------------------------------------------------ */

/* Pack what stands in the directory `from`, with fields of control. */
static bool pack(const char *deb, const char *from, const char *fields,
    const char *tar)
{
	return made_shell(
	    "cd %s && rm -rf ctl && mkdir ctl && printf "
	    "'Package: made\\n%s' >ctl/control && echo 2.0 "
	    ">debian-binary && rm -f %s && tar -C ctl -czf "
	    "control.tar.gz . && tar -P -C %s %s -cJf data.tar.xz . "
	    "&& ar rc %s debian-binary control.tar.gz data.tar.xz",
	    tmp, fields, deb, from, tar, deb);
}

#define AMD64 "Architecture: amd64\\n"

static void packages(void)
{
	made_shell(
	    "cd %s && mkdir -p p/boot && cp bz-gz p/boot/vmlinuz-" MADE_RELEASE
	    " && cp made-config p/boot/config-" MADE_RELEASE,
	    tmp);
	if (!pack("good.deb", "p", AMD64, "")) {
		tap_skip("packages", "no ar, tar or xz here");
		return;
	}
	opened("good.deb", "vmlinux", MADE_CONFIG, true);
	pack("arm.deb", "p", "Architecture: arm64\\n", "");
	refused("arm.deb", "is for arm64");
	made_shell("cd %s && cp bz-gz p/boot/vmlinuz-b", tmp);
	pack("two.deb", "p", AMD64, "");
	refused("two.deb", "has 2 kernels in it");
	made_shell("cd %s && rm p/boot/vmlinuz-*", tmp);
	pack("meta.deb", "p",
	    AMD64 "Depends: linux-image-6.1.0-9-amd64 (= 6.1)\\n", "");
	refused("meta.deb", "depends on 'deb:linux-image-6.1.0-9-amd64'");
	pack("empty.deb", "p", AMD64, "");
	refused("empty.deb", "has no kernel in it");
	made_shell("cd %s && head -c 700 good.deb >cut.deb && head -c 60 "
		   "good.deb >cut2.deb && printf '!<arch>\\ndebian-binary' "
		   ">cut3.deb",
	    tmp);
	refused("cut.deb", "cannot unpack");
	refused("cut2.deb", "cannot unpack");
	refused("cut3.deb", "cannot unpack");
}

static void hostile(void)
{
	/* links where kernels are: followed, they would be read from here */
	made_shell("cd %s && mkdir -p h/boot && ln -sf %s/bz-gz "
		   "h/boot/vmlinuz-1 && ln -f bz-gz h/boot/other && ln -f "
		   "h/boot/other h/boot/vmlinuz-2",
	    tmp, tmp);
	if (!pack("links.deb", "h", AMD64, "--sort=name")) {
		tap_skip("hostile packages", "no ar, tar or xz here");
		return;
	}
	refused("links.deb", "has no kernel in it");
	/* paths that leave the place */
	made_shell("cd %s && rm -rf h && mkdir -p h && cp bz-gz h/x", tmp);
	pack("paths.deb", "h", AMD64,
	    "--transform='s,^./x$,boot/../../../escaped,;s,x,/tmp/abs,'");
	refused("paths.deb", "has no kernel in it");
	tap_ok(made_shell("test ! -e %s/../escaped && test ! -e /tmp/abs", tmp),
	    "nothing came out of it");
	/* a member of 2 GB of nothing */
	made_shell("cd %s && rm -rf h && mkdir -p h/boot && truncate -s 2G "
		   "h/boot/vmlinuz-9",
	    tmp);
	pack("huge.deb", "h", AMD64, "--sparse");
	refused("huge.deb", "more than 1024 MB");
}

/* An apt-get of the test's own. */
static void fetched(void)
{
	char *path = xstrdup(getenv("PATH") ? getenv("PATH") : "");
	char *bin = xasprintf("%s/bin:%s", tmp, path);

	if (!made_shell("test -f %s/good.deb", tmp)) {
		tap_skip("deb:", "no package could be made");
		free(path);
		free(bin);
		return;
	}
	made_shell(
	    "cd %s && mkdir bin && cat >bin/apt-get <<'E'\n"
	    "#!/bin/sh\nfor p; do :; done\n"
	    "case $p in linux-image-good) f=good.deb ;; linux-image-meta) "
	    "f=meta2.deb ;; linux-image-short) f=good.deb s=1 ;;\n"
	    "linux-image-vast) echo \"'http://x/v' v 9000000000000000 S:1\"; "
	    "exit ;;\n"
	    "*) echo 'E: Unable to locate' >&2; exit 100 ;; esac\n"
	    "case \"$*\" in *print-uris*) echo \"'http://x/$f' $f "
	    "$(stat -c %%s %s/$f) SHA256:$p\" ;;\n"
	    "*) echo x >>%s/fetches; cp %s/$f . ; [ -z \"$s\" ] || "
	    "echo >>$f ;; esac\nE\nprintf '#!/bin/sh\\necho "
	    "linux-image-good' >bin/apt-cache; chmod +x bin/*",
	    tmp, tmp, tmp, tmp);
	pack("meta2.deb", "ctl", AMD64 "Depends: linux-image-good\\n", "");
	setenv("PATH", bin, 1);
	opened("deb:linux-image-good", "vmlinux", MADE_CONFIG, true);
	opened("deb:linux-image-good", "vmlinux", MADE_CONFIG, true);
	tap_ok(made_shell("test $(wc -l <%s/fetches) = 1", tmp),
	    "fetched once");
	opened("deb:linux-image-meta", "vmlinux", MADE_CONFIG, true);
	refused("deb:linux-image-goof", "did you mean 'deb:linux-image-good'?");
	refused("deb:no-such-thing", "knows no package 'no-such-thing'");
	refused("deb:linux-image-short", "cannot fetch");
	refused("deb:linux-image-vast", "no room for its 9000 TB in");
	refused("deb:x;touch y", "no name of a package");
	refused("deb:", "no name of a package");
	refused("deb:-o", "no name of a package");
	setenv("PATH", "/nowhere", 1);
	refused("deb:linux-image-good", "needs apt-get");
	setenv("PATH", path, 1);
	free(path);
	free(bin);
}

int main(void)
{
	char *cache;

	if (!unpack_version()) {
		printf("1..0 # SKIP built without libarchive\n");
		return 0;
	}
	if (!mkdtemp(tmp))
		return 99;
	cache = at("cache");
	setenv("XDG_CACHE_HOME", cache, 1);
	free(cache);
	make();
	images();
	no_pvh();
	no_kernels();
	damaged();
	no_room();
	directories();
	packages();
	hostile();
	fetched();
	made_shell("rm -rf %s", tmp);
	return tap_done();
}
