/* pack.c - what a program needs, from files that are made up, hostile ones
 * among them. */
#include "drive/pack.h"

#include "base/mem.h"
#include "tap.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char top[] = "/tmp/perfloss-test-pack-XXXXXX";
static struct err e;

/* -- Files --------------------------------------------------------------- */

#define NEEDED 4
#define TEXTS  2048

/* A program or library that is loaded as it lies in the file. */
struct made {
	Elf64_Ehdr head;
	Elf64_Phdr part[3];
	Elf64_Dyn dyn[NEEDED + 4];
	char text[TEXTS];
};

static void put(const char *name, const void *data, size_t n)
{
	FILE *f = fopen(name, "w");

	fwrite(data, 1, n, f);
	fclose(f);
	chmod(name, 0755);
}

static uint64_t text(struct made *m, size_t *used, const char *s)
{
	size_t at = *used;

	snprintf(m->text + at, TEXTS - at, "%s", s);
	*used += strlen(s) + 1;
	return at;
}

/* needed: words with blanks between. */
static void make(struct made *m, const char *interp, const char *runpath,
    const char *needed)
{
	size_t used = 1, n = 0, len, where = 0;

	memset(m, 0, sizeof(*m));
	m->head = (Elf64_Ehdr){ .e_type = ET_DYN,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_phoff = offsetof(struct made, part),
		.e_ehsize = sizeof(Elf64_Ehdr),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = interp ? 3 : 2 };
	memcpy(m->head.e_ident, ELFMAG, SELFMAG);
	m->head.e_ident[EI_CLASS] = ELFCLASS64;
	m->head.e_ident[EI_DATA] = ELFDATA2LSB;
	for (; *needed; needed += len + (needed[len] == ' ')) {
		char word[200];

		len = strcspn(needed, " ");
		snprintf(word, sizeof(word), "%.*s", (int)len, needed);
		m->dyn[n].d_tag = DT_NEEDED;
		m->dyn[n++].d_un.d_val = text(m, &used, word);
	}
	if (runpath) {
		m->dyn[n].d_tag = DT_RUNPATH;
		m->dyn[n++].d_un.d_val = text(m, &used, runpath);
	}
	m->dyn[n].d_tag = DT_STRTAB;
	m->dyn[n++].d_un.d_ptr = offsetof(struct made, text);
	m->part[0] = (Elf64_Phdr){ .p_type = PT_LOAD,
		.p_flags = PF_R | PF_X,
		.p_filesz = sizeof(*m),
		.p_memsz = sizeof(*m) };
	m->part[1] = (Elf64_Phdr){ .p_type = PT_DYNAMIC,
		.p_offset = offsetof(struct made, dyn),
		.p_filesz = sizeof(m->dyn) };
	if (interp)
		where = text(m, &used, interp);
	m->part[2] = (Elf64_Phdr){ .p_type = PT_INTERP,
		.p_offset = offsetof(struct made, text) + where,
		.p_filesz = interp ? strlen(interp) + 1 : 0 };
}

static void put_made(const char *name, const char *interp, const char *runpath,
    const char *needed)
{
	struct made m;

	make(&m, interp, runpath, needed);
	put(name, &m, sizeof(m));
}

static const char *host_of(const struct pack *p, const char *guest)
{
	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->file[i].guest, guest) == 0)
			return p->file[i].host;
	return NULL;
}

static int pack(struct pack *p, const char *name)
{
	e = (struct err){ 0 };
	pack_init(p);
	return pack_program(p, name, &e);
}

static void refused(const char *name, int want, const char *part)
{
	struct pack p;
	int r = pack(&p, name);

	tap_ok(r == want && strstr(e.text, part), "%s: %s", name, e.text);
	pack_release(&p);
}

/* -- Tests --------------------------------------------------------------- */

static void test_program(void)
{
	struct pack p;

	mkdir("lib", 0755);
	put_made("loader", NULL, NULL, "");
	put_made("lib/one.so", NULL, "$ORIGIN", "two.so");
	put_made("lib/two.so", NULL, "${ORIGIN}/../lib", "one.so two.so");
	put_made("program", "./loader", "$ORIGIN/lib", "one.so");
	tap_ok(pack(&p, "./program") == 0, "a program: %s", e.text);
	tap_ok(p.n == 4 && host_of(&p, "/program") && host_of(&p, "/loader") &&
		host_of(&p, "/lib/one.so") && host_of(&p, "/lib/two.so"),
	    "with loader and libraries that need each other (%zu files)", p.n);
	tap_ok(!p.library_path, "no loader has to be told where");
	tap_ok(p.n > 0 && p.file[0].mode == 0755 &&
		pack_size(&p) == 4 * sizeof(struct made),
	    "their modes and sizes");
	pack_release(&p);
}

static void test_missing(void)
{
	put_made("poor", "./loader", NULL, "libnowhere.so.1 libnever.so.2");
	refused("./poor", -ENOENT, "'libnowhere.so.1', 'libnever.so.2'");
	put_made("alone", "/nonexistent/ld.so", NULL, "");
	refused("./alone", -ENOENT, "'/nonexistent/ld.so'");
	put("lib/text.so", "GROUP ( x )\n", 12);
	put_made("script-lib", "./loader", "$ORIGIN/lib", "text.so");
	refused("./script-lib", -ENOENT, "'text.so'");
	refused("no-such-program-anywhere", -ENOENT, "not in PATH");
	refused("./nothing", -ENOENT, "cannot run");
	put("data", "data\n", 5);
	refused("./data", -ENOEXEC, "neither ELF nor a script");
	chmod("data", 0644);
	if (geteuid() != 0)
		refused("./data", -EACCES, "cannot run");
	refused("./lib", -EINVAL, "no regular file");
}

static void test_scripts(void)
{
	struct pack p;

	put("script", "#! ./program -x\necho\n", 21);
	tap_ok(pack(&p, "./script") == 0 && p.n == 5 && host_of(&p, "/loader"),
	    "a script: its interpreter and what that needs: %s", e.text);
	pack_release(&p);
	put("round", "#!./about\n", 10);
	put("about", "#!./round\n", 10);
	tap_ok(pack(&p, "./round") == 0 && p.n == 2,
	    "scripts that run each other are taken once");
	pack_release(&p);
	put("lost", "#!/nonexistent/sh\n", 18);
	refused("./lost", -ENOENT, "/nonexistent/sh");
	mkdir("usr", 0755);
	put_made("usr/env", "./loader", NULL, "");
	put("by-env", "#!./usr/env -S  no-such-thing-at-all -u\n", 41);
	refused("./by-env", -ENOENT, "'no-such-thing-at-all'");
	put("empty", "#!\n\n", 4);
	tap_ok(pack(&p, "./empty") == 0 && p.n == 1, "a script of nothing");
	pack_release(&p);
}

/* A chain of libraries that never ends is one that ends too late. */
static void test_chain(void)
{
	char name[40], next[40];

	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof(name), "lib/chain%d.so", i);
		snprintf(next, sizeof(next), "chain%d.so", i + 1);
		put_made(name, NULL, "$ORIGIN", next);
	}
	put_made("chained", "./loader", "$ORIGIN/lib", "chain0.so");
	refused("./chained", -ELOOP, "without end");
}

static void test_hostile(void)
{
	struct made m;
	struct pack p;
	size_t crashed = 0;

	make(&m, "./loader", "$ORIGIN/lib", "one.so");
	for (size_t len = 0; len < sizeof(m); len += 53) {
		put("cut", &m, len);
		pack(&p, "./cut");
		crashed += p.n > 4;
		pack_release(&p);
	}
	for (size_t i = 0; i < offsetof(struct made, text) + 32; i += 3) {
		unsigned char *byte = (unsigned char *)&m + i, kept = *byte;

		*byte = 0xff;
		put("odd", &m, sizeof(m));
		pack(&p, "./odd");
		crashed += p.n > 4;
		pack_release(&p);
		*byte = kept;
	}
	tap_ok(crashed == 0, "cut anywhere, huge numbers: no crash");
	m.dyn[0].d_un.d_val = UINT64_MAX - 5;
	put("odd", &m, sizeof(m));
	refused("./odd", -EINVAL, "list of libraries");
	make(&m, "./loader", NULL, "");
	m.part[2].p_filesz = 3;
	put("odd", &m, sizeof(m));
	refused("./odd", -EINVAL, "interpreter");
	m.head.e_machine = EM_AARCH64;
	put("odd", &m, sizeof(m));
	refused("./odd", -ENOEXEC, "another architecture");
}

static void test_names(void)
{
	struct pack p;
	char *at;

	pack_init(&p);
	at = pack_guest(&p, "a/./b/../c", &e);
	tap_str(at, "/a/c", "a relative name");
	free(at);
	at = pack_guest(&p, "/usr//bin/../lib/x", &e);
	tap_str(at, "/usr/lib/x", "an absolute one");
	free(at);
	at = pack_guest(&p, "../x", &e);
	tap_str(at, "/tmp/x", "one outside the current directory");
	free(at);
	tap_ok(!pack_guest(&p, "init", &e), "not the machine's own: %s",
	    e.text);
	tap_ok(!pack_guest(&p, "/proc/cpuinfo", &e), "nor below it: %s",
	    e.text);
	tap_ok(!pack_guest(&p, ".", &e), "nor all of it: %s", e.text);
	pack_release(&p);
}

static void test_files(void)
{
	struct pack p;

	mkdir("tree", 0755);
	mkdir("tree/deep", 0755);
	put("tree/a", "1", 1);
	put("tree/deep/b", "2", 1);
	if (symlink("nowhere", "tree/dangling") != 0 ||
	    symlink("..", "tree/deep/round") != 0)
		tap_skip("links", "cannot be made");
	pack_init(&p);
	unlink("tree/deep/round");
	tap_ok(pack_add(&p, "tree", &e) == 0 && p.n == 2 &&
		host_of(&p, "/tree/a") && host_of(&p, "/tree/deep/b"),
	    "a directory with all in it");
	tap_ok(pack_add(&p, "tree/a:/etc/a", &e) == 0 && host_of(&p, "/etc/a"),
	    "a file under another name");
	tap_ok(pack_add(&p, "program:/opt/program", &e) == 0 &&
		host_of(&p, "/lib/one.so"),
	    "a program's libraries come along");
	tap_ok(pack_add(&p, "nowhere", &e) == -ENOENT, "none: %s", e.text);
	put("tree/object.o", "\177ELF\2\1\1", 7);
	put_made("tree/plugin.so", NULL, NULL, "libnowhere.so.1");
	tap_ok(pack_add(&p, "tree", &e) == 0 && host_of(&p, "/tree/object.o"),
	    "what is no program, or lacks something, is only a file: %s",
	    e.text);
	tap_ok(pack_add(&p, "tree/plugin.so:/lib/plugin.so", &e) == -ENOENT,
	    "but for one that is named: %s", e.text);
	pack_release(&p);
	tap_ok(symlink("..", "tree/deep/round") == 0, "a link upwards");
	pack_init(&p);
	tap_ok(pack_add(&p, "tree", &e) == -ELOOP, "ends: %s", e.text);
	pack_release(&p);
}

int main(void)
{
	char *clean;

	if (!mkdtemp(top) || chdir(top) != 0)
		return 1;
	test_program();
	test_missing();
	test_scripts();
	test_chain();
	test_hostile();
	test_names();
	test_files();
	clean = xasprintf("rm -rf %s", top);
	if (chdir("/") != 0 || system(clean) != 0)
		tap_ok(false, "%s is removed", top);
	free(clean);
	return tap_done();
}
