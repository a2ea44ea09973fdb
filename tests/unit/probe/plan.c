/* plan.c - lines of the plan, and JSON that is not. */
#include "probe/plan.h"

#include "probe/flat.h"

#include "tap.h"

#include <errno.h>

struct seen {
	char text[256];
};

static int note(void *to, const char *key, const struct flat_value *v,
    struct err *e)
{
	struct seen *s = to;
	size_t at = strlen(s->text), room = sizeof(s->text) - at;

	(void)e;
	switch (v->kind) {
	case FLAT_NULL:
		snprintf(s->text + at, room, "%s=null ", key);
		break;
	case FLAT_BOOL:
		snprintf(s->text + at, room, "%s=%s ", key,
		    v->truth ? "true" : "false");
		break;
	case FLAT_INT:
		snprintf(s->text + at, room, "%s=%lld ", key,
		    (long long)v->whole);
		break;
	case FLAT_DOUBLE:
		snprintf(s->text + at, room, "%s=%g ", key, v->number);
		break;
	case FLAT_STRING:
		snprintf(s->text + at, room, "%s='%s' ", key, v->text);
		break;
	case FLAT_STRINGS:
		snprintf(s->text + at, room, "%s=", key);
		for (size_t i = 0; v->list[i]; i++) {
			at = strlen(s->text);
			snprintf(s->text + at, sizeof(s->text) - at, "'%s'%s",
			    v->list[i], v->list[i + 1] ? "," : " ");
		}
		break;
	case FLAT_NESTED:
		snprintf(s->text + at, room, "%s=... ", key);
		break;
	}
	return 0;
}

static int read_flat(const char *json, struct seen *s, struct err *e)
{
	char line[512];
	size_t n = strlen(json);

	memset(s, 0, sizeof(*s));
	memset(e, 0, sizeof(*e));
	memcpy(line, json, n + 1);
	return flat_read(line, n, note, s, e);
}

static void good(const char *json, const char *want)
{
	struct seen s;
	struct err e;
	int r = read_flat(json, &s, &e);

	tap_str(r == 0 ? s.text : e.text, want, "%s", json);
}

static void bad(const char *json, const char *why)
{
	struct seen s;
	struct err e;

	tap_ok(read_flat(json, &s, &e) == -EINVAL, "refused: %s", json);
	tap_str(e.text, why, "and why");
}

static void test_flat(void)
{
	good("{\"a\":[\"x\",\"\",\"\\u00e9\\n\"],\"b\":1}",
	    "a='x','','\u00e9\n' b=1 ");
	good("{\"a\":[\"x\",1],\"b\":[[\"x\"]],\"c\":{\"d\":[\"x\"]}}",
	    "a=... b=... c=... ");
	good("{\"a\":[],\"b\":[ \"x\" , \"y\" ]}", "a=... b='x','y' ");
	bad("{\"a\":[\"x\",]}", "bad value at byte 11");
	good("{}", "");
	good(" { \"a\" : 1 , \"b\":-2.5e1 } ", "a=1 b=-25 ");
	good("{\"a\":null,\"b\":true,\"c\":false}", "a=null b=true c=false ");
	good("{\"a\":9223372036854775807}", "a=9223372036854775807 ");
	good("{\"a\":9223372036854775808}", "a=9.22337e+18 ");
	good("{\"a\":\"x\\n\\\"\\\\\\/\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"}",
	    "a='x\n\"\\/A\303\251\342\202\254\360\237\230\200' ");
	good("{\"\\u0061\":\"\"}", "a='' ");
	good("{\"a\":[1,{\"b\":[]}],\"c\":{}}", "a=... c=... ");
	bad("", "expected '{' at byte 1");
	bad("[]", "expected '{' at byte 1");
	bad("{", "expected a string at byte 2");
	bad("{\"a\"}", "expected ':' at byte 5");
	bad("{\"a\":}", "bad value at byte 6");
	bad("{\"a\":1,}", "expected a string at byte 8");
	bad("{\"a\":1 \"b\":2}", "expected ',' or '}' at byte 8");
	bad("{\"a\":1}{", "something behind the object at byte 8");
	bad("{\"a\":01}", "bad value at byte 6");
	bad("{\"a\":+1}", "bad value at byte 6");
	bad("{\"a\":1.}", "bad value at byte 6");
	bad("{\"a\":.5}", "bad value at byte 6");
	bad("{\"a\":1e999}", "bad value at byte 6");
	bad("{\"a\":nul}", "bad value at byte 6");
	bad("{\"a\":\"x", "cut string at byte 8");
	bad("{\"a\":\"x\\", "cut string at byte 9");
	bad("{\"a\":\"\\q\"}", "bad escape at byte 9");
	bad("{\"a\":\"\\u12\"}", "bad \\u escape at byte 12");
	bad("{\"a\":\"\\u0000\"}", "zero byte in a string at byte 13");
	bad("{\"a\":\"\\udc00\"}", "half a surrogate pair at byte 13");
	bad("{\"a\":\"\\ud800x\"}", "half a surrogate pair at byte 13");
	bad("{\"a\":\"\t\"}", "control character in a string at byte 7");
	bad("{\"a\":\"\300\200\"}", "string that is not UTF-8 at byte 9");
	bad("{\"a\":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}",
	    "nested too deep at byte 22");
}

static int read_plan(struct plan_line *p, const char *json, struct err *e)
{
	static char line[1024]; /* what is understood points into it */
	size_t n = strlen(json);

	memset(e, 0, sizeof(*e));
	memcpy(line, json, n + 1);
	return plan_read(p, line, n, e);
}

static void refused(const char *json, const char *why)
{
	struct plan_line p;
	struct err e;

	tap_ok(read_plan(&p, json, &e) == -EINVAL, "refused: %.60s", json);
	tap_str(e.text, why, "and why");
	plan_release(&p);
}

static void test_plan(void)
{
	struct plan_line p;
	struct err e;

	tap_ok(read_plan(&p, "{\"t\":\"step\",\"id\":7,\"key\":\"a/b=1\"}",
		   &e) == 0 &&
		p.kind == PLAN_STEP && p.id == 7 && p.ops == 0 &&
		p.time_ns == 10000000 && p.deadline_ns == 20000000000 &&
		p.idle_ns == 0 && !p.pin_given,
	    "a step and its defaults");
	tap_str(p.key, "a/b=1", "its key");
	tap_ok(read_plan(&p,
		   "{\"t\":\"step\",\"id\":0,\"key\":\"a\",\"ops\":5,"
		   "\"time_ns\":1,\"idle_ns\":2,\"deadline_ns\":3,\"pin\":-1,"
		   "\"new\":[],\"dir\":null}",
		   &e) == 0 &&
		p.ops == 5 && p.time_ns == 1 && p.idle_ns == 2 &&
		p.deadline_ns == 3 && p.pin_given && p.pin == -1,
	    "a step and all it may say");
	tap_ok(read_plan(&p,
		   "{\"t\":\"plan\",\"wire\":1,\"dir\":\"/x\",\"facts\":false}",
		   &e) == 0 &&
		p.kind == PLAN_PLAN && p.has_dir && !p.facts,
	    "a plan");
	tap_ok(read_plan(&p, "{\"t\":\"plan\",\"wire\":1}", &e) == 0 &&
		!p.has_dir && p.facts,
	    "a plan and its defaults");
	refused("{\"t\":\"plan\",\"wire\":9}",
	    "plan is of wire version 9, this probe speaks 1");
	refused("{\"t\":\"plan\"}",
	    "plan is of wire version 0, this probe speaks 1");
	refused("{\"t\":\"sted\"}",
	    "unknown plan line 'sted', did you mean 'step'?");
	refused("{\"id\":1}", "plan line without 't'");
	refused("{\"t\":\"step\",\"key\":\"a\"}", "step without 'id'");
	refused("{\"t\":\"step\",\"id\":1}", "step without 'key'");
	refused("{\"t\":\"step\",\"id\":\"1\",\"key\":\"a\"}",
	    "bad plan line: 'id' must be a whole number");
	refused("{\"t\":\"step\",\"id\":1,\"key\":\"a\",\"time_ns\":0}",
	    "bad plan line: 'time_ns' is out of range, wanted 1 to "
	    "86400000000000");
	refused("{\"t\":\"step\",\"id\":1,\"key\":\"a\",\"pin\":4096}",
	    "bad plan line: 'pin' is out of range, wanted -1 to 1023");
	refused("{\"t\":\"step\",\"id\":1,\"key\":7}",
	    "bad plan line: 'key' must be a string");
	refused("{\"t\":\"plan\",\"wire\":1,\"facts\":1}",
	    "bad plan line: 'facts' must be true or false");
}

static void test_lab(void)
{
	struct plan_line p;
	struct err e;

	tap_ok(read_plan(&p,
		   "{\"t\":\"plan\",\"wire\":1,\"clock\":\"instructions\"}",
		   &e) == 0 &&
		p.counts,
	    "a plan that counts");
	refused("{\"t\":\"plan\",\"wire\":1,\"clock\":\"cycles\"}",
	    "bad plan line: unknown clock 'cycles', wanted 'instructions'");
	tap_ok(read_plan(&p,
		   "{\"t\":\"step\",\"id\":1,\"key\":\"a\",\"profile\":20011}",
		   &e) == 0 &&
		p.profile == 20011,
	    "a step that is sampled");
	refused("{\"t\":\"step\",\"id\":1,\"key\":\"a\",\"profile\":1,"
		"\"stay\":true,\"ops\":1}",
	    "step that stays with 'profile'");
	tap_ok(read_plan(&p, "{\"t\":\"symbols\"}", &e) == 0 &&
		p.kind == PLAN_SYMBOLS,
	    "symbols");
}

static void test_program(void)
{
	struct plan_line p;
	struct err e;

	tap_ok(
	    read_plan(&p,
		"{\"t\":\"program\",\"id\":1,\"key\":\"a\",\"argv\":[\"make\","
		"\"-j2\"],\"out\":\"-\",\"keep\":true}",
		&e) == 0 &&
		p.kind == PLAN_PROGRAM && p.keep && !p.in && !p.errors,
	    "a program");
	tap_str(p.argv[0], "make", "its name");
	tap_str(p.argv[1], "-j2", "its argument");
	tap_ok(!p.argv[2], "no more of them");
	tap_str(p.out, "-", "its output");
	tap_ok(p.deadline_ns == 86400000000000, "it may take a day");
	plan_release(&p);
	refused("{\"t\":\"program\",\"id\":1,\"key\":\"a\"}",
	    "program without 'argv'");
	refused("{\"t\":\"program\",\"id\":1,\"key\":\"a\",\"argv\":[\"a\",1]}",
	    "bad plan line: 'argv' must be a list of strings");
	refused("{\"t\":\"program\",\"id\":1,\"key\":\"a\",\"argv\":[\"a\"],"
		"\"argv\":[\"b\"],\"in\":7}",
	    "bad plan line: 'in' must be a string");
	refused("{\"t\":\"program\",\"argv\":[\"a\"]}", "program without 'id'");
}

int main(void)
{
	test_flat();
	test_plan();
	test_lab();
	test_program();
	return tap_done();
}
