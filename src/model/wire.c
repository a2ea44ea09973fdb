/* wire.c - reads what a probe writes. */
#include "model/wire.h"

#include "base/mem.h"
#include "model/parse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits: nothing real comes near; beyond is garbage. */
#define OPS_MAX INT64_C(1000000000000000) /* 10^15 */
#define NS_MAX  1e15
#define OWN_MAX 1e6

static void read_hello(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->version = (int)parse_int(p, o, "wire", 1, INT32_MAX);
	m->probe = parse_string(p, o, "probe");
	m->pid = parse_int_or(p, o, "pid", 0, INT32_MAX, 0);
	m->scratch = parse_string_or_null(p, o, "scratch");
}

static void read_scratch(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->scratch = parse_string(p, o, "path");
}

static void read_fact(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	const char *kind = parse_peek(o, "kind");

	m->key = parse_key(p, o, "key");
	m->fact_value = parse_string_or_null(p, o, "value");
	if (!kind || fact_kind_parse(kind, &m->fact_kind) != 0)
		parse_fault(p, "'kind' in 'fact' is not known");
}

static void read_clock(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->clock_name = parse_string(p, o, "name");
	m->cost_ns = parse_number(p, o, "cost_ns", 0, NS_MAX);
	m->step_ns = parse_number(p, o, "step_ns", 0, NS_MAX);
}

static void read_unit(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	if (!parse_unit(parse_peek(o, "unit"), &m->unit))
		parse_fault(p, "'unit' in '%s' is not known", p->where);
}

static void read_param(struct parse *p, const struct json_t *o,
    struct wire_param *param)
{
	param->name = parse_string(p, o, "name");
	param->kind = parse_string(p, o, "kind");
	param->value = parse_string_or_null(p, o, "value");
	param->help = parse_string_or_null(p, o, "help");
	param->min = parse_int_or(p, o, "min", INT64_MIN, INT64_MAX, 0);
	param->max = parse_int_or(p, o, "max", INT64_MIN, INT64_MAX, 0);
	param->words = parse_strings(p, o, "words");
}

static void read_row(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	const struct json_t *params;
	size_t n, i;

	m->key = parse_key(p, o, "key");
	m->name = parse_string(p, o, "name");
	m->summary = parse_string(p, o, "summary");
	m->alias = parse_string_or_null(p, o, "alias");
	m->unsupported = parse_string_or_null(p, o, "unsupported");
	m->calls = parse_string_or_null(p, o, "calls");
	m->profiles = parse_strings(p, o, "profiles");
	m->needs = parse_strings(p, o, "needs");
	m->has_base = parse_bool(p, o, "base");
	m->flags = (parse_bool(p, o, "lm") ? RESULT_LM : 0) |
	    (parse_bool(p, o, "hidden") ? RESULT_HIDDEN : 0) |
	    (parse_bool(p, o, "curve") ? RESULT_CURVE : 0);
	read_unit(p, o, m);
	params = parse_array(p, o, "params", &n);
	m->params = xcalloc(n, sizeof(*m->params));
	for (i = 0; i < n && !p->code; i++)
		read_param(p, parse_at(p, params, i),
		    &m->params[m->n_params++]);
}

static void read_step(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->id = parse_int(p, o, "id", 0, INT64_MAX);
	m->key = parse_key(p, o, "key");
}

static void read_cal(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	read_step(p, o, m);
	m->ops = (uint64_t)parse_int(p, o, "ops", 1, OPS_MAX);
	m->op_ns = parse_number(p, o, "op_ns", 0, NS_MAX);
}

static void read_done(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	read_step(p, o, m);
	read_unit(p, o, m);
	m->flags = parse_flags(p, o, "flags");
	m->bytes = (uint64_t)parse_int_or(p, o, "bytes", 0, PARSE_BYTES, 0);
	if (m->unit == UNIT_RATE && m->bytes == 0)
		parse_fault(p, "'done' has a rate of no bytes");
	parse_invocation(p, o, &m->inv);
}

static void read_skip(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	read_step(p, o, m);
	m->why = parse_string(p, o, "why");
}

static void read_fail(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	read_skip(p, o, m);
	m->error_number = parse_int_or(p, o, "errno", INT32_MIN, INT32_MAX, 0);
	m->phase = parse_string_or_null(p, o, "phase");
}

static void read_env(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	parse_env(p, o, &m->env);
	m->own = parse_number_or(p, o, "own", 0, OWN_MAX, NAN);
}

static void read_left(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->all = parse_strings(p, o, "all");
}

static void read_load(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	struct wire_load *l = &m->load;

	m->pid = parse_int_or(p, o, "pid", 0, INT32_MAX, 0);
	l->running = (uint64_t)parse_int(p, o, "running", 0, INT32_MAX);
	l->copies = (uint64_t)parse_int(p, o, "copies", 0, INT32_MAX);
	l->turns = (uint64_t)parse_int_or(p, o, "turns", 0, INT64_MAX, 0);
	l->failed = (uint64_t)parse_int_or(p, o, "failed", 0, INT64_MAX, 0);
	l->command = parse_bool(p, o, "command");
	l->cpu_s = parse_number_or(p, o, "cpu_s", -1, 1e12, NAN);
	l->each_s = parse_strings(p, o, "each_s");
	m->why = parse_string_or_null(p, o, "why");
}

static void read_symbols(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->list = parse_lines(p, o, "list");
	m->end = parse_bool(p, o, "end");
	m->why = parse_string_or_null(p, o, "why");
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	    c >= 'a' && c <= 'f'    ? c - 'a' + 10 :
				      -1;
}

/* Two digits a byte. */
static void read_hex(struct parse *p, const char *hex, struct wire_msg *m)
{
	size_t n = hex ? strlen(hex) : 0;

	m->list = xcalloc(1, n / 2 + 1);
	for (size_t i = 0; i + 1 < n + n % 2; i += 2) {
		int high = hex_digit(hex[i]);
		int low = high < 0 ? -1 : hex_digit(hex[i + 1]);

		if (low < 0) {
			parse_fault(p, "bad byte in 'hex'");
			return;
		}
		m->list[m->bytes++] = (char)(high << 4 | low);
	}
}

static void read_file(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->key = parse_string(p, o, "path");
	m->end = parse_bool(p, o, "end");
	m->why = parse_string_or_null(p, o, "why");
	read_hex(p, parse_peek(o, "hex"), m);
	if (m->end)
		m->bytes =
		    (uint64_t)parse_int_or(p, o, "size", 0, INT64_MAX, 0);
}

static void read_profile(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	struct wire_profile *s = &m->profile;

	read_step(p, o, m);
	s->period_ns = parse_int(p, o, "period_ns", 1, (int64_t)NS_MAX);
	s->ops = (uint64_t)parse_int(p, o, "ops", 0, INT64_MAX);
	s->base_ops = (uint64_t)parse_int_or(p, o, "base_ops", 0, INT64_MAX, 0);
	s->samples = (uint64_t)parse_int(p, o, "samples", 0, INT64_MAX);
	s->base_samples =
	    (uint64_t)parse_int_or(p, o, "base_samples", 0, INT64_MAX, 0);
	s->lost = (uint64_t)parse_int_or(p, o, "lost", 0, INT64_MAX, 0);
	m->list = parse_lines(p, o, "run");
	m->base_list = parse_lines(p, o, "base");
}

static void read_error(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->why = parse_string(p, o, "why");
}

static void read_bye(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	m->steps = parse_int(p, o, "steps", 0, INT64_MAX);
}

static const struct line {
	const char *t;
	enum wire_kind kind;
	void (
	    *read)(struct parse *p, const struct json_t *o, struct wire_msg *m);
} lines[] = {
	{ "hello", WIRE_HELLO, read_hello },
	{ "scratch", WIRE_SCRATCH, read_scratch },
	{ "fact", WIRE_FACT, read_fact },
	{ "clock", WIRE_CLOCK, read_clock },
	{ "row", WIRE_ROW, read_row },
	{ "start", WIRE_START, read_step },
	{ "cal", WIRE_CAL, read_cal },
	{ "done", WIRE_DONE, read_done },
	{ "skip", WIRE_SKIP, read_skip },
	{ "fail", WIRE_FAIL, read_fail },
	{ "env", WIRE_ENV, read_env },
	{ "left", WIRE_LEFT, read_left },
	{ "load", WIRE_LOAD, read_load },
	{ "profile", WIRE_PROFILE, read_profile },
	{ "symbols", WIRE_SYMBOLS, read_symbols },
	{ "file", WIRE_FILE, read_file },
	{ "error", WIRE_ERROR, read_error },
	{ "bye", WIRE_BYE, read_bye },
};

static void read_line(struct parse *p, const struct json_t *o,
    struct wire_msg *m)
{
	const char *t = parse_peek(o, "t");
	size_t i;

	m->kind = WIRE_OTHER;
	if (!t) {
		parse_fault(p, "'t' is missing in 'line'");
		return;
	}
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (strcmp(lines[i].t, t) != 0)
			continue;
		p->where = lines[i].t;
		m->kind = lines[i].kind;
		lines[i].read(p, o, m);
		return;
	}
}

static void empty(struct wire_msg *m)
{
	memset(m, 0, sizeof(*m));
	m->kind = WIRE_OTHER;
	m->inv.cpu[0] = m->inv.cpu[1] = -1;
}

int wire_read(struct wire_msg *m, const char *line, size_t len, struct err *e)
{
	struct parse p = { .e = e, .where = "line" };
	struct json_t *o;

	empty(m);
	if (len > WIRE_LINE_MAX)
		return err_set(e, -EINVAL, "'line' is longer than %u bytes",
		    WIRE_LINE_MAX);
	o = parse_text(&p, line, len);
	if (o)
		read_line(&p, o, m);
	parse_free(o);
	if (p.code)
		wire_msg_release(m);
	return p.code;
}

void wire_msg_release(struct wire_msg *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->n_params; i++) {
		free(m->params[i].name);
		free(m->params[i].kind);
		free(m->params[i].value);
		free(m->params[i].help);
		strings_free(m->params[i].words);
	}
	free(m->params);
	strings_free(m->profiles);
	strings_free(m->needs);
	strings_free(m->all);
	strings_free(m->load.each_s);
	invocation_release(&m->inv);
	free(m->env.hog);
	free(m->key);
	free(m->why);
	free(m->probe);
	free(m->scratch);
	free(m->fact_value);
	free(m->clock_name);
	free(m->name);
	free(m->summary);
	free(m->alias);
	free(m->unsupported);
	free(m->calls);
	free(m->phase);
	free(m->list);
	free(m->base_list);
	empty(m);
}

static void apply_done(struct wire_msg *m, struct run *r, uint32_t round)
{
	struct result *res = run_add(r, m->key);
	struct invocation *inv = result_add(res);

	res->unit = m->unit;
	res->flags = m->flags;
	res->bytes = m->bytes;
	res->outcome = OUTCOME_OK;
	*inv = m->inv;
	inv->round = round;
	memset(&m->inv, 0, sizeof(m->inv));
}

/* Skipped and failed rows stay in the run with their reason; one that was
 * measured at least once stays measured. */
static void apply_trouble(struct wire_msg *m, struct run *r,
    enum outcome outcome)
{
	struct result *res = run_add(r, m->key);

	if (outcome == OUTCOME_FAILED)
		res->n_failed++;
	if (res->n_inv == 0)
		res->outcome = outcome;
	free(res->why);
	res->why = m->why;
	m->why = NULL;
}

static void apply_clock(struct wire_msg *m, struct run *r)
{
	free(r->clock_name);
	r->clock_name = m->clock_name;
	m->clock_name = NULL;
	r->clock_cost_ns = m->cost_ns;
	r->clock_step_ns = m->step_ns;
}

void wire_apply(struct wire_msg *m, struct run *r, uint32_t round)
{
	switch (m->kind) {
	case WIRE_FACT:
		host_set(&r->host, m->key, m->fact_kind, m->fact_value);
		break;
	case WIRE_CLOCK:
		apply_clock(m, r);
		break;
	case WIRE_DONE:
		apply_done(m, r, round);
		break;
	case WIRE_SKIP:
		apply_trouble(m, r, OUTCOME_SKIPPED);
		break;
	case WIRE_FAIL:
		apply_trouble(m, r, OUTCOME_FAILED);
		break;
	case WIRE_ENV:
		m->env.round = round;
		run_add_env(r, &m->env);
		break;
	case WIRE_HELLO:
	case WIRE_SCRATCH:
	case WIRE_ROW:
	case WIRE_START:
	case WIRE_CAL:
	case WIRE_LEFT:
	case WIRE_LOAD:
	case WIRE_PROFILE:
	case WIRE_SYMBOLS:
	case WIRE_FILE:
	case WIRE_ERROR:
	case WIRE_BYE:
	case WIRE_OTHER:
		break;
	}
}
