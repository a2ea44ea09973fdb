/* init.c - the probe as process 1 of a machine that was made to measure in. */
#include "probe/init.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/rng.h"
#include "base/text.h"
#include "measure/watch.h"
#include "plat/boot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define INIT_PATH "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"

#define LAB_MOST (1 << 20) /* bytes */
#define PAGES    256       /* of which a seed keeps less */
#define PAGE     4096
#define MIX      64 /* bytes of randomness that come of a seed */

struct lab {
	uint64_t seed;
	int64_t settle_ns;
	uint64_t port;
	char **arg; /* of the probe; NULL-ended, [0] is to come */
	size_t n_arg;
};

bool init_is_wanted(void)
{
	return plat_boot_is_ours(INIT_LAB);
}

/* -- Settings ------------------------------------------------------------ */

static int slurp(const char *path, struct buf *out, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char part[4096];
	ssize_t n = fd < 0 ? -1 : 0;

	while (fd >= 0 && out->len < LAB_MOST &&
	    (n = read(fd, part, sizeof(part))) > 0)
		buf_add_mem(out, part, (size_t)n);
	if (n < 0)
		err_sys(e, -errno, "cannot read '%s'", path);
	if (fd >= 0)
		close(fd);
	return n < 0 ? e->code : 0;
}

/* "PATH=VALUE"; a path has no '=', a value may. */
static int write_setting(char *text, struct err *e)
{
	char *value = strchr(text, '=');
	size_t n;
	int fd, code = 0;

	if (!value || text[0] != '/')
		return err_set(e, -EINVAL,
		    "bad setting '%s', wanted PATH=VALUE", text);
	*value++ = '\0';
	n = strlen(value);
	fd = open(text, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return err_sys(e, -errno, "cannot set '%s' to '%s'", text,
		    value);
	if (write(fd, value, n) != (ssize_t)n)
		code =
		    err_sys(e, -errno, "cannot set '%s' to '%s'", text, value);
	close(fd);
	return code;
}

static void add_arg(struct lab *lab, const char *word)
{
	lab->arg = xreallocarray(lab->arg, lab->n_arg + 3, sizeof(*lab->arg));
	lab->arg[0] = NULL;
	lab->arg[++lab->n_arg] = xstrdup(word);
	lab->arg[lab->n_arg + 1] = NULL;
}

static int one_line(struct lab *lab, char *line, struct err *e)
{
	char *value = strchr(line, '=');
	int code = -EINVAL;

	if (!line[0])
		return 0;
	if (text_starts(line, "set="))
		return write_setting(value + 1, e);
	if (text_starts(line, "arg=")) {
		add_arg(lab, value + 1);
		return 0;
	}
	if (text_starts(line, "seed="))
		code = num_parse_u64(value + 1, &lab->seed);
	else if (text_starts(line, "port="))
		code = num_parse_u64(value + 1, &lab->port);
	else if (text_starts(line, "settle_ns="))
		code = num_parse_i64(value + 1, &lab->settle_ns);
	return code < 0 ?
	    err_set(e, code, "bad line '%s' in '%s'", line, INIT_LAB) :
	    0;
}

static int read_lab(struct lab *lab, struct err *e)
{
	struct buf text = BUF_INIT;
	char *line, *end;
	int code = slurp(INIT_LAB, &text, e);

	for (line = text.s; line && *line && code == 0; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		code = one_line(lab, line, e);
	}
	buf_release(&text);
	return code;
}

/* -- The seed ------------------------------------------------------------ */

/* What differs from boot to boot of a real machine differs by the seed: what
 * the kernel's randomness decides, and which pages are taken. */
static int sow(uint64_t seed, struct err *e)
{
	unsigned char bytes[MIX];
	struct rng rng;
	size_t pages;
	char *p;

	rng_seed(&rng, seed);
	pages = (size_t)rng_below(&rng, PAGES);
	for (size_t i = 0; i < MIX; i++)
		bytes[i] = (unsigned char)rng_below(&rng, 256);
	p = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return err_sys(e, -errno, "cannot keep %zu pages", pages);
	for (size_t i = 0; i < pages; i++)
		p[i * PAGE] = 1;
	return plat_boot_mix(bytes, sizeof(bytes), e);
}

/* -- Files and processes ------------------------------------------------- */

static int open_as(int fd, const char *path, int flags, struct err *e)
{
	int got = open(path, flags | O_NOCTTY);

	if (got < 0 || dup2(got, fd) < 0)
		return err_sys(e, -errno, "cannot open '%s'", path);
	if (got != fd)
		close(got);
	return 0;
}

/* A line of bytes as they are, as fast as it goes. */
static int make_raw(int fd, struct err *e)
{
	struct termios t;

	if (tcgetattr(fd, &t) < 0)
		return err_sys(e, -errno, "'%s' is no serial line", INIT_WIRE);
	cfmakeraw(&t);
	t.c_cflag |= CLOCAL;
	cfsetspeed(&t, B115200);
	if (tcsetattr(fd, TCSANOW, &t) < 0)
		return err_sys(e, -errno, "cannot set up '%s'", INIT_WIRE);
	return 0;
}

static int open_wire(const struct lab *lab, struct err *e)
{
	int code;

	if (lab->port == 0) {
		code = open_as(STDOUT_FILENO, INIT_WIRE, O_RDWR, e);
		return code ? code : make_raw(STDOUT_FILENO, e);
	}
	watch_port((unsigned)lab->port);
	code = plat_boot_port((unsigned)lab->port, "", 0, e);
	return code ? code : open_as(STDOUT_FILENO, "/dev/null", O_RDWR, e);
}

static void settle(int64_t ns)
{
	struct timespec left = { .tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000) };

	while (ns > 0 && nanosleep(&left, &left) < 0 && errno == EINTR)
		;
}

static int make_ready(struct lab *lab, struct err *e)
{
	int code = plat_boot_mount(e);

	code = code ? code : open_as(STDERR_FILENO, "/dev/console", O_RDWR, e);
	code = code ? code : plat_boot_loopback(e);
	code = code ? code : read_lab(lab, e);
	code = code ? code : sow(lab->seed, e);
	code = code ? code : open_as(STDIN_FILENO, INIT_PLAN, O_RDONLY, e);
	code = code ? code : open_wire(lab, e);
	if (code == 0)
		settle(lab->settle_ns);
	return code;
}

_Noreturn static void end(void)
{
	tcdrain(STDERR_FILENO);
	tcdrain(STDOUT_FILENO);
	plat_boot_off();
}

/* What was there is for the kernel's command line. */
static void give_args(struct lab *lab, int *argc, char ***argv)
{
	if (lab->n_arg > 0) {
		lab->arg[0] = (*argv)[0];
		*argv = lab->arg;
	}
	*argc = 1 + (int)lab->n_arg;
}

void init_run(int *argc, char ***argv)
{
	struct lab lab = { 0 };
	struct err e;
	pid_t pid = -1, gone;
	int status = 0;

	if (make_ready(&lab, &e) < 0) {
		log_error("%s", e.text);
		end();
	}
	pid = fork();
	if (pid == 0) {
		setsid();
		setenv("PATH", INIT_PATH, 1);
		give_args(&lab, argc, argv);
		return;
	}
	if (pid < 0)
		log_error("fork: %s", err_words(errno));
	/* whatever loses its parent here is this one's */
	do
		gone = pid < 0 ? pid : waitpid(-1, &status, 0);
	while (gone != pid && (gone > 0 || errno == EINTR));
	/* by what it runs, or for want of memory: it cannot say so itself */
	if (pid > 0 && gone == pid && WIFSIGNALED(status))
		log_error("killed by signal %d", WTERMSIG(status));
	end();
}
