/* doctor.c - perfloss doctor: what is missing, and how to get it. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/progress.h"
#include "cmd/seek.h"
#include "drive/cache.h"
#include "drive/clocks.h"
#include "drive/command.h"
#include "drive/kernel.h"
#include "drive/lab.h"
#include "drive/stop.h"
#include "drive/unpack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define S 1000000000ll

/* A package of a kernel, what is unpacked of it, and as much again. */
#define ROOM (200ll << 20)

/* A boot here takes 3 to 15 s; on a machine that is busy several times that. */
#define TRY_NS     (120 * S)
#define TRY_KVM_NS (30 * S)

#define KVM "/dev/kvm"

static struct {
	bool json;
} opt;

static const struct opt doctor_opts[] = {
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_doctor_usage = {
	"perfloss doctor",
	"lab [KERNEL]",
	"what is missing for the lab, and how to get it",
	"Nothing of it needs root but the installing of packages. With a "
	"KERNEL (running,\ndeb:PACKAGE, a file, a directory) it is booted: "
	"counted, in time, and with KVM.\nExit status: 0 all that is needed is "
	"there, 1 something is missing, 2 trouble.",
	doctor_opts,
};

enum state {
	THERE,
	LACKING, /* nothing goes without it */
	SPARE,   /* not there, and not needed */
};

struct check {
	const char *name;
	enum state state;
	char *what, *how; /* how: NULL where there is nothing to do */
};

struct doctor {
	struct check check[16];
	size_t n;
	bool ready;
};

/* what and how are taken over. */
static void say(struct doctor *d, const char *name, enum state state,
    char *what, char *how)
{
	d->check[d->n++] = (struct check){ name, state, what, how };
	d->ready &= state != LACKING;
}

static void release(struct doctor *d)
{
	for (size_t i = 0; i < d->n; i++) {
		free(d->check[i].what);
		free(d->check[i].how);
	}
}

/* -- What is there ------------------------------------------------------- */

static void qemu(struct doctor *d)
{
	struct err e;
	char *path = lab_qemu(&e);
	char *version = path ? lab_qemu_version(path, &e) : NULL;

	if (version)
		say(d, "qemu", THERE,
		    xasprintf("%s, version %s", path, version), NULL);
	else
		say(d, "qemu", LACKING, xstrdup(e.text),
		    path || getenv("PERFLOSS_QEMU") ?
			NULL :
			xstrdup("as root: apt-get install "
				"--no-install-recommends qemu-system-x86"));
	free(version);
	free(path);
}

static void archives(struct doctor *d)
{
	const char *version = unpack_version();

	if (version)
		say(d, "archives", THERE, xstrdup(version), NULL);
	else
		say(d, "archives", LACKING,
		    xstrdup("built without libarchive, which takes packages "
			    "and compressed kernels apart"),
		    xstrdup("install libarchive-dev (tools/install-deps) and "
			    "build perfloss again"));
}

static void probe(struct doctor *d)
{
	struct err e;
	char *path = lab_probe(&e);

	if (path)
		say(d, "probe", THERE, path, NULL);
	else
		say(d, "probe", LACKING, xstrdup(e.text), NULL);
}

static void cache(struct doctor *d)
{
	struct err e;
	char *dir = cache_dir(&e), size[32];
	struct statvfs v;
	double room;

	if (!dir) {
		say(d, "cache", LACKING, xstrdup(e.text),
		    xstrdup("set XDG_CACHE_HOME to a directory of yours"));
		return;
	}
	room =
	    statvfs(dir, &v) == 0 ? (double)v.f_bavail * (double)v.f_frsize : 0;
	num_size(room, size, sizeof(size));
	if (room >= ROOM)
		say(d, "cache", THERE, xasprintf("%s, %s free", dir, size),
		    NULL);
	else
		say(d, "cache", LACKING,
		    xasprintf("%s has only %s free", dir, size),
		    xstrdup("make room, or set XDG_CACHE_HOME to a directory "
			    "elsewhere"));
	free(dir);
}

static void packages(struct doctor *d)
{
	struct command c = { .text = "command -v apt-get",
		.timeout_ns = 10 * S };
	struct buf out = BUF_INIT;
	struct err e;

	if (command_run(&c, &out, &e) == 0)
		say(d, "packages", THERE,
		    xasprintf("%s, for 'deb:PACKAGE'", buf_str(&out)), NULL);
	else
		say(d, "packages", SPARE,
		    xstrdup("no apt-get, so no 'deb:PACKAGE'"),
		    xstrdup("name files of kernels instead"));
	buf_release(&out);
}

static void running(struct doctor *d)
{
	struct kernel k;
	struct err e;

	if (kernel_open(&k, "running", &e) == 0)
		say(d, "running", THERE,
		    xasprintf("%s, as the kernel 'running'",
			k.release ? k.release : k.boot),
		    NULL);
	else
		say(d, "running", SPARE, xstrdup(e.text), NULL);
	kernel_release(&k);
}

static void kvm(struct doctor *d, bool tried)
{
	if (access(KVM, F_OK) != 0)
		say(d, "kvm", SPARE,
		    xstrdup("no " KVM "; counting instructions needs none"),
		    NULL);
	else if (access(KVM, R_OK | W_OK) != 0)
		say(d, "kvm", SPARE,
		    xasprintf(KVM ": %s; counting instructions needs none",
			err_words(errno)),
		    xstrdup("as root, for '--accel kvm': adduser NAME kvm"));
	else if (!tried)
		say(d, "kvm", SPARE,
		    xstrdup(KVM " is there, which does not say that it works"),
		    xstrdup("'perfloss doctor lab KERNEL' boots one with it"));
}

/* It takes room, and nobody comes back for it. */
static void left(struct doctor *d)
{
	struct seek_left l = { 0 };
	char *words;

	seek_left_of_cache(&l);
	words = seek_left_words(&l);
	if (words)
		say(d, "left", SPARE, words,
		    xstrdup("'perfloss bisect --clean' removes them"));
	seek_left_release(&l);
}

/* -- Boots --------------------------------------------------------------- */

static int boot(struct doctor *d, const struct kernel *k, const char *name,
    enum lab_accel accel, enum state or_else)
{
	const struct lab_boot b = { .kernel = k, .seed = 1, .accel = accel };
	int64_t limit = accel == LAB_KVM ? TRY_KVM_NS : TRY_NS;
	int64_t from = clocks_now_ns();
	struct err e;
	int r;

	progress_begin(false);
	progress_show("booting '%s': %s", k->name, name);
	r = lab_try(&b, limit, &e);
	progress_end();
	if (r == -EINTR)
		return r;
	if (r == 0)
		say(d, name, THERE,
		    xasprintf("'%s' boots; its probe answered after %.1f s",
			k->name, (double)(clocks_now_ns() - from) / 1e9),
		    NULL);
	else
		say(d, name, or_else, xstrdup(e.text), NULL);
	return 0;
}

static int boots(struct doctor *d, const char *what, struct err *e)
{
	struct kernel k;
	struct err why;
	int r = kernel_open(&k, what, &why);

	if (r < 0) {
		say(d, "kernel", LACKING, xstrdup(why.text), NULL);
	} else {
		say(d, "kernel", THERE,
		    xasprintf("%s, booted as a %s, configuration %s",
			k.release ? k.release : k.name,
			k.fallback || !strstr(k.boot, "bzImage") ? "vmlinux" :
								   "bzImage",
			k.config ? "known" : "unknown"),
		    NULL);
		r = boot(d, &k, "counted", LAB_ICOUNT, LACKING);
		r = r < 0 ? r : boot(d, &k, "in time", LAB_TCG, SPARE);
		if (r == 0 && access(KVM, R_OK | W_OK) == 0)
			r = boot(d, &k, "kvm", LAB_KVM, SPARE);
	}
	kernel_release(&k);
	return r == -EINTR ? err_set(e, r, "interrupted") : 0;
}

/* -- What is said -------------------------------------------------------- */

static void text(const struct doctor *d, struct buf *out)
{
	static const char *const
	    word[] = { [THERE] = "yes", [LACKING] = "NO", [SPARE] = "no" };
	const struct check *c;

	for (size_t i = 0; i < d->n; i++) {
		c = &d->check[i];
		buf_addf(out, "%-9s %-4s %s\n", c->name, word[c->state],
		    c->what);
		if (c->how)
			buf_addf(out, "%-14s %s\n", "", c->how);
	}
	buf_addf(out, "\n%s\n",
	    d->ready ? "All that the lab needs is there." :
		       "The lab needs what says NO.");
}

static void json(const struct doctor *d, struct buf *out)
{
	static const char *const word[] = { [THERE] = "there",
		[LACKING] = "lacking",
		[SPARE] = "spare" };
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	json_put_bool(&j, "ready", d->ready);
	json_key(&j, "checks");
	json_begin_array(&j);
	for (size_t i = 0; i < d->n; i++) {
		json_begin_object(&j);
		json_put_string(&j, "name", d->check[i].name);
		json_put_string(&j, "state", word[d->check[i].state]);
		json_put_string(&j, "what", d->check[i].what);
		json_put_string(&j, "how", d->check[i].how);
		json_end_object(&j);
	}
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

static int lab(const char *kernel, struct err *e)
{
	struct doctor d = { .ready = true };
	struct buf out = BUF_INIT;
	bool tried;
	int r = 0;

	qemu(&d);
	archives(&d);
	probe(&d);
	cache(&d);
	packages(&d);
	running(&d);
	tried = kernel && d.ready;
	if (tried)
		r = boots(&d, kernel, e);
	kvm(&d, tried);
	left(&d);
	if (opt.json)
		json(&d, &out);
	else
		text(&d, &out);
	r = r < 0 ? r : out_write(&out, e);
	buf_release(&out);
	release(&d);
	return r < 0 ? r : d.ready ? 0 : 1;
}

int cmd_doctor(int argc, char **argv, struct err *e)
{
	int n, r = opt_parse(&cmd_doctor_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	if (n < 1 || n > 2 || strcmp(argv[1], "lab") != 0)
		return err_set(e, -EINVAL,
		    "what is to be looked at? 'perfloss doctor lab'");
	stop_catch();
	return lab(n > 1 ? argv[2] : NULL, e);
}
