/* out.c - lines of the wire to standard output. */
#include "probe/out.h"

#include "base/buf.h"
#include "measure/watch.h"
#include "plat/count.h"
#include "probe/plan.h"

#include <errno.h>
#include <termios.h>
#include <unistd.h>

/* Bytes that a done line spends on events at most: the rest of the line has
 * the other half of its limit. */
#define EVENT_ROOM (PLAN_LINE_MAX * 3 / 4)

/* The unit where the clock counts instructions. */
#define OUT_COUNTED "insn"

static struct buf line;
static struct json json;

struct json *out_begin(const char *kind)
{
	buf_clear(&line);
	json_init(&json, &line);
	json_begin_object(&json);
	json_put_string(&json, "t", kind);
	return &json;
}

void out_end(void)
{
	json_end_object(&json);
	buf_add_char(&line, '\n');
	watch_write(line.s, line.len);
	/* A serial line must not be at work while the next is measured. */
	if (isatty(STDOUT_FILENO))
		tcdrain(STDOUT_FILENO);
}

void out_release(void)
{
	buf_release(&line);
}

const char *out_unit(enum bench_unit unit)
{
	static const char *const words
	    [] = { [BENCH_NS] = "ns", [BENCH_RATE] = "B/s", [BENCH_HZ] = "Hz" };

	return words[unit];
}

static const char *scratch_of(const struct measurer *m)
{
	return m->scratch.path[0] ? m->scratch.path : NULL;
}

void out_hello(const struct measurer *m)
{
	struct json *j = out_begin("hello");

	json_put_int(j, "wire", PLAN_WIRE);
	json_put_string(j, "probe", PERFLOSS_VERSION);
	json_put_int(j, "pid", getpid());
	json_put_string(j, "scratch", scratch_of(m));
	out_end();
}

void out_scratch(const char *path)
{
	json_put_string(out_begin("scratch"), "path", path);
	out_end();
}

void out_clock(const struct plat_clock *clock)
{
	struct json *j = out_begin("clock");

	json_put_string(j, "name", clock->name);
	json_put_double(j, "cost_ns", clock->cost_ns);
	json_put_double(j, "step_ns", clock->step_ns);
	out_end();
}

static void one_fact(void *to, const char *key, enum plat_fact_kind kind,
    const char *value)
{
	static const char *const kinds[] = { "identity", "setting", "state" };
	struct json *j = out_begin("fact");

	(void)to;
	json_put_string(j, "key", key);
	json_put_string(j, "kind", kinds[kind]);
	json_put_string(j, "value", value);
	out_end();
}

void out_fact(const char *key, enum plat_fact_kind kind, const char *value)
{
	one_fact(NULL, key, kind, value);
}

void out_facts(const struct measurer *m)
{
	plat_facts(one_fact, NULL, scratch_of(m));
	one_fact(NULL, "probe.inject", PLAT_SETTING, m->inject.text);
}

void out_error(const char *why)
{
	json_put_string(out_begin("error"), "why", why);
	out_end();
}

static struct json *begin_step(const char *kind, int64_t id, const char *key)
{
	struct json *j = out_begin(kind);

	json_put_int(j, "id", id);
	json_put_string(j, "key", key);
	return j;
}

void out_start(int64_t id, const char *key)
{
	begin_step("start", id, key);
	out_end();
}

void out_cal(int64_t id, const char *key, uint64_t ops, double op_ns)
{
	struct json *j = begin_step("cal", id, key);

	json_put_uint(j, "ops", ops);
	json_put_double(j, "op_ns", op_ns);
	out_end();
}

void out_bye(int64_t steps)
{
	json_put_int(out_begin("bye"), "steps", steps);
	out_end();
}

static void times(struct json *j, const char *key, const uint64_t *v,
    uint32_t n)
{
	uint32_t i;

	json_key(j, key);
	json_begin_array(j);
	for (i = 0; i < n; i++)
		json_uint(j, v[i]);
	json_end_array(j);
}

void out_flags(struct json *j, const struct row *row)
{
	json_key(j, "flags");
	json_begin_array(j);
	if (row->lm)
		json_string(j, "lm");
	if (row->bench->flags & BENCH_LOOP_HIDDEN)
		json_string(j, "hidden");
	if (row->bench->flags & BENCH_CURVE)
		json_string(j, "curve");
	json_end_array(j);
}

static void put_disturb(struct json *j, const struct disturb *d)
{
	if (!d->known)
		return;
	json_put_int(j, "steal_ns", d->steal_ns);
	json_put_int(j, "other_ns", d->other_ns);
}

static void counters(struct json *j, const struct shared *s,
    const struct measure_result *r)
{
	json_key(j, "ctr");
	json_begin_object(j);
	json_put_uint(j, "nvcsw", s->usage.nvcsw);
	json_put_uint(j, "nivcsw", s->usage.nivcsw);
	json_put_uint(j, "minflt", s->usage.minflt);
	json_put_uint(j, "majflt", s->usage.majflt);
	if (s->usage.migrations_known)
		json_put_uint(j, "migrations", s->usage.migrations);
	put_disturb(j, &r->disturb);
	json_end_object(j);
}

/* Events until their room is used; returns how many were left out. */
static uint32_t events(struct json *j, const struct shared *s)
{
	size_t start = line.len;
	uint32_t i;

	json_key(j, "events");
	json_begin_array(j);
	for (i = 0; i < s->n_events && line.len - start < EVENT_ROOM; i++)
		json_uint(j, s->event[i]);
	json_end_array(j);
	return s->n_events - i;
}

static void put_count(struct json *j, const char *key, uint64_t n)
{
	char number[24];

	snprintf(number, sizeof(number), "%llu", (unsigned long long)n);
	json_put_string(j, key, number);
}

static void notes(struct json *j, const struct shared *s, uint64_t dropped,
    int64_t stops, bool counts)
{
	const char *p = s->notes, *end = s->notes + s->notes_len, *value;

	json_key(j, "notes");
	json_begin_object(j);
	while (p < end) {
		value = p + strlen(p) + 1;
		json_put_string(j, p, value);
		p = value + strlen(value) + 1;
	}
	if (dropped)
		put_count(j, "events_dropped", dropped);
	if (stops >= 0)
		put_count(j, "throttled", (uint64_t)stops);
	if (counts)
		put_count(j, "marked", s->marked);
	if (counts && s->waiting < 0)
		json_put_string(j, "waiting", "unknown");
	json_end_object(j);
}

static void done(int64_t id, const char *key, const struct row *row,
    const struct measurer *m, const struct measure_result *r)
{
	const struct shared *s = m->shared;
	const bool counts = m->clock.id == PLAT_COUNT;
	struct json *j = begin_step("done", id, key);
	uint64_t dropped = s->dropped;

	json_put_string(j, "unit",
	    counts ? OUT_COUNTED : out_unit(row->bench->unit));
	json_put_uint(j, "ops", s->ops);
	if (s->bytes && !counts)
		json_put_uint(j, "bytes", s->bytes);
	json_put_uint(j, "warm", s->warm);
	times(j, "run", s->run, s->n_run);
	if (s->n_base)
		times(j, "base", s->base, s->n_base);
	if (s->n_pulse)
		times(j, "pulse", s->pulse, s->n_pulse);
	if (s->n_events)
		dropped += events(j, s);
	json_key(j, "cpu");
	json_begin_array(j);
	json_int(j, r->cpu[0]);
	json_int(j, r->cpu[1]);
	json_end_array(j);
	if (r->place)
		json_put_string(j, "place", r->place);
	json_put_int(j, "start_ns", r->start_ns);
	json_put_int(j, "wall_ns", r->wall_ns);
	out_flags(j, row);
	counters(j, s, r);
	notes(j, s, dropped, r->stops, counts);
	out_end();
}

void out_result(int64_t id, const char *key, const struct row *row,
    const struct measurer *m, const struct measure_result *r)
{
	struct json *j;

	if (r->outcome == OUTCOME_DONE) {
		done(id, key, row, m, r);
		return;
	}
	j = begin_step(r->outcome == OUTCOME_SKIP ? "skip" : "fail", id, key);
	json_put_string(j, "why", r->why);
	if (r->outcome == OUTCOME_FAIL) {
		json_put_int(j, "errno", r->error);
		json_put_string(j, "phase", phase_words[r->phase]);
	}
	out_end();
}

static void around_notes(struct json *j, const struct around *a)
{
	static const char *const psi[PLAT_PSI] = { "psi_cpu_ns", "psi_io_ns",
		"psi_memory_ns" };

	if (a->throttled_ns >= 0)
		put_count(j, "throttled_ns", (uint64_t)a->throttled_ns);
	for (int i = 0; i < PLAT_PSI; i++)
		if (a->psi_ns[i] >= 0)
			put_count(j, psi[i], (uint64_t)a->psi_ns[i]);
	for (int i = 0; a->counted && i < PLAT_COUNTERS; i++) {
		char key[64];

		snprintf(key, sizeof(key), "counter.%s%s",
		    plat_counter_names[i], a->counters.c[i].user ? ":u" : "");
		if (!a->counters.c[i].why) {
			put_count(j, key, a->counters.c[i].value);
			continue;
		}
		snprintf(key, sizeof(key), "uncounted.%s",
		    plat_counter_names[i]);
		json_put_string(j, key, a->counters.c[i].why);
	}
}

static void program_notes(struct json *j, const struct program_result *r,
    const struct around *a)
{
	json_key(j, "notes");
	json_begin_object(j);
	put_count(j, "user_ns", (uint64_t)r->user_ns);
	put_count(j, "sys_ns", (uint64_t)r->sys_ns);
	if (r->max_rss >= 0)
		put_count(j, "max_rss", (uint64_t)r->max_rss);
	else
		put_count(j, "max_rss_under", (uint64_t)r->max_rss_under);
	put_count(j, "in_blocks", r->in_blocks);
	put_count(j, "out_blocks", r->out_blocks);
	put_count(j, r->end == PROGRAM_KILLED ? "signal" : "status",
	    (uint64_t)r->code);
	if (r->left)
		json_put_string(j, "left", "1");
	if (r->counted && r->waited < 0)
		json_put_string(j, "waiting", "unknown");
	else if (r->counted)
		put_count(j, "waited", (uint64_t)r->waited);
	around_notes(j, a);
	json_end_object(j);
}

void out_program(int64_t id, const char *key, int64_t start_ns,
    const struct program_result *r, const struct around *a)
{
	struct json *j = begin_step("done", id, key);

	json_put_string(j, "unit", r->counted ? OUT_COUNTED : "ns");
	json_put_uint(j, "ops", 1);
	json_put_uint(j, "warm", 0);
	times(j, "run", &r->cost, 1);
	json_put_int(j, "start_ns", start_ns);
	json_put_int(j, "wall_ns", r->wall_ns);
	json_key(j, "ctr");
	json_begin_object(j);
	json_put_uint(j, "nvcsw", r->nvcsw);
	json_put_uint(j, "nivcsw", r->nivcsw);
	json_put_uint(j, "minflt", r->minflt);
	json_put_uint(j, "majflt", r->majflt);
	put_disturb(j, &a->disturb);
	json_end_object(j);
	program_notes(j, r, a);
	out_end();
}
