/* blob.c - values packed into a blob and back. */
#include "store/blob.h"

#include "base/mem.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define HEAD 8

/* zlib clears its tables for each stream, 64 KB of them as it is set by
 * itself. Few values need no more than 2 KB (2^9 bytes of window; memory level
 * 3: a hash of 2^10 entries, and 2^9 symbols in a block, so that all are in
 * one). */
#define FEW_BYTES  256
#define FEW_WINDOW 9
#define FEW_LEVEL  3

/* And one or two are not worth a table: zlib's block "stored" (RFC 1950, 1951)
 * has them as they are. */
#define STORED_BYTES 16

enum { MANY, FEW, PACKERS };

struct blob {
	z_stream pack[PACKERS], unpack;
	bool packs[PACKERS], unpacks; /* the streams are made */
	unsigned char *plain, *packed;
	size_t plain_cap, packed_cap;
};

struct blob *blob_new(void)
{
	return xcalloc(1, sizeof(struct blob));
}

void blob_free(struct blob *b)
{
	if (!b)
		return;
	for (int i = 0; i < PACKERS; i++)
		if (b->packs[i])
			deflateEnd(&b->pack[i]);
	if (b->unpacks)
		inflateEnd(&b->unpack);
	free(b->plain);
	free(b->packed);
	free(b);
}

static void room(unsigned char **p, size_t *cap, size_t want)
{
	if (want <= *cap)
		return;
	*p = xreallocarray(*p, want, 1);
	*cap = want;
}

static void put32(unsigned char *to, uint32_t x)
{
	int i;

	for (i = 0; i < 4; i++)
		to[i] = (unsigned char)(x >> 8 * i);
}

static uint32_t get32(const unsigned char *from)
{
	return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
	    (uint32_t)from[3] << 24;
}

static uint32_t checksum(const uint64_t *v, size_t n)
{
	uLong crc = crc32(0, NULL, 0);
	unsigned char b[8];
	size_t i, k;

	for (i = 0; i < n; i++) {
		for (k = 0; k < 8; k++)
			b[k] = (unsigned char)(v[i] >> 8 * k);
		crc = crc32(crc, b, sizeof(b));
	}
	return (uint32_t)crc;
}

/* A stream for so many bytes, at its beginning. */
static z_stream *packer(struct blob *b, size_t bytes)
{
	int which = bytes <= FEW_BYTES ? FEW : MANY;
	z_stream *z = &b->pack[which];
	int made = Z_OK;

	if (!b->packs[which])
		made = which == FEW ? deflateInit2(z, 1, Z_DEFLATED, FEW_WINDOW,
					  FEW_LEVEL, Z_DEFAULT_STRATEGY) :
				      deflateInit(z, 1);
	if (made != Z_OK)
		xreallocarray(NULL, SIZE_MAX, 2); /* out of memory: ends */
	b->packs[which] = true;
	deflateReset(z);
	return z;
}

/* A stream of one stored block; at most STORED_BYTES. Returns its length. */
static size_t store(unsigned char *to, const unsigned char *plain, size_t n)
{
	uLong sum = adler32(adler32(0, NULL, 0), plain, (uInt)n);

	memcpy(to, "\x78\x01\x01", 3); /* window, level; the last block */
	to[3] = (unsigned char)n;
	to[4] = 0;
	to[5] = (unsigned char)~n;
	to[6] = 0xff;
	memcpy(to + 7, plain, n);
	for (size_t k = 0; k < 4; k++)
		to[7 + n + k] = (unsigned char)(sum >> (24 - 8 * k));
	return 11 + n;
}

static size_t compress_all(struct blob *b, size_t bytes)
{
	z_stream *z = packer(b, bytes);

	room(&b->packed, &b->packed_cap, HEAD + deflateBound(z, bytes));
	z->next_in = b->plain;
	z->avail_in = (uInt)bytes;
	z->next_out = b->packed + HEAD;
	z->avail_out = (uInt)(b->packed_cap - HEAD);
	/* cannot fail: there is room for all of it */
	deflate(z, Z_FINISH);
	return z->total_out;
}

const void *blob_pack(struct blob *b, const uint64_t *v, size_t n, size_t *size)
{
	size_t i, k;

	*size = 0;
	if (n == 0)
		return NULL;
	room(&b->plain, &b->plain_cap, n * 8);
	for (i = 0; i < n; i++)
		for (k = 0; k < 8; k++)
			b->plain[k * n + i] = (unsigned char)(v[i] >> 8 * k);
	room(&b->packed, &b->packed_cap, HEAD + 11 + STORED_BYTES);
	*size = HEAD;
	*size += n * 8 <= STORED_BYTES ?
	    store(b->packed + HEAD, b->plain, n * 8) :
	    compress_all(b, n * 8);
	put32(b->packed, (uint32_t)n);
	put32(b->packed + 4, checksum(v, n));
	return b->packed;
}

/* The stream's bytes into b->plain: exactly want of them. */
static int inflate_all(struct blob *b, const unsigned char *data, size_t size,
    size_t want)
{
	if (!b->unpacks && inflateInit(&b->unpack) != Z_OK)
		return -ENOMEM;
	b->unpacks = true;
	inflateReset(&b->unpack);
	room(&b->plain, &b->plain_cap, want);
	/* zlib's pointer is not const, what it points to is only read */
	memcpy(&b->unpack.next_in, &data, sizeof(data));
	b->unpack.avail_in = (uInt)size;
	b->unpack.next_out = b->plain;
	b->unpack.avail_out = (uInt)want;
	if (inflate(&b->unpack, Z_FINISH) != Z_STREAM_END ||
	    b->unpack.total_out != want || b->unpack.avail_in != 0)
		return -EBADMSG;
	return 0;
}

int blob_unpack(struct blob *b, const void *data, size_t size, uint64_t **v,
    size_t *n)
{
	const unsigned char *bytes = data;
	size_t count, i, k;
	int code;

	*v = NULL;
	*n = 0;
	if (!data)
		return 0;
	/* no value packs into less than a thousandth: zlib's own limit */
	if (size < HEAD || size > UINT32_MAX)
		return -EBADMSG;
	count = get32(bytes);
	if (count == 0 || count > BLOB_VALUES || count * 8 / 1100 > size)
		return -EBADMSG;
	code = inflate_all(b, bytes + HEAD, size - HEAD, count * 8);
	if (code)
		return code;
	*v = xcalloc(count, sizeof(**v));
	for (k = 0; k < 8; k++)
		for (i = 0; i < count; i++)
			(*v)[i] |= (uint64_t)b->plain[k * count + i] << 8 * k;
	if (checksum(*v, count) != get32(bytes + 4)) {
		free(*v);
		*v = NULL;
		return -EBADMSG;
	}
	*n = count;
	return 0;
}
