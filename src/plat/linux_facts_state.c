/* linux_facts_state.c - how busy the machine is. */
#include "plat/facts.h"

#include "base/num.h"

#include <stdio.h>
#include <string.h>

/* A number with a fraction, as the kernel prints them; none of them reaches
 * 10^12. */
static bool decimal(const char *s)
{
	double x;

	return num_parse_double(s, &x) == 0 && x >= 0 && x < 1e12;
}

static void load_average(struct facts *f)
{
	static const char *const keys[] = { "load.1", "load.5", "load.15" };
	char text[128], word[3][32] = { "", "", "" };
	bool ok = linux_line(text, sizeof(text), "/proc/loadavg") == 0 &&
	    sscanf(text, "%31s %31s %31s", word[0], word[1], word[2]) == 3;

	for (size_t i = 0; i < 3; i++)
		fact(f, keys[i], PLAT_STATE,
		    ok && decimal(word[i]) ? word[i] : NULL);
}

static void uptime(struct facts *f)
{
	char text[128], word[32];
	bool ok = linux_line(text, sizeof(text), "/proc/uptime") == 0 &&
	    sscanf(text, "%31s", word) == 1 && decimal(word);

	fact(f, "uptime_s", PLAT_STATE, ok ? word : NULL);
}

/* "some avg10=1.00 avg60=..." and "full ...". */
static void pressure(struct facts *f, const char *what)
{
	static const char *const kinds[] = { "some", "full" };
	struct buf b = BUF_INIT;
	char path[64], key[64], form[48], word[32];

	snprintf(path, sizeof(path), "/proc/pressure/%s", what);
	if (linux_slurp(path, 4096, &b) < 0)
		buf_clear(&b);
	for (size_t i = 0; i < 2; i++) {
		const char *line = strstr(buf_str(&b), kinds[i]);
		bool ok;

		snprintf(key, sizeof(key), "psi.%s.%s", what, kinds[i]);
		snprintf(form, sizeof(form), "%s avg10=%%31[0-9.]", kinds[i]);
		ok = line && sscanf(line, form, word) == 1 && decimal(word);
		fact(f, key, PLAT_STATE, ok ? word : NULL);
	}
	buf_release(&b);
}

static void cpu_time(struct facts *f)
{
	struct plat_load l;
	double all;

	plat_load(&l);
	all = l.busy_s + l.idle_s + l.steal_s;
	if (l.known && all > 0) {
		fact_fmt(f, "cpu.steal_share", PLAT_STATE, "%.4f",
		    l.steal_s / all);
		fact_fmt(f, "cpu.busy_share", PLAT_STATE, "%.4f",
		    l.busy_s / all);
		fact_int(f, "load.runnable", PLAT_STATE, l.runnable);
	} else {
		fact(f, "cpu.steal_share", PLAT_STATE, NULL);
		fact(f, "cpu.busy_share", PLAT_STATE, NULL);
		fact(f, "load.runnable", PLAT_STATE, NULL);
	}
	if (l.throttled_known)
		fact_int(f, "cpu.throttled", PLAT_STATE, (int64_t)l.throttled);
	else
		fact(f, "cpu.throttled", PLAT_STATE, NULL);
}

void facts_state(struct facts *f)
{
	load_average(f);
	uptime(f);
	pressure(f, "cpu");
	pressure(f, "memory");
	pressure(f, "io");
	cpu_time(f);
}
