/* runs.c - perfloss runs: what is in the store. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "cmd/prune.h"
#include "cmd/setup.h"
#include "model/name.h"
#include "report/rows.h"
#include "report/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
	const char *store, *label;
	struct opt_list prune;
	bool json, delete, yes, dry;
} opt;

static const struct opt runs_opts[] = {
	{ 0, "delete", NULL, "delete these runs, after a question", OPT_FLAG,
	    &opt.delete, 0 },
	{ 'l', "label", "NAME", "give a run this label instead; '' = none",
	    OPT_STRING, &opt.label, 0 },
	{ 0, "prune", "RULE",
	    "delete by rule: older=90d (h, w, y), keep=5, keep=5/label (day, "
	    "week, month, kernel), killed; with commas all of it must be true; "
	    "given again, any",
	    OPT_LIST, &opt.prune, 0 },
	{ 0, "dry-run", NULL,
	    "with --delete or --prune: only say what would go", OPT_FLAG,
	    &opt.dry, 0 },
	{ 'y', "yes", NULL, "with --delete or --prune: no question", OPT_FLAG,
	    &opt.yes, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_runs_usage = {
	"perfloss runs",
	"[--delete RUN... | --prune RULE | -l NAME RUN]",
	"list the runs in the store, the newest first; delete or label some",
	"Other commands take the number in the first column, @1 for the last "
	"run, @2 for\nthe one before, or the label (the newest run that has "
	"it).",
	runs_opts,
};

/* How it ended, where that was not as it should. */
static const char *ended(const struct store_entry *run)
{
	static const char *const ends[] = { "", "being measured", "killed",
		"never ended" };

	if (run->ended_ns == 0)
		return ends[run->end];
	if (run->stop && strstr(run->stop, "interrupted"))
		return "interrupted";
	if (run->stop && strstr(run->stop, "error"))
		return "error";
	if (run->stop && strstr(run->stop, "budget"))
		return "budget";
	return "";
}

/* The other run of its pair, as "#12"; "" = measured alone, or it is gone. */
static const char *other_of(const struct store_entry *run, size_t n, size_t of,
    char *out, size_t size)
{
	out[0] = '\0';
	for (size_t i = 0; i < n && run[of].pair && !out[0]; i++)
		if (i != of && run[i].pair &&
		    strcmp(run[i].pair, run[of].pair) == 0)
			snprintf(out, size, "#%lld", (long long)run[i].id);
	return out;
}

static bool any_pair(const struct store_entry *run, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (run[i].pair)
			return true;
	return false;
}

static void put_table(const struct store_entry *run, size_t n, struct buf *out)
{
	static const char *const heads[] = { "run", "", "label", "started",
		"rows", "rounds", "measured", "kernel", "ended", NULL };
	static const char *const with_pairs[] = { "run", "", "label", "with",
		"started", "rows", "rounds", "measured", "kernel", "ended",
		NULL };
	struct style style = out_style();
	bool pairs = any_pair(run, n);
	struct table *t = table_new(pairs ? with_pairs : heads,
	    pairs ? "rlLllrrLLl" : "rlLlrrLLl");
	char when[32], other[32];
	size_t i;

	for (i = 0; i < n; i++) {
		table_cellf(t, "%lld", (long long)run[i].id);
		table_cellf(t, "@%zu", i + 1);
		table_cell(t, run[i].label ? run[i].label : "");
		if (pairs)
			table_cell(t,
			    other_of(run, n, i, other, sizeof(other)));
		table_cell(t, rows_when(run[i].started_ns, when, sizeof(when)));
		table_cellf(t, "%zu", run[i].n_results);
		table_cellf(t, "%u", run[i].rounds);
		table_cell(t, run[i].profile ? run[i].profile : "");
		table_cell(t, run[i].kernel ? run[i].kernel : "unknown");
		table_cell(t, ended(&run[i]));
	}
	table_print(t, &style, out);
	table_free(t);
}

static void put_json(const struct store_entry *run, size_t n, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_begin_object(&j);
	json_key(&j, "runs");
	json_begin_array(&j);
	for (i = 0; i < n; i++) {
		json_begin_object(&j);
		json_put_int(&j, "id", run[i].id);
		json_put_string(&j, "uuid", run[i].uuid);
		json_put_string(&j, "label", run[i].label);
		json_put_string(&j, "pair", run[i].pair);
		json_put_int(&j, "started_ns", run[i].started_ns);
		json_put_int(&j, "ended_ns", run[i].ended_ns);
		json_key(&j, "measured_now");
		if (run[i].end == STORE_UNKNOWN)
			json_null(&j);
		else
			json_bool(&j, run[i].end == STORE_GROWS);
		json_put_string(&j, "kernel", run[i].kernel);
		json_put_string(&j, "profile", run[i].profile);
		json_put_string(&j, "stop", run[i].stop);
		json_put_uint(&j, "rounds", run[i].rounds);
		json_put_uint(&j, "rows", run[i].n_results);
		json_end_object(&j);
	}
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

/* -- Deleting ------------------------------------------------------------ */

static const struct store_entry *entry_of(const struct store_entry *run,
    size_t n, int64_t id)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (run[i].id == id)
			return &run[i];
	return NULL;
}

static void put_entry(const struct store_entry *run, struct buf *out)
{
	char when[32], rows[32];

	buf_addf(out, "#%lld%s%s, %s, %s\n", (long long)run->id,
	    run->label ? " " : "", run->label ? run->label : "",
	    rows_when(run->started_ns, when, sizeof(when)),
	    rows_count(run->n_results, "row", rows, sizeof(rows)));
}

/* What the words mean, each run once, before any is deleted: @2 must not
 * become another run meanwhile. */
static int find_all(struct store *s, char **words, size_t n,
    const struct store_entry *run, size_t n_runs,
    const struct store_entry **found, size_t *n_found, struct err *e)
{
	const struct store_entry *one;
	size_t i, k;
	int64_t id;
	int r;

	for (i = 0; i < n; i++) {
		r = store_find(s, words[i], &id, e);
		if (r < 0)
			return r;
		one = entry_of(run, n_runs, id);
		if (one && one->end == STORE_GROWS)
			return err_set(e, -EBUSY,
			    "run '%s' is being measured: it can be deleted "
			    "when it has ended",
			    words[i]);
		for (k = 0; k < *n_found && found[k] != one; k++)
			;
		if (one && k == *n_found)
			found[(*n_found)++] = one;
	}
	return 0;
}

/* What the rules let go. */
static int find_pruned(const struct store_entry *run, size_t n,
    const struct store_entry **found, size_t *n_found, struct err *e)
{
	bool *gone = xcalloc(n + 1, sizeof(*gone));
	struct prune rule;
	int r = 0;

	for (size_t i = 0; i < opt.prune.n && r == 0; i++) {
		r = prune_parse(&rule, opt.prune.item[i], e);
		if (r == 0)
			prune_mark(&rule, run, n, setup_now_ns(), gone);
	}
	for (size_t i = 0; i < n; i++)
		if (gone[i])
			found[(*n_found)++] = &run[i];
	free(gone);
	return r;
}

/* 1 = yes, 0 = no. */
static int ask(const struct store_entry *const *found, size_t n, struct err *e)
{
	struct buf text = BUF_INIT;
	char answer[16] = "";
	size_t i;

	if (opt.yes || opt.dry || n == 0)
		return 1;
	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return err_set(e, -EPERM,
		    "nothing is deleted: there is no terminal to ask at, and "
		    "no '--yes'");
	for (i = 0; i < n; i++)
		put_entry(found[i], &text);
	fprintf(stderr, "%sdelete %s? [y/N] ", buf_str(&text),
	    n == 1 ? "this run" : "these runs");
	buf_release(&text);
	if (!fgets(answer, sizeof(answer), stdin))
		fputc('\n', stderr);
	return answer[0] == 'y' || answer[0] == 'Y';
}

static void put_deleted(const struct store_entry *run, struct json *j,
    struct buf *out)
{
	if (!opt.json) {
		buf_add(out, opt.dry ? "would delete " : "deleted ");
		put_entry(run, out);
		return;
	}
	json_begin_object(j);
	json_put_int(j, "id", run->id);
	json_put_string(j, "uuid", run->uuid);
	json_put_string(j, "label", run->label);
	json_end_object(j);
}

static int delete_all(struct store *s, const struct store_entry *const *found,
    size_t n, struct buf *out, struct err *e)
{
	struct json j;
	size_t i;
	int r = 0;

	json_init(&j, out);
	if (opt.json) {
		json_begin_object(&j);
		json_key(&j, opt.dry ? "would_delete" : "deleted");
		json_begin_array(&j);
	}
	for (i = 0; i < n && r == 0; i++) {
		r = opt.dry ? 0 : store_delete(s, found[i]->id, e);
		if (r == 0)
			put_deleted(found[i], &j, out);
	}
	if (opt.json) {
		json_end_array(&j);
		json_end_object(&j);
		buf_add_char(out, '\n');
	}
	return r;
}

/* The store, to be written unless nothing is. It must be there: only then it
 * is opened so. */
static int open_to_delete(struct store **s, struct err *e)
{
	int r = source_store(s, opt.store, STORE_READ, e);

	if (r < 0 || opt.dry)
		return r;
	store_close(*s);
	*s = NULL;
	return source_store(s, opt.store, STORE_WRITE, e);
}

/* Whoever asks for killed runs sees them in the list. */
static void put_none(const struct store_entry *run, size_t n, struct buf *out)
{
	size_t open = 0;

	for (size_t i = 0; i < n; i++)
		open += run[i].end != STORE_ENDED;
	buf_add(out, "no run goes by this rule\n");
	if (open > 0)
		buf_addf(out,
		    "(%zu that never ended may be measured now: 'killed' takes "
		    "those a day old)\n",
		    open);
}

/* 0 = deleted, 1 = the answer was no. */
static int cmd_delete(char **words, size_t n, struct err *e)
{
	const struct store_entry **found = NULL;
	struct store_entry *run = NULL;
	struct buf out = BUF_INIT;
	struct store *s = NULL;
	size_t n_runs = 0, n_found = 0;
	struct err wrong;
	int yes = 0, w;
	int r = open_to_delete(&s, e);

	r = r < 0 ? r : store_list(s, &run, &n_runs, e);
	found = xcalloc(n_runs + n + 1, sizeof(*found));
	if (r == 0)
		r = opt.prune.n ?
		    find_pruned(run, n_runs, found, &n_found, e) :
		    find_all(s, words, n, run, n_runs, found, &n_found, e);
	yes = r < 0 ? r : ask(found, n_found, e);
	r = yes < 0 ? yes : 1;
	if (yes > 0) {
		r = delete_all(s, found, n_found, &out, e);
		if (r == 0 && n_found == 0 && !opt.json)
			put_none(run, n_runs, &out);
		/* What is gone before an error is said. */
		w = out_write(&out, r < 0 ? &wrong : e);
		r = r < 0 ? r : w;
	}
	store_entries_free(run, n_runs);
	store_close(s);
	buf_release(&out);
	free(found);
	return r;
}

/* -- Another label ------------------------------------------------------- */

static int cmd_label(char **words, size_t n, struct err *e)
{
	const char *label = *opt.label ? opt.label : NULL;
	struct buf out = BUF_INIT;
	struct store *s = NULL;
	struct json j;
	int64_t id;
	int r;

	if (n != 1)
		return err_set(e, -EINVAL,
		    n ? "'--label' goes with one run" :
			"which run is to be labelled '%s'?",
		    opt.label);
	r = name_check_label(label, e);
	/* It must be there: only then it is opened to be written. */
	r = r < 0 ? r : source_store(&s, opt.store, STORE_READ, e);
	store_close(s);
	s = NULL;
	r = r < 0 ? r : source_store(&s, opt.store, STORE_WRITE, e);
	r = r < 0 ? r : store_find(s, words[0], &id, e);
	r = r < 0 ? r : store_label(s, id, label, e);
	if (r == 0 && opt.json) {
		json_init(&j, &out);
		json_begin_object(&j);
		json_put_int(&j, "id", id);
		json_put_string(&j, "label", label);
		json_end_object(&j);
		buf_add_char(&out, '\n');
	} else if (r == 0) {
		buf_addf(&out, "#%lld is %s%s now\n", (long long)id,
		    label ? "" : "without a label", label ? label : "");
	}
	r = r < 0 ? r : out_write(&out, e);
	store_close(s);
	buf_release(&out);
	return r;
}

static int check_use(int n, struct err *e)
{
	bool some = opt.delete || opt.prune.n;

	if ((opt.delete ? 1 : 0) + (opt.prune.n ? 1 : 0) + (opt.label ? 1 : 0) >
	    1)
		return err_set(e, -EINVAL,
		    "'--%s' and '--%s' exclude one another",
		    opt.delete ? "delete" : "prune",
		    opt.label ? "label" : "prune");
	if (opt.delete &&n == 0)
		return err_set(e, -EINVAL, "which runs are to be deleted?");
	if (opt.prune.n && n > 0)
		return err_set(e, -EINVAL,
		    "'--prune' goes by its rules, not by names of runs");
	if (!some && (opt.yes || opt.dry))
		return err_set(e, -EINVAL,
		    "'--%s' goes with '--delete' or '--prune'",
		    opt.yes ? "yes" : "dry-run");
	return 0;
}

int cmd_runs(int argc, char **argv, struct err *e)
{
	struct store_entry *run = NULL;
	struct buf out = BUF_INIT;
	struct store *s = NULL;
	size_t n_runs = 0;
	int n, r = opt_parse(&cmd_runs_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	r = check_use(n, e);
	if (r < 0)
		return r;
	if (opt.delete || opt.prune.n) {
		r = cmd_delete(argv + 1, (size_t)n, e);
		opt_list_release(&opt.prune);
		return r;
	}
	if (opt.label)
		return cmd_label(argv + 1, (size_t)n, e);
	if (n > 0)
		return err_set(e, -EINVAL,
		    "'perfloss runs' takes no '%s'; 'perfloss "
		    "show %s' shows a run",
		    argv[1], argv[1]);
	r = source_store(&s, opt.store, STORE_READ, e);
	if (r == 0)
		r = store_list(s, &run, &n_runs, e);
	if (r == 0) {
		if (opt.json)
			put_json(run, n_runs, &out);
		else if (n_runs == 0)
			buf_add(&out,
			    "no runs yet; 'perfloss run' makes one\n");
		else
			put_table(run, n_runs, &out);
		r = out_write(&out, e);
	}
	store_entries_free(run, n_runs);
	store_close(s);
	buf_release(&out);
	return r;
}
