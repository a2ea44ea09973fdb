/* bisect.c - perfloss bisect: which commit or version made it slower. */
#include "cmd/cmd.h"

#include "base/log.h"
#include "base/mem.h"
#include "cmd/seek.h"
#include "cmd/setup.h"
#include "drive/stop.h"
#include "drive/trees.h"
#include "model/pick.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define S 1000000000ll

#define SETTLE_NS   (3 * S)
#define DAY_NS      (86400 * S)
#define TREES       16
#define BYTES       (INT64_C(10) << 30)
#define LEAST_TREES 3 /* both endpoints and the one that is measured */

/* issue 7: SLOWER from 0.2 % on */
#define LAB_DELTA 0.002

#define STATUS_LIMIT 3

static struct {
	const char *over, *good, *bad, *repo, *lab, *build, *measure, *regex,
	    *json_at;
	struct opt_list path;
	int64_t accept, ends, most, trees, bytes, warmup;
	int64_t build_ns, deadline_ns, settle_ns, budget_ns;
	double confidence, delta;
	uint64_t seed;
	const char *dir;
	bool cpu, value, rate, faster, first_parent, resume, keep, clean, json,
	    quiet;
} opt = { .repo = ".",
	.accept = 1,
	.trees = TREES,
	.bytes = BYTES,
	.warmup = -1,
	.build_ns = DAY_NS,
	.deadline_ns = DAY_NS,
	.settle_ns = SETTLE_NS,
	.confidence = BISECT_CONFIDENCE };

static const struct opt bisect_opts[] = {
	{ 0, "good", "REV", "a commit that is fast enough", OPT_STRING,
	    &opt.good, 0 },
	{ 0, "bad", "REV", "a later one that is not", OPT_STRING, &opt.bad, 0 },
	{ 0, "over", "LIST",
	    "not commits but words in this order, the first good, the last "
	    "bad; or a file of lines; {} in commands stands for one",
	    OPT_STRING, &opt.over, 0 },
	{ 'C', "repo", "DIR", "the git repository (default: here)", OPT_STRING,
	    &opt.repo, 0 },
	{ 0, "path", "PATH", "only commits that touch it; may be given again",
	    OPT_LIST, &opt.path, 0 },
	{ 0, "first-parent", NULL,
	    "merges count as one change (they always do: this only says that "
	    "you know)",
	    OPT_FLAG, &opt.first_parent, 0 },
	{ 0, "build", "CMD", "makes a commit ready; a command of the shell",
	    OPT_STRING, &opt.build, 0 },
	{ 'm', "measure", "CMD",
	    "what is measured; a command of the shell, or words behind '--'",
	    OPT_STRING, &opt.measure, 0 },
	{ 0, "lab", "ROW",
	    "the words are kernels, as 'perfloss lab' takes them: the "
	    "instructions of a row are the value",
	    OPT_STRING, &opt.lab, 0 },
	{ 0, "cpu-time", NULL,
	    "not its real time but that of the CPUs: what waits for a busy "
	    "machine does not count",
	    OPT_FLAG, &opt.cpu, 0 },
	{ 0, "value", NULL,
	    "not its time but the last number it prints is the value", OPT_FLAG,
	    &opt.value, 0 },
	{ 0, "regex", "RE",
	    "the number that this matches last, or its first group", OPT_STRING,
	    &opt.regex, 0 },
	{ 0, "json-path", "PATH",
	    "the number there in the JSON it prints: benchmarks.0.time",
	    OPT_STRING, &opt.json_at, 0 },
	{ 0, "higher-is-better", NULL, "the value is a rate", OPT_FLAG,
	    &opt.rate, 0 },
	{ 0, "faster", NULL, "seek what made it faster", OPT_FLAG, &opt.faster,
	    0 },
	{ 0, "confidence", "PCT", "stop at this probability (default: 95%)",
	    OPT_PERCENT, &opt.confidence, 0 },
	{ 0, "accept", "N",
	    "N neighbours are as good an answer as one (default: 1)", OPT_INT,
	    &opt.accept, 1 },
	{ 0, "delta", "PCT",
	    "give up when the endpoints differ by less (default: 2%; 0.2% of "
	    "--lab)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "end-runs", "N", "runs of each endpoint at most (default: 80)",
	    OPT_INT, &opt.ends, 4 },
	{ 0, "max-runs", "N", "runs in all at most", OPT_INT, &opt.most, 1 },
	{ 0, "budget", "TIME", "stop after so long", OPT_DURATION,
	    &opt.budget_ns, 1 },
	{ 'w', "warmup", "N",
	    "first runs of a build that do not count (default: one, if it "
	    "takes less than 10 s)",
	    OPT_INT, &opt.warmup, 0 },
	{ 0, "timeout", "TIME", "a run that takes longer has failed",
	    OPT_DURATION, &opt.deadline_ns, 1 },
	{ 0, "build-timeout", "TIME", "the same of building", OPT_DURATION,
	    &opt.build_ns, 1 },
	SETUP_OPT_SETTLE(opt),
	{ 0, "dir", "DIR",
	    "for builds and what was measured (default: one of its own in "
	    "$XDG_CACHE_HOME/perfloss/bisect)",
	    OPT_STRING, &opt.dir, 0 },
	{ 0, "resume", NULL, "go on with what the same command has measured",
	    OPT_FLAG, &opt.resume, 0 },
	{ 0, "keep", NULL, "leave builds there at the end", OPT_FLAG, &opt.keep,
	    0 },
	{ 0, "clean", NULL,
	    "only remove the trees of bisections and of commits for the lab "
	    "that were killed",
	    OPT_FLAG, &opt.clean, 0 },
	{ 0, "trees", "N",
	    "builds kept meanwhile; then the oldest is built on (default: 16)",
	    OPT_INT, &opt.trees, LEAST_TREES },
	{ 0, "space", "BYTES", "in all of them, about (default: 10G)",
	    OPT_BYTES, &opt.bytes, 1 },
	{ 0, "seed", "N", "of the order of the endpoints", OPT_UINT, &opt.seed,
	    0 },
	CMD_OPT_JSON(&opt.json),
	SETUP_OPT_QUIET(opt),
	CMD_OPT_END,
};

const struct opt_cmd cmd_bisect_usage = {
	"perfloss bisect",
	"--good REV --bad REV -- CMD...",
	"find the commit, version or kernel that made it slower",
	"Measures few of many, again where it is in doubt, and says how sure "
	"it is. Each\ncommit is built in a working tree of its own; yours is "
	"not touched. If a command\nends with 125, or a build fails, this one "
	"cannot be measured; from 128 on all\nstops, as for 'git bisect run'."
	"\n\n"
	"  perfloss bisect --good v1.4 --bad HEAD --build make -- ./bench\n"
	"  perfloss bisect --over '6.1 6.6 6.12' --value -m './in-vm {}'\n\n"
	"Exit status: 0 found, 1 the endpoints do not differ, 2 trouble, 3 "
	"stopped at a\nlimit.",
	bisect_opts,
};

/* -- Options ------------------------------------------------------------- */

static int check_places(struct err *e)
{
	if (opt.over && (opt.good || opt.bad))
		return err_set(e, -EINVAL,
		    "'--over' gives words, '--%s' a commit: one of them",
		    opt.good ? "good" : "bad");
	if (!opt.over && !opt.good && !opt.bad)
		return err_set(e, -EINVAL,
		    "over what? '--good REV --bad REV' for commits, '--over "
		    "LIST' for words");
	if (!opt.over && (!opt.good || !opt.bad))
		return err_set(e, -EINVAL, "'--%s' is missing",
		    opt.good ? "bad" : "good");
	return 0;
}

static int check_confidence(struct err *e)
{
	return opt.confidence >= 0.5 && opt.confidence < 1 ?
	    0 :
	    err_set(e, -EINVAL,
		"bad value of '--confidence', wanted 50%% to 99.99%%");
}

static int check_lab(int words, struct err *e)
{
	if (!opt.over)
		return err_set(e, -EINVAL,
		    "'--lab' takes kernels, and '--over' says which");
	if (opt.measure || words > 0 || opt.build || opt.cpu || opt.value ||
	    opt.regex || opt.json_at || opt.rate)
		return err_set(e, -EINVAL,
		    "'--lab' says what is measured, and how: no '--measure', "
		    "no '--build', no value of its own");
	return check_confidence(e);
}

static int check_opts(int words, struct err *e)
{
	int r = check_places(e);

	if (r < 0)
		return r;
	if (opt.lab)
		return check_lab(words, e);
	if (!opt.measure && words == 0)
		return err_set(e, -EINVAL,
		    "measure what? '--measure CMD', or a command behind '--'");
	if (opt.measure && words > 0)
		return err_set(e, -EINVAL,
		    "'--measure' says what is measured: a command behind "
		    "'--' is too much");
	if (opt.cpu + opt.value + !!opt.regex + !!opt.json_at > 1)
		return err_set(e, -EINVAL,
		    "'--cpu-time', '--value', '--regex' and '--json-path' "
		    "exclude one another");
	if (opt.rate && !opt.value && !opt.regex && !opt.json_at)
		return err_set(e, -EINVAL,
		    "a time is no rate: '--higher-is-better' goes with "
		    "'--value', '--regex' or '--json-path'");
	r = check_confidence(e);
	return r == 0 && opt.regex ? pick_check_regex(opt.regex, e) : r;
}

/* A word that stands nowhere would measure the same again and again. */
static int check_filled(char *const *argv, struct err *e)
{
	if ((opt.measure && strstr(opt.measure, "{}")) ||
	    (opt.build && strstr(opt.build, "{}")))
		return 0;
	for (; argv && *argv; argv++)
		if (strstr(*argv, "{}"))
			return 0;
	return err_set(e, -EINVAL,
	    "{} stands in no command: each word of '--over' would be measured "
	    "alike");
}

/* -- Before and after ---------------------------------------------------- */

/* What makes it this bisection and no other. */
static char *question(const struct seek_opts *o)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "%s\n%s\n%s\n%s\n", o->repo ? o->repo : "",
	    opt.good ? opt.good : "", opt.bad ? opt.bad : "",
	    opt.over ? opt.over : "");
	seek_how(o, &b);
	for (size_t i = 0; i < opt.path.n; i++)
		buf_addf(&b, "\n%s", opt.path.item[i]);
	return buf_take(&b);
}

static int find_commits(struct places *p, const char *repo, const char *dir,
    struct err *e)
{
	char *scratch;
	size_t merges;
	int r;

	scratch = xasprintf("%s/log", dir);
	r = places_git(p,
	    &(struct places_range){ .repo = repo,
		.good = opt.good,
		.bad = opt.bad,
		.path = &opt.path,
		.scratch = scratch },
	    &merges, e);
	free(scratch);
	if (r == 0 && !opt.quiet) {
		log_note("%zu commits after the good one", p->n - 1);
		if (merges > 0 && !opt.first_parent)
			log_note("%zu are merges and count as one change each",
			    merges);
	}
	return r;
}

static void fill(struct seek_opts *o, const char *repo, char *const *argv)
{
	o->repo = opt.over ? NULL : repo;
	o->repo_given = opt.repo;
	o->build = opt.build;
	o->text = opt.measure;
	o->argv = argv;
	o->how = opt.regex ? SEEK_REGEX :
	    opt.json_at    ? SEEK_JSON :
	    opt.value      ? SEEK_LAST :
	    opt.cpu        ? SEEK_CPU :
	    opt.lab        ? SEEK_LAB :
			     SEEK_TIME;
	o->row = opt.lab;
	o->pick = opt.regex ? opt.regex : opt.json_at;
	o->trees = opt.trees;
	o->bytes = opt.bytes;
	o->build_ns = opt.build_ns;
	o->deadline_ns = opt.deadline_ns;
	o->settle_ns = opt.settle_ns;
	o->warmup = opt.warmup;
	o->keep = opt.keep;
	o->rate = opt.rate;
	o->faster = opt.faster;
	o->quiet = opt.quiet;
	o->budget_ns = opt.budget_ns;
	o->judge = (struct bisect_opts){ .confidence = opt.confidence,
		.accept = (size_t)opt.accept,
		.delta = opt.delta > 0 ? opt.delta :
		    opt.lab            ? LAB_DELTA :
					 BISECT_DELTA,
		.ends = opt.ends ? (size_t)opt.ends : BISECT_ENDS,
		.most = (size_t)opt.most,
		.exact = o->how > SEEK_CPU,
		.seed = opt.seed };
}

static int print(const struct seek *s, struct err *e)
{
	struct bisect_view v = { .b = &s->b,
		.place = s->p->at,
		.word = s->word,
		.commits = !opt.over,
		.time = s->o->how <= SEEK_CPU,
		.insn = s->o->how == SEEK_LAB,
		.real = s->o->how == SEEK_TIME,
		.rate = opt.rate,
		.faster = opt.faster,
		.builds = s->builds };
	char *check = NULL, *further = NULL;
	struct style style = out_style();
	struct buf out = BUF_INIT;
	struct bisect_answer a;
	int r;

	if (s->word == BISECT_FOUND ||
	    (s->word == BISECT_LIMIT && s->b.differ)) {
		bisect_answer(&s->b, &a);
		v.check = check = seek_check(s, &a);
		v.further = further = seek_further(s, &a);
	}
	if (opt.json)
		bisect_json(&v, &out);
	else
		bisect_text(&v, &style, &out);
	r = out_write(&out, e);
	buf_release(&out);
	free(check);
	free(further);
	if (r < 0)
		return r;
	return s->word == BISECT_FOUND ? 0 :
	    s->word == BISECT_LIMIT    ? STATUS_LIMIT :
					 1;
}

/* Go on, or begin anew. */
static int begin(struct seek *s, struct err *e)
{
	size_t left;
	int r;

	if (opt.resume) {
		r = seek_load(s, e);
		if (r == 0 && !opt.quiet)
			log_note("going on after %zu runs", s->b.n_values);
		return r;
	}
	r = seek_anew(s, &left, e);
	if (r == 0 && left > 0)
		log_warn("%zu runs of an earlier try are dropped ('--resume' "
			 "would have gone on with them)",
		    left);
	return r;
}

static int interrupted(const struct seek *s)
{
	if (s->b.n_values == 0)
		log_error("interrupted");
	else
		log_error("interrupted: %zu run%s kept, the same command with "
			  "'--resume' goes on",
		    s->b.n_values, s->b.n_values == 1 ? " is" : "s are");
	return 128 + stop_asked();
}

static int work(struct seek *s, struct seek_opts *o, struct err *e)
{
	int r = begin(s, e);

	o->before = s->b.n_values;
	if (r == 0)
		r = o->how == SEEK_LAB ? seek_lab(&s->back, o, s->p, e) :
					 seek_command(&s->back, o, s->p, e);
	r = r < 0 ? r : seek_run(s, e);
	if (s->back.release)
		s->back.release(s->back.self);
	return r < 0 ? r : print(s, e);
}

static int bisect(char *const *argv, const char *repo, struct err *e)
{
	struct places p = { .n = 0 };
	struct seek_opts o = { 0 };
	struct seek s = { .o = &o, .p = &p };
	char *text, *dir = NULL;
	int lock = -1, r;

	fill(&o, repo, argv);
	o.question = text = question(&o);
	r = opt.over ? places_words(&p, opt.over, e) : 0;
	r = r < 0 || !opt.over || opt.lab ? r : check_filled(argv, e);
	stop_catch();
	r = r < 0 ? r : seek_dir(opt.dir, text, &dir, &lock, e);
	o.dir = dir;
	if (r == 0 && !opt.over)
		seek_left_warn(repo);
	r = r < 0 || opt.over ? r : find_commits(&p, repo, dir, e);
	if (r == 0) {
		bisect_init(&s.b, p.n, &o.judge);
		r = work(&s, &o, e);
	}
	if (dir && lock >= 0 && r != -EBUSY)
		seek_dir_done(&s, r);
	if (r == -EINTR && stop_asked())
		r = interrupted(&s);
	bisect_release(&s.b);
	places_release(&p);
	free(text);
	free(dir);
	if (lock >= 0)
		close(lock);
	return r;
}

static int clean_left(int words, struct err *e)
{
	if (words > 0)
		return err_set(e, -EINVAL, "'--clean' takes no words");
	places_no_hook();
	return seek_left_clean(opt.repo, e);
}

int cmd_bisect(int argc, char **argv, struct err *e)
{
	int n = 0, r = opt_parse(&cmd_bisect_usage, argc, argv, &n, e);
	char *repo = NULL;

	if (r == 0 && opt.clean)
		return clean_left(n, e);
	if (r == 0)
		r = check_opts(n, e);
	else
		r = r < 0 ? r : 1;
	if (r == 0) {
		places_no_hook();
		argv[1 + n] = NULL;
		repo = opt.over ? NULL : realpath(opt.repo, NULL);
		if (!opt.over && !repo)
			r = err_sys(e, -errno, "cannot use '%s'", opt.repo);
		else
			r = bisect(n > 0 ? argv + 1 : NULL, repo, e);
		free(repo);
	} else if (r == 1) {
		r = 0;
	}
	opt_list_release(&opt.path);
	return r;
}
