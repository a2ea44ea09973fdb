/* full.c - tests of the store on a file system of 200 KiB, and on the same
 * mounted read-only: in a mount namespace of the test's own, as root. */
#include "runs.h"
#include "scratch.h"
#include "store/store.h"

#include "tap.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>

static struct err e;

static const char *mount_small(void)
{
	if (geteuid() != 0)
		return "only root may mount";
	if (unshare(CLONE_NEWNS) != 0 ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("tmpfs", scratch_dir, "tmpfs", 0, "size=200k") != 0)
		return "no mount namespaces here";
	return NULL;
}

/* Rounds until the disk is full; returns how many were saved. */
static uint32_t fill(struct store *s, struct run *r)
{
	uint32_t round = 0;
	int code;

	do {
		runs_round(r, 4, 10, round);
		r->rounds = round + 1;
		code = store_save(s, r, &e);
	} while (code == 0 && ++round < 1000);
	tap_ok(code == -ENOSPC, "full after %u rounds: %s", round, e.text);
	tap_ok(strstr(e.text, "cannot write store '") == e.text &&
		strstr(e.text, "no space left"),
	    "one sentence");
	return round;
}

static void check(int64_t id, uint32_t rounds, const char *what)
{
	struct store *s;
	struct run r;
	size_t i;
	bool good = false;

	if (store_open(&s, scratch("s.db"), STORE_READ, &e) == 0 &&
	    store_load(s, id, &r, &e) == 0) {
		good = r.rounds == rounds;
		for (i = 2; i < r.n_results; i++)
			good &= r.results[i].n_inv == rounds;
		run_release(&r);
	} else {
		printf("# %s\n", e.text);
	}
	store_close(s);
	tap_ok(good, "%s", what);
}

static void full_disk(void)
{
	struct store *s;
	struct run r, more;
	uint32_t rounds;
	int64_t id;

	runs_make(&r, 4, 0, 0);
	store_open(&s, scratch("s.db"), STORE_WRITE, &e);
	store_begin_run(s, &r, &e);
	id = r.id;
	rounds = fill(s, &r);
	tap_ok(rounds > 0 && store_save(s, &r, &e) == -ENOSPC,
	    "and it stays full");
	store_close(s);
	check(id, rounds, "every round that was saved is there");
	tap_ok(mount(NULL, scratch_dir, NULL, MS_REMOUNT, "size=10m") == 0,
	    "more room");
	store_open(&s, scratch("s.db"), STORE_WRITE, &e);
	runs_make(&more, 6, 5, 2);
	tap_ok(store_put_run(s, &more, &e) == 0, "and all is well again");
	store_close(s);
	run_release(&more);
	run_release(&r);
	tap_ok(mount(NULL, scratch_dir, NULL, MS_REMOUNT | MS_RDONLY, NULL) ==
		0,
	    "read-only now");
	check(id, rounds, "read from read-only media");
	tap_ok(store_open(&s, scratch("s.db"), STORE_WRITE, &e) < 0,
	    "not written there: %s", e.text);
	tap_ok(store_open(&s, scratch("t.db"), STORE_WRITE, &e) == -EROFS &&
		strstr(e.text, "read-only file system"),
	    "and no new one: %s", e.text);
}

static void no_room_at_all(void)
{
	struct store *s;
	char fill_up[4096] = "";
	FILE *f;

	mount(NULL, scratch_dir, NULL, MS_REMOUNT, "size=100k");
	f = fopen(scratch("filler"), "w");
	while (f && fwrite(fill_up, 1, sizeof(fill_up), f) == sizeof(fill_up))
		continue;
	if (f)
		fclose(f);
	tap_ok(store_open(&s, scratch("n.db"), STORE_WRITE, &e) == -ENOSPC,
	    "no store on a full disk: %s", e.text);
}

int main(void)
{
	const char *why;

	scratch_begin();
	why = mount_small();
	if (why) {
		tap_skip("full disk", why);
	} else {
		full_disk();
		umount(scratch_dir);
		mount("tmpfs", scratch_dir, "tmpfs", 0, "size=100k");
		no_room_at_all();
		umount(scratch_dir);
	}
	scratch_end();
	return tap_done();
}
