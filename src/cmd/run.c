/* run.c - perfloss run: measure this machine. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/catalogue.h"
#include "cmd/expect.h"
#include "cmd/history.h"
#include "cmd/measure.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "judge/judge.h"
#include "model/name.h"
#include "model/tails.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define S 1000000000ll

/* Issue 2, "Numbers": 12 invocations a row; 45 s and 10 s for the profiles,
 * less what starting and printing take. CATALOGUE.md: 5 minutes for the full
 * one. */
#define ROUNDS     12
#define QUICK_NS   (9 * S)
#define DEFAULT_NS (44 * S)
#define FULL_NS    (300 * S)

/* doc/WIRE.md, "step"; and what a shell on a loaded machine may need. */
#define DEADLINE_NS    (20 * S)
#define DEADLINE_LEAST (2 * S)

/* More history than a store is asked for (STORE_SESSIONS). */
#define REPEAT_MOST 1000

static struct {
	struct setup_opts setup;
	const char *profile, *label, *pin, *store;
	int64_t budget_ns, deadline_ns, rounds, repeat;
	double until;
	bool json, all, all_batches;
} opt = { .setup = SETUP_OPTS_INIT, .repeat = 1 };

static const struct opt run_opts[] = {
	{ 'p', "profile", "NAME", "quick, default or full", OPT_STRING,
	    &opt.profile, 0 },
	{ 'l', "label", "NAME", "a name for the run", OPT_STRING, &opt.label,
	    0 },
	{ 'n', "rounds", "N",
	    "exactly N rounds, each row once in each "
	    "(default: 12, then more of the least precise rows)",
	    OPT_INT, &opt.rounds, 1 },
	{ 'b', "budget", "TIME",
	    "for the whole run (default: 44s; quick 9s, "
	    "full 5m)",
	    OPT_DURATION, &opt.budget_ns, 1 },
	{ 0, "repeat", "K",
	    "K runs, one after the other: history of how far runs of this "
	    "state differ; the budget is for each",
	    OPT_INT, &opt.repeat, 1 },
	{ 'u', "until", "PCT",
	    "go on until each row's 95 % interval is within "
	    "PCT, or the budget (then 5m) is used",
	    OPT_PERCENT, &opt.until, 0 },
	{ 0, "pin", "CPU",
	    "pin to this CPU first, or 'free' for none "
	    "(default: as each row says)",
	    OPT_STRING, &opt.pin, 0 },
	SETUP_OPT_DIR(opt.setup),
	SETUP_OPT_SEED(opt.setup),
	SETUP_OPT_SETTLE(opt.setup),
	{ 0, "deadline", "TIME",
	    "end an invocation that takes longer "
	    "(default: a tenth of the budget, 2s to 20s)",
	    OPT_DURATION, &opt.deadline_ns, 1 },
	CMD_OPT_ALL(&opt.all_batches),
	CMD_OPT_STORE(&opt.store),
	SETUP_OPT_NO_STORE(opt.setup),
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt.setup),
	CMD_OPT_END,
};

const struct opt_cmd cmd_run_usage = {
	"perfloss run",
	"[ROW...]",
	"measure this machine",
	"A ROW is a name (ipc_pipe), a pattern ('ipc_*'), an lmbench name "
	"(lat_ctx), or a\nname with arguments, also such as no profile has "
	"(sched_ctx/procs=24/size=32K).\nWithout one all rows of the profile "
	"are measured. 'perfloss list' shows them.",
	run_opts,
};

static int64_t budget(void)
{
	if (opt.budget_ns)
		return opt.budget_ns;
	if (opt.rounds)
		return 0;
	if (opt.until > 0)
		return FULL_NS;
	if (opt.profile && strcmp(opt.profile, "quick") == 0)
		return QUICK_NS;
	if (opt.profile && strcmp(opt.profile, "full") == 0)
		return FULL_NS;
	return DEFAULT_NS;
}

/* A row that hangs must not eat the budget: a tenth of it, but time enough for
 * the slowest row; without a budget the wire's default. */
static int64_t deadline(int64_t budget_ns)
{
	int64_t tenth = budget_ns / 10;

	if (opt.deadline_ns || !budget_ns)
		return opt.deadline_ns;
	return tenth < DEADLINE_LEAST ? DEADLINE_LEAST :
	    tenth > DEADLINE_NS       ? DEADLINE_NS :
					tenth;
}

static void describe(struct run *r, int n_words, char **words, char *command)
{
	const char *profile = opt.profile || n_words ? opt.profile : "default";

	r->started_ns = setup_now_ns();
	r->seed = setup_seed(opt.setup.seed);
	r->label = opt.label ? xstrdup(opt.label) : NULL;
	r->command = command;
	r->profile = setup_profile(profile, n_words, words);
}

/* How long it will take: as the last runs in the store say, row by row, and a
 * usual time for rows that none has. What is left of a budget is used for the
 * least precise rows; where it does not hold all rounds, dear rows take part in
 * fewer. */
static void forecast(const struct catalogue *c, struct store *s,
    const struct measure_opts *o, const struct run *r)
{
	size_t rows = catalogue_chosen(c), known;
	int64_t most = o->budget_ns, ns;
	char span[32], limit[32], n[32], rounds[32];

	if (opt.setup.quiet)
		return;
	ns = expect_round_ns(s, c, &known) * (int64_t)o->rounds;
	rows_count(rows, "row", n, sizeof(n));
	rows_count(o->rounds, "round", rounds, sizeof(rounds));
	num_span((double)ns / 1e9, span, sizeof(span));
	num_span((double)most / 1e9, limit, sizeof(limit));
	fprintf(stderr, "perfloss: %s, %s, about %s", n, rounds, span);
	if (most && ns > most)
		fprintf(stderr, ", cut to %s", limit);
	else if (most && !o->fixed)
		fprintf(stderr, ", more for the least precise until %s", limit);
	else if (most)
		fprintf(stderr, ", at most %s", limit);
	fprintf(stderr, "; seed %" PRIu64 "\n", r->seed);
	if (opt.repeat > 1)
		fprintf(stderr, "perfloss: %lld such runs, %s in all\n",
		    (long long)opt.repeat,
		    num_span((double)(most ? most : ns) / 1e9 *
			    (double)opt.repeat,
			span, sizeof(span)));
}

/* A label that needs no quotes, "@1", "@2", or an id. */
static const char *typed(const struct store_entry *run, size_t n, bool label,
    char *out, size_t size)
{
	if (label)
		snprintf(out, size, "%s", run->label);
	else if (n < 2)
		snprintf(out, size, "@%zu", n + 1);
	else
		snprintf(out, size, "%lld", (long long)run->id);
	return out;
}

static bool plain(const char *label)
{
	return label && !strpbrk(label, " '\"\\$`&|;<>()*?[]#~!{}");
}

/* The comparison with the newest earlier run of the same rows, or how to get
 * one. */
static void put_next(const struct run *r, struct store *s, struct buf *line)
{
	struct store_entry *run = NULL;
	char base[72], now[72];
	size_t n = 0, i = 1;
	bool label = false;
	struct err e;
	size_t from;

	if (store_list(s, &run, &n, &e) < 0 || n == 0 || run[0].id != r->id)
		n = 0;
	while (i < n &&
	    (!run[i].profile || !r->profile || run[i].n_results == 0 ||
		strcmp(run[i].profile, r->profile) != 0))
		i++;
	if (i < n)
		label = plain(r->label) && plain(run[i].label) &&
		    strcmp(r->label, run[i].label) != 0;
	if (i == n)
		buf_add(line, "run again, the same rows; then ");
	from = line->len;
	buf_addf(line, "%s compare %s %s", cmd_program,
	    i < n ? typed(&run[i], i, label, base, sizeof(base)) : "@2",
	    i < n ? typed(&run[0], 0, label, now, sizeof(now)) : "@1");
	table_hold(line, from);
	store_entries_free(run, n);
}

/* How it was made, where it is, and what to do next. */
static void put_trailer(const struct run *r, struct store *s, bool stored,
    const struct style *style, struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_addf(&line, "%s; seed %" PRIu64 " replays the order",
	    r->stop ? r->stop : "?", r->seed);
	report_line("measured", buf_str(&line), style, out);
	if (stored) {
		buf_clear(&line);
		buf_addf(&line, "#%lld%s%s in %s", (long long)r->id,
		    r->label ? " " : "", r->label ? r->label : "",
		    store_path(s));
		report_line("stored", buf_str(&line), style, out);
		buf_clear(&line);
		put_next(r, s, &line);
		report_line("next", buf_str(&line), style, out);
	}
	buf_release(&line);
}

/* Several runs are one JSON object. */
struct output {
	struct buf text;
	struct json j;
	int64_t number; /* of the run at hand, from 1 */
};

static void output_begin(struct output *to)
{
	*to = (struct output){ .text = BUF_INIT };
	json_init(&to->j, &to->text);
	if (!opt.json || opt.repeat == 1)
		return;
	json_begin_object(&to->j);
	json_key(&to->j, "runs");
	json_begin_array(&to->j);
}

static void put_repeated(const struct run *r, const struct estimate *est,
    struct output *to)
{
	struct style style = out_style();

	if (opt.json) {
		report_run_json(r, est, NULL, &to->j);
		return;
	}
	buf_addf(&to->text, "%lld of %lld  ", (long long)to->number,
	    (long long)opt.repeat);
	report_run_head(r, &style, &to->text);
	buf_add_char(&to->text, '\n');
}

static int print(const struct run *run, struct store *s, bool stored,
    struct output *to, struct err *e)
{
	struct report_opts o = { out_style(), false, NULL };
	struct run view, *r = &view;
	struct estimate *est;
	int ret = 0;

	run_view(run, &view);
	est = xcalloc(r->n_results + 1, sizeof(*est));
	judge_run(r, est);
	if (opt.repeat > 1) {
		put_repeated(r, est, to);
	} else if (opt.json) {
		report_run_json(r, est, NULL, &to->j);
		buf_add_char(&to->text, '\n');
	} else {
		report_run(r, est, &o, &to->text);
		put_trailer(r, s, stored, &o.style, &to->text);
	}
	if (!opt.json || opt.repeat == 1) {
		ret = out_write(&to->text, e);
		buf_clear(&to->text);
	}
	free(est);
	run_view_release(&view);
	return ret;
}

/* What several runs have said of how far they differ. */
static int put_floors(const struct run *r, struct output *to, struct err *e)
{
	struct style style = out_style();
	struct floors f;
	size_t n;

	history_of(opt.store, r, &f, &n);
	if (opt.json) {
		json_end_array(&to->j);
		report_floors_json(r, &f, n, NULL, &to->j);
		json_end_object(&to->j);
	} else {
		report_floors_line(r, &f, n, &style, &to->text);
		report_line("next",
		    "'perfloss show --floors @1' lists them, 'perfloss "
		    "compare' uses them",
		    &style, &to->text);
	}
	if (opt.json)
		buf_add_char(&to->text, '\n');
	floors_release(&f);
	return out_write(&to->text, e);
}

/* Measure, keep, print; how it went is the exit status. */
static int measure_and_print(struct run *r, const struct catalogue *c,
    struct store *s, const struct measure_opts *o, struct output *to,
    struct err *e)
{
	struct err printing;
	int ret, stored;

	stop_catch();
	ret = measure_run(r, c, s, o, e);
	stored = setup_keep(s, r);
	if (r->n_results > 0 &&
	    print(r, s, s && stored == 0, to, &printing) < 0 && ret == 0)
		ret = err_set(e, printing.code, "%s", printing.text);
	if (ret == -EINTR)
		return setup_interrupted(run_has_values(r),
		    "nothing was measured");
	if (ret < 0)
		return ret;
	if (stored < 0)
		return CMD_TROUBLE; /* said by setup_keep */
	if (!run_has_values(r))
		return err_set(e, -ENODATA, "no row could be measured%s",
		    r->n_results == 0 && o->budget_ns > 0 ?
			": the budget is too small" :
			"");
	return 0;
}

/* The runs, one after the other: the same words, the same label, each with a
 * probe of its own and a session of its own. Stops at what goes wrong. */
static int run_all(int n_words, char **words, const char *command,
    const struct catalogue *c, struct store *s, const struct measure_opts *o,
    struct err *e)
{
	struct output to;
	struct run r;
	int ret = 0, floors;
	struct err late;

	output_begin(&to);
	run_init(&r);
	while (ret == 0 && to.number < opt.repeat) {
		run_release(&r);
		run_init(&r);
		describe(&r, n_words, words, xstrdup(command));
		r.all_batches = opt.all_batches;
		/* A store that takes no run is said before anything is
		 * measured. */
		if (s)
			ret = store_begin_run(s, &r, e);
		if (ret < 0)
			break;
		if (to.number++ == 0)
			forecast(c, s, o, &r);
		ret = measure_and_print(&r, c, s, o, &to, e);
	}
	if (opt.repeat > 1 && to.number > 0) {
		floors = put_floors(&r, &to, ret ? &late : e);
		ret = ret ? ret : floors;
	}
	run_release(&r);
	buf_release(&to.text);
	return ret;
}

static int check_repeat(struct err *e)
{
	if (opt.repeat > REPEAT_MOST)
		return err_set(e, -EINVAL,
		    "value '%lld' of '--repeat' is out of range, at most %d",
		    (long long)opt.repeat, REPEAT_MOST);
	if (opt.repeat > 1 && opt.setup.no_store)
		return err_set(e, -EINVAL,
		    "'--repeat' makes history for the store, and "
		    "'--no-store' keeps none");
	return 0;
}

int cmd_run(int argc, char **argv, struct err *e)
{
	char *dir = NULL, *command = setup_command(argc, argv);
	struct measure_opts o = { .rounds = ROUNDS };
	struct store *s = NULL;
	struct catalogue c;
	int n, ret = opt_parse(&cmd_run_usage, argc, argv, &n, e);

	catalogue_init(&c);
	if (ret != 0) {
		ret = ret < 0 ? ret : 0;
		goto out;
	}
	ret = setup_pin(opt.pin, &o.pin, e);
	ret = ret < 0 ? ret : setup_dir(opt.setup.dir, &dir, e);
	ret = ret < 0 ? ret : name_check_label(opt.label, e);
	ret = ret < 0 ? ret : setup_rounds(opt.rounds, "-n", e);
	ret = ret < 0 ? ret : check_repeat(e);
	ret = ret < 0 ? ret : catalogue_load(&c, NULL, 0, e);
	ret = ret < 0 ? ret :
			catalogue_select(&c, opt.profile,
			    (const char *const *)argv + 1, (size_t)n, e);
	if (ret == 0 && !opt.setup.no_store)
		ret = source_store(&s, opt.store, STORE_WRITE, e);
	if (ret < 0)
		goto out;
	o.fixed = opt.rounds > 0;
	o.rounds = o.fixed ? (uint32_t)opt.rounds : ROUNDS;
	o.budget_ns = budget();
	o.until = opt.until;
	o.settle_ns = opt.setup.settle_ns;
	o.deadline_ns = deadline(o.budget_ns);
	o.dir = dir;
	o.sentinels = n == 0;
	o.quiet = opt.setup.quiet;
	ret = run_all(n, argv + 1, command, &c, s, &o, e);
out:
	store_close(s);
	catalogue_release(&c);
	free(command);
	free(dir);
	return ret;
}
