/* lmbench.c - runs in the layout of lmbench's summary, for those who keep and
 * compare such tables. */
#include "report/report.h"

#include "base/text.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A column: the rows that may fill it, by a pattern of their key. Of several
 * the one with lmbench's own definition is taken, then one on the same CPU,
 * then the first or the last by size. */
struct column {
	int width;
	const char *rows;
	const char *mean_with; /* a second pattern: the mean of both */
	bool last;             /* the largest size */
};

struct layout {
	const char *title;
	bool mhz; /* third column */
	const struct column *column;
};

static const struct column processor[] = {
	{ 4, "sys_null*", NULL, false },
	{ 4, "sys_read*", "sys_write*", false },
	{ 4, "sys_stat*", NULL, false },
	{ 4, "sys_open_close*", NULL, false },
	{ 5, "sys_select/*tcp*", NULL, true },
	{ 4, "sig_install*", NULL, false },
	{ 4, "sig_handle*", NULL, false },
	{ 4, "proc_fork", NULL, false },
	{ 4, "proc_exec", NULL, false },
	{ 4, "proc_sh*", NULL, false },
	{ 0, NULL, NULL, false },
};

static const struct column context[] = {
	{ 5, "sched_ctx/procs=2/size=0*", NULL, false },
	{ 6, "sched_ctx/procs=2/size=16K*", NULL, false },
	{ 6, "sched_ctx/procs=2/size=64K*", NULL, false },
	{ 6, "sched_ctx/procs=8/size=16K*", NULL, false },
	{ 6, "sched_ctx/procs=8/size=64K*", NULL, false },
	{ 7, "sched_ctx/procs=16/size=16K*", NULL, false },
	{ 7, "sched_ctx/procs=16/size=64K*", NULL, false },
	{ 0, NULL, NULL, false },
};

static const struct column latency[] = {
	{ 5, "sched_ctx/procs=2/size=0*", NULL, false },
	{ 5, "ipc_pipe*", NULL, false },
	{ 4, "ipc_unix*", NULL, false },
	{ 5, "ipc_udp*", NULL, false },
	{ 5, "ipc_rpc_udp*", NULL, false },
	{ 5, "ipc_tcp*", NULL, false },
	{ 5, "ipc_rpc_tcp*", NULL, false },
	{ 4, "ipc_connect*", NULL, false },
	{ 0, NULL, NULL, false },
};

static const struct column files[] = {
	{ 6, "fs_create/size=0*", NULL, false },
	{ 6, "fs_delete/size=0*", NULL, false },
	{ 6, "fs_create/size=10K*", NULL, false },
	{ 6, "fs_delete/size=10K*", NULL, false },
	{ 8, "vm_mmap*", NULL, true },
	{ 5, "sig_fault*", NULL, false },
	{ 7, "vm_page_fault*", NULL, false },
	{ 0, NULL, NULL, false },
};

static const struct column bandwidth[] = {
	{ 4, "bw_pipe*", NULL, false },
	{ 4, "bw_unix*", NULL, false },
	{ 4, "bw_tcp*", NULL, true },
	{ 6, "io_reread*", NULL, true },
	{ 6, "io_mmap_reread*", NULL, true },
	{ 6, "mem_bcopy_libc*", NULL, true },
	{ 6, "mem_bcopy_hand*", NULL, true },
	{ 4, "mem_read*", NULL, true },
	{ 5, "mem_write*", NULL, true },
	{ 0, NULL, NULL, false },
};

/* The lines above the numbers, as lmbench prints them. */
static const char processor_head[] =
    "Processor, Processes - times in microseconds - smaller is better\n"
    "----------------------------------------------------------------\n"
    "Host                 OS  Mhz null null      open selct sig  sig  fork "
    "exec sh  \n"
    "                             call  I/O stat clos TCP   inst hndl proc "
    "proc proc\n"
    "--------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- "
    "---- ----\n";
static const char context_head[] =
    "Context switching - times in microseconds - smaller is better\n"
    "-------------------------------------------------------------\n"
    "Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K "
    "16p/64K\n"
    "                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   "
    "ctxsw\n"
    "--------- ------------- ----- ------ ------ ------ ------ ------- "
    "-------\n";
static const char latency_head[] =
    "*Local* Communication latencies in microseconds - smaller is better\n"
    "-------------------------------------------------------------------\n"
    "Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
    "                        ctxsw       UNIX         UDP         TCP conn\n"
    "--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n";
static const char files_head[] =
    "File & VM system latencies in microseconds - smaller is better\n"
    "--------------------------------------------------------------\n"
    "Host                 OS   0K File      10K File      Mmap    Prot    "
    "Page\n"
    "                        Create Delete Create Delete  Latency Fault   "
    "Fault\n"
    "--------- ------------- ------ ------ ------ ------  ------- -----   "
    "-----\n";
static const char bandwidth_head[] =
    "*Local* Communication bandwidths in MB/s - bigger is better\n"
    "-----------------------------------------------------------\n"
    "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   "
    "Mem\n"
    "                             UNIX      reread reread (libc) (hand) read "
    "write\n"
    "--------- ------------- ---- ---- ---- ------ ------ ------ ------ ---- "
    "-----\n";

static const struct layout layouts[] = {
	{ processor_head, true, processor },
	{ context_head, false, context },
	{ latency_head, false, latency },
	{ files_head, false, files },
	{ bandwidth_head, false, bandwidth },
};

static int rank(const struct result *res)
{
	char cpu[16];

	if (res->flags & RESULT_LM)
		return 0;
	return row_arg(res->key, "cpu", cpu, sizeof(cpu)) &&
		strcmp(cpu, "same") != 0 ?
	    2 :
	    1;
}

static const struct result *pick(const struct run *r, const char *pattern,
    bool last)
{
	const struct result *best = NULL, *res;
	size_t i;
	int d;

	for (i = 0; i < r->n_results; i++) {
		res = &r->results[i];
		/* "ipc_unix*" is not ipc_unix_dgram */
		if (res->n_inv == 0 || (res->flags & RESULT_TAIL) ||
		    !text_starts(pattern, res->name) ||
		    (pattern[strlen(res->name)] &&
			!text_in(pattern[strlen(res->name)], "*/")) ||
		    !text_glob(pattern, res->key))
			continue;
		d = best ? rank(res) - rank(best) : -1;
		if (d == 0) {
			d = rows_compare(res, best);
			d = last ? -d : d;
		}
		if (d < 0)
			best = res;
	}
	return best;
}

/* In microseconds, MB/s or MHz; NaN when there is no such row, or it counts
 * instructions, for which lmbench has no column. */
static double measured(const struct run *r, const char *pattern, bool last)
{
	const struct result *res = pick(r, pattern, last);
	struct estimate e;

	if (!res || res->unit == UNIT_INSN)
		return NAN;
	judge_estimate(r, res, &e);
	if (e.status == STATUS_FAILED || e.status == STATUS_UNSUPPORTED)
		return NAN;
	return run_display(res, e.cost) / (unit_is_rate(res->unit) ? 1e6 : 1e3);
}

/* As lmbench does: below 10 as many decimals as the column has, then whole
 * numbers, millions with a letter. */
static void put_number(struct buf *out, double v, int width)
{
	char text[32];

	if (!isfinite(v) || v < 0)
		text[0] = '\0';
	else if (v < 9.995)
		snprintf(text, sizeof(text), "%.*f", width - 2, v);
	else if (v >= 9.95e6)
		snprintf(text, sizeof(text), "%.0fM", v / 1e6);
	else if (v >= 1e6 || v >= pow(10, width))
		snprintf(text, sizeof(text), v >= 1e6 ? "%.1fM" : "%.0fK",
		    v >= 1e6 ? v / 1e6 : v / 1e3);
	else
		snprintf(text, sizeof(text), "%.0f", v);
	buf_addf(out, "%*s", width, text);
}

/* Host and system, 9 and 13 columns. A release too long to stand after
 * "Linux" stands alone. */
static void put_host(const struct run *r, struct buf *out)
{
	const char *kernel = host_get(&r->host, "kernel.release");
	const char *host = host_get(&r->host, "host.name");
	char os[64], id[32], number[24];
	size_t fit;

	/* Runs of one machine are told apart by their labels or numbers. */
	snprintf(number, sizeof(number), "#%lld", (long long)r->id);
	snprintf(id, sizeof(id), "%.*s%s", 9 - (int)strlen(number),
	    host ? host : "run", number);
	if (r->label || !host)
		host = r->label ? r->label : r->uuid;
	if (!r->label && r->id > 0)
		host = id;
	fit = text_fit(host, 9);
	buf_add_mem(out, host, fit);
	buf_add_fill(out, ' ',
	    10 - (text_width(host) > 9 ? 9 : text_width(host)));
	snprintf(os, sizeof(os), "Linux %s", kernel ? kernel : "?");
	buf_addf(out, "%13.13s", strlen(os) <= 13 || !kernel ? os : kernel);
}

static double mhz(const struct run *r)
{
	static const char *const keys[] = { "cpu.mhz_measured", "cpu.mhz" };
	const char *value;
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		value = host_get(&r->host, keys[i]);
		if (value)
			return strtod(value, NULL);
	}
	return NAN;
}

static void end_line(struct buf *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	buf_add_char(out, '\n');
}

static void put_row(const struct run *r, const struct layout *l,
    struct buf *out)
{
	const struct column *c;
	double v;

	put_host(r, out);
	if (l->mhz) {
		buf_add_char(out, ' ');
		put_number(out, mhz(r), 4);
	}
	for (c = l->column; c->rows; c++) {
		v = measured(r, c->rows, c->last);
		if (c->mean_with)
			v = (v + measured(r, c->mean_with, c->last)) / 2;
		buf_add_char(out, ' ');
		put_number(out, v, c->width);
	}
	end_line(out);
}

/* The latency in ns at the k-th of the sizes that lmbench's columns stand for;
 * from the curve where the strided rows are not there. */
static double memory(const struct run *r, const char *level, bool last)
{
	struct level found[LEVELS];
	size_t n, i;

	if (strcmp(level, "L2") != 0) {
		double v = measured(r, "mem_lat_stride*", last) * 1e3;

		if (isfinite(v))
			return v;
	}
	n = judge_levels(r, "mem_lat", found);
	for (i = 0; i < n; i++)
		if (strcmp(found[i].name, level) == 0)
			return found[i].ns;
	return NAN;
}

static void put_memory(const struct run *const *runs, size_t n, struct buf *out)
{
	size_t i;

	buf_add(out,
	    "\nMemory latencies in nanoseconds - smaller is better\n"
	    "    (WARNING - may not be correct, check graphs)\n"
	    "---------------------------------------------------\n"
	    "Host                 OS   Mhz  L1 $   L2 $    Main mem    "
	    "Guesses\n"
	    "--------- -------------  ---- ----- ------    --------    "
	    "-------\n");
	for (i = 0; i < n; i++) {
		put_host(runs[i], out);
		buf_add(out, "  ");
		put_number(out, mhz(runs[i]), 4);
		buf_add_char(out, ' ');
		put_number(out, memory(runs[i], "L1", false), 5);
		buf_add_char(out, ' ');
		put_number(out, memory(runs[i], "L2", false), 6);
		buf_add(out, "    ");
		put_number(out, memory(runs[i], "DRAM", true), 3);
		end_line(out);
	}
}

void report_lmbench(const struct run *const *runs, size_t n, struct buf *out)
{
	size_t i, k;

	buf_add(out,
	    "                 L M B E N C H  2 . 0   S U M M A R Y\n"
	    "                 ------------------------------------\n"
	    "           (measured by perfloss, in this layout)\n");
	for (i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		buf_addf(out, "\n%s", layouts[i].title);
		for (k = 0; k < n; k++)
			put_row(runs[k], &layouts[i], out);
	}
	put_memory(runs, n, out);
}
