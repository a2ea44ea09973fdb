/* import.c - perfloss import: runs from files into the store. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "model/name.h"
#include "model/run_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *store, *label;
	bool json;
} opt;

static const struct opt import_opts[] = {
	{ 'l', "label", "NAME", "store it under this label instead of its own",
	    OPT_STRING, &opt.label, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_import_usage = {
	"perfloss import",
	"FILE...",
	"read exported runs into the store",
	"'-' is standard input. A run that is in the store already is refused.",
	import_opts,
};

static int import_one(struct store *s, const char *path, struct json *j,
    struct buf *out, struct err *e)
{
	struct buf text = BUF_INIT;
	struct run run;
	int r = source_read(path, &text, e);

	memset(&run, 0, sizeof(run));
	if (r == 0)
		r = run_from_json(&run, buf_str(&text), text.len, e);
	if (r == 0 && opt.label) {
		free(run.label);
		run.label = xstrdup(opt.label);
	} else if (r == 0) {
		r = name_check_label(run.label, e);
	}
	if (r < 0 && text.len > 0)
		err_prefix(e, "cannot import '%s'", path);
	if (r == 0) {
		r = store_put_run(s, &run, e);
		if (r < 0)
			err_prefix(e, "cannot import '%s'", path);
	}
	if (r == 0 && opt.json) {
		json_begin_object(j);
		json_put_string(j, "file", path);
		json_put_int(j, "id", run.id);
		json_put_string(j, "uuid", run.uuid);
		json_put_string(j, "label", run.label);
		json_end_object(j);
	} else if (r == 0) {
		buf_addf(out, "%s: #%lld%s%s, %zu rows\n", path,
		    (long long)run.id, run.label ? " " : "",
		    run.label ? run.label : "", run.n_results);
	}
	run_release(&run);
	buf_release(&text);
	return r;
}

int cmd_import(int argc, char **argv, struct err *e)
{
	struct buf out = BUF_INIT;
	struct store *s = NULL;
	struct json j;
	struct err wrong;
	int n, i, r = opt_parse(&cmd_import_usage, argc, argv, &n, e), w;

	if (r != 0)
		return r < 0 ? r : 0;
	r = name_check_label(opt.label, e);
	if (r < 0)
		return r;
	if (n < 1)
		return err_set(e, -EINVAL,
		    "which file? 'perfloss export' "
		    "writes them");
	r = source_store(&s, opt.store, STORE_WRITE, e);
	if (r < 0)
		return r;
	json_init(&j, &out);
	if (opt.json) {
		json_begin_object(&j);
		json_key(&j, "imported");
		json_begin_array(&j);
	}
	for (i = 0; i < n && r == 0; i++)
		r = import_one(s, argv[1 + i], &j, &out, e);
	if (opt.json) {
		json_end_array(&j);
		json_end_object(&j);
		buf_add_char(&out, '\n');
	}
	/* What was imported before the error stays, and is said. */
	w = out_write(&out, r < 0 ? &wrong : e);
	store_close(s);
	buf_release(&out);
	return r < 0 ? r : w;
}
