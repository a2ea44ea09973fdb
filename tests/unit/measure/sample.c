/* sample.c - samples by address: none is lost while there is room. */
#include "measure/sample.h"

#include "tap.h"

static struct sampled s;

static uint64_t sum(void)
{
	uint64_t all = 0;

	for (size_t i = 0; i < SAMPLED; i++)
		all += s.count[i];
	return all;
}

static uint32_t of(uint64_t address)
{
	for (size_t i = 0; i < SAMPLED; i++)
		if (s.count[i] > 0 && s.address[i] == address)
			return s.count[i];
	return 0;
}

int main(void)
{
	const uint64_t text = UINT64_C(0xffffffff81000000);
	unsigned lost = 0, wrong = 0;

	tap_ok(sampled_add(&s, text) && sampled_add(&s, 0) &&
		sampled_add(&s, text),
	    "three are added");
	tap_ok(of(text) == 2 && of(0) == 1, "by address, the first one too");
	/* neighbours and pages, until it is full */
	for (uint64_t i = 1; i < SAMPLED - 1; i++)
		lost += !sampled_add(&s, text + (i % 2 ? i : i * 4096));
	tap_ok(lost == 0, "as many addresses as there is room for");
	tap_ok(sum() == SAMPLED + 1 && s.all == SAMPLED + 1, "all are there");
	for (uint64_t i = 1; i < SAMPLED - 1; i++)
		wrong += of(text + (i % 2 ? i : i * 4096)) != 1;
	tap_ok(wrong == 0, "each at its address");
	tap_ok(!sampled_add(&s, 7), "one more finds no room");
	tap_ok(sampled_add(&s, text) && of(text) == 3,
	    "one that has its place does");
	tap_ok(s.all == SAMPLED + 3 && sum() == SAMPLED + 2,
	    "what found none is counted");
	return tap_done();
}
