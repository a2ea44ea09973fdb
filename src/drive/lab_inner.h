/* lab_inner.h - what the files lab*.c share. */
#ifndef PERFLOSS_DRIVE_LAB_INNER_H
#define PERFLOSS_DRIVE_LAB_INNER_H

#include "base/err.h"
#include "drive/drive.h"
#include "drive/lab.h"

#include <stddef.h>
#include <stdint.h>

/* By which port of the machine results come, or 0: by its second serial port,
 * as programs of that kernel may not use ports. A port is written to without
 * interrupts; and while nobody reads, QEMU then waits with the guest's clock
 * standing still, where a serial port lets it run on. */
unsigned lab_port(const struct kernel *k);

/* Arguments of QEMU; each is owned, NULL-ended. */
struct lab_args {
	char **v;
	size_t n, cap;
};

/* Whether a kernel can start the probe with these further words on its command
 * line (NULL = none): 0, or -EINVAL (one starts something else), -E2BIG. */
int lab_cmdline_fits(const char *cmdline, struct err *e);

/* initramfs, console: descriptors that QEMU inherits. */
void lab_args(struct lab_args *a, const char *qemu, const struct lab_boot *b,
    int initramfs, int console);
void lab_args_release(struct lab_args *a);

/* Write the initramfs to fd. */
int lab_initramfs(int fd, const struct lab_boot *b, const char *probe,
    struct err *e);

/* What is known of a boot when it is over. */
struct lab_ending {
	const struct probe_end *end;
	const char *kernel;  /* its name */
	const char *console; /* text */
	bool serial;         /* it is known to have a console there */
	int64_t memory_mb;
};

/* 0 when all is well, else why: -EIO where this machine failed it,
 * -ENOTRECOVERABLE (-ENOMEM, -ETIMEDOUT) where the guest did. */
int lab_judge(const struct lab_ending *x, struct err *e);

/* Whether a kernel of this configuration (NULL = unknown) can run here: 0, or
 * -ENOTSUP and what it lacks. */
int lab_fits(const struct kernel *k, struct err *e);

#endif
