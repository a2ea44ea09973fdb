/* lab.h - a kernel booted in a virtual machine, with a probe inside.
 *
 * The machine is QEMU, and to this program it is a probe like any other: what
 * the guest writes to a port comes out of probe_next(). The plan goes into the
 * guest as a file, nothing is sent later. The initramfs and the console are
 * files without a name, so that nothing stays behind, however this program
 * ends; and QEMU ends with the thread that started it. */
#ifndef PERFLOSS_DRIVE_LAB_H
#define PERFLOSS_DRIVE_LAB_H

#include "base/buf.h"
#include "base/err.h"
#include "drive/drive.h"
#include "drive/kernel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a lab_boot says 0. */
#define LAB_MEMORY_MB 512
#define LAB_SETTLE_NS 15000000000
#define LAB_LIMIT_NS  180000000000

enum lab_accel {
	LAB_ICOUNT, /* interpreted; time is counted instructions */
	LAB_TCG,    /* interpreted; time is time */
	LAB_KVM,    /* the CPU itself; only after a lab_try of it went well */
};

/* A further file of the guest: a copy of one here, or a text (host NULL). */
struct lab_file {
	const char *guest;
	const char *host;
	const char *text;
	size_t len;
	unsigned mode; /* 0755; S_IFLNK: text is what it points to */
};

struct lab_boot {
	const struct kernel *kernel;
	const char *cmdline; /* further words of the command line, or NULL */
	uint64_t seed;       /* of the machine's date and its random numbers */
	enum lab_accel accel;
	int64_t memory_mb; /* 0 = the usual, more where files are large */
	int64_t
	    settle_ns;    /* of idling in the guest before the plan; < 0 none */
	int64_t limit_ns; /* of the whole boot, in time of this machine */
	/* Each NULL-ended, or NULL: "PATH=VALUE" to be written in the guest
	 * before settling; arguments of the probe. */
	const char *const *set;
	const char *const *args;
	const char *plan; /* lines of doc/WIRE.md */
	const struct lab_file *file;
	size_t n_file;
	const char *plugin, *plugin_out; /* paths, or NULL */
	/* What the kernel wrote to its console is added when the boot has ended
	 * badly; NULL = nobody asks. */
	struct buf *console;
};

/* Whether a boot that ended with this code may go well another time: where this
 * machine failed it (QEMU was killed), and not the guest, which where its time
 * is counted does the same again. */
bool lab_again(int code, enum lab_accel accel);

/* Boot. All that b points to is borrowed, until probe_stop only the console.
 * Then probe_next() until it returns 0 (end of stream) or an error, and
 * probe_stop(), which returns 0 when the guest has said all (a "bye") and was
 * switched off, and otherwise the sentence why not: a panic, a hang, no serial
 * port... That sentence is better than what probe_next said. Nothing is done
 * twice that could be told before: no QEMU, a kernel that by its configuration
 * cannot run here, a probe that is not static are errors of lab_start. */
int lab_start(struct probe **p, const struct lab_boot *b, struct err *e);

/* Boot with an empty plan to see whether it can be done, for at most limit_ns,
 * and whether LAB_ICOUNT counts: 0, or the reason. plan, settling and console
 * of b are not used. */
int lab_try(const struct lab_boot *b, int64_t limit_ns, struct err *e);

/* Path of a perfloss-probe that can be the guest's first process (static, for
 * x86-64); the caller frees. NULL and the reason. */
char *lab_probe(struct err *e);

/* Path of QEMU: $PERFLOSS_QEMU or qemu-system-x86_64 in PATH; the caller frees.
 * NULL and how to get it. */
char *lab_qemu(struct err *e);

/* Its version, "7.2.22", which the caller frees; NULL and the reason. */
char *lab_qemu_version(const char *qemu, struct err *e);

#endif
