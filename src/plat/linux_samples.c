/* linux_samples.c - perf_event_open(2) that samples; kallsyms. */
#include "plat/samples.h"

#include "base/text.h"
#include "plat/linux.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RING_PAGES 128 /* of samples of 16 bytes: a second of one each 30 us */
#define PAGE       4096

#define KALLSYMS      "/proc/kallsyms"
#define KALLSYMS_MOST (64u << 20) /* bytes */

/* -- Samples ------------------------------------------------------------- */

int plat_samples_open(struct plat_samples *s, int cpu, int64_t period_ns,
    struct err *e)
{
	struct perf_event_attr a;

	memset(&a, 0, sizeof(a));
	a.size = sizeof(a);
	a.type = PERF_TYPE_SOFTWARE;
	a.config = PERF_COUNT_SW_CPU_CLOCK;
	a.sample_period = (uint64_t)period_ns;
	a.sample_type = PERF_SAMPLE_IP;
	a.disabled = 1;
	/* nobody is to be woken */
	a.watermark = 1;
	a.wakeup_watermark = UINT32_MAX;
	s->size = (size_t)(1 + RING_PAGES) * PAGE;
	s->fd = (int)syscall(SYS_perf_event_open, &a, -1, cpu, -1,
	    (unsigned long)PERF_FLAG_FD_CLOEXEC);
	if (s->fd < 0)
		return err_sys(e, -errno, "cannot sample CPU %d", cpu);
	s->ring =
	    mmap(NULL, s->size, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
	if (s->ring == MAP_FAILED) {
		err_sys(e, -errno, "cannot sample CPU %d", cpu);
		close(s->fd);
		s->fd = -1;
		return e->code;
	}
	return 0;
}

void plat_samples_close(struct plat_samples *s)
{
	munmap(s->ring, s->size);
	close(s->fd);
	s->fd = -1;
}

void plat_samples_switch(const struct plat_samples *s, bool on)
{
	ioctl(s->fd, on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

/* n bytes from a place in the ring, which begins anew at its end. */
static void copy(const char *data, size_t size, uint64_t from, void *to,
    size_t n)
{
	size_t at = (size_t)(from % size), first = size - at;

	first = first < n ? first : n;
	memcpy(to, data + at, first);
	memcpy((char *)to + first, data, n - first);
}

uint64_t plat_samples_read(const struct plat_samples *s, plat_sample_fn *fn,
    void *to)
{
	struct perf_event_mmap_page *head = s->ring;
	const char *data = (const char *)s->ring + PAGE;
	size_t size = s->size - PAGE;
	uint64_t end = head->data_head, at = head->data_tail, lost = 0;

	atomic_thread_fence(memory_order_acquire);
	while (at < end) {
		struct perf_event_header h;
		uint64_t word[2] = { 0, 0 }; /* of LOST: id, number */

		copy(data, size, at, &h, sizeof(h));
		if (h.size < sizeof(h))
			break;
		if (h.type == PERF_RECORD_SAMPLE) {
			copy(data, size, at + sizeof(h), word, 8);
			fn(to, word[0]);
		} else if (h.type == PERF_RECORD_LOST) {
			copy(data, size, at + sizeof(h), word, 16);
			lost += word[1];
		}
		at += h.size;
	}
	atomic_thread_fence(memory_order_release);
	head->data_tail = end;
	return lost;
}

/* -- Symbols ------------------------------------------------------------- */

/* "ffffffff81000000 T name" or "... t name\t[module]": a function? Its address
 * is 0 for those who may not know it. */
static bool one(char *line, plat_symbol_fn *fn, void *to, bool *seen)
{
	char *at, *name, *module;
	uint64_t address = strtoull(line, &at, 16);

	if (at == line || at[0] != ' ' || !at[1] || at[2] != ' ' || !at[3])
		return false;
	if (!text_in(at[1], "tTwW"))
		return false;
	name = at + 3;
	module = strchr(name, '\t');
	if (module) {
		*module++ = '\0';
		module += *module == '[';
		module[strcspn(module, "]")] = '\0';
	}
	if (address != 0)
		fn(to, address, name, module);
	*seen |= address != 0;
	return true;
}

int plat_symbols(plat_symbol_fn *fn, void *to, struct err *e)
{
	struct buf text = BUF_INIT;
	bool seen = false, any = false;
	int code = linux_slurp(KALLSYMS, KALLSYMS_MOST, &text);
	char *line, *end;

	if (code < 0)
		return err_sys(e, code, "cannot read '%s'", KALLSYMS);
	for (line = text.s; line && *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		any |= one(line, fn, to, &seen);
	}
	buf_release(&text);
	if (any && seen)
		return 0;
	return err_set(e, -EPERM, "'%s' shows no addresses here%s", KALLSYMS,
	    any ? " (kernel.kptr_restrict)" : "");
}
