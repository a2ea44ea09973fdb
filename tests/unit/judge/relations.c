/* relations.c - rows that contradict one another. */
#include "made.h"
#include "tap.h"

static struct run r;
static struct estimate e[64];

static struct estimate *of(const char *key)
{
	judge_run(&r, e);
	return &e[run_find(&r, key) - r.results];
}

static void suspect(const char *key, const char *why)
{
	struct estimate *got = of(key);

	tap_str(status_words[got->status], "suspect", "%s: %s", key, got->why);
	tap_ok(strstr(got->why, why) != NULL, "says '%s'", why);
}

static void fine(const char *key)
{
	struct estimate *got = of(key);

	tap_str(status_words[got->status], "ok", "%s: %s", key, got->why);
}

static void row(const char *key, double cost)
{
	made_spread(&r, key, cost, 0.01, 8);
}

static void rate(const char *key, uint64_t bytes, double mb_s)
{
	row(key, (double)bytes / mb_s * 1e3);
	run_find(&r, key)->unit = UNIT_RATE;
	run_find(&r, key)->bytes = bytes;
}

/* A pair that is related: more a hundredth faster, a fifth, a third. */
static void one(const char *less, const char *more)
{
	static const double cost[] = { 101, 99, 82, 68 };
	for (size_t i = 0; i < 4; i++) {
		run_init(&r);
		row(less, 100);
		row(more, cost[i]);
		if (i < 3)
			fine(more);
		else
			suspect(more, "faster than");
		fine(less);
		run_release(&r);
	}
}

/* Every relation of the table, and one over two steps of it. */
static void all(void)
{
	static const char *const pairs[][2] = {
		{ "proc_call", "sys_enosys" },
		{ "sys_enosys", "sys_null" },
		{ "sys_enosys", "sys_umask" },
		{ "sys_enosys", "sys_lseek" },
		{ "sys_enosys", "sys_fcntl" },
		{ "sys_enosys", "sys_fstat" },
		{ "sys_enosys", "sys_write" },
		{ "sys_enosys", "sys_yield" },
		{ "sys_enosys", "sig_install" },
		{ "sys_enosys", "time_clock_syscall/clock=monotonic" },
		{ "sys_null", "sys_read" },
		{ "sys_null", "sys_stat/depth=1" },
		{ "sys_null", "sys_open_close/depth=1" },
		{ "sys_null", "sig_handle" },
		{ "sys_null", "proc_thread" },
		{ "sys_null", "proc_fork" },
		{ "sys_read", "ipc_pipe/cpu=same" },
		{ "sys_read", "ipc_fifo/cpu=same" },
		{ "sys_read", "ipc_unix/cpu=same" },
		{ "sys_read", "ipc_eventfd/cpu=same" },
		{ "sys_read", "sched_pipe/cpu=same" },
		{ "sys_read", "ipc_udp/cpu=same" },
		{ "ipc_pipe/cpu=same", "ipc_tcp/cpu=same" },
		{ "proc_fork", "proc_exec" },
		{ "proc_fork", "proc_fork_rss/size=64M" },
		{ "proc_exec", "proc_exec_dyn" },
		{ "proc_exec", "proc_sh" },
		{ "time_clock/clock=monotonic",
		    "time_clock_syscall/clock=monotonic" },
		{ "lock_mutex", "lock_mutex_contended/threads=2" },
		{ "sys_enosys", "ipc_tcp/cpu=same" },
		{ "proc_fork", "proc_sh" },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		one(pairs[i][0], pairs[i][1]);
}

/* Rows that are not related, or of different places, clocks, definitions. */
static void none(void)
{
	run_init(&r);
	row("ipc_pipe/cpu=other", 20000);
	row("ipc_tcp/cpu=same", 9000);
	row("time_clock/clock=process", 300);
	row("time_clock_syscall/clock=monotonic", 120);
	row("proc_thread", 9000);
	row("proc_exec", 4000);
	row("sys_stat/depth=1", 400);
	row("sys_read", 150);
	row("proc_fork", 1000);
	run_find(&r, "proc_exec")->flags = RESULT_LM;
	row("proc_sh", 900);
	run_find(&r, "proc_sh")->flags = RESULT_LM;
	for (size_t i = 0; i < r.n_results; i++)
		fine(r.results[i].key);
	run_release(&r);
}

/* One that contradicts several is the wrong one, slow or fast. */
static void majority(void)
{
	run_init(&r);
	row("sys_null", 100);
	row("sys_read", 20000);
	row("ipc_pipe/cpu=same", 5000);
	row("ipc_unix/cpu=same", 6000);
	row("ipc_tcp/cpu=same", 12000);
	suspect("sys_read", "slower than ipc_pipe same, which contains it");
	fine("ipc_pipe/cpu=same");
	fine("ipc_unix/cpu=same");
	fine("ipc_tcp/cpu=same");
	fine("sys_null");
	run_release(&r);
	run_init(&r);
	row("sys_enosys", 80);
	row("sys_null", 100);
	row("sys_read", 150);
	row("ipc_pipe/cpu=same", 60);
	suspect("ipc_pipe/cpu=same", "faster than sys_enosys, which it contai");
	fine("sys_enosys");
	fine("sys_null");
	fine("sys_read");
	run_release(&r);
	/* nor do values without one */
	run_init(&r);
	made_spread(&r, "sys_read", 100, 0.01, 4);
	made_spread(&r, "ipc_pipe", 20, 0.01, 5);
	made_spread(&r, "mem_lat/size=16K", 5, 0.01, 5);
	made_spread(&r, "mem_lat/size=1M", 1, 0.01, 5);
	judge_run(&r, e);
	for (size_t i = 0; i < 4; i++)
		tap_ok(e[i].status == STATUS_FEW, "few: %s", e[i].why);
	run_release(&r);
	/* intervals that reach each other contradict nothing */
	run_init(&r);
	made_spread(&r, "sys_null", 100, 0.6, 8);
	made_spread(&r, "sys_read", 60, 0.6, 8);
	judge_run(&r, e);
	tap_ok(e[1].status != STATUS_SUSPECT, "wide ones do not: %s",
	    status_words[e[1].status]);
	run_release(&r);
}

static void memory(void)
{
	run_init(&r);
	row("mem_lat/size=16K/pages=4k", 1.2);
	row("mem_lat/size=256K/pages=4k", 4);
	row("mem_lat/size=8M/pages=4k", 15);
	row("mem_lat/size=32M/pages=4k", 95);
	row("mem_lat/size=256M/pages=4k", 9);
	rate("mem_read/size=16K", 16 << 10, 40000);
	rate("mem_read/size=256K", 256 << 10, 47000);
	rate("mem_read/size=64M", 64 << 20, 12000);
	rate("mem_write/size=16K", 16 << 10, 20000);
	rate("mem_write/size=256K", 256 << 10, 16000);
	rate("mem_write/size=64M", 64 << 20, 28000);
	rate("mem_bzero/size=16K", 16 << 10, 20000);
	rate("mem_bzero/size=64M", 64 << 20, 39000);
	rate("bw_pipe/size=64K", 64 << 10, 3000);
	rate("io_reread/size=8M", 8 << 20, 60000);
	rate("bw_splice/size=64K", 64 << 10, 90000);
	rate("mem_copy/size=64M/threads=8", 64 << 20, 70000);
	fine("mem_lat/size=8M/pages=4k");
	fine("mem_lat/size=32M/pages=4k");
	suspect("mem_lat/size=256M/pages=4k", "faster than a smaller size,");
	fine("mem_read/size=256K");
	fine("mem_read/size=64M");
	suspect("mem_write/size=64M", "faster than a smaller size,");
	fine("mem_bzero/size=64M");
	fine("bw_pipe/size=64K");
	suspect("io_reread/size=8M", "faster than the first cache, 40.0 GB/s");
	fine("bw_splice/size=64K");
	fine("mem_copy/size=64M/threads=8");
	run_release(&r);
}

int main(void)
{
	all();
	none();
	majority();
	memory();
	return tap_done();
}
