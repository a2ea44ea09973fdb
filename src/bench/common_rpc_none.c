/* common_rpc_none.c - the rows of common_rpc.h where that is not linked. */
#include "bench/common_rpc.h"

const char *common_rpc_absent(const struct bench_ctx *c)
{
	(void)c;
	return bench_beside(COMMON_RPC_PROGRAM) ? NULL : COMMON_RPC_NEEDS;
}

/* Come here only when the program could not be started. */
int common_rpc_udp(struct bench_ctx *c)
{
	return bench_skip(c, "%s", COMMON_RPC_NEEDS);
}

int common_rpc_tcp(struct bench_ctx *c)
{
	return common_rpc_udp(c);
}

int common_rpc_run(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	return common_rpc_udp(c);
}

int common_rpc_stop(struct bench_ctx *c)
{
	(void)c;
	return 0;
}
