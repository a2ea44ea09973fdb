/* pool.c - jobs in chunks, each in a child process. */
#include "slow.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Chunks of a job: enough to keep several processors busy to the end, few
 * enough that a fork costs nothing beside one. */
#define CHUNKS 8

#define MOST 64 /* children at once */

struct slot {
	pid_t pid;
	int fd; /* the child's tally comes here */
	struct job *job;
};

struct pool {
	struct slot slot[MOST];
	unsigned n;
};

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	stopped = sig;
}

/* Trials first .. last - 1 of a job, each with a seed of its own: neither the
 * number of processes nor that of chunks changes a count. */
static void work(const struct job *job, uint64_t seed, uint64_t first,
    uint64_t last, struct tally *t)
{
	memset(t, 0, sizeof(*t));
	for (uint64_t i = first; i < last; i++) {
		struct rng rng;

		rng_seed(&rng, seed + i);
		job->trial(job, &rng, t);
		t->trials++;
	}
}

static int spawn(struct pool *p, struct job *job, uint64_t seed, uint64_t first,
    uint64_t last)
{
	struct slot *s = &p->slot[p->n];
	int fd[2];

	if (pipe(fd) != 0)
		return -errno;
	fflush(stdout);
	s->pid = fork();
	if (s->pid == 0) {
		struct tally t;

		signal(SIGINT, SIG_DFL);
		signal(SIGTERM, SIG_DFL);
		work(job, seed, first, last, &t);
		_exit(write(fd[1], &t, sizeof(t)) != (ssize_t)sizeof(t));
	}
	close(fd[1]);
	if (s->pid < 0) {
		close(fd[0]);
		return -errno;
	}
	s->fd = fd[0];
	s->job = job;
	p->n++;
	return 0;
}

static void add_tally(struct tally *to, const struct tally *t)
{
	to->trials += t->trials;
	for (int i = 0; i < SUMS; i++)
		to->sum[i] += t->sum[i];
	for (int i = 0; i < HITS; i++)
		to->hit[i] += t->hit[i];
}

/* Wait for one child; its tally is small enough for the pipe to hold. */
static int reap(struct pool *p)
{
	struct tally t;
	int status, rc = 0;
	pid_t pid = wait(&status);

	if (pid < 0)
		return errno == EINTR ? 0 : -errno;
	for (unsigned i = 0; i < p->n; i++) {
		struct slot *s = &p->slot[i];

		if (s->pid != pid)
			continue;
		if (status != 0 || read(s->fd, &t, sizeof(t)) != sizeof(t))
			rc = -EIO;
		else
			add_tally(&s->job->sum, &t);
		close(s->fd);
		*s = p->slot[--p->n];
		break;
	}
	return rc;
}

/* On a terminal: the case that is being counted. */
static void show(const struct job *job, size_t at, size_t n)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r\033[K%3zu %% %s %s%s", 100 * at / n,
		    job->part, job->name, at == n ? "\r\033[K" : "");
}

static int run_all(struct pool *p, struct jobs *j, uint64_t seed,
    unsigned processes)
{
	int rc = 0;

	for (size_t i = 0; i < j->n && !rc; i++) {
		struct job *job = &j->job[i];
		uint64_t from = seed + ((uint64_t)i << 32), done = 0;
		uint64_t step = (job->trials + CHUNKS - 1) / CHUNKS;

		show(job, i, j->n);
		while (done < job->trials && !rc) {
			uint64_t last = done + step;

			last = last < job->trials ? last : job->trials;
			while (p->n >= processes && !rc && !stopped)
				rc = reap(p);
			if (stopped)
				return -EINTR;
			if (!rc)
				rc = spawn(p, job, from, done, last);
			done = last;
		}
	}
	while (p->n > 0 && !rc && !stopped)
		rc = reap(p);
	if (j->n > 0)
		show(j->job, j->n, j->n);
	return stopped ? -EINTR : rc;
}

int pool_run(struct jobs *j, uint64_t seed, unsigned processes)
{
	struct sigaction act = { .sa_handler = on_signal }; /* no restart */
	struct pool p = { .n = 0 };
	int rc;

	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	if (processes < 1)
		processes = 1;
	rc = run_all(&p, j, seed, processes < MOST ? processes : MOST);
	for (unsigned i = 0; i < p.n; i++) {
		kill(p.slot[i].pid, SIGKILL);
		waitpid(p.slot[i].pid, NULL, 0);
		close(p.slot[i].fd);
	}
	return rc;
}
