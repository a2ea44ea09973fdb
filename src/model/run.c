/* run.c - a run and its results: made, searched, grown, released. */
#include "model/run.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/rng.h"
#include "model/after_part.h"
#include "model/cost.h"
#include "model/run_index.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* 16 random bytes; without /dev/urandom (a bare virtual machine) from the time
 * and the process, which is enough to tell one person's runs apart. */
static void random_bytes(unsigned char out[16])
{
	struct timespec now;
	struct rng rng;
	uint64_t word;
	ssize_t got = -1;
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		do
			got = read(fd, out, 16);
		while (got < 0 && errno == EINTR);
		close(fd);
	}
	if (got == 16)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	rng_seed(&rng,
	    (uint64_t)now.tv_sec ^ (uint64_t)now.tv_nsec << 32 ^
		(uint64_t)getpid() << 16);
	word = rng_u64(&rng);
	memcpy(out, &word, 8);
	word = rng_u64(&rng);
	memcpy(out + 8, &word, 8);
}

/* Version 4, variant 1: RFC 4122, section 4.4. */
void run_uuid(char out[37])
{
	static const char hex[] = "0123456789abcdef";
	unsigned char b[16];
	size_t i, at = 0;

	random_bytes(b);
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	for (i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			out[at++] = '-';
		out[at++] = hex[b[i] >> 4];
		out[at++] = hex[b[i] & 15];
	}
	out[at] = '\0';
}

void run_init(struct run *r)
{
	memset(r, 0, sizeof(*r));
	host_init(&r->host);
	run_uuid(r->uuid);
	r->cache = xcalloc(1, sizeof(*r->cache));
	r->index = run_index_new();
}

void invocation_release(struct invocation *inv)
{
	char **note;

	if (!inv)
		return;
	for (note = inv->notes; note && *note; note++)
		free(*note);
	free(inv->notes);
	free(inv->place);
	free(inv->run);
	free(inv->base);
	free(inv->pulse);
	free(inv->events);
	memset(inv, 0, sizeof(*inv));
}

void invocation_note(struct invocation *inv, const char *key, const char *value)
{
	size_t n = 0;

	while (inv->notes && inv->notes[n])
		n++;
	inv->notes = xreallocarray(inv->notes, n + 3, sizeof(*inv->notes));
	inv->notes[n] = xstrdup(key);
	inv->notes[n + 1] = xstrdup(value);
	inv->notes[n + 2] = NULL;
}

const char *invocation_noted(const struct invocation *inv, const char *key)
{
	for (char **n = inv->notes; n && n[0] && n[1]; n += 2)
		if (strcmp(n[0], key) == 0)
			return n[1];
	return NULL;
}

double invocation_number(const struct invocation *inv, const char *key)
{
	const char *text = invocation_noted(inv, key);
	double x;

	return text && num_parse_double(text, &x) == 0 ? x : NAN;
}

bool run_counts(const struct run *r)
{
	return r->clock_name && strcmp(r->clock_name, RUN_INSTRUCTIONS) == 0;
}

bool run_has_values(const struct run *r)
{
	for (size_t i = 0; i < r->n_results; i++)
		if (r->results[i].n_inv > 0)
			return true;
	return false;
}

void result_release(struct result *res)
{
	size_t i;

	/* a tail borrows them */
	if (!(res->flags & RESULT_TAIL)) {
		for (i = 0; i < res->n_inv; i++)
			invocation_release(&res->inv[i]);
		free(res->inv);
	}
	free(res->value);
	free(res->key);
	free(res->name);
	free(res->why);
}

void run_release(struct run *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < r->n_results; i++)
		result_release(&r->results[i]);
	for (i = 0; i < r->n_env; i++)
		free(r->env[i].hog);
	free(r->results);
	free(r->env);
	free(r->label);
	free(r->pair);
	free(r->arm);
	free(r->state);
	free(r->profile);
	free(r->command);
	free(r->stop);
	free(r->clock_name);
	free(r->source);
	after_part_free(r->after);
	run_cache_free(r->cache);
	run_index_free(r->index);
	host_release(&r->host);
	memset(r, 0, sizeof(*r));
}

struct result *run_find(const struct run *r, const char *key)
{
	size_t at = run_index_find(r->index, r->results, r->n_results, key);

	return at < r->n_results ? &r->results[at] : NULL;
}

struct result *run_add(struct run *r, const char *key)
{
	struct result *res = run_find(r, key);

	if (res)
		return res;
	r->results = xgrow(r->results, r->n_results, &r->cap_results,
	    sizeof(*r->results));
	res = &r->results[r->n_results++];
	memset(res, 0, sizeof(*res));
	res->key = xstrdup(key);
	res->name = xstrndup(key, strcspn(key, "/"));
	res->changes = r->cache ? &r->cache->changes : NULL;
	return res;
}

struct invocation *result_add(struct result *res)
{
	struct invocation *inv;

	res->inv =
	    xgrow(res->inv, res->n_inv, &res->cap_inv, sizeof(*res->inv));
	inv = &res->inv[res->n_inv++];
	memset(inv, 0, sizeof(*inv));
	inv->cpu[0] = inv->cpu[1] = -1;
	if (res->changes)
		++*res->changes;
	return inv;
}

void run_forget_round(struct run *r, uint32_t round, const char *why)
{
	size_t i, k, n;

	for (i = 0; i < r->n_results; i++) {
		struct result *res = &r->results[i];

		for (k = n = 0; k < res->n_inv; k++) {
			if (res->inv[k].round == round)
				invocation_release(&res->inv[k]);
			else
				res->inv[n++] = res->inv[k];
		}
		res->n_inv = n;
		if (res->changes)
			++*res->changes;
		if (n > 0 || k == 0)
			continue;
		res->outcome = OUTCOME_SKIPPED;
		free(res->why);
		res->why = xstrdup(why);
	}
}

void run_add_env(struct run *r, const struct env_sample *e)
{
	struct env_sample *to;

	r->env = xgrow(r->env, r->n_env, &r->cap_env, sizeof(*r->env));
	to = &r->env[r->n_env++];
	*to = *e;
	to->hog = e->hog ? xstrdup(e->hog) : NULL;
}
