/* inject_test.c - what is injected happens, is told, and leaves nothing. */
#include "talk.h"

#include <sys/stat.h>

static const char look[] = "{\"t\":\"step\",\"id\":1,"
			   "\"key\":\"ill_injected\",\"ops\":1000,"
			   "\"time_ns\":100000}";
static const char hang[] = "{\"t\":\"step\",\"id\":2,\"key\":\"ill_hang\","
			   "\"ops\":1}";

static void plan_with_facts(struct talk *t)
{
	char line[200];

	snprintf(line, sizeof(line),
	    "{\"t\":\"plan\",\"wire\":1,\"dir\":\"%s\",\"facts\":true}",
	    t->dir);
	talk_send(t, line);
}

/* One step with something injected; false: cannot be had here, skipped. */
static bool one(struct talk *t, const char *what, const char *fact)
{
	char *skip;
	char want[80];

	talk_start(t, NULL, what ? "--inject" : NULL, what, NULL);
	plan_with_facts(t);
	talk_send(t, look);
	talk_send(t, "{\"t\":\"end\"}");
	talk_until(t, NULL);
	snprintf(want, sizeof(want),
	    "\"probe.inject\",\"kind\":\"setting\",\"value\":\"%s\"", fact);
	tap_ok(talk_count(t, want) == 1, "the fact says %s", fact);
	skip = talk_line(t, "skip", 1);
	if (skip)
		tap_skip(fact, skip);
	free(skip);
	return !skip;
}

static void test_notes(void)
{
	struct talk t;

	if (one(&t, NULL, "none"))
		tap_ok(talk_has(&t, "done", 1, "\"spin\":\"0\""),
		    "nothing injected");
	talk_end(&t, 0, "none");
	if (one(&t, "spin:20", "spin:20"))
		tap_ok(talk_has(&t, "done", 1, "\"spin\":\"20\""),
		    "turns come to the row");
	talk_end(&t, 0, "spin");
	if (one(&t, "seccomp:7,50", "seccomp:7,50") &&
	    talk_count(&t, "\"filters\":\"unknown\"") == 0)
		tap_ok(talk_has(&t, "done", 1, "\"filters\":\"7\""),
		    "filters stand before its calls");
	talk_end(&t, 0, "seccomp");
	talk_start(&t, NULL, "--inject", "nonsense", NULL);
	talk_end(&t, 2, "nonsense");
	/* Too many for the kernel: why, and no number. */
	talk_start(&t, NULL, "--inject", "seccomp:4000,4000", NULL);
	talk_plan(&t);
	talk_send(&t, look);
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "skip", 1, "seccomp"), "too many filters");
	talk_end(&t, 0, "too many filters");
}

/* The path of the cgroup that the probe named; false: it has none. */
static bool cgroup_of(const struct talk *t, char *path, size_t size)
{
	const char *at = strstr(buf_str(&t->text), "\"path\":\"");

	path[0] = '\0';
	if (at)
		snprintf(path, size, "%.*s", (int)strcspn(at + 8, "\""),
		    at + 8);
	return at != NULL;
}

static bool is_there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static bool has_members(const char *dir)
{
	char path[300], text[16];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	fd = open(path, O_RDONLY);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text));
	close(fd);
	return n > 0;
}

static void drop(struct talk *t)
{
	close(t->in);
	close(t->out);
	tap_ok(talk_nothing(t), "no file is left");
	buf_release(&t->text);
}

/* A probe with a quota in the middle of a step; false: there is none here. */
static bool start_quota(struct talk *t, char *path, size_t size)
{
	int64_t end = talk_now_ms() + 3000;

	talk_start(t, NULL, "--inject", "quota:50%", NULL);
	talk_send(t, "{\"t\":\"plan\",\"wire\":1,\"dir\":\"\"}");
	talk_send(t, hang);
	talk_until(t, "\"id\":2");
	if (!cgroup_of(t, path, size))
		return false;
	while (!has_members(path) && talk_now_ms() < end)
		poll(NULL, 0, 5);
	return true;
}

static void test_quota(void)
{
	char path[200], other[200];
	struct talk t, next;

	if (!start_quota(&t, path, sizeof(path))) {
		talk_until(&t, "\"skip\"");
		tap_ok(talk_has(&t, "skip", 2, NULL),
		    "no quota, and a reason instead of a number");
		talk_end(&t, 0, "no quota");
		tap_skip("quota", "no cgroup with a CPU quota here");
		return;
	}
	tap_ok(has_members(path), "what is measured is in the cgroup");
	kill(t.pid, SIGTERM);
	talk_end(&t, 128 + SIGTERM, "quota, a signal");
	tap_ok(!is_there(path), "the cgroup is removed");

	start_quota(&t, path, sizeof(path));
	kill(t.pid, SIGKILL);
	talk_wait(&t);
	tap_ok(talk_nobody_soon() && is_there(path),
	    "the cgroup of one that is killed stays");
	drop(&t);
	start_quota(&next, other, sizeof(other));
	tap_ok(!is_there(path), "until the next sweeps it");
	/* One that is in use is left alone. */
	start_quota(&t, path, sizeof(path));
	tap_ok(is_there(other) && is_there(path), "two at once");
	kill(t.pid, SIGINT);
	kill(next.pid, SIGINT);
	talk_wait(&t);
	talk_wait(&next);
	tap_ok(!is_there(other) && !is_there(path), "both are removed");
	tap_ok(talk_nobody(), "and no process is left");
	drop(&t);
	drop(&next);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 1;
	talk_probe = argv[1];
	alarm(60);
	signal(SIGPIPE, SIG_IGN);
	plat_adopt_orphans();
	test_notes();
	test_quota();
	return tap_done();
}
