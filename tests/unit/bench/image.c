/* image.c - the program that a row writes is one, and needs its library. */
#include "bench/common_image.h"
#include "measure/bench.h"
#include "tap.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How it ends with this library: its exit status, or -1. */
static int status_of(const char *loader, const char *library)
{
	static char name[] = "image", *const argv[] = { name, NULL },
		    *const envp[] = { NULL };
	unsigned char page[COMMON_IMAGE];
	int fd = plat_memory_file(sizeof(page)), status = -1;
	pid_t pid;

	common_image(page, loader, library);
	if (fd < 0 || pwrite(fd, page, sizeof(page), 0) != COMMON_IMAGE)
		return -1;
	pid = fork();
	if (pid == 0) {
		dup2(open("/dev/null", O_WRONLY), 2);
		syscall(SYS_execveat, fd, "", argv, envp, AT_EMPTY_PATH);
		_exit(1);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		status = -1;
	close(fd);
	return status < 0 ? -1 : WEXITSTATUS(status);
}

int main(void)
{
	char loader[LOADER_PATH];
	int status;

	if (common_machine == EM_NONE ||
	    !common_loader(common_machine, loader)) {
		tap_skip("a dynamic program", "no loader, or another CPU");
		return tap_done();
	}
	status = status_of(loader,
	    strstr(loader, "ld-linux") ? "libc.so.6" : "libc.so");
	if (status == 1 || status < 0) {
		tap_skip("a dynamic program",
		    "files in memory may not be executed");
		return tap_done();
	}
	tap_ok(status == BENCH_EXIT, "it calls the library: status %d", status);
	status = status_of(loader, "libnone-such.so.1");
	tap_ok(status > 0 && status != BENCH_EXIT,
	    "without its library it does not run: status %d", status);
	return tap_done();
}
