/* confound.c - the kernel builds of story 3: which cell is missing. */
#include "judge/confound.h"

#include "made.h"
#include "tap.h"

/* Kernel, patch, disk, and what a build took in seconds. */
static const struct build {
	const char *kernel, *patch, *disk;
	double s;
} builds[] = {
	{ "2.1.26", "none", "scsi", 2230 },
	{ "2.1.27", "none", "scsi", 2221 },
	{ "2.1.28", "none", "scsi", 2237 },
	{ "2.1.29", "none", "scsi", 2226 },
	{ "2.1.30", "none", "scsi", 4212 },
	{ "2.1.31", "none", "scsi", 4116 },
	{ "2.1.31", "sched", "scsi", 2249 },
	{ "2.1.30", "unknown", "eide", 2935 },
	{ "2.1.31", "unknown", "eide", 2847 },
};
#define BUILDS (sizeof(builds) / sizeof(builds[0]))

static struct run run[BUILDS];
static struct confound *found;

/* What is said of these builds, numbers from 0. */
static size_t of(const size_t *which, size_t n)
{
	const struct run *r[BUILDS];

	for (size_t i = 0; i < n; i++)
		r[i] = &run[which[i]];
	free(found);
	return confounds_of(r, n, &found);
}

int main(void)
{
	static const size_t all[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };

	for (size_t i = 0; i < BUILDS; i++) {
		const struct build *b = &builds[i];

		run_init(&run[i]);
		host_set(&run[i].host, "exec.command", FACT_SETTING, "make");
		host_set(&run[i].host, "exec.kernel", FACT_SETTING, b->kernel);
		host_set(&run[i].host, "exec.patch", FACT_SETTING, b->patch);
		host_set(&run[i].host, "exec.disk", FACT_SETTING, b->disk);
		made_value(&run[i], "exec", b->s * 1e9);
	}
	tap_ok(of(all, 6) == 0, "versions on one disk: only these changed");
	tap_ok(of((const size_t[]){ 5, 6 }, 2) == 0, "the patch alone");
	tap_ok(of((const size_t[]){ 3, 7 }, 2) == 3,
	    "another version on another disk: neither alone");
	tap_ok(strstr(found[0].text, "disk was never changed alone: ") &&
		strstr(found[0].text, "kernel"),
	    "said: %s", found[0].text);
	tap_ok(of(all, BUILDS) == 1, "of all builds one factor is open");
	tap_str(found[0].text,
	    "disk was never changed alone: patch changed with it; disk eide "
	    "with kernel 2.1.30, patch none would tell them apart",
	    "and the cell that is missing");
	host_set(&run[7].host, "exec.patch", FACT_SETTING, "none");
	tap_ok(of(all, BUILDS) == 0, "with it none is");
	for (size_t i = 0; i < 2; i++) {
		run_release(&run[i]);
		run_init(&run[i]);
		host_set(&run[i].host, "csv.disk", FACT_SETTING,
		    i ? "eide" : "scsi");
		host_set(&run[i].host, "csv.patch", FACT_SETTING,
		    i ? "x" : "none");
		host_set(&run[i].host, "csv.date", FACT_SETTING, i ? "1" : "2");
	}
	tap_ok(of(all, 2) == 2, "columns of a table are factors, dates not");
	tap_ok(strstr(found[0].text,
		   "disk was never changed alone: patch "
		   "changed with it;"),
	    "said: %s", found[0].text);
	free(found);
	for (size_t i = 0; i < BUILDS; i++)
		run_release(&run[i]);
	return tap_done();
}
