/* lmbench_tables.c - the columns of lmbench's tables, versions 2 and 3. */
#include "import/lmbench.h"

#include <string.h>

#define V(name) \
	{ \
		name, LMBENCH_VALUE \
	}
#define F(name) \
	{ \
		"lmbench." name, LMBENCH_FACT \
	}
#define SKIPPED \
	{ \
		"", LMBENCH_SKIP \
	}

/* clang-format off */
static const struct lmbench_column system2[] = { F("description"), F("mhz") };
static const struct lmbench_column system3[] = { F("description"), F("mhz"),
	F("tlb_pages"), F("line_bytes"), F("mem_par"), F("scal_load") };
static const struct lmbench_column processes[] = { F("mhz"), V("null_call"),
	V("null_io"), V("stat"), V("open_close"), V("select_tcp"),
	V("sig_inst"), V("sig_hndl"), V("fork_proc"), V("exec_proc"),
	V("sh_proc") };
static const struct lmbench_column integers[] = { V("intgr_bit"),
	V("intgr_add"), V("intgr_mul"), V("intgr_div"), V("intgr_mod") };
static const struct lmbench_column int64s[] = { V("int64_bit"),
	V("int64_add"), V("int64_mul"), V("int64_div"), V("int64_mod") };
static const struct lmbench_column floats[] = { V("float_add"),
	V("float_mul"), V("float_div"), V("float_bogo") };
static const struct lmbench_column doubles[] = { V("double_add"),
	V("double_mul"), V("double_div"), V("double_bogo") };
static const struct lmbench_column ctxsw[] = { V("ctxsw/2p/0K"),
	V("ctxsw/2p/16K"), V("ctxsw/2p/64K"),
	V("ctxsw/8p/16K"), V("ctxsw/8p/64K"),
	V("ctxsw/16p/16K"), V("ctxsw/16p/64K") };
/* the first repeats a column of context switching */
static const struct lmbench_column local[] = { SKIPPED, V("lat_pipe"),
	V("lat_af_unix"), V("lat_udp"), V("lat_rpc_udp"), V("lat_tcp"),
	V("lat_rpc_tcp"), V("tcp_conn") };
static const struct lmbench_column remote[] = { V("remote_udp"),
	V("remote_rpc_udp"), V("remote_tcp"), V("remote_rpc_tcp"),
	V("remote_tcp_conn") };
static const struct lmbench_column files[] = { V("create_0k"),
	V("delete_0k"), V("create_10k"), V("delete_10k"), V("mmap_latency"),
	V("prot_fault"), V("page_fault"), V("select_100fd") };
static const struct lmbench_column bandwidth[] = { V("bw_pipe"),
	V("bw_af_unix"), V("bw_tcp"), V("bw_file_reread"),
	V("bw_mmap_reread"), V("bw_bcopy_libc"), V("bw_bcopy_hand"),
	V("bw_mem_read"), V("bw_mem_write") };
static const struct lmbench_column memory2[] = { F("mhz"), V("lat_l1"),
	V("lat_l2"), V("lat_main_mem"), SKIPPED };
static const struct lmbench_column memory3[] = { F("mhz"), V("lat_l1"),
	V("lat_l2"), V("lat_main_mem"), V("lat_rand_mem"), SKIPPED };
/* clang-format on */

#define US                UNIT_NS, 1e3
#define NS                UNIT_NS, 1
#define MB                UNIT_RATE, 1e6 /* lmbench's MB is 10^6 bytes */
#define LESS_ONE(columns) sizeof(columns) / sizeof(columns[0]) - 1, columns
#define ALL(columns)      sizeof(columns) / sizeof(columns[0]), columns

/* Of one title the one with the most columns first. */
static const struct lmbench_table tables[] = {
	{ "basic system parameters", NS, ALL(system3) },
	{ "basic system parameters", NS, ALL(system2) },
	{ "processor, processes", US, ALL(processes) },
	{ "basic integer operations", NS, ALL(integers) },
	{ "basic uint64 operations", NS, ALL(int64s) },
	{ "basic float operations", NS, ALL(floats) },
	{ "basic double operations", NS, ALL(doubles) },
	{ "context switching", US, ALL(ctxsw) },
	{ "*local* communication latencies", US, ALL(local) },
	{ "*remote* communication latencies", US, ALL(remote) },
	{ "file & vm system latencies", US, ALL(files) },
	{ "file & vm system latencies", US, LESS_ONE(files) },
	{ "*local* communication bandwidths", MB, ALL(bandwidth) },
	{ "memory latencies in nanoseconds", NS, ALL(memory3) },
	{ "memory latencies in nanoseconds", NS, ALL(memory2) },
};
#define TABLES (sizeof(tables) / sizeof(tables[0]))

const struct lmbench_table *lmbench_title(const struct line *l)
{
	for (size_t i = 0; i < TABLES; i++)
		if (line_starts(l, tables[i].title))
			return &tables[i];
	return NULL;
}

const struct lmbench_table *lmbench_columns(const struct lmbench_table *kind,
    size_t columns)
{
	for (size_t i = 0; i < TABLES; i++)
		if (strcmp(tables[i].title, kind->title) == 0 &&
		    tables[i].n == columns)
			return &tables[i];
	return NULL;
}
