/* ill_test.c - whatever a benchmark does, it costs its own row only. */
#include "talk.h"

#include <sys/personality.h>

struct ill {
	const char *key, *more; /* further members of the step */
	const char *kind, *part;
};

static const struct ill ills[] = {
	{ "ill_crash", "", "fail", "killed by signal 11 in run" },
	{ "ill_crash_setup", "", "fail", "killed by signal 11 in setup" },
	{ "ill_hang", "\"deadline_ns\":100000000,", "fail",
	    "not done after 0.1 s" },
	{ "ill_bomb", "\"deadline_ns\":300000000,", "fail",
	    "not done after 0.3 s" },
	{ "ill_group", "\"deadline_ns\":100000000,", "fail",
	    "not done after 0.1 s" },
	{ "ill_survivor", "", "done", "\"run\":[" },
	{ "ill_files", "", "done", "\"run\":[" },
	{ "ill_errno", "", "fail",
	    "\"why\":\"connect: connection refused\","
	    "\"errno\":111,\"phase\":\"run\"" },
	{ "ill_limit", "\"ops\":1,", "skip", "needs more processes" },
	{ "ill_limit_setup", "", "skip", "needs more descriptors" },
	{ "ill_limit_late", "\"ops\":1,", "fail",
	    "\"why\":\"fork: resource temporarily unavailable\"" },
	{ "ill_limit_other", "", "fail",
	    "\"why\":\"read: resource temporarily unavailable\"" },
	/* What the place refuses is a skip, unless it worked before. */
	{ "ill_refused", "", "skip",
	    "\"why\":\"connect: operation not permitted (not allowed here)" },
	{ "ill_space", "", "skip",
	    "\"why\":\"write: no space left on device (too little room" },
	{ "ill_large", "", "skip", "larger files than are allowed" },
	{ "ill_exit", "", "fail", "exited with status 0 in run" },
	{ "ill_garbage", "", "done", "\"run\":[" },
	{ "ill_close", "\"ops\":5,", "done", "\"run\":[" },
	{ "ill_status", "", "fail", "run returned 5 without a reason" },
	{ "ill_never", "", "skip", "\"why\":\"there is no such device\"" },
	{ "ill_skip", "", "skip", "\"why\":\"no such thing here\"" },
	{ "ill_partner", "\"deadline_ns\":5000000000,", "fail",
	    "\"why\":\"partner's write: broken pipe\",\"errno\":32" },
	{ "ill_partner_crash", "\"deadline_ns\":5000000000,", "fail",
	    "partner killed by signal 11" },
	{ "ill_partner_lives", "", "done", "\"notes\":{\"size\":\"32M\"}" },
	{ "ill_base", "", "done", "\"base\":[" },
	{ "ill_record", "\"ops\":3,\"time_ns\":1,", "done",
	    "\"events\":[1,2,3,1,2,3,1,2,3]" },
	{ "ill_record", "\"ops\":50000,\"time_ns\":1,", "done",
	    "\"events_dropped\":\"84464\"" },
	/* As many events as it asked for, in whole batches. */
	{ "ill_events", "\"ops\":3,\"time_ns\":1,", "done",
	    "\"events\":[1,2,3,1,2,3,1,2,3,1,2,3]" },
	{ "ill_batch", "", "done", "\"ops\":7," },
	{ "ill_batch", "\"ops\":9,", "done", "\"ops\":9," },
	{ "ill_slow", "\"time_ns\":1000000,", "done", "\"ops\":1," },
	{ "ill_place", "\"ops\":9,", "done", "\"place\":\"same\"" },
	{ "ill_place/procs=97", "", "fail",
	    "value '97' of 'procs' is out of range, wanted 1 to 96" },
	{ "ill_fin", "", "fail",
	    "no benchmark 'ill_fin', did you mean 'ill_fine'?" },
	{ "ill_fine", "\"pin\":900,", "skip", "CPU '900' is not among" },
#ifndef __SANITIZE_ADDRESS__
	{ "ill_memory", "\"deadline_ns\":5000000000,", "fail",
	    "\"errno\":12,\"phase\":\"run\"" }, /* libcs differ in words */
#endif
};

static void send_step(struct talk *t, int id, const char *key, const char *more)
{
	char line[400];

	snprintf(line, sizeof(line),
	    "{\"t\":\"step\",%s\"id\":%d,\"key\":\"%s\"%s}", more, id, key,
	    strstr(more, "time_ns\":1") ? "" : ",\"time_ns\":1000000");
	talk_send(t, line);
}

/* The text behind key on line, up to a quote; "" = none. */
static const char *text_after(const char *line, const char *key)
{
	static char text[256];
	const char *p = line ? strstr(line, key) : NULL;

	text[0] = '\0';
	if (p)
		sscanf(p + strlen(key), "%255[^\"]", text);
	return text;
}

static int entries(const char *path)
{
	DIR *d = opendir(path);
	int n = -2; /* "." and ".." */

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

/* While the probe goes on: nothing is left of the rows before. */
static void test_between(struct talk *t, int survivor)
{
	char *line = talk_line(t, "done", survivor);
	long pid = strtol(text_after(line, "\"pid\":\""), NULL, 10);

	tap_ok(pid > 1 && kill((pid_t)pid, 0) < 0 && errno == ESRCH,
	    "a process that left its session is gone when its row is");
	free(line);
	line = talk_line(t, "hello", -1);
	tap_ok(entries(text_after(line, "\"scratch\":\"")) == 0,
	    "what rows left in their directories is gone");
	free(line);
}

static void test_all(void)
{
	int n = (int)(sizeof(ills) / sizeof(ills[0])), i, survivor = -1;
	char want[32];
	struct talk t;

	talk_start(&t, NULL, NULL, NULL, NULL);
	talk_plan(&t);
	for (i = 0; i < n; i++) {
		send_step(&t, 2 * i, ills[i].key, ills[i].more);
		send_step(&t, 2 * i + 1, "ill_fine", "\"ops\":1000,");
		snprintf(want, sizeof(want), "\"id\":%d,", 2 * i + 1);
		talk_until(&t, want);
		if (strcmp(ills[i].key, "ill_survivor") == 0)
			survivor = 2 * i;
	}
	test_between(&t, survivor);
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	for (i = 0; i < n; i++) {
		tap_ok(talk_has(&t, ills[i].kind, 2 * i, ills[i].part),
		    "%s: %s", ills[i].key, ills[i].part);
		tap_ok(talk_has(&t, "done", 2 * i + 1, "\"run\":["),
		    "%s: the next row measures", ills[i].key);
	}
	tap_ok(!strstr(buf_str(&t.text), "rubbish"),
	    "what a benchmark prints is no result");
	snprintf(want, sizeof(want), "\"steps\":%d}", 2 * n);
	tap_ok(talk_has(&t, "bye", -1, want), "all steps are counted");
	talk_end(&t, 0, "ill-behaved");
}

static int whole_after(const char *line, const char *key)
{
	const char *p = line ? strstr(line, key) : NULL;

	return p ? (int)strtol(p + strlen(key), NULL, 10) : -1;
}

/* The times under "run"; returns how many. */
static int times(const char *line, double *out, int max)
{
	const char *p = line ? strstr(line, "\"run\":[") : NULL;
	char *end;
	int n = 0;

	for (p = p ? p + 6 : ""; n < max && (*p == '[' || *p == ','); p = end)
		out[n++] = strtod(p + 1, &end);
	return n;
}

/* Slow operations: one a batch, one batch of warm-up, then three; those of
 * which five fit twice the time: five. Sleeps may oversleep here. */
static void check_slow(struct talk *t, int id, double want_ns)
{
	char *line = talk_line(t, "done", id);
	double ns[32], sum = 0;
	int n = times(line, ns, 32), warm = whole_after(line, "\"warm\":"), i;

	for (i = 1; i < n; i++)
		sum += ns[i];
	tap_ok(warm == 1 && n >= 4 && ns[0] >= 30e6,
	    "30 ms in %g ms: 1 + at least 3 batches", want_ns / 1e6);
	tap_ok(n >= 6 || 5 * sum / (n - 1) > 2 * want_ns,
	    "30 ms in %g ms: five if they fit", want_ns / 1e6);
	tap_ok(sum - ns[n - 1] < want_ns || n == 4 || n == 6,
	    "30 ms in %g ms: no more than needed", want_ns / 1e6);
	free(line);
}

static void test_batches(void)
{
	struct talk t;

	talk_start(&t, NULL, NULL, NULL, NULL);
	talk_plan(&t);
	send_step(&t, 1, "ill_slow", "\"time_ns\":10000000,");
	send_step(&t, 2, "ill_slow", "\"time_ns\":120000000,\"ops\":1,");
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	check_slow(&t, 1, 10e6);
	check_slow(&t, 2, 120e6);
	tap_ok(talk_count(&t, "{\"t\":\"cal\"") == 1,
	    "given operations are not calibrated");
	talk_end(&t, 0, "batches");
}

/* Whether two programs started alike have other addresses. */
static bool random_addresses(void)
{
	FILE *f = fopen("/proc/sys/kernel/randomize_va_space", "r");
	int how = f ? fgetc(f) : '0';

	if (f)
		fclose(f);
	return how != '0' && !(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
}

/* Where the stack of an invocation lay; frees nothing, 0 = unknown. */
static unsigned long long stack_at(const struct talk *t, int id)
{
	char *line = talk_line(t, "done", id);
	const char *at = line ? strstr(line, "\"at\":\"0x") : NULL;
	unsigned long long v = at ? strtoull(at + 6, NULL, 16) : 0;

	free(line);
	return v;
}

/* Chance places an invocation's memory anew, so that luck with it is part of
 * the spread and not of the run. */
static void test_places(void)
{
	unsigned long long at[3];
	struct talk t;

	talk_start(&t, NULL, NULL, NULL, NULL);
	talk_plan(&t);
	for (int i = 1; i <= 3; i++)
		send_step(&t, i, "ill_fresh", "\"time_ns\":1000000,");
	talk_send(&t, "{\"t\":\"end\"}");
	talk_until(&t, NULL);
	for (int i = 0; i < 3; i++)
		at[i] = stack_at(&t, i + 1);
	tap_ok(at[0] && at[1] && at[2], "addresses are told");
	if (strcmp(plat_name, "linux") != 0 || !random_addresses())
		tap_skip("other addresses each time",
		    "this system does not choose addresses at random");
	else
		tap_ok(at[0] != at[1] || at[1] != at[2],
		    "other addresses each time");
	talk_end(&t, 0, "places");
}

static void test_once(void)
{
	struct talk t;

	talk_start(&t, NULL, "--once", "ill_record", "4");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "done", 0, "\"events\":[1,2,3,4]"),
	    "--once runs one batch, all counted");
	tap_ok(talk_has(&t, "done", 0, "\"warm\":0,"), "--once has no warm-up");
	talk_end(&t, 0, "once");
	talk_start(&t, NULL, "--once", "ill_base", "4");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "done", 0, "\"ops\":4,") &&
		!strstr(buf_str(&t.text), "\"base\""),
	    "--once has no base batches");
	talk_end(&t, 0, "once");
	talk_start(&t, NULL, "--once", "ill_record", "100001");
	talk_until(&t, NULL);
	tap_ok(talk_has(&t, "fail", 0, "at most 100000 operations"),
	    "--once keeps to what a batch may have");
	talk_end(&t, 2, "once, too many");
	talk_start(&t, NULL, "--once", "ill_errno", "4");
	talk_end(&t, 2, "once that fails");
	talk_start(&t, NULL, "--exit-at-once", NULL, NULL);
	talk_end(&t, 42, "--exit-at-once");
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 1;
	talk_probe = argv[1];
	alarm(60);
	signal(SIGPIPE, SIG_IGN);
	plat_adopt_orphans();
	if (strcmp(plat_name, "null") == 0)
		tap_skip("ill-behaved", "the null platform finds no orphans");
	else
		test_all();
	test_batches();
	test_places();
	test_once();
	return tap_done();
}
