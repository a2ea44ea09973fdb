/* calls.c - the names in a benchmark's "calls". */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

struct entry {
	const char *names; /* between spaces */
	long nr;
};

/* A call that this architecture does not have is -1 and never seen. */
#ifndef SYS_open
#define SYS_open    -1
#define SYS_creat   -1
#define SYS_stat    -1
#define SYS_fork    -1
#define SYS_vfork   -1
#define SYS_pipe    -1
#define SYS_select  -1
#define SYS_poll    -1
#define SYS_unlink  -1
#define SYS_mkdir   -1
#define SYS_rmdir   -1
#define SYS_dup2    -1
#define SYS_rename  -1
#define SYS_link    -1
#define SYS_symlink -1
#define SYS_chmod   -1
#endif
#ifndef SYS_epoll_wait
#define SYS_epoll_wait -1
#endif

static const struct entry table[] = {
	{ " open openat ", SYS_open },
	{ " open openat ", SYS_openat },
	{ " open openat ", SYS_creat },
	{ " close ", SYS_close },
	{ " read ", SYS_read },
	{ " write ", SYS_write },
	{ " pread pread64 direct ", SYS_pread64 },
	{ " pwrite pwrite64 direct ", SYS_pwrite64 },
	{ " stat fstatat newfstatat ", SYS_stat },
	{ " stat fstatat newfstatat ", SYS_newfstatat },
	{ " stat fstatat newfstatat statx ", SYS_statx },
	{ " fstat ", SYS_fstat },
	{ " select pselect6 ", SYS_select },
	{ " select pselect6 ", SYS_pselect6 },
	{ " poll ppoll ", SYS_poll },
	{ " poll ppoll ", SYS_ppoll },
	{ " unlink unlinkat ", SYS_unlink },
	{ " unlink unlinkat ", SYS_unlinkat },
	{ " mkdir mkdirat ", SYS_mkdir },
	{ " mkdir mkdirat ", SYS_mkdirat },
	{ " rename renameat ", SYS_rename },
#ifdef SYS_renameat
	{ " rename renameat ", SYS_renameat },
#endif
	{ " rename renameat ", SYS_renameat2 },
	{ " link linkat ", SYS_link },
	{ " link linkat ", SYS_linkat },
	{ " symlink symlinkat ", SYS_symlink },
	{ " symlink symlinkat ", SYS_symlinkat },
	{ " chmod fchmodat ", SYS_chmod },
	{ " chmod fchmodat ", SYS_fchmodat },
	{ " xattr setxattr fsetxattr ", SYS_fsetxattr },
	{ " xattr getxattr fgetxattr ", SYS_fgetxattr },
	{ " getdents getdents64 ", SYS_getdents64 },
	{ " sync fsync ", SYS_fsync },
	{ " sync fdatasync ", SYS_fdatasync },
	{ " ftruncate ", SYS_ftruncate },
	{ " copy_file_range ", SYS_copy_file_range },
	{ " lseek ", SYS_lseek },
	{ " getppid ", SYS_getppid },
	{ " clock_nanosleep ", SYS_clock_nanosleep },
	{ " sigtimedwait rt_sigtimedwait ", SYS_rt_sigtimedwait },
	{ " sched_setaffinity ", SYS_sched_setaffinity },
	{ " getpid ", SYS_getpid },
	{ " kill ", SYS_kill },
	{ " tgkill ", SYS_tgkill },
	{ " sigqueue rt_sigqueueinfo ", SYS_rt_sigqueueinfo },
	{ " sigwait rt_sigtimedwait ", SYS_rt_sigtimedwait },
	{ " sigaction rt_sigaction ", SYS_rt_sigaction },
	{ " sigreturn rt_sigreturn ", SYS_rt_sigreturn },
	{ " fork clone ", SYS_fork },
	{ " fork clone ", SYS_vfork },
	{ " fork clone ", SYS_clone },
	{ " fork clone ", SYS_clone3 },
	{ " execve execveat ", SYS_execve },
	{ " execve execveat ", SYS_execveat },
	{ " exit exit_group ", SYS_exit },
	{ " exit exit_group ", SYS_exit_group },
	{ " wait wait4 waitid ", SYS_wait4 },
	{ " wait wait4 waitid ", SYS_waitid },
	{ " pipe pipe2 ", SYS_pipe },
	{ " pipe pipe2 ", SYS_pipe2 },
	{ " socket ", SYS_socket },
	{ " connect ", SYS_connect },
	{ " accept accept4 ", SYS_accept },
	{ " accept accept4 ", SYS_accept4 },
	{ " setsockopt ", SYS_setsockopt },
	{ " send sendto ", SYS_sendto },
	{ " recv recvfrom ", SYS_recvfrom },
	{ " sendmsg ", SYS_sendmsg },
	{ " recvmsg ", SYS_recvmsg },
	{ " semop semtimedop ", SYS_semop },
	{ " semop semtimedop ", SYS_semtimedop },
	{ " msgsnd ", SYS_msgsnd },
	{ " msgrcv ", SYS_msgrcv },
	{ " mq_timedsend ", SYS_mq_timedsend },
	{ " mq_timedreceive ", SYS_mq_timedreceive },
	{ " mmap ", SYS_mmap },
	{ " munmap ", SYS_munmap },
	{ " mprotect ", SYS_mprotect },
	{ " madvise ", SYS_madvise },
	{ " ioctl ", SYS_ioctl },
	{ " mremap ", SYS_mremap },
	{ " brk ", SYS_brk },
	{ " mlock ", SYS_mlock },
	{ " munlock ", SYS_munlock },
	{ " futex ", SYS_futex },
	{ " rmdir ", SYS_rmdir },
	{ " rmdir ", SYS_unlinkat },
	{ " unshare ", SYS_unshare },
	{ " setns ", SYS_setns },
	{ " mount ", SYS_mount },
	{ " umount umount2 ", SYS_umount2 },
	{ " bpf ", SYS_bpf },
	{ " sched_yield ", SYS_sched_yield },
	{ " sendfile ", SYS_sendfile },
	{ " splice ", SYS_splice },
	{ " process_vm_readv ", SYS_process_vm_readv },
	{ " enosys ", CALLS_ENOSYS },
	{ " openat2 ", SYS_openat2 },
	{ " epoll_wait epoll_pwait ", SYS_epoll_wait },
	{ " epoll_wait epoll_pwait ", SYS_epoll_pwait },
	{ " dup ", SYS_dup },
	{ " fcntl ", SYS_fcntl },
	{ " umask ", SYS_umask },
	{ " getrusage ", SYS_getrusage },
	{ " prctl ", SYS_prctl },
	{ " getrandom ", SYS_getrandom },
	{ " io_uring_enter ", SYS_io_uring_enter },
	{ " ptrace ", SYS_ptrace },
	{ " clock_gettime gettimeofday ", SYS_clock_gettime },
	{ " gettimeofday ", SYS_gettimeofday },
};

#define ENTRIES (sizeof(table) / sizeof(table[0]))

static bool has(const struct entry *e, const char *name)
{
	size_t n = strlen(name);
	const char *at = e->names;

	while ((at = strstr(at, name)) != NULL) {
		if (at[-1] == ' ' && at[n] == ' ')
			return true;
		at++;
	}
	return false;
}

bool calls_is(const char *name, long nr)
{
	size_t i;

	for (i = 0; i < ENTRIES; i++)
		if (table[i].nr == nr && has(&table[i], name))
			return true;
	return false;
}

static bool known(const char *name)
{
	size_t i;

	for (i = 0; i < ENTRIES; i++)
		if (has(&table[i], name))
			return true;
	return false;
}

/* One "name=1" or "name>=1" of len bytes. */
static bool parse_one(struct call *k, const char *text, size_t len)
{
	size_t name = strcspn(text, ">=");
	char *end;

	if (name == 0 || name >= len || name >= sizeof(k->name))
		return false;
	memcpy(k->name, text, name);
	k->name[name] = '\0';
	k->at_least = text[name] == '>';
	name += k->at_least;
	if (text[name] != '=')
		return false;
	k->vdso = len == name + 5 && memcmp(text + name, "=vdso", 5) == 0;
	if (k->vdso)
		return known(k->name);
	k->per_op = strtoull(text + name + 1, &end, 10);
	return end == text + len && known(k->name);
}

bool calls_parse(struct calls *c, const char *text)
{
	size_t len;

	memset(c, 0, sizeof(*c));
	for (; *text != '\0'; text += len) {
		text += strspn(text, " ");
		len = strcspn(text, " ");
		if (len == 3 && memcmp(text, "...", 3) == 0)
			c->others = true;
		else if (len > 0 &&
		    (c->n == CALLS_MAX ||
			!parse_one(&c->item[c->n++], text, len)))
			return false;
	}
	return true;
}
