/* load.c - load, usage, and who used the CPU. */
#include "root.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static void test_load(void)
{
	struct plat_load l;
	double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);

	root_begin();
	plat_linux_root(root_path, "0-1");
	plat_load(&l);
	tap_ok(!l.known && l.psi_cpu == -1 && !l.throttled_known,
	    "nothing is known");
	root_text("/proc/stat",
	    "cpu  100 20 30 4000 500 6 7 80 9 10\n"
	    "cpu0 1 2 3 4 5 6 7 8 9 10\nintr 5 0 0\n"
	    "ctxt 5\nprocs_running 3\nprocs_blocked 0\n");
	root_text("/proc/pressure/cpu",
	    "some avg10=1.25 avg60=0.00 avg300=0.00 total=5\n"
	    "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
	plat_load(&l);
	tap_ok(l.known, "known");
	tap_near(l.busy_s, 163 * tick, 1e-12, "user nice system irq softirq");
	tap_near(l.idle_s, 4500 * tick, 1e-12, "idle and iowait");
	tap_near(l.steal_s, 80 * tick, 1e-12, "steal");
	tap_ok(l.runnable == 3, "three want a CPU");
	tap_near(l.psi_cpu, 1.25, 1e-12, "PSI");
	root_cpu(0, "thermal_throttle/core_throttle_count", "5");
	root_cpu(0, "thermal_throttle/package_throttle_count", "7");
	root_text("/proc/self/cgroup", "0::/a\n");
	root_text("/proc/self/mountinfo", "1 2 0:3 / /cg rw - cgroup2 c rw\n");
	root_text("/cg/a/cpu.stat",
	    "usage_usec 5\nnr_periods 10\nnr_throttled 30\n");
	plat_load(&l);
	tap_ok(l.throttled_known && l.throttled == 42, "throttled: %llu",
	    (unsigned long long)l.throttled);
}

static void test_bad_load(void)
{
	static const char *const bad[] = { "", "cpu", "cpu 1 2 3\n",
		"cpu a b c d e f g h\n", "\377\n", "cpu0 1 2 3 4 5 6 7 8 9\n" };
	struct plat_load l;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		root_begin();
		root_text("/proc/stat", "%s", bad[i]);
		root_text("/proc/pressure/cpu", "%s", bad[i]);
		plat_load(&l);
		tap_ok(!l.known && l.psi_cpu == -1, "unknown load %zu", i);
	}
}

static void proc(int pid, int ppid, const char *name, int user, int start)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	root_text(path,
	    "%d (%s) S %d 1 1 0 -1 4194560 1 2 3 4 %d 0 0 0 20 0 1 0 %d 5 6\n",
	    pid, name, ppid, user, start);
}

/* The busiest is one of ours; then comes the hog with the strange name; a pid
 * that was used again counts from 0. */
static void test_hogs(void)
{
	int me = getpid();
	struct plat_hogs *h;
	struct plat_hog hog;
	struct timespec pause = { 0, 20000000 };

	root_begin();
	tap_ok(plat_hogs_new() == NULL, "no processes, no snapshot");
	tap_ok(!plat_hogs_busiest(NULL, &hog), "no snapshot, no answer");
	plat_hogs_free(NULL);
	proc(1, 0, "init", 0, 0);
	proc(900000, 1, "shell", 0, 5);
	proc(me, 900000, "me", 0, 6);
	proc(900001, me, "child", 0, 7);
	proc(900002, 900001, "grandchild", 0, 8);
	proc(900003, 1, "a) R 1 (b", 100, 9);
	proc(900004, 1, "busy before", 5000, 10);
	proc(900005, 1, "gone", 5000, 10);
	root_text("/proc/900006/stat", "garbage");
	root_text("/proc/900007/stat", "900007 (x) S");
	h = plat_hogs_new();
	tap_ok(h != NULL, "snapshot");
	nanosleep(&pause, NULL);
	proc(1, 0, "init", 900, 0);
	proc(900000, 1, "shell", 900, 5);
	proc(me, 900000, "me", 900, 6);
	proc(900002, 900001, "grandchild", 900, 8);
	proc(900003, 1, "a) R 1 (b", 150, 9);
	proc(900004, 1, "busy before", 5001, 10);
	proc(900005, 1, "new", 40, 77);
	tap_ok(plat_hogs_busiest(h, &hog), "there is a busiest");
	tap_str(hog.name, "a) R 1 (b", "a name with brackets");
	tap_ok(hog.pid == 900003 && hog.share > 0, "pid and share %.2f",
	    hog.share);
	proc(900005, 1, "new", 80, 77);
	tap_ok(plat_hogs_busiest(h, &hog) && hog.pid == 900005,
	    "a new process with an old pid has used all its time now");
	plat_hogs_free(h);
}

/* A sibling that spins is found on the machine as it is. */
static void test_real_hog(void)
{
	struct plat_hogs *h;
	struct plat_hog hog = { .share = -1 };
	int go[2];
	pid_t spinner, watcher;
	int status = 1;

	root_end();
	if (pipe(go) < 0)
		exit(1);
	spinner = fork();
	if (spinner == 0)
		for (;;)
			alarm(10);
	watcher = fork();
	if (watcher == 0) {
		struct timespec wait = { 0, 300000000 };

		h = plat_hogs_new();
		nanosleep(&wait, NULL);
		/* Others may spin, too. */
		_exit(h && plat_hogs_busiest(h, &hog) && hog.share > 0.05 &&
			    hog.share < 4 && hog.name[0] ?
			0 :
			1);
	}
	waitpid(watcher, &status, 0);
	tap_ok(WIFEXITED(status) && WEXITSTATUS(status) == 0,
	    "a process that spins is found");
	kill(spinner, SIGKILL);
	waitpid(spinner, NULL, 0);
}

static void test_usage(void)
{
	struct plat_usage a, b;
	char *p;
	struct timespec wait = { 0, 1000000 };

	plat_usage(&a);
	p = malloc(4 << 20);
	for (size_t i = 0; p && i < 4 << 20; i += 4096)
		((volatile char *)p)[i] = 1;
	free(p);
	for (int i = 0; i < 5; i++)
		nanosleep(&wait, NULL);
	plat_usage(&b);
	tap_ok(b.minflt > a.minflt, "page faults are counted");
	tap_ok(b.nvcsw >= a.nvcsw + 5, "sleeping switches");
	if (!a.migrations_known)
		tap_skip("migrations", "this kernel has no /proc/self/sched");
	else {
		int cpus[PLAT_CPUS];
		size_t n = plat_cpus(cpus, PLAT_CPUS);

		for (size_t i = 0; i < 2 * n && n > 1; i++)
			plat_pin(cpus[i % n], NULL);
		plat_pin(-1, NULL);
		plat_usage(&b);
		tap_ok(n < 2 || b.migrations >= a.migrations + n,
		    "migrations: %llu",
		    (unsigned long long)(b.migrations - a.migrations));
	}
	root_begin();
	plat_usage(&b);
	tap_ok(!b.migrations_known, "no migrations without /proc");
}

static void test_meter(void)
{
	double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
	struct plat_meter m;

	root_begin();
	plat_meter(&m);
	tap_ok(!m.known && m.throttled_ns == -1 &&
		m.psi_ns[PLAT_PSI_CPU] == -1 && m.psi_ns[PLAT_PSI_MEMORY] == -1,
	    "a meter of nothing");
	root_begin();
	root_text("/proc/stat", "cpu  100 20 30 4000 500 6 7 80 9 10\n");
	root_text("/proc/pressure/io",
	    "some avg10=0.00 avg60=0.00 avg300=0.00 total=7\n"
	    "full avg10=0.00 avg60=0.00 avg300=0.00 total=3\n");
	root_text("/proc/pressure/memory", "full avg10=0.00 total=3\n");
	root_text("/proc/self/cgroup", "0::/a/b\n");
	root_text("/proc/self/mountinfo", "1 2 0:3 / /cg rw - cgroup2 c rw\n");
	root_text("/cg/a/cpu.stat", "nr_throttled 3\nthrottled_usec 40\n");
	root_text("/cg/a/b/cpu.stat", "nr_throttled 1\nthrottled_usec 2\n");
	root_text("/cg/cpu.stat", "usage_usec 5\n");
	plat_meter(&m);
	tap_ok(m.known, "a meter");
	tap_near(m.busy_s, 163 * tick, 1e-12, "it is busy");
	tap_near(m.steal_s, 80 * tick, 1e-12, "and stolen from");
	tap_ok(m.throttled_ns == 42000, "throttled, and above: %lld",
	    (long long)m.throttled_ns);
	tap_ok(m.psi_ns[PLAT_PSI_IO] == 7000, "waited for I/O: %lld",
	    (long long)m.psi_ns[PLAT_PSI_IO]);
	tap_ok(m.psi_ns[PLAT_PSI_MEMORY] == -1 && m.psi_ns[PLAT_PSI_CPU] == -1,
	    "what has no such line is unknown");
	root_text("/cg/a/cpu.stat", "nr_throttled 3\nthrottled_usec 50\n");
	plat_meter(&m);
	tap_ok(m.throttled_ns == 52000, "and it goes on: %lld",
	    (long long)m.throttled_ns);
	root_begin();
	root_text("/proc/self/cgroup", "1:cpu:/\n");
	root_text("/proc/self/mountinfo",
	    "1 2 0:3 / /c rw - cgroup c rw,cpu\n");
	root_text("/c/cpu.stat", "nr_throttled 1\nthrottled_time 9\n");
	plat_meter(&m);
	tap_ok(m.throttled_ns == 9, "version 1 counts in ns: %lld",
	    (long long)m.throttled_ns);
}

int main(void)
{
	test_load();
	test_bad_load();
	test_meter();
	test_hogs();
	test_real_hog();
	test_usage();
	root_end();
	return tap_done();
}
