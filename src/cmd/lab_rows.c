/* lab_rows.c - the rows that the lab counts. */
#include "cmd/lab.h"

#include "base/mem.h"
#include "cmd/catalogue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What makes sense on one virtual CPU without disk or network and never waits,
 * and how many operations make a batch: some 200,000 instructions, as far as
 * one operation has no more. The timer's tick, one in 4 million where HZ=250,
 * is then in few of the batches, and the median has none of it; and all kernels
 * do the same work. A batch of vm_mmap takes some three pages of slabs, as one
 * and a half would be one or two (doc/LAB.md). sys_open_close, proc_thread and
 * ipc_connect are not among them: they jump with what RCU frees
 * (doc/METHOD.md). */
const struct lab_row lab_table[] = {
	{ "sys_null", 600 },
	{ "sys_read", 300 },
	{ "sys_write", 340 },
	{ "sys_fstat", 170 },
	{ "sys_stat/depth=1", 30 },
	{ "sys_dup_close", 200 },
	{ "sys_poll/fds=100", 8 },
	{ "sys_epoll/fds=100/ready=1", 240 },
	{ "sys_futex_wake", 400 },
	{ "sys_seccomp/instructions=10", 340 },
	{ "sys_proc_read/file=self-stat", 7 },
	{ "sig_install", 340 },
	{ "sig_handle", 60 },
	{ "sig_fault/less=store", 50 },
	{ "proc_fork", 1 },
	{ "proc_vfork_exec", 1 },
	{ "proc_exec", 1 },
	{ "sched_yield_pair", 90 },
	{ "sched_ctx/procs=2/size=0/cpu=same", 40 },
	{ "ipc_pipe/cpu=same", 18 },
	{ "ipc_unix/cpu=same", 10 },
	{ "ipc_tcp/cpu=same", 7 },
	{ "ipc_udp/cpu=same", 9 },
	{ "lock_futex/cpu=same", 20 },
	{ "vm_fault/kind=anon", 30 },
	{ "vm_fault/kind=cow", 17 },
	{ "vm_mmap/size=64K/touch=none", 24 },
	{ "vm_mprotect/size=4K", 70 },
	{ "vm_brk/size=128K", 9 },
	{ "fs_create/size=0/where=tmpfs", 14 },
	{ "fs_delete/size=0/where=tmpfs", 22 },
	{ "fs_rename/where=tmpfs", 13 },
	{ "io_pread/size=4K/where=tmpfs", 32 },
	{ NULL, 0 },
};

static void add(struct lab_rows *rows, const char *key, uint64_t ops)
{
	for (size_t i = 0; i < rows->n; i++)
		if (strcmp(rows->row[i].key, key) == 0)
			return;
	rows->row = xgrow(rows->row, rows->n, &rows->cap, sizeof(*rows->row));
	rows->row[rows->n++] = (struct lab_row){ xstrdup(key), ops };
}

static bool means(const char *word, const char *key)
{
	struct result res = { .name = xstrndup(key, strcspn(key, "/")),
		.key = xstrdup(key) };
	bool is = select_row(word, &res);

	free(res.name);
	free(res.key);
	return is;
}

/* How many of the table. */
static size_t of_table(struct lab_rows *rows, const char *word)
{
	const struct lab_row *t;
	size_t n = 0;

	for (t = lab_table; t->key; t++) {
		if (word && !means(word, t->key))
			continue;
		add(rows, t->key, t->ops);
		n++;
	}
	return n;
}

/* Of all that the probe of this machine has. */
static int of_probe(struct lab_rows *rows, const char *word, struct err *e)
{
	struct catalogue c;
	int r;

	catalogue_init(&c);
	r = catalogue_load(&c, NULL, 0, e);
	r = r < 0 ? r : catalogue_select(&c, NULL, &word, 1, e);
	for (size_t i = 0; i < c.n && r == 0; i++)
		if (c.chosen[i])
			add(rows, c.row[i].key, 0);
	catalogue_release(&c);
	return r;
}

int lab_rows_choose(struct lab_rows *rows, const char *const *words, size_t n,
    struct err *e)
{
	int r = 0;

	*rows = (struct lab_rows){ NULL, 0, 0 };
	if (n == 0)
		of_table(rows, NULL);
	for (size_t i = 0; i < n && r == 0; i++)
		if (of_table(rows, words[i]) == 0)
			r = of_probe(rows, words[i], e);
	return r;
}

void lab_rows_release(struct lab_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		free((void *)(uintptr_t)rows->row[i].key);
	free(rows->row);
	*rows = (struct lab_rows){ NULL, 0, 0 };
}
