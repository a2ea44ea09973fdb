/* loops.c - the same operations in hand-written loops, for tools/bench.
 *
 *	loops NAME OPS BATCHES CPU0 CPU1 [SIZE]
 *
 * prints the nanoseconds of each batch of OPS operations, after one that is
 * not printed; CPU -1 = not pinned. Nothing of the project is used here: this
 * is what somebody would write who wants only the one number. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LINE 64

static long cpu[2];
static size_t size;

_Noreturn static void die(const char *what)
{
	fprintf(stderr, "loops: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void pin(long which)
{
	cpu_set_t set;

	if (which < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET((size_t)which, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		die("sched_setaffinity");
}

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t sys_null(long n)
{
	long parent = getppid();
	int64_t from = now();

	while (n-- > 0)
		if (syscall(SYS_getppid) != parent)
			die("getppid");
	return now() - from;
}

static void echo(int in, int out)
{
	char byte;

	pin(cpu[1]);
	while (read(in, &byte, 1) == 1)
		if (write(out, &byte, 1) != 1)
			break;
	_exit(0);
}

static int64_t ipc_pipe(long n)
{
	static int there[2], back[2];
	int64_t from;
	char byte = 0;

	if (there[1] == 0) {
		if (pipe(there) != 0 || pipe(back) != 0)
			die("pipe");
		switch (fork()) {
		case -1:
			die("fork");
		case 0:
			close(there[1]);
			echo(there[0], back[1]);
		}
		close(there[0]);
		close(back[1]);
	}
	from = now();
	while (n-- > 0)
		if (write(there[1], &byte, 1) != 1 ||
		    read(back[0], &byte, 1) != 1)
			die("pipe");
	return now() - from;
}

static volatile long caught;

static void handler(int sig)
{
	(void)sig;
	caught++;
}

static int64_t kills(long n, int sig)
{
	pid_t self = getpid();
	int64_t from = now();

	while (n-- > 0)
		if (kill(self, sig) != 0)
			die("kill");
	return now() - from;
}

/* A handled signal to oneself less one that is not sent. */
static int64_t sig_handle(long n)
{
	struct sigaction sa = { .sa_handler = handler };
	int64_t handled;

	sigaction(SIGUSR1, &sa, NULL);
	caught = 0;
	handled = kills(n, SIGUSR1);
	if (caught != n)
		die("signals lost");
	return handled - kills(n, 0);
}

static int64_t proc_fork(long n)
{
	int64_t from = now();
	int status;
	pid_t pid;

	while (n-- > 0) {
		pid = fork();
		if (pid < 0)
			die("fork");
		if (pid == 0)
			_exit(42);
		if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) ||
		    WEXITSTATUS(status) != 42)
			die("waitpid");
	}
	return now() - from;
}

/* xorshift64: good enough for a shuffle. */
static int64_t spawn(long n)
{
	char *argv[] = { "/bin/true", NULL };
	int64_t from = now();
	struct rusage used;
	int status;
	pid_t pid;

	while (n-- > 0) {
		errno = posix_spawn(&pid, argv[0], NULL, NULL, argv, environ);
		if (errno)
			die("posix_spawn");
		if (wait4(pid, &status, 0, &used) != pid ||
		    !WIFEXITED(status) || WEXITSTATUS(status) != 0)
			die("wait4");
	}
	return now() - from;
}

static uint64_t draw(uint64_t below)
{
	static uint64_t x;

	if (x == 0)
		x = (uint64_t)now() | 1;
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x % below;
}

/* One cycle through all lines in random order: Sattolo's shuffle. */
static void **chain(void)
{
	size_t i, k, lines = size / LINE;
	uint32_t *order = malloc(lines * sizeof(*order)), swap;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED || order == NULL)
		die("memory");
	madvise(at, size, MADV_NOHUGEPAGE);
	for (i = 0; i < lines; i++)
		order[i] = (uint32_t)i;
	for (i = lines - 1; i > 0; i--) {
		k = draw(i);
		swap = order[i];
		order[i] = order[k];
		order[k] = swap;
	}
	for (i = 0; i < lines; i++)
		*(void **)(at + i * LINE) = at + order[i] * (size_t)LINE;
	free(order);
	return (void **)at;
}

static int64_t chase(long n)
{
	static void **p;
	int64_t from;

	if (p == NULL)
		p = chain();
	from = now();
	for (; n >= 4; n -= 4) {
		p = (void **)*p;
		p = (void **)*p;
		p = (void **)*p;
		p = (void **)*p;
	}
	while (n-- > 0)
		p = (void **)*p;
	__asm__ volatile("" : : "r"(p) : "memory");
	return now() - from;
}

static const struct {
	const char *name;
	int64_t (*batch)(long n);
} loops[] = {
	{ "sys_null", sys_null },
	{ "ipc_pipe", ipc_pipe },
	{ "sig_handle", sig_handle },
	{ "proc_fork", proc_fork },
	{ "chase", chase },
	{ "spawn", spawn },
};

int main(int argc, char **argv)
{
	long ops, batches;
	size_t i;

	if (argc < 6 || argc > 7) {
		fprintf(stderr,
		    "usage: loops NAME OPS BATCHES CPU0 CPU1 [SIZE]\n");
		return 2;
	}
	ops = strtol(argv[2], NULL, 10);
	batches = strtol(argv[3], NULL, 10);
	cpu[0] = strtol(argv[4], NULL, 10);
	cpu[1] = strtol(argv[5], NULL, 10);
	size = argc == 7 ? strtoul(argv[6], NULL, 10) : 4096;
	pin(cpu[0]);
	for (i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
		if (strcmp(loops[i].name, argv[1]) != 0)
			continue;
		for (loops[i].batch(ops); batches > 0; batches--)
			printf("%lld\n", (long long)loops[i].batch(ops));
		return 0;
	}
	fprintf(stderr, "loops: no loop '%s'\n", argv[1]);
	return 2;
}
