/* boot.c - kernels that are really booted, and how that ends. Argument: the
 * first process. Kernels: the first one in $PERFLOSS_TEST_KERNELS. */
#include "drive/lab.h"
#include "drive/stop.h"
#include "drive/unpack.h"

#include "any_kernel.h"
#include "made_kernel.h"
#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#define S 1000000000ll

static char tmp[] = "/tmp/boot-test-XXXXXX";
static struct kernel kernel;
static char *large; /* a file for the guest, or NULL */

/* What a boot said. */
struct said {
	int r;
	struct err e;
	unsigned hellos, byes, longs;
	char ticks[32], end[32], seed[64], settle[64], set[64], plan[64],
	    text[64], link[64], cmdline[256], printk[64];
};

static void keep(struct said *s, const struct wire_msg *m)
{
	const struct {
		const char *key;
		char *to;
		size_t size;
	} to[] = { { "ticks", s->ticks, 32 }, { "ticks.end", s->end, 32 },
		{ "lab.seed", s->seed, 64 }, { "lab.settle", s->settle, 64 },
		{ "lab.set", s->set, 64 }, { "plan", s->plan, 64 },
		{ "text", s->text, 64 }, { "link", s->link, 64 },
		{ "printk", s->printk, 64 }, { "cmdline", s->cmdline, 256 } };

	s->hellos += m->kind == WIRE_HELLO;
	s->byes += m->kind == WIRE_BYE;
	if (m->kind != WIRE_FACT)
		return;
	s->longs += strcmp(m->key, "long") == 0 && strlen(m->fact_value) == 300;
	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++)
		if (strcmp(m->key, to[i].key) == 0)
			snprintf(to[i].to, to[i].size, "%s", m->fact_value);
}

/* Of the reader, after the hello. */
static time_t nap_s;

/* patience_ns: for what comes after the hello; 0 = as lab_start has it. */
static void listen_to(struct probe *p, int64_t patience_ns, struct said *s)
{
	const struct timespec nap = { nap_s, 0 };
	struct wire_msg m;
	struct err why;

	while (probe_next(p, &m, &why) == 1) {
		keep(s, &m);
		if (m.kind == WIRE_HELLO)
			nanosleep(&nap, NULL);
		if (m.kind == WIRE_HELLO && patience_ns)
			probe_ask(p, patience_ns);
		wire_msg_release(&m);
	}
	s->r = probe_stop(p, &s->e);
}

/* One boot whose first process ends as `how` says. */
static void boot(struct said *s, const char *how, int64_t patience_ns,
    int64_t memory_mb, struct buf *console)
{
	const char *args[] = { how, NULL }, *set[] = { "/proc/x=1", NULL };
	const struct lab_file file[] = { { "/etc/text", NULL, "words\n", 6, 0 },
		{ "/etc/link", NULL, "text", 4, S_IFLNK },
		{ "/large", large, NULL, 0, 0 } };
	const struct lab_boot b = { .kernel = &kernel,
		.seed = 7,
		.settle_ns = -1,
		.limit_ns = 120 * S,
		.memory_mb = memory_mb,
		.cmdline = "made=up",
		.set = set,
		.args = how ? args : NULL,
		.plan = "plan of a test\n",
		.file = file,
		.n_file = large ? 3 : 2,
		.console = console };
	struct probe *p;

	memset(s, 0, sizeof(*s));
	s->r = lab_start(&p, &b, &s->e);
	if (s->r == 0)
		listen_to(p, patience_ns, s);
}

static void well(void)
{
	struct said s, again;

	boot(&s, NULL, 0, 0, NULL);
	tap_ok(s.r == 0 && s.hellos == 1 && s.byes == 1, "it boots%s%s",
	    s.r < 0 ? ": " : "", s.e.text);
	tap_ok(s.longs == 400, "no line is lost or damaged (%u)", s.longs);
	tap_str(s.seed, "seed=7", "the seed");
	tap_str(s.settle, "settle_ns=0", "no settling");
	tap_str(s.set, "set=/proc/x=1", "a setting");
	tap_str(s.plan, "plan of a test", "the plan");
	tap_str(s.text, "words", "a file");
	tap_str(s.link, "words", "a link to it");
	tap_ok(strstr(s.cmdline, " made=up") != NULL, "the command line: %s",
	    s.cmdline);
	tap_ok(s.printk[0] == '4', "the console is quiet by now: %s", s.printk);
	boot(&again, NULL, 0, 0, NULL);
	tap_str(again.ticks, s.ticks, "booted again, as many instructions");
	/* more than a pipe holds comes meanwhile */
	nap_s = 3;
	boot(&again, NULL, 0, 0, NULL);
	nap_s = 0;
	tap_ok(again.longs == 400, "a slow reader loses nothing");
	tap_str(again.end, s.end, "and the guest does not feel it");
}

static void badly(void)
{
	struct buf console = BUF_INIT;
	struct said s;

	boot(&s, "die", 0, 0, &console);
	tap_ok(s.r < 0 && strstr(s.e.text, "panicked: Attempted to kill init"),
	    "a panic: %s", s.e.text);
	tap_ok(strstr(buf_str(&console), "Kernel panic") != NULL,
	    "the console is kept");
	boot(&s, "complain", 0, 0, NULL);
	tap_ok(s.r < 0 && strstr(s.e.text, "failed: cannot do it"),
	    "its own words: %s", s.e.text);
	boot(&s, "hang", 5 * S, 0, NULL);
	tap_ok(s.r == -ETIMEDOUT && s.hellos == 1 &&
		strstr(s.e.text, "booted, but was not done after"),
	    "a hang: %s", s.e.text);
	boot(&s, NULL, 0, 1 << 30, NULL);
	tap_ok(s.r < 0, "a machine that is too large: %s", s.e.text);
	boot(&s, NULL, 0, 24, NULL);
	tap_ok(s.r == -ENOMEM, "one that is too small: %s", s.e.text);
	buf_release(&console);
}

/* Files that need more memory than there is, and than is usual. */
static void large_files(void)
{
	struct said s;

	large = xasprintf("%s/large", tmp);
	made_shell("head -c 200000000 /dev/zero >%s", large);
	boot(&s, NULL, 0, 256, NULL);
	tap_ok(s.r == -ENOMEM && strstr(s.e.text, "256 MB"),
	    "too little memory for its files: %s", s.e.text);
	boot(&s, NULL, 0, 0, NULL);
	tap_ok(s.r == 0 && s.byes == 1, "without a word there is enough%s",
	    s.e.text);
	unlink(large);
	free(large);
	large = NULL;
}

/* -- Who is killed ------------------------------------------------------- */

/* QEMU says its number before it begins. */
static pid_t qemu_pid(void)
{
	char *path = xasprintf("%s/pid", tmp);
	const struct timespec nap = { 0, 50000000 };
	struct buf b = BUF_INIT;

	for (int i = 0; i < 200 && b.len == 0; i++) {
		nanosleep(&nap, NULL);
		made_read(path, &b);
	}
	unlink(path);
	free(path);
	nanosleep(&nap, NULL);
	path = buf_take(&b);
	if (!path)
		return -1;
	pid_t pid = (pid_t)strtol(path, NULL, 10);

	free(path);
	return pid;
}

static bool gone(pid_t pid)
{
	const struct timespec nap = { 0, 50000000 };

	for (int i = 0; i < 100 && kill(pid, 0) == 0; i++)
		nanosleep(&nap, NULL);
	return pid > 0 && kill(pid, 0) != 0;
}

static void wrap_qemu(void)
{
	struct err e;
	char *real = lab_qemu(&e), *mine = xasprintf("%s/qemu", tmp);
	char *text = xasprintf("#!/bin/sh\necho $$ >%s/pid\nexec %s \"$@\"\n",
	    tmp, real);

	made_write(mine, text, strlen(text));
	chmod(mine, 0755);
	setenv("PERFLOSS_QEMU", mine, 1);
	free(text);
	free(mine);
	free(real);
}

/* A process that boots what never ends; its exit status is 1 + 2 * whether the
 * sentence is the one of a signal. */
static pid_t booter(void)
{
	pid_t pid = fork();
	struct said s;

	if (pid != 0)
		return pid;
	stop_catch();
	boot(&s, "silent", 0, 0, NULL);
	printf("# %s\n", s.e.text);
	fflush(stdout);
	_exit(s.r < 0 ? 1 : 0);
}

static void killed(void)
{
	int status = 0;
	pid_t pid, qemu;

	wrap_qemu();
	pid = booter();
	qemu = qemu_pid();
	kill(qemu, SIGKILL);
	tap_ok(waitpid(pid, &status, 0) == pid && status == 1 << 8,
	    "QEMU killed: an error");
	pid = booter();
	qemu = qemu_pid();
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	tap_ok(gone(qemu), "perfloss killed: no QEMU is left");
	pid = booter();
	qemu = qemu_pid();
	kill(pid, SIGINT);
	waitpid(pid, &status, 0);
	tap_ok(status == 1 << 8 && gone(qemu), "Ctrl-C: no QEMU is left");
}

int main(int argc, char **argv)
{
	struct err e;
	char *qemu = lab_qemu(&e), *cache = NULL;

	if (!mkdtemp(tmp) || argc < 2)
		return 99;
	cache = xasprintf("%s/cache", tmp);
	setenv("XDG_CACHE_HOME", cache, 1);
	setenv("PERFLOSS_PROBE", argv[1], 1);
	free(cache);
	if (!qemu || !any_kernel(&kernel)) {
		printf("1..0 # SKIP %s\n",
		    qemu ? "no kernel: PERFLOSS_TEST_KERNELS names none" :
			   "no QEMU");
		made_shell("rm -rf %s", tmp);
		free(qemu);
		return 0;
	}
	free(qemu);
	well();
	badly();
	large_files();
	killed();
	kernel_release(&kernel);
	made_shell("rm -rf %s", tmp);
	return tap_done();
}
