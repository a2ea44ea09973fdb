#!/bin/sh
# rows.sh - row-pages sees a row that does not say what it is, and follows what
# rows share.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)

fresh()
{
	rm -rf "$tmp/t"
	mkdir -p "$tmp/t/src/bench" "$tmp/t/doc"
	printf '%s\n' '- P1 Placement: same.' '- P11 Unchecked; failure.' \
	    >"$tmp/t/doc/PITFALLS.md"
	cat >"$tmp/t/src/bench/a_one.c" <<-'END'
	/* a_one.c - one thing.
	 *
	 * One operation: a call; ns. kind says which:
	 *	first   the "first" \ one
	 *	second  another, which
	 *	        goes on
	 * Inside the clock: the
	 * call. Outside: nothing. Avoids P11.
	 * Source: lmbench. */
	const struct bench a_one = {
		.alias = "lat_one",
	};
	END
	cat >"$tmp/t/src/bench/a_two.c" <<-'END'
	/* a_two.c - another.
	 *
	 * The operation, the clock and the P-numbers: common_two.h. Two. */
	END
	cat >"$tmp/t/src/bench/common_two.h" <<-'END'
	/* common_two.h - what is shared.
	 *
	 * The operation of the rows a_two and a_three: there and back. Inside
	 * the clock: both. Outside: setup. Also avoided: P1. */
	END
}

# sees WHAT FILE PART: the tool complains of FILE with PART alone.
sees()
{
	run "$root/tools/row-pages" -r "$tmp/t" --check
	is "$1: status" "$status$err" 1
	is "$1" "$out" "src/bench/$2.c:1: $3"
	fresh
}

command -v python3 >/dev/null || skip_all "no python3"
fresh
ok "a sound tree passes" "$root/tools/row-pages" -r "$tmp/t" --check
sed -i 's/One operation:/It is/' "$tmp/t/src/bench/a_one.c"
sees "no operation" a_one "no 'One operation:'"
sed -i 's/ Inside the clock:/ In it:/' "$tmp/t/src/bench/a_one.c"
sees "nothing inside" a_one "no 'Inside the clock:'"
sed -i 's/Outside: nothing.//' "$tmp/t/src/bench/a_one.c"
sees "nothing outside" a_one "no 'Outside:'"
sed -i 's/P11//' "$tmp/t/src/bench/a_one.c"
sees "no pitfall" a_one "no P-number says which pitfall it avoids"
sed -i 's/P11/P77/' "$tmp/t/src/bench/a_one.c"
sees "a pitfall that there is not" a_one "there is no P77 in doc/PITFALLS.md"
sed -i 's/ Source: .*/ *\//' "$tmp/t/src/bench/a_one.c"
sees "no source" a_one "another tool measures it (.alias), but no 'Source:' \
says whose definition it is"
sed -i 's/setup/set up/; s/Outside/Before/' "$tmp/t/src/bench/common_two.h"
sees "what is deferred to leaves it out" a_two "no 'Outside:'"
sed -i 's/common_two.h/common_no.h/' "$tmp/t/src/bench/a_two.c"
run "$root/tools/row-pages" -r "$tmp/t" --check
is "deferred to nothing: status" "$status" 1
has "deferred to nothing" "$out" "a_two.c:1: no 'One operation:'"
fresh

run "$root/tools/row-pages" -r "$tmp/t" --table "$tmp/t.c" --depend "$tmp/t.d"
is "the table is made" "$status$err" 0
has "what was read is said" "$(cat "$tmp/t.d")" "src/bench/common_two.h"
table=$(cat "$tmp/t.c")
has "a part ends where the next begins" "$table" \
    '.part[PAGE_INSIDE] = "the call.",'
has "a table stays one" "$table" 'which:\n  first   the \"first\" \\ one\n  s'
has "and its columns" "$table" 'which goes on",'
has "what is shared is there" "$table" '"there and back.",'
has "with what is the row's own" "$table" '[PAGE_MORE] = "Two.",'
has "a P-number has its title" "$table" '[11] = "Unchecked",'
printf '%s%s%s\n' '{"t":"row","key":"a_one","name":"a_one","alias":"lat_one",' \
    '"unit":"ns","needs":[],"calls":"x=1","params":[],"profiles":["full"],' \
    '"unsupported":null}' >"$tmp/list"
rm "$tmp/t/src/bench/a_two.c"
run "$root/tools/row-pages" -r "$tmp/t" --markdown "$tmp/md" --list "$tmp/list"
is "pages are made" "$status$err" 0
page=$(cat "$tmp/md/a_one.md")
has "with a pitfall" "$page" "- P11 Unchecked"
has "a case" "$page" '`a_one` in full'
has "and a table" "$page" '```
first   the "first" \ one
second  another, which goes on
```'
finish
