/* common_uffd.c - page faults that a thread answers. */
#include "bench/common_uffd.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__linux__) && defined(SYS_userfaultfd)
#include <fcntl.h>
#include <linux/userfaultfd.h>
#endif

#ifdef UFFDIO_COPY
#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

/* ioctl(2): its second argument has another type in every C library. */
static int control(int fd, unsigned long what, void *arg)
{
	return (int)syscall(SYS_ioctl, fd, what, arg);
}

/* The other thread. What it cannot answer it lets go: closing the descriptor
 * makes the first go on with a page of zeros. */
int uffd_answer(void *uffd)
{
	struct uffd *s = uffd;
	int error = 0;

	while (error == 0 && !__atomic_load_n(&s->stop, __ATOMIC_ACQUIRE)) {
		struct uffd_msg msg;
		struct uffdio_copy copy = {
			.src = (uintptr_t)s->from,
			.len = s->page,
		};

		if (read(s->fd, &msg, sizeof(msg)) != sizeof(msg)) {
			error = errno;
			break;
		}
		copy.dst = msg.arg.pagefault.address & ~((uint64_t)s->page - 1);
		if (control(s->fd, UFFDIO_COPY, &copy) != 0)
			error = errno;
	}
	__atomic_store_n(&s->over, true, __ATOMIC_RELEASE);
	close(s->fd);
	return error;
}

int uffd_open(struct bench_ctx *c, struct uffd *s, const struct pages *m)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = {
		.range = { .start = (uintptr_t)m->p, .len = m->size },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	s->page = pages_one();
	s->from = mmap(NULL, s->page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (s->from == MAP_FAILED)
		return bench_fail(c, "mmap");
	memset(s->from, 1, s->page);
	s->fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
	if (s->fd < 0)
		return bench_skip(c, "userfaultfd: %s", err_words(errno));
	if (control(s->fd, UFFDIO_API, &api) != 0 ||
	    control(s->fd, UFFDIO_REGISTER, &reg) != 0)
		return bench_skip(c, "userfaultfd's ioctl: %s",
		    err_words(errno));
	return 0;
}
#else
int uffd_answer(void *uffd)
{
	(void)uffd;
	return ENOSYS;
}

int uffd_open(struct bench_ctx *c, struct uffd *s, const struct pages *m)
{
	(void)s;
	(void)m;
	return bench_skip(c, "this system has no userfaultfd");
}
#endif
