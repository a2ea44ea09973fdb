/* wire.c - tests of model/wire: good lines, bad lines, hostile lines. */
#include "model/wire.h"

#include "base/mem.h"
#include "base/rng.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>

static const char hello[] =
    "{\"t\":\"hello\",\"wire\":1,\"probe\":\"0.1.0\",\"pid\":17,"
    "\"scratch\":\"/tmp/x\"}";
static const char fact[] =
    "{\"t\":\"fact\",\"key\":\"kernel.release\",\"kind\":\"identity\","
    "\"value\":\"6.1\"}";
static const char clock_line[] =
    "{\"t\":\"clock\",\"name\":\"monotonic_raw\",\"cost_ns\":21.5,"
    "\"step_ns\":1}";
static const char row[] =
    "{\"t\":\"row\",\"key\":\"mem_lat/size=32K\",\"name\":\"mem_lat\","
    "\"summary\":\"a load\",\"alias\":null,\"unit\":\"ns\","
    "\"profiles\":[\"quick\",\"full\"],\"lm\":false,\"hidden\":true,"
    "\"curve\":true,\"base\":true,\"needs\":[\"dir\"],\"params\":[{"
    "\"name\":\"size\",\"kind\":\"bytes\",\"value\":\"32K\","
    "\"help\":\"range\",\"min\":1024,\"max\":1073741824,\"words\":null},"
    "{\"name\":\"pages\",\"kind\":\"word\",\"value\":\"4k\","
    "\"help\":\"\",\"words\":[\"4k\",\"2m\"]}],"
    "\"calls\":\"read=1\",\"unsupported\":null}";
static const char done[] =
    "{\"t\":\"done\",\"id\":3,\"key\":\"bw_pipe/cpu=same\",\"unit\":\"B/s\","
    "\"ops\":1000,\"bytes\":65536,\"warm\":1,\"run\":[90,70,71,72],"
    "\"base\":[5,6],\"pulse\":[9,8,7,6],"
    "\"events\":[1,2,3],\"cpu\":[0,1],\"place\":\"same\","
    "\"start_ns\":12345,\"wall_ns\":999,\"flags\":[\"lm\",\"hidden\",\"new\"],"
    "\"ctr\":{\"nvcsw\":3,\"steal_ns\":0},\"notes\":{\"size\":\"32M\"},"
    "\"later\":[{\"x\":null}]}";
static const char skip[] =
    "{\"t\":\"skip\",\"id\":4,\"key\":\"a\",\"why\":\"needs root\"}";
static const char fail[] =
    "{\"t\":\"fail\",\"id\":5,\"key\":\"a\",\"why\":\"open: no\",\"errno\":13,"
    "\"phase\":\"setup\"}";
static const char env[] =
    "{\"t\":\"env\",\"busy\":0.25,\"own\":0.5,\"steal\":null,\"runnable\":2,"
    "\"psi_cpu\":1.5,\"hog\":\"make\",\"hog_share\":0.2}";
static const char cal[] =
    "{\"t\":\"cal\",\"id\":1,\"key\":\"a\",\"ops\":512,\"op_ns\":20.25}";

static const char symbols[] =
    "{\"t\":\"symbols\",\"list\":\"ffffffff81000000 _text\\n"
    "ffffffff81000100 do_\\u0007one [ext4]\\n\"}";
static const char file[] =
    "{\"t\":\"file\",\"path\":\"/x y\",\"hex\":\"6100ff0a\"}";
static const char file_end[] = "{\"t\":\"file\",\"path\":\"x\",\"end\":true,"
			       "\"size\":7,\"why\":\"no\"}";
static const char profile[] =
    "{\"t\":\"profile\",\"id\":6,\"key\":\"a\",\"period_ns\":20011,"
    "\"ops\":5,\"samples\":3,\"run\":\"10 1\\n20 2\\n\",\"lost\":1}";

static const char *const good[] = { hello, fact, clock_line, row, done, skip,
	fail, env, cal, symbols, file, file_end, profile,
	"{\"t\":\"symbols\",\"end\":true,\"why\":\"no\"}",
	"{\"t\":\"start\",\"id\":1,\"key\":\"a/b=1\"}",
	"{\"t\":\"error\",\"why\":\"no step\"}",
	"{\"t\":\"bye\",\"steps\":12}" };
#define GOOD (sizeof(good) / sizeof(good[0]))

static int read_text(struct wire_msg *m, const char *s, struct err *e)
{
	memset(e, 0, sizeof(*e));
	return wire_read(m, s, strlen(s), e);
}

static void reads_rows(void)
{
	struct wire_msg m;
	struct err e;

	tap_ok(read_text(&m, row, &e) == 0 && m.kind == WIRE_ROW, "row");
	tap_str(m.key, "mem_lat/size=32K", "its key");
	tap_ok(m.flags == (RESULT_HIDDEN | RESULT_CURVE) && m.has_base,
	    "its flags");
	tap_ok(m.n_params == 2 && m.params[0].min == 1024 &&
		!m.params[0].words && !m.params[1].words[2],
	    "its parameters");
	tap_str(m.params[1].words[1], "2m", "a word");
	tap_ok(!m.alias && !m.unsupported, "absent strings");
	tap_str(m.calls, "read=1", "what one operation calls");
	tap_str(m.profiles[1], "full", "a profile");
	wire_msg_release(&m);
	wire_msg_release(&m);
	wire_msg_release(NULL);
}

static void reads(void)
{
	struct wire_msg m;
	struct err e;

	tap_ok(read_text(&m, hello, &e) == 0 && m.kind == WIRE_HELLO &&
		m.version == 1 && m.pid == 17,
	    "hello");
	tap_str(m.scratch, "/tmp/x", "scratch");
	wire_msg_release(&m);
	tap_ok(read_text(&m, cal, &e) == 0 && m.ops == 512 && m.id == 1 &&
		m.op_ns == 20.25,
	    "cal");
	wire_msg_release(&m);
	tap_ok(read_text(&m, fail, &e) == 0 && m.error_number == 13, "fail");
	tap_str(m.phase, "setup", "phase");
	wire_msg_release(&m);
	tap_ok(read_text(&m, "{\"t\":\"scratch\",\"path\":\"/x/y\"}", &e) ==
		    0 &&
		m.kind == WIRE_SCRATCH && strcmp(m.scratch, "/x/y") == 0,
	    "scratch");
	wire_msg_release(&m);
	tap_ok(read_text(&m, "{\"t\":\"scratch\"}", &e) == -EINVAL,
	    "scratch of nothing: %s", e.text);
	tap_ok(read_text(&m, "{\"t\":\"bye\",\"steps\":12}", &e) == 0 &&
		m.steps == 12,
	    "bye");
	wire_msg_release(&m);
	tap_ok(read_text(&m, "{\"t\":\"later\",\"x\":1}", &e) == 0 &&
		m.kind == WIRE_OTHER,
	    "an unknown kind");
	wire_msg_release(&m);
	tap_ok(read_text(&m,
		   "{\"t\":\"error\",\"why\":\"a\\u001b[2Jb\\u009bc\"}",
		   &e) == 0,
	    "control characters");
	tap_str(m.why, "a [2Jb  c", "come out as spaces");
	wire_msg_release(&m);
}

static void applies(void)
{
	struct wire_msg m;
	struct run r;
	struct err e;
	const struct result *res;
	const struct invocation *v;
	size_t i;

	run_init(&r);
	for (i = 0; i < GOOD; i++) {
		tap_ok(read_text(&m, good[i], &e) == 0, "good line %zu", i);
		tap_ok(m.kind != WIRE_ENV || m.own == 0.5, "what it used");
		m.env.at_ns = 77;
		wire_apply(&m, &r, 6);
		wire_msg_release(&m);
	}
	tap_str(host_get(&r.host, "kernel.release"), "6.1", "a fact");
	tap_str(r.clock_name, "monotonic_raw", "the clock");
	tap_ok(r.clock_cost_ns == 21.5 && r.clock_step_ns == 1, "its cost");
	tap_ok(r.n_env == 1 && r.env[0].busy == 0.25 && r.env[0].round == 6 &&
		r.env[0].at_ns == 77 && isnan(r.env[0].steal),
	    "the surroundings");
	tap_str(r.env[0].hog, "make", "the hog");
	res = run_find(&r, "bw_pipe/cpu=same");
	tap_ok(res && res->n_inv == 1 && res->unit == UNIT_RATE &&
		res->bytes == 65536 && res->outcome == OUTCOME_OK &&
		res->flags == (RESULT_LM | RESULT_HIDDEN),
	    "a result");
	v = &res->inv[0];
	tap_ok(v->round == 6 && v->ops == 1000 && v->warm == 1 &&
		v->n_run == 4 && v->run[3] == 72 && v->n_base == 2 &&
		v->n_events == 3 && v->n_pulse == 4 && v->fast == 6 &&
		v->cpu[1] == 1 && v->start_ns == 12345 && v->wall_ns == 999,
	    "its invocation");
	tap_ok(v->counters.nvcsw == 3 && v->counters.steal_ns == 0 &&
		v->counters.minflt == COUNTER_UNKNOWN,
	    "its counters");
	tap_ok(strcmp(v->place, "same") == 0 &&
		strcmp(v->notes[1], "32M") == 0 && !v->notes[2],
	    "its notes");
	res = run_find(&r, "a");
	tap_ok(res && res->n_failed == 1 && res->outcome == OUTCOME_FAILED &&
		res->n_inv == 0,
	    "skipped, then failed");
	tap_str(res->why, "open: no", "the last reason");
	run_release(&r);
}

static void reads_lists(void)
{
	struct wire_msg m;
	struct err e;

	tap_ok(read_text(&m, symbols, &e) == 0 && m.kind == WIRE_SYMBOLS &&
		!m.end && !m.why,
	    "symbols");
	tap_str(m.list,
	    "ffffffff81000000 _text\nffffffff81000100 do_ one [ext4]\n",
	    "lines stay lines");
	wire_msg_release(&m);
	tap_ok(read_text(&m, "{\"t\":\"symbols\",\"end\":true}", &e) == 0 &&
		m.end && !m.list,
	    "the end of them");
	wire_msg_release(&m);
	tap_ok(read_text(&m, file, &e) == 0 && m.kind == WIRE_FILE &&
		m.bytes == 4 && memcmp(m.list, "a\0\xff\n", 4) == 0 && !m.end,
	    "bytes of a file");
	tap_str(m.key, "/x y", "and its path");
	wire_msg_release(&m);
	tap_ok(read_text(&m, file_end, &e) == 0 && m.end && m.bytes == 7 &&
		m.why,
	    "the end of one");
	wire_msg_release(&m);
	for (size_t i = 0; i < 3; i++) {
		static const char *const bad[] = { "6", "6g", "61 62" };
		char text[80];

		snprintf(text, sizeof(text),
		    "{\"t\":\"file\",\"path\":\"x\",\"hex\":\"%s\"}", bad[i]);
		tap_ok(read_text(&m, text, &e) < 0, "'%s': %s", bad[i], e.text);
		wire_msg_release(&m);
	}
	tap_ok(read_text(&m, profile, &e) == 0 && m.kind == WIRE_PROFILE &&
		m.id == 6 && m.profile.period_ns == 20011 &&
		m.profile.ops == 5 && m.profile.samples == 3 &&
		m.profile.lost == 1 && m.profile.base_samples == 0 &&
		!m.base_list,
	    "a profile");
	tap_str(m.list, "10 1\n20 2\n", "its list");
	wire_msg_release(&m);
}

/* A clock that counts instructions is the run's, as is the unit. */
static void counts(void)
{
	struct wire_msg m;
	struct run r;
	struct err e;

	run_init(&r);
	tap_ok(!run_counts(&r), "a run without a clock is not counted");
	read_text(&m, clock_line, &e);
	wire_apply(&m, &r, 0);
	wire_msg_release(&m);
	tap_ok(!run_counts(&r), "nor is one with a clock of time");
	read_text(&m,
	    "{\"t\":\"clock\",\"name\":\"instructions\",\"cost_ns\":2,"
	    "\"step_ns\":1}",
	    &e);
	wire_apply(&m, &r, 0);
	wire_msg_release(&m);
	tap_ok(run_counts(&r), "one that counts them is");
	tap_ok(read_text(&m,
		   "{\"t\":\"done\",\"id\":2,\"key\":\"k\",\"unit\":\"insn\","
		   "\"ops\":2,\"run\":[674]}",
		   &e) == 0 &&
		m.unit == UNIT_INSN,
	    "a row in instructions");
	wire_apply(&m, &r, 0);
	wire_msg_release(&m);
	tap_near(run_display(&r.results[0], run_cost(&r, &r.results[0], 0)),
	    337, 1e-12, "is shown as they are");
	run_release(&r);
}

static void stays_measured(void)
{
	static const char *const line[] = {
		"{\"t\":\"fail\",\"id\":1,\"key\":\"k\",\"why\":\"one\"}",
		("{\"t\":\"done\",\"id\":2,\"key\":\"k\",\"unit\":\"ns\","
		 "\"ops\":1,\"run\":[5]}"),
		"{\"t\":\"skip\",\"id\":3,\"key\":\"k\",\"why\":\"two\"}",
	};
	struct wire_msg m;
	struct run r;
	struct err e;
	size_t i;

	run_init(&r);
	for (i = 0; i < 3; i++) {
		read_text(&m, line[i], &e);
		wire_apply(&m, &r, 0);
		wire_msg_release(&m);
	}
	tap_ok(r.results[0].outcome == OUTCOME_OK &&
		r.results[0].n_failed == 1 && r.results[0].inv[0].cpu[0] == -1,
	    "measured once: measured");
	run_release(&r);
}

static void refuses(void)
{
	static const struct {
		const char *line, *why;
	} bad[] = {
		{ "", "'line' is empty" },
		{ "{\"t\":", "'line' is cut short" },
		{ "garbage", "'line' is not JSON (line 1, column 7)" },
		{ "[1]", "'line' is not a JSON object" },
		{ "{\"t\":1}", "'t' is missing in 'line'" },
		{ "{\"t\":\"bye\"}", "'steps' is missing in 'bye'" },
		{ "{\"t\":\"bye\",\"steps\":-1}",
		    "'steps' in 'bye' is out of range" },
		{ "{\"t\":\"bye\",\"steps\":1.0}",
		    "'steps' in 'bye' is not a whole number" },
		{ "{\"t\":\"start\",\"id\":1,\"key\":\"a b\"}",
		    "'key' in 'start' is not printable" },
		{ "{\"t\":\"start\",\"id\":1,\"key\":\"\"}",
		    "'key' in 'start' is empty" },
		{ "{\"t\":\"hello\",\"wire\":0,\"probe\":\"x\"}",
		    "'wire' in 'hello' is out of range" },
		{ "{\"t\":\"clock\",\"name\":\"x\",\"cost_ns\":-1,"
		  "\"step_ns\":1}",
		    "'cost_ns' in 'clock' is out of range" },
		{ "{\"t\":\"fact\",\"key\":\"k\",\"kind\":\"x\"}",
		    "'kind' in 'fact' is not known" },
	};
	struct wire_msg m;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		tap_ok(read_text(&m, bad[i].line, &e) == -EINVAL && !m.key,
		    "refused: %zu", i);
		tap_str(e.text, bad[i].why, "why: %zu", i);
	}
	tap_ok(read_text(&m, "{\"a\":1,\"a\":2}", &e) == -EINVAL,
	    "a key twice");
	tap_ok(read_text(&m, "{\"t\":\"bye\",\"steps\":99999999999999999999}",
		   &e) == -EINVAL,
	    "a number of 67 bits");
}

/* A done line with this in place of "run" and what follows. */
static void refuses_done(void)
{
	static const char *const rest[][2] = {
		{ "\"ops\":0,\"run\":[1]", "'ops' in 'done' is out of range" },
		{ "\"run\":[1]", "'ops' is missing in 'done'" },
		{ "\"ops\":1,\"run\":[1,-1]",
		    "value 2 of 'run' in 'done' is no time" },
		{ "\"ops\":1,\"run\":[1.5]",
		    "value 1 of 'run' in 'done' is no time" },
		{ "\"ops\":1,\"run\":[1000000000000001]",
		    "value 1 of 'run' in 'done' is no time" },
		{ "\"ops\":1,\"run\":\"x\"", "'run' in 'done' is not a list" },
		{ "\"ops\":1,\"run\":[1],\"warm\":2",
		    "'warm' in 'done' is more than its batches" },
		{ "\"ops\":1,\"run\":[1],\"warm\":1",
		    "'done' has no batch that counts" },
		{ "\"ops\":1", "'done' has no batch that counts" },
		{ "\"ops\":1,\"run\":[1],\"cpu\":[1]",
		    "'cpu' in 'done' is not a list of two" },
		{ "\"ops\":1,\"run\":[1],\"cpu\":[-2,0]",
		    "'cpu' in 'done' is out of range" },
		{ "\"ops\":1,\"run\":[1],\"ctr\":{\"nvcsw\":-3}",
		    "'nvcsw' in 'done' is out of range" },
		{ "\"ops\":1,\"run\":[1],\"notes\":{\"a\":1}",
		    "'notes' in 'done' is not an object of strings" },
		{ "\"ops\":1,\"run\":[1],\"flags\":[1]",
		    "'flags' in 'done' is not a list of strings" },
	};
	char line[256];
	struct wire_msg m;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(rest) / sizeof(rest[0]); i++) {
		snprintf(line, sizeof(line),
		    "{\"t\":\"done\",\"id\":1,"
		    "\"key\":\"k\",\"unit\":\"ns\",%s}",
		    rest[i][0]);
		tap_ok(read_text(&m, line, &e) == -EINVAL, "refused: %s",
		    rest[i][0]);
		tap_str(e.text, rest[i][1], "why");
	}
	tap_ok(read_text(&m,
		   "{\"t\":\"done\",\"id\":1,\"key\":\"k\","
		   "\"unit\":\"B/s\",\"ops\":1,\"run\":[1]}",
		   &e) == -EINVAL,
	    "a rate of no bytes");
}

static void limits(void)
{
	size_t n = 3 * (size_t)WIRE_LINE_MAX;
	char *s = xmalloc(n);
	struct wire_msg m;
	struct err e;

	memset(s, '[', n);
	tap_ok(wire_read(&m, s, n, &e) == -EINVAL, "a line too long");
	tap_ok(wire_read(&m, s, WIRE_LINE_MAX, &e) == -EINVAL, "deep nesting");
	memset(s, 0, 100);
	tap_ok(wire_read(&m, s, 100, &e) == -EINVAL, "zeros");
	memset(s, 0xff, 100);
	tap_ok(wire_read(&m, s, 100, &e) == -EINVAL, "not UTF-8");
	tap_ok(wire_read(&m, "{\"t\":\"bye\",\"steps\":1}\0x", 24, &e) ==
		-EINVAL,
	    "something after the end");
	free(s);
}

/* Each good line cut at each byte, in memory of just that size, so that a
 * reader that runs over is caught by the sanitizer. */
static void cuts(void)
{
	unsigned wrong = 0;
	struct wire_msg m;
	struct err e;
	size_t i, n;
	char *s;

	for (i = 0; i < GOOD; i++) {
		for (n = 0; n < strlen(good[i]); n++) {
			s = xmalloc(n);
			memcpy(s, good[i], n);
			memset(&e, 0, sizeof(e));
			wrong += wire_read(&m, s, n, &e) != -EINVAL ||
			    e.text[0] == '\0';
			wire_msg_release(&m);
			free(s);
		}
	}
	tap_ok(wrong == 0, "every cut is refused with a sentence");
}

static void mutations(void)
{
	unsigned wrong = 0, taken = 0, k;
	struct wire_msg m;
	struct run r;
	struct rng rng;
	struct err e;
	size_t i, n;
	char *s;
	int rc;

	run_init(&r);
	rng_seed(&rng, 1);
	for (k = 0; k < 20000; k++) {
		i = (size_t)rng_below(&rng, GOOD);
		n = strlen(good[i]);
		s = xmalloc(n);
		memcpy(s, good[i], n);
		do
			s[rng_below(&rng, n)] = (char)rng_below(&rng, 256);
		while (rng_below(&rng, 2));
		memset(&e, 0, sizeof(e));
		rc = wire_read(&m, s, n, &e);
		wrong +=
		    rc != 0 && (rc != -EINVAL || e.text[0] == '\0' || m.key);
		taken += rc == 0;
		wire_apply(&m, &r, 0);
		wire_msg_release(&m);
		free(s);
	}
	run_release(&r);
	tap_ok(wrong == 0, "mutated lines are refused or understood");
	tap_ok(taken > 100 && taken < 19900, "%u of 20000 understood", taken);
}

int main(void)
{
	reads();
	reads_rows();
	applies();
	reads_lists();
	counts();
	stays_measured();
	refuses();
	refuses_done();
	limits();
	cuts();
	mutations();
	return tap_done();
}
