/* no_samples.c - of platforms on which it is not known where time goes. */
#include "plat/samples.h"

#include <errno.h>

int plat_samples_open(struct plat_samples *s, int cpu, int64_t period_ns,
    struct err *e)
{
	(void)s;
	(void)cpu;
	(void)period_ns;
	return err_set(e, -ENOTSUP, "this platform takes no samples");
}

void plat_samples_close(struct plat_samples *s)
{
	(void)s;
}

void plat_samples_switch(const struct plat_samples *s, bool on)
{
	(void)s;
	(void)on;
}

uint64_t plat_samples_read(const struct plat_samples *s, plat_sample_fn *fn,
    void *to)
{
	(void)s;
	(void)fn;
	(void)to;
	return 0;
}

int plat_symbols(plat_symbol_fn *fn, void *to, struct err *e)
{
	(void)fn;
	(void)to;
	return err_set(e, -ENOTSUP,
	    "this platform does not name the functions of its kernel");
}
