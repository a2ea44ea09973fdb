/* common_dyn.c - a program that does nothing, linked dynamically. */
#include "bench/common_dyn.h"

#include "bench/common_image.h"
#include "bench/common_proc.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int common_dyn(struct bench_ctx *c)
{
	static unsigned char page[COMMON_IMAGE];
	char loader[LOADER_PATH];
	/* The C library's name: glibc's, or what musl and bionic answer to. */
	const char *library;
	int fd;

	if (common_machine == EM_NONE)
		return bench_skip(c, "its program is not written for this CPU");
	if (!common_loader(common_machine, loader))
		return bench_skip(c,
		    "no dynamically linked program is here, "
		    "so no loader is known");
	library = strstr(loader, "ld-linux") ? "libc.so.6" : "libc.so";
	common_image(page, loader, library);
	bench_note(c, "loader", "%s", loader);
	bench_note(c, "library", "%s", library);
	fd = plat_memory_file(sizeof(page));
	if (fd < 0)
		return bench_skip(c, "no file in memory can be made here");
	if (pwrite(fd, page, sizeof(page), 0) != (ssize_t)sizeof(page))
		return bench_fail(c, "pwrite");
	return fd;
}

void common_dyn_exec(int fd)
{
	syscall(SYS_execveat, fd, "", common_argv, common_envp, AT_EMPTY_PATH);
}
