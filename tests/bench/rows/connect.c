/* connect.c - ipc_connect gives no number when connections went wrong (P3).
 *
 * In a network of its own: first with the loopback interface down, then up,
 * then while others' connections find an accept queue full, then while their
 * SYNs, which the kernel repeats after a second, are sent again. */
#include "tap.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS 60

static void nap_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* Whether one of these words comes out of one invocation of ops operations. */
static bool says(const char *probe, int ops, const char *words,
    const char *other)
{
	char command[600], text[4096];
	size_t n;
	FILE *f;

	snprintf(command, sizeof(command),
	    "'%s' --once ipc_connect %d </dev/null 2>&1", probe, ops);
	f = popen(command, "r");
	if (f == NULL)
		return false;
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	pclose(f);
	if (strstr(text, words) != NULL ||
	    (other && strstr(text, other) != NULL))
		return true;
	printf("# wanted '%s', got: %s\n", words, text);
	return false;
}

static bool loopback_up(void)
{
	struct ifreq r = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	bool ok = s >= 0 && ioctl(s, SIOCSIFFLAGS, &r) == 0;

	close(s);
	return ok;
}

/* A listener that accepts nothing, and the first connection, which fills its
 * queue. */
static bool fill_queue(struct sockaddr_in *at)
{
	socklen_t len = sizeof(*at);
	int s = socket(AF_INET, SOCK_STREAM, 0);
	int first = socket(AF_INET, SOCK_STREAM, 0);

	memset(at, 0, sizeof(*at));
	at->sin_family = AF_INET;
	at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return bind(s, (struct sockaddr *)at, len) == 0 && listen(s, 0) == 0 &&
	    getsockname(s, (struct sockaddr *)at, &len) == 0 &&
	    connect(first, (struct sockaddr *)at, len) == 0;
}

/* Ask for connections, one every 10 ms, that do not come about. */
static pid_t knock(const struct sockaddr_in *at)
{
	pid_t pid = fork();
	int i, s;

	if (pid != 0)
		return pid;
	alarm(20);
	for (i = 0; i < CLIENTS; i++) {
		s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		if (connect(s, (const struct sockaddr *)at, sizeof(*at)) == 0 ||
		    errno != EINPROGRESS)
			_exit(1);
		nap_ms(10);
	}
	pause();
	_exit(0);
}

static void test_trouble(const char *probe)
{
	struct sockaddr_in at;
	pid_t pid;

	if (!tap_ok(fill_queue(&at), "an accept queue is full"))
		return;
	pid = knock(&at);
	nap_ms(50);
	tap_ok(says(probe, 3000, "connections found an accept queue full",
		   /* where it takes longer than a second */
		   "SYN retransmissions"),
	    "a full accept queue is a failure");
	/* From the last new SYN until after the first are sent again. */
	nap_ms(800);
	tap_ok(says(probe, 15000, "SYN retransmissions", NULL),
	    "SYNs sent again are a failure");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	if (unshare(CLONE_NEWNET) != 0 &&
	    unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
		tap_skip("ipc_connect", "cannot make a network of its own");
		return tap_done();
	}
	tap_ok(says(argv[1], 10, "connect: network ", NULL),
	    "without loopback there is a reason");
	if (!loopback_up()) {
		tap_skip("ipc_connect", "cannot bring up loopback");
		return tap_done();
	}
	tap_ok(says(argv[1], 10, "\"t\":\"done\"", NULL),
	    "undisturbed it is done");
	test_trouble(argv[1]);
	return tap_done();
}
