/* common_clone.c - children by clone3(2), without the C library. */
#include "bench/common_clone.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

/* linux/sched.h: CLONE_ARGS_SIZE_VER0, the members that Linux 5.3 has. */
struct clone3 {
	uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack,
	    stack_size, tls;
};

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

/* One piece of assembly from the call to the child's exit: a child on its
 * parent's stack must not return, spill or call, or the parent comes back to
 * other contents. */
static long clone_and_exit(struct clone3 *args)
{
#if defined(__x86_64__) && defined(__LP64__) && defined(SYS_clone3)
	long r = SYS_clone3;

	__asm__ volatile("syscall\n\t"
			 "test %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "mov %3, %%edi\n\t"
			 "mov $" TEXT(SYS_exit) ", %%eax\n\t"
						"syscall\n"
						"1:"
			 : "+a"(r)
			 : "D"(args), "S"(sizeof(*args)), "i"(BENCH_EXIT)
			 : "rcx", "r11", "memory");
	return r;
#elif defined(__aarch64__) && defined(__LP64__) && defined(SYS_clone3)
	register long x0 __asm__("x0") = (long)(uintptr_t)args;
	register long x1 __asm__("x1") = sizeof(*args);
	register long x8 __asm__("x8") = SYS_clone3;

	__asm__ volatile("svc #0\n\t"
			 "cbnz x0, 1f\n\t"
			 "mov x0, %3\n\t"
			 "mov x8, %4\n\t"
			 "svc #0\n"
			 "1:"
			 : "+r"(x0), "+r"(x8)
			 : "r"(x1), "i"(BENCH_EXIT), "i"(SYS_exit)
			 : "memory");
	return x0;
#else
	(void)args;
	return -ENOSYS;
#endif
}

pid_t common_clone3(uint64_t flags, int *pidfd)
{
	struct clone3 args = { .flags = flags,
		.pidfd = (uint64_t)(uintptr_t)pidfd,
		.exit_signal = SIGCHLD };
	long r = clone_and_exit(&args);

	if (r >= 0)
		return (pid_t)r;
	errno = (int)-r;
	return -1;
}
