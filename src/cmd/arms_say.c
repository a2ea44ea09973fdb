/* arms_say.c - two runs measured together: what is said meanwhile. */
#include "cmd/arms_inner.h"

#include "base/log.h"
#include "base/num.h"
#include "cmd/measure.h"
#include "cmd/progress.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is going to happen, once it is known what switching costs. */
void arms_say_plan(const struct arms *m)
{
	double step = (double)measure_forecast(1, 1), ns;
	double sw = (double)states_cost_ns(&m->states);
	size_t halves =
	    ARMS * ((m->plan.n + m->plan.block - 1) / m->plan.block);
	char rows[32], pairs[32], text[32];

	if (m->o->quiet)
		return;
	ns = ((double)(ARMS * m->plan.n) * step + (double)halves * sw) *
	    m->o->pairs;
	if (m->o->budget_ns > 0)
		ns = fmin(ns, (double)m->o->budget_ns);
	log_note("%s, %s%s of each, %sabout %s",
	    rows_count(m->plan.n, "row", rows, sizeof(rows)),
	    m->o->fixed ? "" : "at most ",
	    rows_count(m->o->pairs, "pair", pairs, sizeof(pairs)),
	    m->o->fixed ? "" : "at most ",
	    num_span(ns / 1e9, text, sizeof(text)));
	if (!states_switched(&m->states))
		return;
	num_time(sw, text, sizeof(text));
	if (m->plan.block > 1)
		log_note("switching takes %s: %zu rows in one state, then the "
			 "same in the other",
		    text, m->plan.block);
	else
		log_note("switching takes %s: it is done for each row", text);
}

/* Whether the states differ as far as the facts say. */
void arms_say_alike(const struct arms *m)
{
	const struct run *a = m->r[0], *b = m->r[1];
	char hash[17];
	bool made;

	if (m->o->quiet || !host_same_state(&a->host, &b->host))
		return;
	host_state_hash(&a->host, hash);
	made = a->state && b->state ? strcmp(a->state, b->state) != 0 :
				      a->state != b->state;
	if (!made)
		log_note("both states are the same as far as the facts say: "
			 "A/A by hash %s",
		    hash);
	else if (states_switched(&m->states) && !m->o->states.print)
		log_note("no fact differs between the states: the facts may "
			 "not see what was changed, '--check CMD' would");
}

/* One line for a row that leaves, where somebody watches. */
void arms_say_decided(const struct arms *m, const struct comparison *c)
{
	char label[96], change[32];

	if (!progress_wanted() || m->o->what)
		return;
	row_label(c->a, label, sizeof(label));
	if (isfinite(c->change))
		num_change(c->change, change, sizeof(change));
	else
		snprintf(change, sizeof(change), "-");
	log_note("%-24s %9s  %s, after %u pairs", label, change,
	    verdict_words[c->verdict], m->rounds);
}

void arms_say_step(const struct arms *m, const struct plan_step *s)
{
	const struct result unseen = { .key = (char *)(uintptr_t)s->key };
	const struct result *res = run_find(m->r[s->arm], s->key);
	char label[96], left[32] = "";
	int64_t ns;

	if (!progress_wanted())
		return;
	row_label(res ? res : &unseen, label, sizeof(label));
	if (m->o->what) {
		progress_show("%s  pair %u/%u  %s", m->o->what, s->round + 1,
		    m->plan.rounds, label);
		return;
	}
	ns = arms_round_ns(m) * (m->plan.rounds - m->rounds);
	if (m->o->budget_ns > 0 && arms_budget_left(m) < ns)
		ns = arms_budget_left(m);
	if (m->rounds > 0 && ns > 0)
		num_span((double)ns / 1e9, left, sizeof(left));
	progress_show("pair %u/%u  %-24s  %zu of %zu rows open%s%s",
	    s->round + 1, m->plan.rounds, label, plan_wanted(&m->plan),
	    m->plan.n, left[0] ? ", at most " : "", left);
}
