/* image.h - what kind of file a kernel is, by its content.
 *
 * Sources: the kernel's Documentation/arch/x86/boot.rst (header of a bzImage),
 * arm64/booting.rst, riscv/boot-image-header.rst; the ELF specification; the
 * note by which Xen and QEMU start an uncompressed kernel (PVH) is
 * XEN_ELFNOTE_PHYS32_ENTRY of Xen's public elfnote.h. */
#ifndef PERFLOSS_DRIVE_IMAGE_H
#define PERFLOSS_DRIVE_IMAGE_H

#include "base/buf.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum image_kind {
	IMAGE_UNKNOWN,
	IMAGE_BZIMAGE, /* x86-64 */
	IMAGE_VMLINUX, /* x86-64, ELF, and a kernel */
	IMAGE_PROGRAM, /* ELF, but no kernel */
	IMAGE_FOREIGN, /* of another architecture */
	IMAGE_DEB,
	IMAGE_PACKED, /* compressed as a whole */
};

struct image {
	enum image_kind kind;
	const char *arch;   /* of a foreign one: "ARM64" */
	char release[128];  /* "" = unknown */
	bool pvh;           /* of a vmlinux: QEMU can start it */
	int64_t size, need; /* bytes that there are, and that it speaks of */
	int64_t payload, payload_len; /* of a bzImage; len 0 = none */
};

/* Look at the file. 0 also for what is unknown, foreign or cut short (size <
 * need); else the reason why it cannot be read. */
int image_look(struct image *im, int fd, struct err *e);

/* The text of the configuration that a vmlinux has in it (CONFIG_IKCONFIG):
 * 1 = added to *out, 0 = it has none. */
int image_config(int fd, struct buf *out);

#endif
