/* expect.c - how long an invocation of a row took in a stored run. */
#include "cmd/expect.h"

#include "tap.h"

/* Two rows by turns, an invocation of wall_ns and a pause between any two. */
static void fill(struct run *r, uint64_t a_ns, uint64_t b_ns, uint64_t pause_ns)
{
	struct invocation *v;
	uint64_t at = 7000;

	for (uint32_t i = 0; i < 8; i++) {
		v = result_add(run_add(r, i % 2 ? "b" : "a"));
		v->round = i / 2;
		v->start_ns = at;
		v->wall_ns = i % 2 ? b_ns : a_ns;
		at += v->wall_ns + pause_ns;
	}
}

int main(void)
{
	struct run r;
	int64_t a, b;

	run_init(&r);
	tap_ok(expect_row_ns(&r, run_add(&r, "a")) == 0, "nothing measured");
	fill(&r, 1000, 3000, 400);
	a = expect_row_ns(&r, run_find(&r, "a"));
	b = expect_row_ns(&r, run_find(&r, "b"));
	/* Seven pauses for eight invocations. */
	tap_ok(a == 1000 + 7 * 400 / 8, "its own time and a pause: %lld",
	    (long long)a);
	tap_ok(b - a == 2000, "of each its own");
	run_release(&r);
	return tap_done();
}
