/* lab_init.c - the first process of a boot under test: says a few lines, then
 * ends as it is told to. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <termios.h>
#include <unistd.h>

static char text[65536];

/* A file's first line with this start; "" = none. */
static const char *line(const char *path, const char *start)
{
	static char one[256];
	FILE *f = fopen(path, "re");

	while (f && fgets(one, sizeof(one), f))
		if (strncmp(one, start, strlen(start)) == 0) {
			one[strcspn(one, "\n")] = '\0';
			fclose(f);
			return one;
		}
	if (f)
		fclose(f);
	return "";
}

static unsigned long long ticks(void)
{
	unsigned hi, lo;

	__asm__ volatile("lfence; rdtsc" : "=a"(lo), "=d"(hi));
	return (unsigned long long)hi << 32 | lo;
}

static int wire(void)
{
	int fd = open("/dev/ttyS1", O_RDWR | O_NOCTTY);
	struct termios t;

	if (fd >= 0 && tcgetattr(fd, &t) == 0) {
		cfmakeraw(&t);
		tcsetattr(fd, TCSANOW, &t);
	}
	return fd;
}

/* To the port that /lab names, else to the serial port. */
static void send(char *s, size_t n)
{
	int fd = -1;
	const char *port = line("/lab", "port=");

	if (*port && iopl(3) == 0) {
		unsigned short at = (unsigned short)strtoul(port + 5, NULL, 10);

		__asm__ volatile("rep outsb"
				 : "+S"(s), "+c"(n)
				 : "d"(at)
				 : "memory");
		return;
	}
	fd = wire();
	while (n > 0) {
		ssize_t done = write(fd, s, n);

		if (done <= 0)
			return;
		s += done;
		n -= (size_t)done;
	}
	tcdrain(fd);
	close(fd);
}

static void fact(FILE *f, const char *key, const char *value)
{
	fprintf(f,
	    "{\"t\":\"fact\",\"key\":\"%s\",\"kind\":\"setting\","
	    "\"value\":\"%s\"}\n",
	    key, value);
}

static void say(FILE *f)
{
	char number[32];
	int i;

	fprintf(f,
	    "{\"t\":\"hello\",\"wire\":1,\"probe\":\"test\","
	    "\"pid\":1}\n");
	snprintf(number, sizeof(number), "%llu", ticks());
	fact(f, "ticks", number);
	fact(f, "lab.seed", line("/lab", "seed="));
	fact(f, "lab.settle", line("/lab", "settle_ns="));
	fact(f, "lab.set", line("/lab", "set="));
	fact(f, "plan", line("/plan", "plan"));
	fact(f, "text", line("/etc/text", ""));
	fact(f, "link", line("/etc/link", ""));
	fact(f, "cmdline", line("/proc/cmdline", ""));
	snprintf(number, sizeof(number), "%.1s",
	    line("/proc/sys/kernel/printk", ""));
	fact(f, "printk", number);
	/* more than a pipe holds, to see that nothing is lost on the way */
	memset(text, 'x', 300);
	text[300] = '\0';
	for (i = 0; i < 400; i++)
		fact(f, "long", text);
}

/* What is written is sent at once. */
static void told(void (*what)(FILE *))
{
	char *s = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&s, &n);

	what(f);
	fclose(f);
	send(s, n);
	free(s);
}

static void bye(FILE *f)
{
	char number[32];

	snprintf(number, sizeof(number), "%llu", ticks());
	fact(f, "ticks.end", number);
	fprintf(f, "{\"t\":\"bye\",\"steps\":0}\n");
}

int main(void)
{
	char how[64];

	snprintf(how, sizeof(how), "%s", line("/lab", "arg="));
	mount("proc", "/proc", "proc", 0, NULL);
	mount("dev", "/dev", "devtmpfs", 0, NULL);
	if (strcmp(how, "arg=complain") == 0) {
		fprintf(stderr, "perfloss-probe: cannot do it\n");
		sleep(1);
		reboot(RB_POWER_OFF);
	}
	if (strcmp(how, "arg=die") == 0)
		return 3;
	if (strcmp(how, "arg=silent") == 0)
		for (;;)
			pause();
	told(say);
	if (strcmp(how, "arg=hang") == 0)
		for (;;)
			pause();
	told(bye);
	reboot(RB_POWER_OFF);
	return 0;
}
