/* lab_facts.c - how boots of the lab were made, and how configurations differ.
 */
#include "cmd/lab.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/table.h"

#include <stdlib.h>
#include <string.h>

#define INDENT 8

static const char *const accel_words
    [] = { [LAB_ICOUNT] = "icount", [LAB_TCG] = "tcg", [LAB_KVM] = "kvm" };

static void put_list(struct run *r, const char *key, const char *const *list)
{
	struct buf b = BUF_INIT;

	for (; list && *list; list++)
		buf_addf(&b, "%s%s", b.len ? ", " : "", *list);
	host_set(&r->host, key, FACT_SETTING, b.len ? b.s : "none");
	buf_release(&b);
}

void lab_facts(const struct lab_arm *arm, const struct lab_how *how)
{
	struct host *h = &arm->r->host;
	char memory[32];

	host_set(h, "lab.accel", FACT_SETTING, accel_words[how->accel]);
	host_set(h, "lab.memory", FACT_SETTING,
	    num_bytes((how->memory_mb ? how->memory_mb : LAB_MEMORY_MB) << 20,
		memory, sizeof(memory)));
	host_set(h, "lab.image", FACT_SETTING, arm->kernel->hash);
	host_set(h, "lab.qemu", FACT_SETTING, how->qemu);
	put_list(arm->r, "lab.set", arm->set);
}

/* -- Configurations ------------------------------------------------------ */

/* Options that often cost something, the dearest first; patterns. */
static const char *const dear[] = { "KASAN*", "KCSAN*", "UBSAN*", "KMSAN*",
	"PROVE_LOCKING", "LOCKDEP*", "DEBUG_LOCK*", "DEBUG_PREEMPT",
	"SLUB_DEBUG_ON", "DEBUG_PAGEALLOC*", "PAGE_POISONING*", "KFENCE*", "HZ",
	"PREEMPT*", "NO_HZ*", "RANDOMIZE_KSTACK*", "INIT_ON_*", "INIT_STACK*",
	"GCC_PLUGIN*", "PAGE_TABLE_ISOLATION", "RETPOLINE", "MITIGATION*",
	"CPU_*_ENTRY", "SLS", "CALL_DEPTH*", "STACKPROTECTOR*",
	"HARDENED_USERCOPY*", "FORTIFY*", "CFI*", "SLAB_FREELIST*",
	"RANDOM_KMALLOC*", "SLAB_BUCKETS", "SHUFFLE_PAGE*", "AUDIT*",
	"SECCOMP*", "LSM", "SECURITY_*", "DEFAULT_SECURITY*", "BPF_LSM",
	"CC_OPTIMIZE*", "LTO*", "FTRACE*", "FUNCTION_TRACER", "DYNAMIC_FTRACE*",
	"MCOUNT*", "TRANSPARENT_HUGEPAGE*", "PER_VMA_LOCK", "MEMCG*", "CGROUP*",
	"FAIR_GROUP*", "SCHED_*", "RCU_*", "NUMA*", "LRU_GEN*", "SLUB*", "SLAB",
	"DEBUG_*" };

#define DEAR (sizeof(dear) / sizeof(dear[0]))

struct option {
	const char *name; /* without CONFIG_ */
	size_t len, rank;
	const char *a, *b; /* "y", "250"; NULL = not there; owned */
};

struct options {
	struct option *o;
	size_t n, cap;
};

static int by_name(const void *x, const void *y)
{
	const struct option *a = x, *b = y;
	int d = strncmp(a->name, b->name, a->len < b->len ? a->len : b->len);

	return d ? d : (a->len > b->len) - (a->len < b->len);
}

/* "CONFIG_HZ=250": the rest, "is not set", is as if it were not there. */
static void read_config(struct options *to, const char *text)
{
	static const char prefix[] = "CONFIG_";

	for (const char *p = text; p && *p;
	     p += strcspn(p, "\n"), p += *p > 0) {
		size_t len = strcspn(p, "=\n");

		if (!text_starts(p, prefix) || p[len] != '=')
			continue;
		to->o = xgrow(to->o, to->n, &to->cap, sizeof(*to->o));
		to->o[to->n++] = (struct option){ .name = p + strlen(prefix),
			.len = len - strlen(prefix),
			.a =
			    xstrndup(p + len + 1, strcspn(p + len + 1, "\n")) };
	}
	qsort(to->o, to->n, sizeof(*to->o), by_name);
}

static size_t rank_of(const struct option *o)
{
	char *name = xstrndup(o->name, o->len);
	size_t i = 0;

	while (i < DEAR && !text_glob(dear[i], name))
		i++;
	free(name);
	return i;
}

static int by_rank(const void *x, const void *y)
{
	const struct option *a = x, *b = y;

	return a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank) :
				    by_name(x, y);
}

static void drop(const char *value)
{
	free((void *)(uintptr_t)value);
}

static void add(struct options *to, const struct option *name, const char *a,
    const char *b)
{
	if (a && b && strcmp(a, b) == 0) {
		drop(a);
		drop(b);
		return;
	}
	to->o = xgrow(to->o, to->n, &to->cap, sizeof(*to->o));
	to->o[to->n] = *name;
	to->o[to->n].a = a;
	to->o[to->n].b = b;
	to->o[to->n].rank = rank_of(name);
	to->n++;
}

/* What differs between two configurations, the dearest first. */
static struct options differences(const char *a, const char *b)
{
	struct options x = { NULL, 0, 0 }, y = x, out = x;
	size_t i = 0, k = 0;

	read_config(&x, a);
	read_config(&y, b);
	while (i < x.n || k < y.n) {
		int d = i == x.n ? 1 :
		    k == y.n     ? -1 :
				   by_name(&x.o[i], &y.o[k]);

		if (d < 0)
			add(&out, &x.o[i], x.o[i].a, NULL);
		else if (d > 0)
			add(&out, &y.o[k], NULL, y.o[k].a);
		else
			add(&out, &x.o[i], x.o[i].a, y.o[k].a);
		i += d <= 0;
		k += d >= 0;
	}
	free(x.o);
	free(y.o);
	qsort(out.o, out.n, sizeof(*out.o), by_rank);
	return out;
}

static void options_release(struct options *o)
{
	for (size_t i = 0; i < o->n; i++) {
		drop(o->o[i].a);
		drop(o->o[i].b);
	}
	free(o->o);
}

static const char *value(const char *v)
{
	return v ? v : "not set";
}

void lab_config_text(const struct kernel *a, const struct kernel *b,
    size_t most, const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	struct options d;

	if (!a->config || !b->config) {
		buf_addf(out, "config  unknown %s\n",
		    a->config     ? "of the second kernel" :
			b->config ? "of the first kernel" :
				    "of both kernels");
		return;
	}
	d = differences(a->config, b->config);
	if (d.n > 0)
		buf_addf(&line, "%zu option%s differ%s: ", d.n,
		    d.n == 1 ? "" : "s", d.n == 1 ? "s" : "");
	for (size_t i = 0; i < d.n && i < most; i++)
		buf_addf(&line, "%s%.*s (%s, %s)", i ? ", " : "",
		    (int)d.o[i].len, d.o[i].name, value(d.o[i].a),
		    value(d.o[i].b));
	if (d.n > most)
		buf_addf(&line, " and %zu more, which '-v' shows", d.n - most);
	if (d.n > 0) {
		buf_add(out, "config  ");
		table_wrap(out, buf_str(&line), s->width, INDENT);
	}
	buf_release(&line);
	options_release(&d);
}

void lab_config_json(const struct kernel *a, const struct kernel *b,
    struct json *j)
{
	struct options d;

	json_key(j, "config");
	if (!a->config || !b->config) {
		json_null(j);
		return;
	}
	d = differences(a->config, b->config);
	json_begin_array(j);
	for (size_t i = 0; i < d.n; i++) {
		char *name = xstrndup(d.o[i].name, d.o[i].len);

		json_begin_object(j);
		json_put_string(j, "option", name);
		json_put_string(j, "base", d.o[i].a);
		json_put_string(j, "now", d.o[i].b);
		json_end_object(j);
		free(name);
	}
	json_end_array(j);
	options_release(&d);
}
