/* setup.c - what commands that measure share: options, the run, its keeping. */
#include "cmd/setup.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/history.h"
#include "drive/stop.h"
#include "model/plan.h"
#include "model/run_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define S 1000000000ll

int setup_pin(const char *word, int *pin, struct err *e)
{
	int64_t cpu;

	*pin = PLAN_PROBES_CHOICE;
	if (!word)
		return 0;
	*pin = PLAN_FREE;
	if (strcmp(word, "free") == 0)
		return 0;
	if (num_parse_i64(word, &cpu) < 0 || cpu < 0 || cpu > 1 << 20)
		return err_set(e, -EINVAL,
		    "bad value '%s' of '--pin', wanted "
		    "the number of a CPU or 'free'",
		    word);
	*pin = (int)cpu;
	return 0;
}

int setup_dir(const char *word, char **dir, struct err *e)
{
	struct stat st;

	*dir = NULL;
	if (!word)
		return 0;
	*dir = realpath(word, NULL);
	if (!*dir || stat(*dir, &st) != 0)
		return err_sys(e, -errno, "cannot use '--dir %s'", word);
	if (!S_ISDIR(st.st_mode))
		return err_sys(e, -ENOTDIR, "cannot use '--dir %s'", word);
	if (access(*dir, W_OK | X_OK) != 0)
		return err_sys(e, -errno, "cannot use '--dir %s'", word);
	return 0;
}

/* The wire and the store count rounds in 32 bits; nobody waits for so many. */
#define ROUNDS_MOST 1000000

int setup_rounds(int64_t n, const char *what, struct err *e)
{
	if (n <= ROUNDS_MOST)
		return 0;
	return err_set(e, -EINVAL,
	    "value '%lld' of '%s' is out of range, at most %d rounds",
	    (long long)n, what, ROUNDS_MOST);
}

/* 32 bits are easier to type again, and enough to differ. */
uint64_t setup_seed(uint64_t given)
{
	struct timespec ts;

	if (given != UINT64_MAX)
		return given;
	clock_gettime(CLOCK_REALTIME, &ts);
	return ((uint64_t)ts.tv_nsec * 2654435761u ^ (uint64_t)ts.tv_sec ^
		   (uint64_t)getpid() << 16) &
	    UINT32_MAX;
}

char *setup_command(int argc, char **argv)
{
	struct buf b = BUF_INIT;
	int i;

	buf_add(&b, "perfloss");
	for (i = 0; i < argc; i++)
		buf_addf(&b, " %s", argv[i]);
	return text_clean(buf_take(&b));
}

char *setup_profile(const char *profile, int n_words, char **words)
{
	struct buf b = BUF_INIT;
	int i;

	buf_add(&b, profile ? profile : "");
	for (i = 0; i < n_words; i++)
		buf_addf(&b, "%s%s", b.len ? " " : "", words[i]);
	return buf_take(&b);
}

int64_t setup_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * S + ts.tv_nsec;
}

/* A run that could not be stored goes to a file, so that it is not lost: here,
 * or where there may be room when this is the disk that is full. */
static void rescue(const struct run *r, const struct err *why)
{
	const char *const dirs[] = { ".", getenv("TMPDIR"), "/tmp",
		getenv("HOME") };
	struct buf text = BUF_INIT;
	struct err e = { 0, "" };
	char *path;
	bool done = false;
	size_t i;

	run_to_json(r, &text);
	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]) && !done; i++) {
		if (!dirs[i] || !dirs[i][0])
			continue;
		path = xasprintf("%s%sperfloss-%.8s.json", i ? dirs[i] : "",
		    i ? "/" : "", r->uuid);
		done = out_file(path, &text, i ? NULL : &e) == 0;
		if (done)
			log_warn("%s; the run is in '%s', 'perfloss import' "
				 "takes it",
			    why->text, path);
		free(path);
	}
	if (!done)
		log_warn("%s; nor could the run be written to a file: %s",
		    why->text, e.text);
	buf_release(&text);
}

void setup_save(struct store *s, struct run *const *r, size_t n, bool *failed)
{
	struct err e = { 0, "" };
	int ret = 0;

	for (size_t i = 0; i < n && s && ret == 0; i++)
		if (r[i]->n_results > 0)
			ret = store_save(s, r[i], &e);
	if (ret < 0 && !*failed)
		log_warn("%s; measuring goes on", e.text);
	*failed = ret < 0;
}

int setup_keep(struct store *s, struct run *r)
{
	struct err e;
	int ret;

	r->ended_ns = setup_now_ns();
	if (!s)
		return 0;
	if (r->n_results == 0)
		return store_delete(s, r->id, &e);
	ret = store_end_run(s, r, &e);
	if (ret < 0)
		rescue(r, &e);
	else
		history_keep(s, r);
	return ret;
}

int setup_interrupted(bool kept, const char *otherwise)
{
	log_error("interrupted: %s",
	    kept ? "what was measured until then is kept" : otherwise);
	return 128 + stop_asked();
}
