/* linux_boot.c - what process 1 of a machine made for measuring does to it. */
#include "plat/boot.h"

#include "plat/linux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/random.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#if defined(__x86_64__)
#include <sys/io.h>
#endif
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MIX_MOST 64

/* In the order in which they lie in each other. */
static const struct {
	const char *type, *at, *options;
	bool needed;
	mode_t mode; /* where the directory has files, and stays; 0 = it goes */
} mounts[] = {
	{ "proc", "/proc", NULL, true, 0 },
	{ "sysfs", "/sys", NULL, true, 0 },
	{ "devtmpfs", "/dev", NULL, true, 0 },
	{ "tmpfs", "/dev/shm", "mode=1777", false, 0 },
	{ "devpts", "/dev/pts", NULL, false, 0 },
	{ "mqueue", "/dev/mqueue", NULL, false, 0 },
	{ "tmpfs", "/tmp", "mode=1777", false, 01777 },
	{ "tmpfs", "/run", "mode=755", false, 0755 },
	{ "cgroup2", "/sys/fs/cgroup", NULL, false, 0 },
	{ "bpf", "/sys/fs/bpf", NULL, false, 0 },
	{ "tracefs", "/sys/kernel/tracing", NULL, false, 0 },
};

bool plat_boot_is_ours(const char *path)
{
	struct statfs fs;
	struct stat st;

	return getpid() == 1 && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    stat("/proc/self", &st) != 0 && statfs("/", &fs) == 0 &&
	    ((unsigned long)fs.f_type == RAMFS_MAGIC ||
		(unsigned long)fs.f_type == TMPFS_MAGIC);
}

/* What the kernel's own group may hand on, so that rows have cgroups. */
static void hand_on(void)
{
	static const char *const words[] = { "+cpu", "+memory" };
	int fd =
	    open("/sys/fs/cgroup/cgroup.subtree_control", O_WRONLY | O_CLOEXEC);

	for (size_t i = 0; fd >= 0 && i < 2; i++)
		if (write(fd, words[i], strlen(words[i])) < 0)
			continue;
	if (fd >= 0)
		close(fd);
}

/* What the machine was given there would be hidden by a file system over it. */
static bool has_files(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	bool has = false;

	while (d && !has && (de = readdir(d)) != NULL)
		has = strcmp(de->d_name, ".") != 0 &&
		    strcmp(de->d_name, "..") != 0;
	if (d)
		closedir(d);
	return has;
}

int plat_boot_mount(struct err *e)
{
	umask(0);
	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].at, 0755);
		if (mounts[i].mode && has_files(mounts[i].at)) {
			chmod(mounts[i].at, mounts[i].mode);
			continue;
		}
		if (mount(mounts[i].type, mounts[i].at, mounts[i].type, 0,
			mounts[i].options) < 0 &&
		    mounts[i].needed && errno != EBUSY)
			return err_sys(e, -errno, "cannot mount '%s'",
			    mounts[i].at);
	}
	umask(022);
	hand_on();
	return 0;
}

int plat_boot_loopback(struct err *e)
{
	struct ifreq r = { .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), code = 0;

	memcpy(r.ifr_name, "lo", 3);
	if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &r) < 0)
		code = err_sys(e, -errno, "cannot bring up '%s'", r.ifr_name);
	if (fd >= 0)
		close(fd);
	return code;
}

int plat_boot_mix(const void *bytes, size_t n, struct err *e)
{
	struct { /* rand_pool_info, which has its bytes at the end */
		int entropy_count, buf_size;
		unsigned char bytes[MIX_MOST];
	} pool;
	int fd, code = 0;

	n = n < MIX_MOST ? n : MIX_MOST;
	pool.entropy_count = (int)n * 8;
	pool.buf_size = (int)n;
	memcpy(pool.bytes, bytes, n);
	fd = open("/dev/urandom", O_WRONLY | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, RNDADDENTROPY, &pool) < 0)
		code =
		    err_sys(e, -errno, "cannot mix into '%s'", "/dev/urandom");
	if (fd >= 0)
		close(fd);
	return code;
}

#if defined(__x86_64__)
int plat_boot_port(unsigned port, const void *bytes, size_t n, struct err *e)
{
	/* For no longer than this: whoever may use ports costs more to switch
	 * to. */
	if (ioperm(port, 1, 1) < 0)
		return err_sys(e, -errno, "cannot use port 0x%x", port);
	__asm__ volatile("rep outsb"
			 : "+S"(bytes), "+c"(n)
			 : "d"((uint16_t)port)
			 : "memory");
	ioperm(port, 1, 0);
	return 0;
}
#else
int plat_boot_port(unsigned port, const void *bytes, size_t n, struct err *e)
{
	(void)bytes;
	(void)n;
	return err_set(e, -ENOTSUP, "this machine has no port 0x%x", port);
}
#endif

/* Any machine can be reset; who made it sees to it that it then ends. */
_Noreturn void plat_boot_off(void)
{
	sync();
	reboot(RB_AUTOBOOT);
	for (;;)
		pause();
}
