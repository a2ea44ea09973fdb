/* num.c - numbers as people write them. */
#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int num_parse_i64(const char *s, int64_t *out)
{
	char *end;
	long long v;

	if (!isdigit((unsigned char)s[0]) &&
	    !(s[0] == '-' && isdigit((unsigned char)s[1])))
		return -EINVAL;
	errno = 0;
	v = strtoll(s, &end, 10);
	if (*end != '\0')
		return -EINVAL;
	if (errno == ERANGE)
		return -ERANGE;
	*out = v;
	return 0;
}

int num_parse_u64(const char *s, uint64_t *out)
{
	char *end;
	unsigned long long v;

	if (!isdigit((unsigned char)s[0]))
		return -EINVAL;
	errno = 0;
	v = strtoull(s, &end, 10);
	if (*end != '\0')
		return -EINVAL;
	if (errno == ERANGE)
		return -ERANGE;
	*out = v;
	return 0;
}

/* The number at the start of s; digits, one point, an exponent. */
static int leading_double(const char *s, double *out, const char **rest)
{
	size_t i = 0, digits = 0;
	char *end;

	if (s[i] == '-' || s[i] == '+')
		i++;
	for (; isdigit((unsigned char)s[i]) || s[i] == '.'; i++)
		digits += s[i] != '.';
	/* strtod would take hexadecimal. */
	if (digits == 0 || s[i] == 'x' || s[i] == 'X')
		return -EINVAL;
	/* The programs never call setlocale for LC_NUMERIC: '.' it is. */
	*out = strtod(s, &end);
	if (end < s + i)
		return -EINVAL;
	*rest = end;
	return isfinite(*out) ? 0 : -ERANGE;
}

int num_parse_double(const char *s, double *out)
{
	const char *rest;
	double v;
	int r = leading_double(s, &v, &rest);

	if (r < 0)
		return r;
	if (*rest != '\0')
		return -EINVAL;
	*out = v;
	return 0;
}

int num_parse_bytes(const char *s, int64_t *out)
{
	static const char units[] = "KMGT";
	const char *unit;
	char *end;
	long long v;
	int shift = 0;

	if (!isdigit((unsigned char)s[0]))
		return -EINVAL;
	errno = 0;
	v = strtoll(s, &end, 10);
	if (errno == ERANGE)
		return -ERANGE;
	if (*end != '\0') {
		unit = strchr(units, toupper((unsigned char)*end));
		if (!unit)
			return -EINVAL;
		shift = 10 * (int)(unit - units + 1);
		end++;
	}
	if (*end == 'i' && shift)
		end++;
	if (*end == 'B')
		end++;
	if (*end != '\0')
		return -EINVAL;
	if (v > INT64_MAX >> shift)
		return -ERANGE;
	*out = (int64_t)((uint64_t)v << shift);
	return 0;
}

static double unit_ns(const char **s)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
		{ "min", 60e9 }, { "m", 60e9 }, { "h", 3600e9 },
		{ "d", 86400e9 } };
	size_t i, len;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		len = strlen(units[i].name);
		if (strncmp(*s, units[i].name, len) == 0 &&
		    !isalpha((unsigned char)(*s)[len])) {
			*s += len;
			return units[i].ns;
		}
	}
	return 0;
}

int num_parse_duration(const char *s, int64_t *ns)
{
	double total = 0, v, unit;
	const char *rest = s;
	int r;

	do {
		if (!isdigit((unsigned char)*rest) && *rest != '.')
			return -EINVAL;
		r = leading_double(rest, &v, &rest);
		if (r < 0)
			return r;
		if (*rest == '\0' && total == 0)
			unit = 1e9;
		else
			unit = unit_ns(&rest);
		if (unit == 0)
			return -EINVAL;
		total += v * unit;
	} while (*rest != '\0');
	if (total >= 0x1p62)
		return -ERANGE;
	*ns = (int64_t)llround(total);
	return 0;
}

int num_parse_percent(const char *s, double *fraction)
{
	const char *rest;
	double v;
	int r = leading_double(s, &v, &rest);

	if (r < 0)
		return r;
	if (*rest == '%')
		rest++;
	if (*rest != '\0')
		return -EINVAL;
	*fraction = v / 100;
	return 0;
}

const char *num_bytes(int64_t bytes, char *out, size_t size)
{
	static const char units[] = "\0KMGTPE";
	int u = 0;

	while (bytes >= 1024 && bytes % 1024 == 0 && u < 6) {
		bytes /= 1024;
		u++;
	}
	snprintf(out, size, u ? "%lld%c" : "%lld", (long long)bytes, units[u]);
	return out;
}

/* Three significant digits without an exponent: 1.64, 16.4, 164, 1640. */
static void three_digits(double x, char *out, size_t size)
{
	double a = fabs(x);
	int decimals = a < 9.995 ? 2 : a < 99.95 ? 1 : 0;

	snprintf(out, size, "%.*f", decimals, x);
}

static const char *scaled(double x, double step, const char *const *units,
    size_t n, char *out, size_t size)
{
	char digits[32];
	size_t u = 0;

	while (u + 1 < n && fabs(x) >= 0.9995 * step) {
		x /= step;
		u++;
	}
	three_digits(x, digits, sizeof(digits));
	snprintf(out, size, "%s %s", digits, units[u]);
	return out;
}

const char *num_time(double ns, char *out, size_t size)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };

	return scaled(ns, 1000, units, 4, out, size);
}

const char *num_rate(double bytes_per_s, char *out, size_t size)
{
	static const char *const units[] = { "MB/s", "GB/s", "TB/s" };

	return scaled(bytes_per_s / 1e6, 1000, units, 3, out, size);
}

const char *num_size(double bytes, char *out, size_t size)
{
	static const char *const units[] = { "B", "KB", "MB", "GB", "TB" };

	return scaled(bytes, 1000, units, 5, out, size);
}

const char *num_plain(double x, char *out, size_t size)
{
	static const char *const units[] = { "M", "G", "T", "P" };

	if (fabs(x) >= 999999.5)
		return scaled(x / 1e6, 1000, units, 4, out, size);
	if (fabs(x) >= 99.95)
		snprintf(out, size, "%.0f", x);
	else
		num_digits(x, 3, out, size);
	return out;
}

const char *num_many(double x, char *out, size_t size)
{
	char plain[32];
	size_t n, at = 0;

	if (!(fabs(x) >= 99.95 && fabs(x) < 1e15))
		return num_digits(x, 3, out, size);
	n = (size_t)snprintf(plain, sizeof(plain), "%.0f", x);
	for (size_t i = 0; i < n && at + 2 < size; i++) {
		if (i > (size_t)(plain[0] == '-') && (n - i) % 3 == 0)
			out[at++] = ',';
		out[at++] = plain[i];
	}
	out[at] = '\0';
	return out;
}

const char *num_hz(double per_s, char *out, size_t size)
{
	static const char *const units[] = { "Hz", "kHz", "MHz", "GHz" };

	return scaled(per_s, 1000, units, 4, out, size);
}

const char *num_span(double seconds, char *out, size_t size)
{
	if (seconds < 9.5)
		snprintf(out, size, "%.*f s", seconds < 0.95 ? 1 : 0, seconds);
	else if (seconds < 119.5)
		snprintf(out, size, "%.0f s", seconds);
	else if (seconds < 119.5 * 60)
		snprintf(out, size, "%.0f min", seconds / 60);
	else if (seconds < 48 * 3600)
		snprintf(out, size, "%.0f h", seconds / 3600);
	else
		snprintf(out, size, "%.0f days", seconds / 86400);
	return out;
}

const char *num_change(double fraction, char *out, size_t size)
{
	double pct = fraction * 100, a = fabs(pct);

	if (a < 0.05)
		snprintf(out, size, "0.0 %%");
	else
		snprintf(out, size, "%+.*f %%", a < 9.95 ? 1 : 0, pct);
	return out;
}

const char *num_digits(double x, int digits, char *out, size_t size)
{
	double a = fabs(x);
	int decimals;

	if (a != 0 && (a < 1e-6 || a >= 1e15)) {
		snprintf(out, size, "%.*g", digits, x);
		return out;
	}
	decimals = a == 0 ? 0 : digits - 1 - (int)floor(log10(a));
	if (decimals < 0)
		decimals = 0;
	snprintf(out, size, "%.*f", decimals, x);
	return out;
}

const char *num_exact(double x, char *out, size_t size)
{
	double back;

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(out, size, "%.*g", digits, x);
		if (num_parse_double(out, &back) == 0 && back == x)
			break;
	}
	return out;
}
