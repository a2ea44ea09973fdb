/* inflate.c - unpack gzip (RFC 1951, 1952), for /proc/config.gz.
 *
 * The probe has the C library only. Small rather than fast: a code is read bit
 * by bit, counting the codes of each length. */
#include "plat/facts.h"

#include <errno.h>
#include <string.h>

struct inflate {
	const unsigned char *in;
	size_t n, at;
	uint32_t bits; /* read ahead, lowest first */
	int have;
	bool bad; /* the input ended or makes no sense */
	size_t max;
	struct buf *out;
};

/* A Huffman code in canonical form: how many codes of each length, and the
 * symbols in the order of their codes. */
struct code {
	uint16_t count[16];
	uint16_t symbol[288];
};

static unsigned get_bits(struct inflate *z, int n)
{
	unsigned v;

	while (z->have < n) {
		if (z->at >= z->n) {
			z->bad = true;
			return 0;
		}
		z->bits |= (uint32_t)z->in[z->at++] << z->have;
		z->have += 8;
	}
	v = z->bits & ((1u << n) - 1);
	z->bits >>= n;
	z->have -= n;
	return v;
}

/* More codes than fit a length are refused; fewer are allowed, a bit pattern
 * that has no code is an error when it comes. */
static bool make_code(struct code *c, const uint8_t *len, int n)
{
	uint16_t next[16] = { 0 };
	int room = 1;

	memset(c, 0, sizeof(*c));
	for (int i = 0; i < n; i++)
		c->count[len[i]]++;
	c->count[0] = 0;
	for (int i = 1; i < 16; i++) {
		room = room * 2 - c->count[i];
		if (room < 0)
			return false;
		next[i] = (uint16_t)(next[i - 1] + c->count[i - 1]);
	}
	for (int i = 0; i < n; i++)
		if (len[i] > 0)
			c->symbol[next[len[i]]++] = (uint16_t)i;
	return true;
}

/* Codes of one length are consecutive numbers; the first of the next length
 * is twice what follows the last. */
static unsigned get_symbol(struct inflate *z, const struct code *c)
{
	unsigned value = 0, first = 0, index = 0;

	for (int len = 1; len < 16 && !z->bad; len++) {
		value |= get_bits(z, 1);
		if (value - first < c->count[len])
			return c->symbol[index + value - first];
		index += c->count[len];
		first = (first + c->count[len]) << 1;
		value <<= 1;
	}
	z->bad = true;
	return 0;
}

static void put_copy(struct inflate *z, size_t distance, size_t len)
{
	if (distance > z->out->len) {
		z->bad = true;
		return;
	}
	for (; len > 0; len--)
		buf_add_char(z->out, z->out->s[z->out->len - distance]);
}

/* RFC 1951, 3.2.5. */
static void unpack_codes(struct inflate *z, const struct code *lengths,
    const struct code *distances)
{
	static const uint16_t len_base[29] = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 13,
		15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
		163, 195, 227, 258 };
	static const uint8_t len_bits[29] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1,
		1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };

	while (!z->bad && z->out->len <= z->max) {
		unsigned s = get_symbol(z, lengths), d, extra;
		size_t len, distance;

		if (s == 256)
			return;
		if (s < 256) {
			buf_add_char(z->out, (char)s);
			continue;
		}
		s -= 257;
		if (s >= 29)
			break;
		len = len_base[s] + get_bits(z, len_bits[s]);
		d = get_symbol(z, distances);
		if (d >= 30)
			break;
		extra = d < 2 ? 0 : d / 2 - 1;
		distance = (d < 2 ? d : (2 + d % 2) << extra) + 1 +
		    get_bits(z, (int)extra);
		put_copy(z, distance, len);
	}
	z->bad = true;
}

static void unpack_fixed(struct inflate *z)
{
	struct code lengths, distances;
	uint8_t len[288];

	for (int i = 0; i < 288; i++)
		len[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	make_code(&lengths, len, 288);
	memset(len, 5, 30);
	make_code(&distances, len, 30);
	unpack_codes(z, &lengths, &distances);
}

/* RFC 1951, 3.2.7: the lengths of the codes are packed by a code, too. */
static void unpack_dynamic(struct inflate *z)
{
	static const uint8_t order[19] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11,
		4, 12, 3, 13, 2, 14, 1, 15 };
	struct code lengths, distances;
	uint8_t len[320] = { 0 };
	unsigned nlen = get_bits(z, 5) + 257, ndist = get_bits(z, 5) + 1;
	unsigned ncode = get_bits(z, 4) + 4, i = 0;

	for (unsigned k = 0; k < ncode; k++)
		len[order[k]] = (uint8_t)get_bits(z, 3);
	if (nlen > 286 || ndist > 30 || !make_code(&lengths, len, 19))
		z->bad = true;
	memset(len, 0, sizeof(len));
	while (!z->bad && i < nlen + ndist) {
		unsigned s = get_symbol(z, &lengths), times = 1, value = s;

		if (s == 16) {
			value = i > 0 ? len[i - 1] : 0;
			z->bad |= i == 0;
			times = 3 + get_bits(z, 2);
		} else if (s > 16) {
			value = 0;
			times =
			    s == 17 ? 3 + get_bits(z, 3) : 11 + get_bits(z, 7);
		}
		if (i + times > nlen + ndist)
			z->bad = true;
		for (; !z->bad && times > 0; times--)
			len[i++] = (uint8_t)value;
	}
	if (z->bad || !make_code(&lengths, len, (int)nlen) ||
	    !make_code(&distances, len + nlen, (int)ndist))
		z->bad = true;
	else
		unpack_codes(z, &lengths, &distances);
}

static void unpack_stored(struct inflate *z)
{
	size_t len;

	z->bits = 0;
	z->have = 0;
	if (z->n - z->at < 4) {
		z->bad = true;
		return;
	}
	len = z->in[z->at] | (size_t)z->in[z->at + 1] << 8;
	z->bad = (len ^ 0xffff) !=
		(z->in[z->at + 2] | (size_t)z->in[z->at + 3] << 8) ||
	    z->n - z->at - 4 < len;
	if (z->bad)
		return;
	buf_add_mem(z->out, z->in + z->at + 4, len);
	z->at += 4 + len;
}

static void unpack(struct inflate *z)
{
	bool last = false;

	while (!last && !z->bad) {
		last = get_bits(z, 1) != 0;
		switch (get_bits(z, 2)) {
		case 0:
			unpack_stored(z);
			break;
		case 1:
			unpack_fixed(z);
			break;
		case 2:
			unpack_dynamic(z);
			break;
		default:
			z->bad = true;
		}
		if (z->out->len > z->max)
			return;
	}
}

/* Bytes of the header (RFC 1952, 2.3), 0 = it is none. */
static size_t header_size(const unsigned char *p, size_t n)
{
	size_t at = 10;
	int flags;

	if (n < 18 || p[0] != 0x1f || p[1] != 0x8b || p[2] != 8)
		return 0;
	flags = p[3];
	if (flags & 4) /* extra field */
		at += 2 + (p[10] | (size_t)p[11] << 8);
	for (int bit = 8; bit <= 16; bit *= 2) { /* name, comment */
		if (!(flags & bit))
			continue;
		while (at < n && p[at] != 0)
			at++;
		at++;
	}
	if (flags & 2) /* check sum of the header */
		at += 2;
	return at + 8 > n ? 0 : at;
}

static uint32_t crc32_of(const void *data, size_t n)
{
	const unsigned char *p = data;
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= p[i];
		for (int k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

static uint32_t little32(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	    (uint32_t)p[3] << 24;
}

int gunzip(const void *in, size_t n, size_t max, struct buf *out)
{
	struct inflate z = { .in = in, .n = n, .max = max, .out = out };
	int ret = 0;

	buf_clear(out);
	z.at = header_size(in, n);
	if (z.at == 0)
		return -EINVAL;
	unpack(&z);
	if (out->len > max)
		ret = -EFBIG;
	else if (z.bad || n - z.at < 8 ||
	    little32(z.in + z.at) != crc32_of(buf_str(out), out->len) ||
	    little32(z.in + z.at + 4) != (uint32_t)out->len)
		ret = -EINVAL;
	if (ret < 0)
		buf_clear(out);
	return ret;
}
