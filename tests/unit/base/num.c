/* num.c - tests of base/num: reading and writing numbers. */
#include "base/num.h"

#include "tap.h"

#include <errno.h>

static void reading(void)
{
	int64_t i = 7;
	uint64_t u;
	double d;

	tap_ok(num_parse_i64("-5", &i) == 0 && i == -5, "negative");
	i = 7;
	tap_ok(num_parse_i64("5x", &i) == -EINVAL && i == 7, "tail refused");
	tap_ok(num_parse_i64("", &i) == -EINVAL, "empty refused");
	tap_ok(num_parse_i64(" 5", &i) == -EINVAL, "blank refused");
	tap_ok(num_parse_i64("99999999999999999999", &i) == -ERANGE, "range");
	tap_ok(num_parse_u64("-1", &u) == -EINVAL, "unsigned refuses minus");
	tap_ok(num_parse_double("1e3", &d) == 0 && d == 1000, "exponent");
	tap_ok(num_parse_double("nan", &d) == -EINVAL, "nan refused");
	tap_ok(num_parse_double("0x10", &d) == -EINVAL, "hexadecimal refused");
	tap_ok(num_parse_double("1,5", &d) == -EINVAL, "comma refused");
	tap_ok(num_parse_bytes("64K", &i) == 0 && i == 65536, "64K");
	tap_ok(num_parse_bytes("8MiB", &i) == 0 && i == 8 << 20, "8MiB");
	tap_ok(num_parse_bytes("9999999T", &i) == -ERANGE, "bytes range");
	tap_ok(num_parse_bytes("5X", &i) == -EINVAL, "bytes unit");
	tap_ok(num_parse_duration("40", &i) == 0 && i == 40000000000,
	    "bare = s");
	tap_ok(num_parse_duration("1m30s", &i) == 0 && i == 90000000000,
	    "1m30s");
	tap_ok(num_parse_duration("10ms", &i) == 0 && i == 10000000, "10ms");
	tap_ok(num_parse_duration("-1s", &i) == -EINVAL, "no negative time");
	tap_ok(num_parse_duration("", &i) == -EINVAL, "empty time");
	tap_ok(num_parse_percent("2%", &d) == 0 && d == 0.02, "percent");
}

static void writing(void)
{
	char s[64];

	tap_str(num_bytes(65536, s, sizeof(s)), "64K", "64K");
	tap_str(num_bytes(1000, s, sizeof(s)), "1000", "1000");
	tap_str(num_bytes(0, s, sizeof(s)), "0", "0 bytes");
	tap_str(num_time(1640, s, sizeof(s)), "1.64 us", "us");
	tap_str(num_time(999.7, s, sizeof(s)), "1.00 us", "rounds up a unit");
	tap_str(num_time(140000, s, sizeof(s)), "140 us", "140 us");
	tap_str(num_time(0.31, s, sizeof(s)), "0.31 ns", "ns");
	tap_str(num_rate(684e6, s, sizeof(s)), "684 MB/s", "rate");
	tap_str(num_hz(250, s, sizeof(s)), "250 Hz", "Hz");
	tap_str(num_hz(15300, s, sizeof(s)), "15.3 kHz", "kHz");
	tap_str(num_hz(2.8e9, s, sizeof(s)), "2.80 GHz", "GHz");
	tap_str(num_many(4235, s, sizeof(s)), "4,235", "a comma");
	tap_str(num_many(2637267242, s, sizeof(s)), "2,637,267,242", "three");
	tap_str(num_many(337.5, s, sizeof(s)), "338", "whole from 100 on");
	tap_str(num_many(99.94, s, sizeof(s)), "99.9", "three digits below");
	tap_str(num_many(-123456, s, sizeof(s)), "-123,456", "less than none");
	tap_str(num_many(1234567, s, 6), "1,23", "a small room is not left");
	tap_str(num_change(1.30, s, sizeof(s)), "+130 %", "change");
	tap_str(num_change(-0.081, s, sizeof(s)), "-8.1 %", "change down");
	tap_str(num_change(0.0001, s, sizeof(s)), "0.0 %", "no change");
	tap_str(num_span(40, s, sizeof(s)), "40 s", "span");
	tap_str(num_span(7260, s, sizeof(s)), "2 h", "span h");
}

static void exact(void)
{
	static const double x[] = { 0.1, 1.0 / 3, 0.1 + 0.2, 5e-324, 1e300,
		3191.0000000000014, -0.0 };
	char s[32];
	double back;

	for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
		num_exact(x[i], s, sizeof(s));
		tap_ok(num_parse_double(s, &back) == 0 && back == x[i],
		    "%s is the same", s);
	}
	tap_str(num_exact(0.1, s, sizeof(s)), "0.1", "no digit too many");
	tap_str(num_exact(3191, s, sizeof(s)), "3191", "a whole number");
	tap_str(num_exact(0.1 + 0.2, s, sizeof(s)), "0.30000000000000004",
	    "nor one too few");
}

int main(void)
{
	reading();
	writing();
	exact();
	return tap_done();
}
