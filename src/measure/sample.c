/* sample.c - where the timed regions of an invocation spend their time. */
#include "measure/sample.h"

#include <string.h>

/* Of the golden ratio: addresses that lie close together do not collide. */
#define SPREAD UINT64_C(0x9e3779b97f4a7c15)

bool sampled_add(struct sampled *s, uint64_t address)
{
	size_t at = (size_t)(address * SPREAD >> 40);

	s->all++;
	for (size_t i = 0; i < SAMPLED; i++, at++) {
		at %= SAMPLED;
		if (s->count[at] == 0)
			s->address[at] = address;
		if (s->address[at] == address) {
			s->count[at]++;
			return true;
		}
	}
	return false;
}

int sample_open(struct bench_ctx *c, int64_t period_ns)
{
	struct shared *s = c->engine->shared;
	struct err e;
	int cpu = c->cpu[0] >= 0 ? c->cpu[0] : plat_cpu_now();

	memset(&s->run_samples, 0, sizeof(s->run_samples));
	memset(&s->base_samples, 0, sizeof(s->base_samples));
	s->lost_samples = 0;
	if (plat_samples_open(&c->engine->samples, cpu < 0 ? 0 : cpu, period_ns,
		&e) < 0)
		return shared_skip(s, -e.code, "%s", e.text);
	c->engine->sampling = true;
	return 0;
}

void sample_close(struct engine *en)
{
	if (en->sampling)
		plat_samples_close(&en->samples);
	en->sampling = false;
}

void sample_begin(const struct engine *en)
{
	if (en->sampling)
		plat_samples_switch(&en->samples, true);
}

struct adding {
	struct sampled *to;
	uint64_t lost;
};

static void add(void *to, uint64_t address)
{
	struct adding *a = to;

	a->lost += !sampled_add(a->to, address);
}

void sample_end(const struct engine *en, struct sampled *to, uint64_t n)
{
	struct adding a = { .to = to };

	if (!en->sampling)
		return;
	plat_samples_switch(&en->samples, false);
	a.lost += plat_samples_read(&en->samples, add, &a);
	en->shared->lost_samples += a.lost;
	to->ops += n;
}
