/* probe_test.c - the probe's own ends: signals, plans, files, rights. */
#include "talk.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

static const char hang[] = "{\"t\":\"step\",\"id\":1,\"key\":\"ill_hang\","
			   "\"ops\":1}";
static const char fine[] = "{\"t\":\"step\",\"id\":2,\"key\":\"ill_fine\","
			   "\"ops\":1000,\"time_ns\":100000}";
static const char files[] = "{\"t\":\"step\",\"id\":3,\"key\":\"ill_files\","
			    "\"ops\":10,\"time_ns\":100000}";

/* A probe in the middle of a step that will not end by itself. */
static void start_hanging(struct talk *t, void (*before)(const struct talk *t))
{
	talk_start(t, before, NULL, NULL, NULL);
	talk_plan(t);
	talk_send(t, hang);
	talk_until(t, "\"t\":\"start\"");
	poll(NULL, 0, 20);
}

static void test_signal(int sig)
{
	struct talk t;

	start_hanging(&t, NULL);
	kill(t.pid, sig);
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "fail", 1, "\"why\":\"stopped\""),
	    "signal %d: the step says so", sig);
	tap_ok(talk_has(&t, "bye", -1, "\"steps\":1"), "signal %d: bye", sig);
	talk_end(&t, 128 + sig, "signal");
}

/* A reader that stands still does not make the probe deaf. */
static void test_signal_full_pipe(void)
{
	struct talk t;
	int i;

	/* 40 KB of plan, which its pipe holds, make 90 KB of errors, which
	 * theirs does not. */
	talk_start(&t, NULL, NULL, NULL, NULL);
	talk_plan(&t);
	for (i = 0; i < 800; i++)
		talk_send(&t, "{\"t\":\"nonsense of some length, repeated\"}");
	poll(NULL, 0, 100);
	kill(t.pid, SIGTERM);
	tap_ok(talk_wait(&t) == 128 + SIGTERM,
	    "a signal is heard while nobody reads");
	tap_ok(talk_nobody() && talk_nothing(&t), "and nothing is left");
	close(t.in);
	close(t.out);
	buf_release(&t.text);
}

static void test_reader_gone(void)
{
	struct talk t;

	start_hanging(&t, NULL);
	close(t.out);
	tap_ok(talk_wait(&t) == 2, "the reader of results went away");
	tap_ok(talk_nobody(), "reader gone: no process is left");
	tap_ok(talk_nothing(&t), "reader gone: no file is left");
	close(t.in);
	buf_release(&t.text);
}

static void test_probe_killed(void)
{
	struct talk t, next;

	talk_start(&t, NULL, NULL, NULL, NULL);
	talk_plan(&t);
	talk_send(&t, files);
	talk_send(&t, hang);
	talk_until(&t, "\"id\":1");
	poll(NULL, 0, 20);
	kill(t.pid, SIGKILL);
	tap_ok(talk_wait(&t) == 1000 + SIGKILL, "the probe is killed");
	tap_ok(talk_nobody_soon(), "what it measured died with it");
	tap_ok(rmdir(t.dir) < 0 && errno == ENOTEMPTY,
	    "its scratch directory stays");
	talk_start(&next, NULL, NULL, NULL, NULL);
	rmdir(next.dir);
	memcpy(next.dir, t.dir, sizeof(next.dir));
	talk_plan(&next);
	talk_end(&next, 0, "the next probe sweeps it");
	close(t.in);
	close(t.out);
	buf_release(&t.text);
}

/* Two at once: neither sweeps what the other uses. */
static void test_two(void)
{
	struct talk a, b;

	talk_start(&a, NULL, NULL, NULL, NULL);
	talk_plan(&a);
	talk_until(&a, "\"t\":\"clock\"");
	talk_start(&b, NULL, NULL, NULL, NULL);
	rmdir(b.dir);
	memcpy(b.dir, a.dir, sizeof(b.dir));
	talk_plan(&b);
	talk_until(&b, "\"t\":\"clock\"");
	talk_send(&a, files);
	talk_send(&b, files);
	close(a.in);
	close(b.in);
	talk_until(&a, NULL);
	talk_until(&b, NULL);
	tap_ok(talk_has(&a, "done", 3, NULL) && talk_has(&b, "done", 3, NULL),
	    "two probes in one directory");
	tap_ok(talk_wait(&a) == 0 && talk_wait(&b) == 0, "both end well");
	tap_ok(talk_nothing(&a), "two probes leave nothing");
	close(a.out);
	close(b.out);
	buf_release(&a.text);
	buf_release(&b.text);
}

/* A driver that is killed: its child the probe is ours then. keep = somebody
 * else still holds the reading end. */
static void test_driver_killed(bool keep)
{
	int64_t end = talk_now_ms() + 3000;
	int told[2], status = 0;
	struct talk t = { 0 };
	pid_t driver, probe = 0;

	if (pipe(told) < 0)
		exit(1);
	driver = fork();
	if (driver == 0) {
		start_hanging(&t, NULL);
		(void)!write(told[1], &t, sizeof(t));
		if (keep && fork() == 0) {
			setsid();
			sleep(30);
			_exit(0);
		}
		for (;;)
			pause();
	}
	close(told[1]);
	(void)!read(told[0], &t, sizeof(t));
	close(told[0]);
	kill(driver, SIGKILL);
	waitpid(driver, NULL, 0);
	while (probe <= 0 && talk_now_ms() < end) {
		poll(NULL, 0, 5);
		probe = waitpid(t.pid, &status, WNOHANG);
	}
	tap_ok(probe == t.pid && WIFEXITED(status) && WEXITSTATUS(status) == 2,
	    "a driver that is killed%s ends the probe",
	    keep ? ", the pipe kept" : "");
	plat_kill_descendants();
	tap_ok(talk_nothing(&t), "and no file is left");
}

static void test_bad_lines(void)
{
	static const char *const bad[] = { "", "nonsense", "{", "[]", "{}",
		"{\"t\":1}", "{\"t\":\"stepp\"}", "{\"t\":\"step\"}",
		"{\"t\":\"step\",\"id\":1}", "{\"t\":\"step\",\"key\":\"x\"}",
		"{\"t\":\"step\",\"id\":-1,\"key\":\"x\"}",
		"{\"t\":\"step\",\"id\":1.5,\"key\":\"x\"}",
		"{\"t\":\"step\",\"id\":1,\"key\":\"x\",\"time_ns\":-5}",
		"{\"t\":\"step\",\"id\":1,\"key\":\"x\"} x",
		"{\"t\":\"plan\",\"wire\":2}", "{\"t\":\"env\"",
		"{\"t\":\"\\ud800\"}", "{\"t\":\"\377\"}" };
	size_t n = sizeof(bad) / sizeof(bad[0]), i;
	struct talk t;
	char *line;

	talk_start(&t, NULL, NULL, NULL, NULL);
	talk_plan(&t);
	for (i = 0; i < n; i++)
		talk_send(&t, bad[i]);
	line = malloc(3 << 20);
	memset(line, 'x', 3 << 20);
	line[(3 << 20) - 1] = '\0';
	talk_send(&t, line);
	line[(1 << 20) + 1] = '\0';
	talk_send(&t, line);
	free(line);
	(void)!write(t.in, "{\"t\":\"en\0d\"}\n", 13);
	talk_send(&t, fine);
	talk_send(&t, "{\"t\":\"env\",\"new\":{\"a\":[1,{}]}}");
	/* A last line without its newline counts. */
	(void)!write(t.in, "{\"t\":\"end\"}", 11);
	close(t.in);
	talk_until(&t, NULL);
	tap_ok(talk_count(&t, "{\"t\":\"error\"") == n + 3,
	    "%zu bad lines, each an error", n + 3);
	tap_ok(talk_count(&t, "longer than 1 MiB") == 2, "two too long");
	tap_ok(talk_has(&t, "done", 2, NULL), "the step behind them measures");
	tap_ok(talk_count(&t, "{\"t\":\"env\"") == 1, "nested keys do no harm");
	tap_ok(talk_has(&t, "bye", -1, "\"steps\":1"), "bye");
	talk_end(&t, 0, "bad lines");
}

static void only_cpu_0(const struct talk *t)
{
	cpu_set_t set;

	(void)t;
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void test_one_cpu(void)
{
	struct talk t;

	if (strcmp(plat_name, "null") == 0) {
		tap_skip("one CPU", "the null platform knows none");
		return;
	}
	talk_start(&t, only_cpu_0, NULL, NULL, NULL);
	talk_plan(&t);
	talk_send(&t, fine);
	talk_send(&t,
	    "{\"t\":\"step\",\"id\":4,\"ops\":9,"
	    "\"key\":\"ill_place/cpu=cache\"}");
	talk_send(&t,
	    "{\"t\":\"step\",\"id\":5,\"ops\":9,"
	    "\"key\":\"ill_place/cpu=same\"}");
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "skip", 4, "needs two "), "two CPUs of one");
	tap_ok(talk_has(&t, "done", 5, "\"cpu\":[0,0]"), "both on the one");
	tap_ok(talk_has(&t, "done", 2, "\"cpu\":[0,0]"), "pinned to the one");
	talk_end(&t, 0, "one CPU");
}

static void as_nobody(const struct talk *t)
{
	chmod(t->dir, 0555);
	if (geteuid() == 0 && (setgid(65534) < 0 || setuid(65534) < 0))
		_exit(126);
}

static void test_no_rights(void)
{
	struct talk t;

	talk_start(&t, as_nobody, NULL, NULL, NULL);
	talk_plan(&t);
	talk_send(&t, files);
	talk_send(&t, fine);
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	if (talk_wait(&t) == 127) {
		tap_skip("no rights", "others may not run this build");
	} else {
		tap_ok(talk_has(&t, "error", -1, "permission denied"),
		    "the plan's directory is refused");
		tap_ok(talk_has(&t, "hello", -1, "\"scratch\":null"),
		    "there is no scratch directory");
		tap_ok(talk_has(&t, "skip", 3,
			   "cannot make a scratch directory in"),
		    "what needs it is left out and says why");
		tap_ok(talk_has(&t, "done", 2, NULL), "other rows measure");
	}
	close(t.in);
	close(t.out);
	talk_nothing(&t);
	buf_release(&t.text);
}

static void tiny_disk(const struct talk *t)
{
	if (unshare(CLONE_NEWNS) < 0 ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
	    mount("tmpfs", t->dir, "tmpfs", 0, "size=64k") < 0)
		_exit(126);
}

static void test_full_disk(void)
{
	struct talk t;

	talk_start(&t, tiny_disk, NULL, NULL, NULL);
	talk_plan(&t);
	talk_send(&t,
	    "{\"t\":\"step\",\"id\":4,\"ops\":40,\"time_ns\":1,"
	    "\"key\":\"ill_full\"}");
	talk_send(&t, fine);
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	if (t.text.len == 0 && talk_wait(&t) == 126) {
		tap_skip("full disk", "may not mount a small one");
	} else {
		tap_ok(talk_has(&t, "fail", 4,
			   "write: no space left on device"
			   "\",\"errno\":28,\"phase\":\"run\""),
		    "a full disk fails the row");
		tap_ok(talk_has(&t, "done", 2, NULL), "and no other");
		tap_ok(talk_wait(&t) == 0, "full disk: status 0");
	}
	close(t.in);
	close(t.out);
	tap_ok(talk_nothing(&t), "full disk: nothing is left");
	buf_release(&t.text);
}

/* As a careless parent leaves a process. */
static void careless(const struct talk *t)
{
	sigset_t some;

	(void)t;
	signal(SIGUSR1, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	sigemptyset(&some);
	sigaddset(&some, SIGUSR2);
	sigaddset(&some, SIGINT);
	sigprocmask(SIG_BLOCK, &some, NULL);
	dup2(2, 9);
	setenv("PERFLOSS_TEST", "1", 1);
}

static void test_fresh(void)
{
	struct talk t;

	talk_start(&t, careless, NULL, NULL, NULL);
	talk_plan(&t);
	talk_send(&t, "{\"t\":\"step\",\"id\":1,\"key\":\"ill_fresh\"}");
	talk_send(&t, "{\"t\":\"step\",\"id\":2,\"key\":\"ill_fresh\"}");
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "done", 1, NULL) && talk_has(&t, "done", 2, NULL),
	    "an invocation starts fresh");
	talk_end(&t, 0, "fresh");
}

static void to_full_device(const struct talk *t)
{
	int fd = open("/dev/full", O_WRONLY);

	(void)t;
	dup2(fd, 1);
	close(fd);
}

static void to_nowhere(const struct talk *t)
{
	(void)t;
	close(1);
}

static void no_input(const struct talk *t)
{
	(void)t;
	close(0);
}

static void test_files(void)
{
	struct talk t;

	talk_start(&t, to_full_device, NULL, NULL, NULL);
	talk_end(&t, 2, "results on a full disk");
	talk_start(&t, to_nowhere, NULL, NULL, NULL);
	talk_end(&t, 2, "standard output closed");
	talk_start(&t, no_input, NULL, NULL, NULL);
	talk_end(&t, 0, "standard input closed");
	talk_start(&t, NULL, "--list", "ill_place/cpu=free", "ill_plac");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "row", -1,
		   "\"key\":\"ill_place/procs=2/size=0/cpu=free\"") &&
		talk_has(&t, "row", -1, "\"lm\":true"),
	    "--list fills in what is left out");
	tap_ok(talk_has(&t, "error", -1, "did you mean 'ill_place'?"),
	    "--list with a bad key says so");
	talk_end(&t, 2, "--list with a bad key");
	talk_start(&t, NULL, "--nonsense", NULL, NULL);
	talk_end(&t, 2, "a bad option");
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 1;
	talk_probe = argv[1];
	alarm(60);
	signal(SIGPIPE, SIG_IGN);
	plat_adopt_orphans();
	test_signal(SIGINT);
	test_signal(SIGTERM);
	test_signal(SIGHUP);
	test_signal_full_pipe();
	test_reader_gone();
	test_two();
	if (strcmp(plat_name, "null") == 0) {
		tap_skip("kill -9", "the null platform cannot die with it");
	} else {
		test_probe_killed();
		test_driver_killed(false);
		test_driver_killed(true);
	}
	test_bad_lines();
	test_one_cpu();
	test_no_rights();
	test_full_disk();
	test_fresh();
	test_files();
	return tap_done();
}
