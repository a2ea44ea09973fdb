/* lab.c - a kernel booted in a virtual machine, with a probe inside. */
#include "drive/lab.h"

#include "base/mem.h"
#include "base/text.h"
#include "drive/lab_inner.h"
#include "drive/newc.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What of a console is looked at. */
#define CONSOLE_MAX (1 << 20)

/* A plugin writes what it counted when the machine is switched off. */
#define END_NS 60000000000

/* Nothing to measure; but whether instructions are counted is proved. */
#define EMPTY_PLAN(clock) \
	"{\"t\":\"plan\",\"wire\":1,\"facts\":false" clock \
	"}\n{\"t\":\"end\"}\n"
#define COUNTED ",\"clock\":\"instructions\""

/* -- Initramfs ----------------------------------------------------------- */

/* The kernel gives its first process nothing but itself: no loader. */
static int check_probe(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	int r = 0;

	if (fd < 0)
		return err_sys(e, -errno, "cannot open the probe '%s'", path);
	if (pread(fd, &eh, sizeof(eh), 0) != (ssize_t)sizeof(eh) ||
	    memcmp(eh.e_ident, ELFMAG, SELFMAG) != 0 ||
	    eh.e_ident[EI_CLASS] != ELFCLASS64 || eh.e_machine != EM_X86_64)
		r = err_set(e, -ENOEXEC,
		    "the probe '%s' is no program for x86-64, which the lab is",
		    path);
	for (unsigned i = 0; r == 0 && i < eh.e_phnum; i++)
		if (pread(fd, &ph, sizeof(ph),
			(off_t)(eh.e_phoff + i * sizeof(ph))) ==
			(ssize_t)sizeof(ph) &&
		    ph.p_type == PT_INTERP)
			r = err_set(e, -ENOEXEC,
			    "the probe '%s' needs shared libraries and cannot "
			    "be the first process of the lab (build it with "
			    "-Dstatic_probe=true)",
			    path);
	close(fd);
	return r;
}

char *lab_probe(struct err *e)
{
	char *path = probe_find(e);

	if (path && check_probe(path, e) < 0) {
		free(path);
		path = NULL;
	}
	return path;
}

static int settings_of(const struct lab_boot *b, struct buf *out, struct err *e)
{
	const char *const *list[] = { b->set, b->args };
	const char *const key[] = { "set", "arg" };
	int64_t settle = b->settle_ns ? b->settle_ns : LAB_SETTLE_NS;

	buf_addf(out, "seed=%" PRIu64 "\nsettle_ns=%" PRId64 "\n", b->seed,
	    settle < 0 ? 0 : settle);
	if (lab_port(b->kernel))
		buf_addf(out, "port=%u\n", lab_port(b->kernel));
	for (int i = 0; i < 2; i++)
		for (const char *const *w = list[i]; w && *w; w++) {
			if (strchr(*w, '\n'))
				return err_set(e, -EINVAL,
				    "a setting of the lab is one line");
			buf_addf(out, "%s=%s\n", key[i], *w);
		}
	return 0;
}

static int add_file(struct newc *c, const struct lab_file *f, struct err *e)
{
	unsigned mode = f->mode ? f->mode : 0644;

	return f->host ? newc_file(c, f->guest, mode, f->host, e) :
			 newc_data(c, f->guest, mode, f->text, f->len, e);
}

static int add_text(struct newc *c, const char *path, const char *text,
    struct err *e)
{
	return newc_data(c, path, 0644, text, strlen(text), e);
}

static int fill(struct newc *c, const struct lab_boot *b, const char *probe,
    const char *settings, struct err *e)
{
	static const char *const dir[] = { "dev", "proc", "sys", "tmp" };
	const struct kernel *k = b->kernel;
	char *config =
	    xasprintf("boot/config-%s", k->release ? k->release : "unknown");
	int r = 0;

	for (size_t i = 0; i < sizeof(dir) / sizeof(dir[0]) && r == 0; i++)
		r = newc_dir(c, dir[i], i == 3 ? 01777 : 0755, e);
	r = r < 0 ? r : newc_device(c, "dev/console", 0600, 5, 1, e);
	r = r < 0 ? r : newc_device(c, "dev/null", 0666, 1, 3, e);
	r = r < 0 ? r : newc_file(c, "init", 0755, probe, e);
	r = r < 0 ? r : add_text(c, "plan", b->plan, e);
	r = r < 0 ? r : add_text(c, "lab", settings, e);
	if (r == 0 && k->config && k->release && !strchr(k->release, '/'))
		r = add_text(c, config, k->config, e);
	for (size_t i = 0; i < b->n_file && r == 0; i++)
		r = add_file(c, &b->file[i], e);
	free(config);
	return r < 0 ? r : newc_end(c, e);
}

int lab_initramfs(int fd, const struct lab_boot *b, const char *probe,
    struct err *e)
{
	struct buf settings = BUF_INIT;
	struct newc c;
	int r = settings_of(b, &settings, e);

	newc_init(&c, fd);
	r = r < 0 ? r : fill(&c, b, probe, buf_str(&settings), e);
	newc_release(&c);
	buf_release(&settings);
	return r;
}

/* -- A boot -------------------------------------------------------------- */

/* What is needed when it has ended. */
struct boot {
	char *kernel;
	struct buf *console;
	bool serial;
	int64_t limit_ns, memory_mb;
	int fd; /* of the console */
};

static void boot_free(struct boot *x)
{
	if (x->fd >= 0)
		close(x->fd);
	free(x->kernel);
	free(x);
}

static char *read_console(int fd)
{
	char *text = xmalloc(CONSOLE_MAX + 1);
	size_t n = 0, i;
	ssize_t got;

	while (n < CONSOLE_MAX &&
	    (got = pread(fd, text + n, CONSOLE_MAX - n, (off_t)n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	for (i = 0; i < n; i++)
		if (text[i] == '\0')
			text[i] = ' ';
	return text;
}

/* QEMU is gone (probe_stop). */
static int boot_ended(void *arg, const struct probe_end *end, struct err *e)
{
	struct boot *x = arg;
	char *console = read_console(x->fd);
	const struct lab_ending ending = { .end = end,
		.kernel = x->kernel,
		.console = console,
		.serial = x->serial,
		.memory_mb = x->memory_mb };
	int r = lab_judge(&ending, e);

	if (r < 0 && x->console)
		buf_add(x->console, console);
	free(console);
	boot_free(x);
	return r;
}

static struct boot *boot_new(const struct lab_boot *b)
{
	struct boot *x = xcalloc(1, sizeof(*x));

	x->kernel = xstrdup(b->kernel->name);
	x->console = b->console;
	x->serial = b->kernel->config &&
	    strstr(b->kernel->config, "\nCONFIG_SERIAL_8250_CONSOLE=y");
	x->limit_ns = b->limit_ns ? b->limit_ns : LAB_LIMIT_NS;
	x->memory_mb = b->memory_mb;
	x->fd = -1;
	return x;
}

/* A file without a name; it goes with its last descriptor. */
static int nameless(const char *name, struct err *e)
{
	int fd = memfd_create(name, MFD_CLOEXEC);

	return fd < 0 ?
	    err_sys(e, -errno, "cannot make a file in memory for the lab") :
	    fd;
}

static int run(struct probe **p, const struct lab_boot *b, const char *qemu,
    int initramfs, struct err *e)
{
	struct boot *x = boot_new(b);
	struct probe_opts o = { .n_keep = 2,
		.bound = true,
		.limit_ns = x->limit_ns,
		.end_ns = END_NS,
		.ended = { boot_ended, x } };
	struct lab_args a;
	int keep[2], r;

	x->fd = nameless("perfloss-console", e);
	if (x->fd < 0) {
		boot_free(x);
		return e->code;
	}
	keep[0] = initramfs;
	keep[1] = x->fd;
	lab_args(&a, qemu, b, initramfs, x->fd);
	o.keep = keep;
	o.argv = (const char *const *)a.v;
	r = probe_start(p, &o, e);
	lab_args_release(&a);
	if (r < 0) {
		boot_free(x);
		return r;
	}
	probe_ask(*p, o.limit_ns);
	return 0;
}

/* The usual, and more for large files: they are there packed and unpacked, and
 * of what is unpacked half of the memory may be. In large steps, so that
 * kernels that are compared have the same. */
static int64_t memory_for(int initramfs)
{
	int64_t mb = lseek(initramfs, 0, SEEK_END) >> 20;

	return LAB_MEMORY_MB + (3 * mb) / 256 * 256;
}

int lab_start(struct probe **p, const struct lab_boot *wanted, struct err *e)
{
	struct lab_boot boot = *wanted, *b = &boot;
	char *qemu = lab_qemu(e), *probe = NULL;
	int fd = -1, r = qemu ? lab_fits(b->kernel, e) : e->code;

	*p = NULL;
	r = r < 0 ? r : lab_cmdline_fits(b->cmdline, e);
	if (r == 0) {
		probe = lab_probe(e);
		r = probe ? 0 : e->code;
	}
	if (r == 0) {
		fd = nameless("perfloss-initramfs", e);
		r = fd < 0 ? fd : lab_initramfs(fd, b, probe, e);
	}
	if (r == 0 && b->memory_mb == 0)
		b->memory_mb = memory_for(fd);
	r = r < 0 ? r : run(p, b, qemu, fd, e);
	if (fd >= 0)
		close(fd);
	free(probe);
	free(qemu);
	return r;
}

int lab_try(const struct lab_boot *b, int64_t limit_ns, struct err *e)
{
	struct lab_boot once = *b;
	struct probe *p;
	struct wire_msg m;
	struct err why, refused = { 0, "" };
	int r;

	once.plan =
	    b->accel == LAB_ICOUNT ? EMPTY_PLAN(COUNTED) : EMPTY_PLAN("");
	once.settle_ns = -1;
	once.limit_ns = limit_ns;
	once.console = NULL;
	r = lab_start(&p, &once, e);
	if (r < 0)
		return r;
	while ((r = probe_next(p, &m, &why)) == 1) {
		if (m.kind == WIRE_ERROR)
			err_set(&refused, -EPROTO, "the probe in '%s': %s",
			    b->kernel->name, m.why ? m.why : "no reason");
		wire_msg_release(&m);
	}
	if (r == -EINTR) {
		probe_stop(p, NULL);
		return err_set(e, r, "interrupted");
	}
	r = probe_stop(p, e);
	if (r == 0 && refused.code)
		r = err_set(e, refused.code, "%s", refused.text);
	if (r < 0 && b->accel == LAB_KVM)
		err_prefix(e, "KVM does not work here");
	return r;
}
