/* lab.c - what is said of boots that ended badly, and how QEMU is called. */
#include "drive/lab_inner.h"

#include "base/mem.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EXITED(status) ((status) << 8)

static int judge(struct probe_end end, const char *console, bool serial,
    struct err *e)
{
	const struct lab_ending x = { .end = &end,
		.kernel = "K",
		.console = console,
		.serial = serial,
		.memory_mb = 64 };

	end.words = end.words ? end.words : "";
	e->text[0] = '\0';
	return lab_judge(&x, e);
}

#define PANIC "[    0.91] Kernel panic - not syncing: "

static void panics(void)
{
	static const struct probe_end off = { .status = 0 };
	struct err e;

	judge(off, PANIC "Fatal exception in interrupt\r\n[ 1.0] ---[ end\r\n",
	    true, &e);
	tap_str(e.text, "the kernel 'K' panicked: Fatal exception in interrupt",
	    "a panic");
	judge(off,
	    "x\r\n" PANIC "VFS: Unable to mount root fs on "
	    "unknown-block(0,0)\r\n",
	    true, &e);
	tap_ok(strstr(e.text, "found no initramfs") != NULL, "no initramfs: %s",
	    e.text);
	judge(off,
	    "Failed to execute /init (error -8)\r\n" PANIC
	    "No working init found.\r\n",
	    true, &e);
	tap_ok(strstr(e.text,
		   "cannot run the probe: Failed to execute /init "
		   "(error -8)") != NULL,
	    "an init that cannot run: %s", e.text);
	judge(off,
	    "Initramfs unpacking failed: write error\r\n" PANIC
	    "VFS: Unable to mount root fs on x\r\n",
	    true, &e);
	tap_ok(strstr(e.text, "cannot unpack its initramfs in 64 MB: ") != NULL,
	    "an initramfs without room: %s", e.text);
	tap_ok(judge((struct probe_end){ .hello = true, .bye = true },
		   "Initramfs unpacking failed: write error\r\n", true,
		   &e) == -ENOMEM,
	    "even when what is there ran");
	tap_ok(judge(off, PANIC "System is deadlocked on memory\r\n", true,
		   &e) == -ENOMEM &&
		strstr(e.text,
		    "64 MB, or what its command line leaves of "
		    "them, are too few"),
	    "too little memory: %s", e.text);
	judge(off, "perfloss-probe: cannot mount '/proc': no such device\r\n",
	    true, &e);
	tap_ok(strstr(e.text,
		   "the probe in it failed: cannot mount '/proc': "
		   "no such device") != NULL,
	    "what the probe says itself: %s", e.text);
	tap_ok(judge(off, "", true, &e) == -ENOMEM &&
		strstr(e.text, "64 MB may be too few"),
	    "nothing at all: %s", e.text);
	judge(off, "last\r\n", true, &e);
	tap_ok(strstr(e.text,
		   "stopped before it was done; its console said "
		   "last: last"),
	    "nothing much: %s", e.text);
}

static void hangs(void)
{
	static const struct probe_end late = { .late = true,
		.lived_ns = 60000000000,
		.killed = true },
				      talking = { .late = true,
					      .lived_ns = 60000000000,
					      .hello = true };
	struct err e;

	tap_ok(judge(late, "", false, &e) == -ETIMEDOUT &&
		strstr(e.text, "said nothing for 60 s") &&
		strstr(e.text, "CONFIG_SERIAL_8250_CONSOLE"),
	    "no serial port: %s", e.text);
	tap_ok(judge(late, "", true, &e) == -ETIMEDOUT &&
		!strstr(e.text, "CONFIG_SERIAL"),
	    "one that has a console: %s", e.text);
	judge(late, "[    0.5] a\r\n[    0.7]  last words \x1b[2J\r\n\r\n",
	    true, &e);
	tap_ok(strstr(e.text, "its console said last: last words  [2J") != NULL,
	    "a hang: %s", e.text);
	judge(talking, "", true, &e);
	tap_ok(strstr(e.text, "booted, but was not done after 60 s") != NULL,
	    "too much to do: %s", e.text);
}

/* What the guest did it would do again, as long as its time is counted. */
static void tried_again(void)
{
	static const struct probe_end off = { .hello = false };
	struct err e;
	int killed = judge((struct probe_end){ .status = 9 }, "", true, &e);
	int panic = judge(off, PANIC "it\r\n", true, &e);
	int said = judge(off, "perfloss-probe: no\r\n", true, &e);
	int stopped = judge(off, "last\r\n", true, &e);
	int late = judge((struct probe_end){ .late = true }, "", true, &e);

	tap_ok(lab_again(killed, LAB_ICOUNT), "killed by another: again");
	tap_ok(!lab_again(panic, LAB_ICOUNT) && !lab_again(said, LAB_ICOUNT) &&
		!lab_again(stopped, LAB_ICOUNT) && !lab_again(late, LAB_ICOUNT),
	    "the guest's own end: not again");
	tap_ok(lab_again(panic, LAB_KVM) && lab_again(late, LAB_TCG),
	    "but where it takes time, which differs");
}

static void qemu_ends(void)
{
	struct err e;

	judge((struct probe_end){ .status = 9, .hello = true }, "", true, &e);
	tap_ok(strstr(e.text, "QEMU was killed by signal 9") != NULL, "%s",
	    e.text);
	tap_ok(judge((struct probe_end){ .status = EXITED(1),
			 .words = ": qemu: cannot set up guest memory 'pc.ram':"
				  " Cannot allocate memory" },
		   "", true, &e) == -ENOMEM &&
		strstr(e.text, "no memory for a virtual machine of 64 MB"),
	    "%s", e.text);
	judge((struct probe_end){ .status = EXITED(1),
		  .words = ": qemu: unknown option" },
	    "", true, &e);
	tap_str(e.text, "QEMU ended with status 1: qemu: unknown option",
	    "its own errors");
	judge((struct probe_end){ .killed = true, .hello = true }, "", true,
	    &e);
	tap_ok(strstr(e.text, "was stopped before it was done") != NULL, "%s",
	    e.text);
	tap_ok(judge((struct probe_end){ .hello = true, .bye = true },
		   PANIC "x\r\n", true, &e) == 0,
	    "one that has said all is well");
}

static void fits(void)
{
	static char good[] = "CONFIG_X86_64=y\nCONFIG_SERIAL_8250=y\n"
			     "CONFIG_BLK_DEV_INITRD=y\nCONFIG_BINFMT_ELF=y\n",
		    bad[] = "CONFIG_X86_64=y\n# CONFIG_SERIAL_8250 is not set\n"
			    "# CONFIG_X86_IOPL_IOPERM is not set\n"
			    "CONFIG_BLK_DEV_INITRD=y\nCONFIG_BINFMT_ELF=y\n",
		    module[] = "CONFIG_X86_64=y\nCONFIG_SERIAL_8250=y\n"
			       "CONFIG_BLK_DEV_INITRD=yes\n";
	static char mute[] = "CONFIG_X86_64=y\nCONFIG_BLK_DEV_INITRD=y\n"
			     "CONFIG_BINFMT_ELF=y\n";
	static char name[] = "K";
	struct kernel k = { .name = name };
	struct err e;

	tap_ok(lab_fits(&k, &e) == 0, "an unknown configuration may do");
	k.config = good;
	tap_ok(lab_fits(&k, &e) == 0, "a good one");
	k.config = mute;
	tap_ok(lab_fits(&k, &e) == 0, "one without a serial port: %s", e.text);
	k.config = bad;
	tap_ok(lab_fits(&k, &e) == -ENOTSUP &&
		strstr(e.text, "without CONFIG_SERIAL_8250=y"),
	    "no serial port: %s", e.text);
	k.config = module;
	tap_ok(lab_fits(&k, &e) == -ENOTSUP &&
		strstr(e.text, "without CONFIG_BLK_DEV_INITRD=y"),
	    "no initramfs: %s", e.text);
}

static const char *after(const struct lab_args *a, const char *option)
{
	for (size_t i = 0; i + 1 < a->n; i++)
		if (strcmp(a->v[i], option) == 0)
			return a->v[i + 1];
	return NULL;
}

static void called(void)
{
	static char boot[] = "/k/vmlinux";
	const struct kernel k = { .boot = boot };
	struct lab_boot b = { .kernel = &k,
		.seed = 1,
		.cmdline = "mitigations=off",
		.plugin = "/a,b/count.so",
		.plugin_out = "/t/out" };
	struct lab_args a, other;

	lab_args(&a, "/usr/bin/qemu", &b, 7, 8);
	tap_str(after(&a, "-initrd"), "/proc/self/fd/7", "the initramfs");
	tap_str(after(&a, "-serial"), "file:/proc/self/fd/8", "the console");
	tap_str(after(&a, "-device"), "isa-debugcon,iobase=233,chardev=wire",
	    "results by a port");
	tap_str(after(&a, "-icount"), "shift=0,sleep=off", "counted");
	tap_str(after(&a, "-m"), "512", "the usual memory");
	tap_str(after(&a, "-plugin"), "file=/a,,b/count.so,out=/t/out",
	    "commas in a path are doubled");
	tap_ok(strstr(after(&a, "-append"), " mitigations=off") != NULL,
	    "the command line");
	tap_ok(a.v[a.n] == NULL, "a list that ends");
	b.seed = 2;
	b.memory_mb = 64;
	lab_args(&other, "/usr/bin/qemu", &b, 7, 8);
	tap_ok(strcmp(after(&a, "-rtc"), after(&other, "-rtc")) != 0,
	    "other seeds, other dates: %s, %s", after(&a, "-rtc"),
	    after(&other, "-rtc"));
	tap_str(after(&other, "-m"), "64", "another memory");
	lab_args_release(&other);
	b.accel = LAB_KVM;
	lab_args(&other, "/usr/bin/qemu", &b, 7, 8);
	tap_ok(!after(&other, "-icount") && !after(&other, "-rtc"),
	    "nothing is counted with KVM");
	lab_args_release(&other);
	lab_args_release(&a);
}

static void words(void)
{
	char longest[2048];
	struct err e;

	tap_ok(lab_cmdline_fits(NULL, &e) == 0, "no words");
	tap_ok(lab_cmdline_fits("a=b,c init=/bin/sh mem=64M -- rdinit=/x",
		   &e) == 0,
	    "words that do no harm");
	tap_ok(lab_cmdline_fits("a  rdinit=/bin/sh b", &e) == -EINVAL &&
		strstr(e.text, "'rdinit=/bin/sh' on the kernel's"),
	    "another first process: %s", e.text);
	tap_ok(lab_cmdline_fits("a\nnoinitrd", &e) == -EINVAL &&
		strstr(e.text, "'noinitrd'"),
	    "no initramfs: %s", e.text);
	tap_ok(lab_cmdline_fits("noinitrds", &e) == 0, "another word");
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	tap_ok(lab_cmdline_fits(longest, &e) == -E2BIG,
	    "more than a kernel reads: %s", e.text);
	longest[1900] = '\0';
	tap_ok(lab_cmdline_fits(longest, &e) == 0, "as much as it reads");
}

int main(void)
{
	panics();
	hangs();
	qemu_ends();
	tried_again();
	fits();
	called();
	words();
	return tap_done();
}
