/* blob.c - values packed into a blob and back. */
#include "store/blob.h"

#include "base/mem.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define HEAD 8

struct blob {
	z_stream pack, unpack;
	bool packs, unpacks; /* the streams are made */
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
	if (b->packs)
		deflateEnd(&b->pack);
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

const void *blob_pack(struct blob *b, const uint64_t *v, size_t n, size_t *size)
{
	size_t i, k;

	*size = 0;
	if (n == 0)
		return NULL;
	if (!b->packs && deflateInit(&b->pack, 1) != Z_OK)
		xreallocarray(NULL, SIZE_MAX, 2); /* out of memory: ends */
	b->packs = true;
	deflateReset(&b->pack);
	room(&b->plain, &b->plain_cap, n * 8);
	for (i = 0; i < n; i++)
		for (k = 0; k < 8; k++)
			b->plain[k * n + i] = (unsigned char)(v[i] >> 8 * k);
	room(&b->packed, &b->packed_cap, HEAD + deflateBound(&b->pack, n * 8));
	put32(b->packed, (uint32_t)n);
	put32(b->packed + 4, checksum(v, n));
	b->pack.next_in = b->plain;
	b->pack.avail_in = (uInt)(n * 8);
	b->pack.next_out = b->packed + HEAD;
	b->pack.avail_out = (uInt)(b->packed_cap - HEAD);
	/* cannot fail: there is room for all of it */
	deflate(&b->pack, Z_FINISH);
	*size = HEAD + b->pack.total_out;
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
