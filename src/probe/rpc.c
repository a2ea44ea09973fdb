/* rpc.c - perfloss-probe-rpc: the invocations of rows that need libtirpc.
 *
 * perfloss-probe, beside which it stands, starts it for each of them. */
#include "base/log.h"
#include "measure/invoke.h"

#include <string.h>

int main(int argc, char **argv)
{
	struct err e;

	log_name("perfloss-probe-rpc");
	if (argc == 2 && strcmp(argv[1], INVOKE_OPTION) == 0)
		invoke_main(bench_table, &e);
	else
		err_set(&e, -1,
		    "is started by perfloss-probe, for rows that need "
		    "libtirpc");
	log_error("%s", e.text);
	return 2;
}
