/* refuse.c - run a command that the kernel refuses some system calls.
 *
 *	refuse EPERM|ENOSYS CALL,CALL... COMMAND [ARG...]
 *	refuse loopback up COMMAND [ARG...]
 *
 * A seccomp filter answers each of these calls with that error, as sandboxes
 * of containers do, in the command and in all that it starts. "special" stands
 * for those that such sandboxes refuse. Exits with 77 where no filter can be
 * had. The second form refuses nothing: a new network namespace has its
 * loopback down, and the program "ip" is not everywhere. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SKIPPED 77
#define CALLS   128

/* Numbers that headers of an older kernel lack are the same on all machines. */
#define NEWER(name, nr) \
	{ \
		name, nr, true \
	}

static const struct call {
	const char *name;
	long nr;
	bool special;
} calls[] = {
	NEWER("pidfd_send_signal", 424),
	NEWER("io_uring_setup", 425),
	NEWER("pidfd_open", 434),
	NEWER("clone3", 435),
	NEWER("openat2", 437),
	NEWER("pidfd_getfd", 438),
	NEWER("mount_setattr", 442),
	NEWER("landlock_create_ruleset", 444),
	NEWER("landlock_restrict_self", 446),
	NEWER("futex_waitv", 449),
	{ "bpf", SYS_bpf, true },
	{ "copy_file_range", SYS_copy_file_range, true },
	{ "fgetxattr", SYS_fgetxattr, true },
	{ "fsetxattr", SYS_fsetxattr, true },
	{ "getxattr", SYS_getxattr, true },
	{ "memfd_create", SYS_memfd_create, true },
	{ "mlock", SYS_mlock, true },
	{ "mount", SYS_mount, true },
	{ "mq_open", SYS_mq_open, true },
	{ "msgget", SYS_msgget, true },
	{ "perf_event_open", SYS_perf_event_open, true },
	{ "process_vm_readv", SYS_process_vm_readv, true },
	{ "ptrace", SYS_ptrace, true },
	{ "seccomp", SYS_seccomp, true },
	{ "semget", SYS_semget, true },
	{ "setns", SYS_setns, true },
	{ "setxattr", SYS_setxattr, true },
	{ "shmget", SYS_shmget, true },
	{ "sigaltstack", SYS_sigaltstack, true },
	{ "statx", SYS_statx, true },
	{ "umount2", SYS_umount2, true },
	{ "unshare", SYS_unshare, true },
	{ "userfaultfd", SYS_userfaultfd, true },
	{ "eventfd2", SYS_eventfd2, false },
	{ "epoll_create1", SYS_epoll_create1, false },
	{ "fallocate", SYS_fallocate, false },
	{ "flock", SYS_flock, false },
	{ "getrandom", SYS_getrandom, false },
	{ "madvise", SYS_madvise, false },
	{ "mremap", SYS_mremap, false },
	{ "prctl", SYS_prctl, false },
	{ "prlimit64", SYS_prlimit64, false },
	{ "sched_getaffinity", SYS_sched_getaffinity, false },
	{ "sched_setaffinity", SYS_sched_setaffinity, false },
	{ "sched_setscheduler", SYS_sched_setscheduler, false },
	{ "setitimer", SYS_setitimer, false },
	{ "signalfd4", SYS_signalfd4, false },
	{ "socket", SYS_socket, false },
	{ "socketpair", SYS_socketpair, false },
	{ "timer_create", SYS_timer_create, false },
	{ "timerfd_create", SYS_timerfd_create, false },
};

#define N (sizeof(calls) / sizeof(calls[0]))

static struct sock_filter prog[CALLS * 2 + 3];
static unsigned short len;

static void add(uint16_t code, uint8_t jf, uint32_t k)
{
	prog[len++] = (struct sock_filter){ code, 0, jf, k };
}

static void refuse(long nr, uint32_t error)
{
	add(BPF_JMP | BPF_JEQ | BPF_K, 1, (uint32_t)nr);
	add(BPF_RET | BPF_K, 0, SECCOMP_RET_ERRNO | error);
}

/* How many calls this word stands for. */
static int refuse_word(const char *word, uint32_t error)
{
	int found = 0;
	size_t i;

	for (i = 0; i < N; i++)
		if (strcmp(word, calls[i].name) == 0 ||
		    (strcmp(word, "special") == 0 && calls[i].special)) {
			refuse(calls[i].nr, error);
			found++;
		}
	return found;
}

static void loopback_up(void)
{
	struct ifreq ifr = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &ifr) < 0)
		perror("loopback");
	if (fd >= 0)
		close(fd);
}

static int start(char **argv)
{
	execvp(argv[0], argv);
	perror(argv[0]);
	return 2;
}

int main(int argc, char **argv)
{
	struct sock_fprog p;
	char *word, *rest;
	uint32_t error;

	if (argc < 4)
		return 2;
	if (strcmp(argv[1], "loopback") == 0) {
		loopback_up();
		return start(argv + 3);
	}
	error = strcmp(argv[1], "ENOSYS") == 0 ? ENOSYS : EPERM;
	add(BPF_LD | BPF_W | BPF_ABS, 0, offsetof(struct seccomp_data, nr));
	for (rest = argv[2]; (word = strsep(&rest, ",")) != NULL;)
		if (refuse_word(word, error) == 0) {
			fprintf(stderr, "refuse: no call '%s'\n", word);
			return 2;
		}
	add(BPF_RET | BPF_K, 0, SECCOMP_RET_ALLOW);
	p = (struct sock_fprog){ len, prog };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p) < 0)
		return SKIPPED;
	return start(argv + 3);
}
