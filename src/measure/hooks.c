/* hooks.c - what a benchmark's hooks may call. */
#include "base/buf.h"
#include "base/mem.h"
#include "measure/shared.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const phase_words[PHASES] = { "start", "setup", "prepare", "run",
	"base", "tidy", "teardown", "end" };

static void say(struct shared *s, enum outcome outcome, int error,
    const char *fmt, va_list ap)
{
	int none = OUTCOME_NONE;

	if (!atomic_compare_exchange_strong(&s->outcome, &none, (int)outcome))
		return;
	s->error = error;
	vsnprintf(s->why, sizeof(s->why), fmt, ap);
}

int shared_fail(struct shared *s, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(s, OUTCOME_FAIL, error, fmt, ap);
	va_end(ap);
	return -1;
}

int shared_skip(struct shared *s, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(s, OUTCOME_SKIP, error, fmt, ap);
	va_end(ap);
	return -1;
}

/* A process or a thread. */
static bool starts(const char *call)
{
	static const char *const calls[] = { "fork", "vfork", "clone3",
		"posix_spawn", "pthread_create" };

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (strcmp(calls[i], call) == 0)
			return true;
	return false;
}

/* What an error says of the place where the row is measured, which is no fault
 * of the system; NULL = nothing, it is the row's own. What is used up may have
 * been used up by the row itself once it runs. */
static const char *place_says(int error, enum phase phase, const char *call)
{
	switch (error) {
	case EPERM:
	case EACCES:
		return "not allowed here";
	case ENOSYS:
	case EOPNOTSUPP:
	case EAFNOSUPPORT:
	case EPROTONOSUPPORT:
		return "this kernel lacks it, or a sandbox refuses it";
	case ENETUNREACH:
	case EADDRNOTAVAIL:
		return "no such address here, is the loopback up?";
	case EMFILE:
	case ENFILE:
		return "needs more descriptors than it may have, ulimit -n";
	case EAGAIN:
		return starts(call) ? "needs more processes or threads than it "
				      "may have, ulimit -u or pids.max" :
				      NULL;
	case ENOMEM:
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
	case EROFS:
		return phase <= PHASE_PREPARE ? "too little room here" : NULL;
	default:
		return NULL;
	}
}

int bench_fail(struct bench_ctx *c, const char *call)
{
	struct shared *s = c->engine->shared;
	int error = errno;
	const char *why =
	    place_says(error, (enum phase)atomic_load(&s->phase), call);

	/* Where it was done once, the place allows it. */
	if (!why || atomic_load(&s->whole) > 0)
		return shared_fail(s, error, "%s: %s", call, err_words(error));
	return shared_skip(s, error, "%s: %s (%s)", call, err_words(error),
	    why);
}

int bench_fail_why(struct bench_ctx *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(c->engine->shared, OUTCOME_FAIL, 0, fmt, ap);
	va_end(ap);
	return -1;
}

int bench_skip(struct bench_ctx *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(c->engine->shared, OUTCOME_SKIP, 0, fmt, ap);
	va_end(ap);
	return -1;
}

/* A partner that fails ends the invocation at once: its main process may be
 * waiting for it. */
static void partner_main(struct bench_ctx *c, int which,
    int (*fn)(struct bench_ctx *c), pid_t parent)
{
	struct shared *s = c->engine->shared;
	struct err e = { 0 };

	if (plat_die_with_parent(SIGKILL, parent) == -ESRCH)
		_exit(1);
	c->engine->n_partners = 0;
	if (which >= 0 && which < 2 && plat_pin(c->cpu[which], &e) < 0)
		shared_skip(s, -e.code, "%s", e.text);
	else if (fn(c) == 0)
		_exit(0);
	else
		shared_fail(s, 0, "partner failed without a reason");
	kill(parent, SIGKILL);
	_exit(1);
}

pid_t bench_partner(struct bench_ctx *c, int which,
    int (*fn)(struct bench_ctx *c))
{
	struct engine *en = c->engine;
	pid_t parent = getpid(), pid;
	int error;

	en->partner = xgrow(en->partner, en->n_partners, &en->cap_partners,
	    sizeof(*en->partner));
	plat_fork_shares(en->shared, sizeof(*en->shared), true);
	pid = fork();
	if (pid == 0)
		partner_main(c, which, fn, parent);
	error = errno;
	plat_fork_shares(en->shared, sizeof(*en->shared), false);
	if (pid > 0)
		en->partner[en->n_partners++] = pid;
	errno = error;
	return pid;
}

static int partner_status(struct engine *en, int status)
{
	if (WIFSIGNALED(status))
		return shared_fail(en->shared, 0, "partner killed by signal %d",
		    WTERMSIG(status));
	if (WEXITSTATUS(status) != 0)
		return shared_fail(en->shared, 0,
		    "partner ended with status %d", WEXITSTATUS(status));
	return 0;
}

/* Look at each partner without waiting. Those that ended are forgotten. */
static int partners_look(struct engine *en)
{
	int status, r = 0;
	size_t i;

	for (i = 0; i < en->n_partners; i++) {
		if (en->partner[i] > 0 &&
		    waitpid(en->partner[i], &status, WNOHANG) ==
			en->partner[i]) {
			en->partner[i] = 0;
			if (partner_status(en, status) < 0)
				r = -1;
		}
	}
	return r;
}

void partners_blame(struct engine *en)
{
	partners_look(en);
}

int partners_end(struct engine *en)
{
	int r = partners_look(en), status;
	size_t i;

	for (i = 0; i < en->n_partners; i++)
		if (en->partner[i] > 0)
			kill(en->partner[i], SIGKILL);
	for (i = 0; i < en->n_partners; i++)
		if (en->partner[i] > 0)
			waitpid(en->partner[i], &status, 0);
	free(en->partner);
	en->partner = NULL;
	en->n_partners = en->cap_partners = 0;
	return r;
}

void bench_ready(struct bench_ctx *c)
{
	atomic_fetch_add(&c->engine->shared->ready, 1);
}

int bench_wait_ready(struct bench_ctx *c, int partners)
{
	/* Setup is untimed and the partner may need this very CPU. */
	static const struct timespec nap = { 0, 20000 };
	struct engine *en = c->engine;
	unsigned want = en->ready_seen + (unsigned)partners;
	int tries;

	for (tries = 0; atomic_load(&en->shared->ready) < want; tries++) {
		if (partners_look(en) < 0)
			return -1;
		if (tries < 100)
			sched_yield();
		else
			nanosleep(&nap, NULL);
	}
	en->ready_seen = want;
	return 0;
}

static unsigned visit;

unsigned bench_visit(void)
{
	return visit;
}

void visit_again(void)
{
	visit++;
}

void bench_record(struct bench_ctx *c, uint64_t ns)
{
	struct shared *s = c->engine->shared;

	if (s->n_events < SHARED_EVENTS)
		s->event[s->n_events++] = ns;
	else
		s->dropped++;
}

void bench_note(struct bench_ctx *c, const char *key, const char *fmt, ...)
{
	struct shared *s = c->engine->shared;
	char *to = s->notes + s->notes_len;
	size_t k = strlen(key) + 1, room = SHARED_NOTES - s->notes_len;
	va_list ap;
	int v;

	if (k >= room)
		return;
	memcpy(to, key, k);
	va_start(ap, fmt);
	v = vsnprintf(to + k, room - k, fmt, ap);
	va_end(ap);
	if (v >= 0 && (size_t)v < room - k)
		s->notes_len += (uint32_t)(k + (size_t)v + 1);
}

const char *bench_self_exe(void)
{
	static char path[PATH_MAX];

	if (path[0] == '\0')
		plat_self_exe(path, sizeof(path));
	return path;
}

const char *bench_beside(const char *name)
{
	static char path[PATH_MAX];
	const char *self = bench_self_exe(), *slash = strrchr(self, '/');

	if (!slash ||
	    (size_t)snprintf(path, sizeof(path), "%.*s/%s", (int)(slash - self),
		self, name) >= sizeof(path))
		return NULL;
	return access(path, X_OK) == 0 ? path : NULL;
}

int bench_read_all(int fd, void *buf, size_t n)
{
	char *p = buf;
	ssize_t got;

	while (n > 0) {
		got = read(fd, p, n);
		if (got == 0)
			errno = EPIPE; /* the other end is gone */
		if (got == 0 || (got < 0 && errno != EINTR))
			return -1;
		if (got > 0) {
			p += got;
			n -= (size_t)got;
		}
	}
	return 0;
}

int bench_write_all(int fd, const void *buf, size_t n)
{
	const char *p = buf;
	ssize_t put;

	while (n > 0) {
		put = write(fd, p, n);
		if (put < 0 && errno != EINTR)
			return -1;
		if (put > 0) {
			p += put;
			n -= (size_t)put;
		}
	}
	return 0;
}

static int64_t beyond(int64_t last)
{
	if (last <= BENCH_CACHE_BIG)
		return 4 * last;
	return last <= 2 * BENCH_CACHE_BIG ? 4 * BENCH_CACHE_BIG : 2 * last;
}

int64_t bench_size_for(int level, const struct plat_cache *cache, size_t n,
    int64_t memory)
{
	int64_t last = 0, size;
	size_t i;

	for (i = 0; i < n; i++) {
		last = cache[i].size;
		if (level > 0 && cache[i].level == level)
			return last < BENCH_CACHE_BIG ? last / 2 :
							BENCH_CACHE_BIG / 2;
	}
	if (level != 0 || last == 0)
		return 0;
	size = beyond(last);
	return memory > 0 && memory / 4 < size ? memory / 4 : size;
}

int64_t bench_size_in(int level)
{
	struct plat_cache cache[8];
	size_t n = plat_caches(cache, 8);

	return bench_size_for(level, cache, n < 8 ? n : 8, plat_memory());
}
