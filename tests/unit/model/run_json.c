/* run_json.c - tests of model/run_json: there and back, and what is refused. */
#include "model/run_json.h"

#include "base/mem.h"
#include "base/rng.h"
#include "runs.h"

#include "tap.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

static int read_text(struct run *r, const char *s, struct err *e)
{
	memset(e, 0, sizeof(*e));
	return run_from_json(r, s, strlen(s), e);
}

static void round_trip(void)
{
	struct buf first = BUF_INIT, second = BUF_INIT;
	struct run a, b;
	const char *what;
	struct err e;

	runs_make(&a, 5, 20, 3);
	run_to_json(&a, &first);
	tap_ok(run_from_json(&b, first.s, first.len, &e) == 0, "read back");
	what = runs_differ(&a, &b);
	tap_ok(!what, "the same%s%s", what ? ": " : "", what ? what : "");
	run_to_json(&b, &second);
	tap_str(buf_str(&second), buf_str(&first), "written again");
	run_release(&a);
	run_release(&b);
	buf_clear(&first);

	run_init(&a);
	run_to_json(&a, &first);
	tap_ok(run_from_json(&b, first.s, first.len, &e) == 0, "an empty run");
	tap_ok(!runs_differ(&a, &b), "the same");
	run_release(&a);
	run_release(&b);
	buf_release(&first);
	buf_release(&second);
}

#define UUID    "01234567-89ab-4def-8123-456789abcdef"
#define FORMAT  "{\"format\":\"perfloss run\","
#define VERSION FORMAT "\"version\":1,"
#define HEAD \
	VERSION "\"uuid\":\"" UUID "\",\"seed\":\"1\",\"rounds\":1," \
		"\"started_ns\":1,"
#define RESULT \
	"{\"key\":\"a\",\"unit\":\"ns\",\"outcome\":\"ok\"," \
	"\"invocations\":["

static void refuses(void)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{ "", "'run' is empty" },
		{ "SQLite format 3", "'run' is not JSON (line 1, column 6)" },
		{ "{}", "not a run of perfloss" },
		{ "{\"format\":\"x\"}", "not a run of perfloss" },
		{ FORMAT "\"version\":2,\"what\":0}",
		    "made by a newer perfloss (format 2, this one reads 1)" },
		{ FORMAT "\"x\":2}", "'version' is missing in 'run'" },
		{ FORMAT "\"version\":\"1\"}",
		    "'version' in 'run' is not a whole number" },
		{ VERSION "\"uuid\":\"x\"}", "'uuid' in 'run' is none" },
		{ VERSION "\"uuid\":\"" UUID "\",\"seed\":1}",
		    "'seed' in 'run' is none" },
		{ HEAD "\"x\":1}", "'results' is missing in 'run'" },
		{ HEAD "\"results\":{}}", "'results' in 'run' is not a list" },
		{ HEAD "\"results\":[1]}",
		    "a list in 'results' holds what is no object" },
		{ HEAD "\"results\":[" RESULT "]}," RESULT "]}]}",
		    "'a' is there twice" },
		{ HEAD "\"results\":[" RESULT "{\"round\":0,\"ops\":1}]}]}",
		    "'a' has no batch that counts" },
		{ HEAD "\"results\":[" RESULT "{\"ops\":1,\"run\":[1]}]}]}",
		    "'round' is missing in 'a'" },
		{ HEAD "\"results\":[{\"key\":\"a\",\"unit\":\"ns\"}]}",
		    "'outcome' in 'a' is not known" },
		{ HEAD "\"results\":[],\"facts\":[{\"key\":\"k\"}]}",
		    "'kind' in 'facts' is not known" },
		{ HEAD "\"results\":[],\"env\":[{\"round\":-1}]}",
		    "'round' in 'env' is out of range" },
		{ HEAD "\"results\":[],\"label\":7}",
		    "'label' in 'run' is not a string" },
	};
	struct run r;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		tap_ok(read_text(&r, bad[i].text, &e) == -EINVAL &&
			r.n_results == 0 && !r.label,
		    "refused: %zu", i);
		tap_str(e.text, bad[i].why, "why: %zu", i);
	}
	tap_ok(read_text(&r, HEAD "\"results\":[]}", &e) == 0, "the least run");
	run_release(&r);
	tap_ok(run_from_json(&r, "{", RUN_JSON_MAX + 1u, &e) == -EFBIG,
	    "too large, before a byte is read");
	tap_str(e.text, "larger than 64 MiB", "why");
}

static void many_keys(void)
{
	struct buf b = BUF_INIT;
	struct run r;
	struct err e;
	int i;

	buf_add(&b, HEAD "\"results\":[");
	for (i = 0; i < 10001; i++)
		buf_addf(&b,
		    "%s{\"key\":\"k%d\",\"unit\":\"ns\","
		    "\"outcome\":\"skipped\"}",
		    i ? "," : "", i);
	buf_add(&b, "]}");
	tap_ok(run_from_json(&r, b.s, b.len, &e) == -EINVAL, "too many rows");
	tap_str(e.text, "'results' has more than 10000 of them", "why");
	buf_release(&b);
}

static void hostile(void)
{
	unsigned wrong = 0, k;
	struct buf b = BUF_INIT;
	struct run r;
	struct rng rng;
	struct err e;
	size_t n;
	char *s;
	int rc;

	runs_make(&r, 1, 8, 1);
	run_to_json(&r, &b);
	run_release(&r);
	/* "}\n" ends it: without its last byte it is whole */
	for (n = 0; n < b.len - 1; n += n < 1000 ? 1 : 37) {
		s = xmalloc(n);
		memcpy(s, b.s, n);
		memset(&e, 0, sizeof(e));
		wrong += run_from_json(&r, s, n, &e) != -EINVAL || !*e.text;
		free(s);
	}
	tap_ok(wrong == 0, "every cut is refused");
	rng_seed(&rng, 2);
	for (k = 0; k < 2000; k++) {
		s = xmalloc(b.len);
		memcpy(s, b.s, b.len);
		s[rng_below(&rng, b.len)] = (char)rng_below(&rng, 256);
		memset(&e, 0, sizeof(e));
		rc = run_from_json(&r, s, b.len, &e);
		wrong += rc != 0 && (rc != -EINVAL || !*e.text || r.results);
		run_release(&r);
		free(s);
	}
	tap_ok(wrong == 0, "mutated documents are refused or understood");
	buf_release(&b);
}

static long mallocs_left;

static void *few_mallocs(size_t n)
{
	if (mallocs_left-- > 0)
		return malloc(n);
	errno = ENOMEM;
	return NULL;
}

/* A document that is too large for the machine is not called garbled. */
static void no_memory(void)
{
	struct buf b = BUF_INIT;
	size_t wrong = 0;
	struct run r;
	struct err e;
	long n;
	int rc;

	runs_make(&r, 1, 3, 1);
	run_to_json(&r, &b);
	run_release(&r);
	json_set_alloc_funcs(few_mallocs, free);
	for (n = 0;; n++) {
		mallocs_left = n;
		memset(&e, 0, sizeof(e));
		rc = run_from_json(&r, b.s, b.len, &e);
		if (rc == 0)
			break;
		wrong += rc != -EINVAL || !strstr(e.text, "more memory than");
	}
	tap_ok(n > 100 && wrong == 0, "%ld times no memory: %zu wrong: %s", n,
	    wrong, e.text);
	run_release(&r);
	json_set_alloc_funcs(malloc, free);
	buf_release(&b);
}

int main(void)
{
	round_trip();
	refuses();
	many_keys();
	hostile();
	no_memory();
	return tap_done();
}
