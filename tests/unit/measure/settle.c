/* settle.c - which leading batches are warm-up. */
#include "measure/settle.h"

#include "tap.h"

static uint32_t rule(const uint64_t *ns, uint32_t n, uint32_t warm)
{
	uint64_t room[128];

	return settle(ns, n, warm, room);
}

int main(void)
{
	uint64_t flat[20],
	    noisy[20] = { 103, 99, 101, 104, 98, 100, 102, 97, 101, 100, 99,
		    103, 100, 98, 102, 101, 99, 100, 104, 97 };
	uint64_t late[20], wild[20];
	uint32_t i;

	for (i = 0; i < 20; i++) {
		flat[i] = 1000;
		late[i] = noisy[i] + (i < 4 ? 100 - 20 * i : 0);
		wild[i] = noisy[i] + (i < 7 ? 3000 : 0);
	}
	tap_ok(rule(flat, 20, 1) == 1, "equal batches: no more warm-up");
	tap_ok(rule(noisy, 20, 1) == 1, "plain noise: no more");
	tap_ok(rule(late, 20, 1) == 4, "a start that settles is found");
	tap_ok(rule(wild, 20, 1) == 5, "at most a quarter goes");
	tap_ok(rule(late, 8, 1) == 1, "few batches: no rule");
	tap_ok(rule(late, 0, 0) == 0 && rule(late, 1, 1) == 1, "none, one");
	noisy[0] = 20;
	tap_ok(rule(noisy, 20, 0) == 1, "too fast is no better than too slow");
	return tap_done();
}
