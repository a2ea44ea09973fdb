/* facts.c - tests of the facts of a run as text. */
#include "report/report.h"
#include "tap.h"

#include <string.h>

static size_t longest(const char *text)
{
	size_t most = 0, n;

	for (; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		most = n > most ? n : most;
	}
	return most;
}

int main(void)
{
	static const char flags[] = "fpu vme de pse tsc msr pae mce cx8 apic "
				    "sep mtrr pge mca cmov pat pse36 clflush "
				    "mmx fxsr sse sse2 ss ht syscall last";
	struct style narrow = { .width = 80 }, wide = { .width = (size_t)-1 };
	struct buf out = BUF_INIT;
	struct run r;

	run_init(&r);
	host_set(&r.host, "cpu.flags", FACT_SETTING, flags);
	host_set(&r.host, "cpu.model", FACT_IDENTITY, NULL);
	report_facts(&r, &narrow, &out);
	tap_ok(longest(buf_str(&out)) <= 80, "a long value is cut");
	tap_ok(strstr(buf_str(&out), "fpu vme de pse"), "its beginning stays");
	tap_ok(strstr(buf_str(&out), "unknown"), "what is not known");
	buf_clear(&out);
	report_facts(&r, &wide, &out);
	tap_ok(strstr(buf_str(&out), flags), "all of it where there is room");
	buf_release(&out);
	run_release(&r);
	return tap_done();
}
