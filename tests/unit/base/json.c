/* json.c - tests of base/json, base/buf and base/rng. */
#include "base/json.h"
#include "base/rng.h"

#include "tap.h"

static void writer(void)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_begin_object(&j);
	json_put_string(&j, "a\"b", "x\n\x01\xff\xc2\xb5\xc2\x9b");
	json_key(&j, "list");
	json_begin_array(&j);
	json_int(&j, -1);
	json_double(&j, 0.1);
	json_double(&j, (double)INFINITY);
	json_begin_object(&j);
	json_end_object(&j);
	json_end_array(&j);
	json_put_bool(&j, "t", true);
	json_put_string(&j, "none", NULL);
	json_end_object(&j);
	tap_str(buf_str(&b),
	    "{\"a\\\"b\":"
	    "\"x\\n\\u0001\xef\xbf\xbd\xc2\xb5\\u009b\",\"list\":[-1,"
	    "0.1,null,{}],\"t\":true,\"none\":null}",
	    "writer");
	buf_drop(&b, 2);
	tap_ok(buf_str(&b)[0] == 'a', "drop");
	buf_release(&b);
	tap_str(buf_str(&b), "", "released is empty");
}

static void generator(void)
{
	struct rng a, b;
	size_t order[10], seen = 0, i;

	rng_seed(&a, 42);
	rng_seed(&b, 42);
	tap_ok(rng_u64(&a) == rng_u64(&b), "same seed, same value");
	for (i = 0; i < 10; i++)
		order[i] = i;
	rng_shuffle(&a, order, 10);
	for (i = 0; i < 10; i++)
		seen |= (size_t)1 << order[i];
	tap_ok(seen == 0x3ff, "shuffle keeps every element");
	tap_ok(rng_below(&a, 0) == 0 && rng_below(&a, 1) == 0, "below 0 and 1");
}

int main(void)
{
	writer();
	generator();
	return tap_done();
}
