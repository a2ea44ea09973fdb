#!/bin/sh
# style.sh - check-style sees each fault that it is for, and no other.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)

# A sound tree; each test spoils one thing in it.
fresh()
{
	rm -rf "$tmp/t"
	mkdir -p "$tmp/t/src/base" "$tmp/t/src/bench"
	cat >"$tmp/t/src/base/a.h" <<-'END'
	/* a.h - a header. */
	#ifndef PERFLOSS_BASE_A_H
	#define PERFLOSS_BASE_A_H

	struct a {
		int b; /* "http://x", TODAY */
	};

	#endif
	END
	cat >"$tmp/t/src/base/a.c" <<-'END'
	/* a.c - a source. */
	#include "base/a.h"

	int f(struct a *a)
	{
		/* if if if: not code */
		if (a->b)
			return err_set(e, -EINVAL, "EOF in '%s'", "File.");
		return err_set(e, f("A"), "cannot open '%s'", "x.");
	}
	END
	printf '# bench\n%s\n' "bench_names = ['a_a', 'a_b']" \
	    >"$tmp/t/src/bench/meson.build"
	echo '/* a_a.c - one. */' >"$tmp/t/src/bench/a_a.c"
	echo '/* a_b.c - two. */' >"$tmp/t/src/bench/a_b.c"
}

# sees WHAT FILE PART: the tool complains of FILE with PART.
sees()
{
	run "$root/tools/check-style" "$tmp/t"
	is "$1: status" "$status" 1
	has "$1" "$out" "$2:"
	has "$1: what" "$out" "$3"
	is "$1: that alone" "$(printf '%s\n' "$out" | wc -l)" 1
	fresh
}

# body TEXT COUNT: a function whose body is TEXT, COUNT times.
body()
{
	awk -v t="$1" -v n="$2" 'BEGIN {
		print "\nvoid g(void)\n{"
		while (n--)
			print "\t" t
		print "}"
	}' >>"$tmp/t/src/base/a.c"
}

# line TEXT: one more line.
line() { printf '%s\n' "$1" >>"$tmp/t/src/base/a.c"; }

fresh
ok "a sound tree passes" "$root/tools/check-style" "$tmp/t"
body 'x();' 58
ok "60 lines" "$root/tools/check-style" "$tmp/t"
fresh
body 'x();' 59
sees "61 lines" src/base/a.c:13 "function of 61 lines"
body 'if (x) x();' 15
ok "15 branches" "$root/tools/check-style" "$tmp/t"
fresh
body 'if (x) x();' 16
sees "16 branches" src/base/a.c:13 "16 branches"
body 'do { x(); } while (x);' 15
ok "do and while are one branch" "$root/tools/check-style" "$tmp/t"
fresh
printf 'void g(void)\n{\n\tgoto a;\na:\nb:\n\tx();\n}\n' \
    >>"$tmp/t/src/base/a.c"
sees "two labels" src/base/a.c:12 "2 goto labels"
line 'int x; // no'
sees "a line comment" src/base/a.c:11 "comment is not"
line 'int x; '
sees "a space at the end" src/base/a.c:11 "space at the end"
line '        int x;'
sees "indented with spaces" src/base/a.c:11 "indented with spaces"
line "	int x; /* $(printf '%060d' 0) */"
sees "81 columns" src/base/a.c:11 "81 columns"
line 'typedef struct { int x; } x;'
sees "a typedef" src/base/a.c:11 "typedef"
line 'bool b = strchr(",.", *s);'
sees "strchr in a set" src/base/a.c:11 "text_in"
line "int x; /* TO""DO */"
sees "unfinished" src/base/a.c:11 "unfinished"
printf 'int x;' >>"$tmp/t/src/base/a.c"
sees "no newline" src/base/a.c:11 "no newline"
line 'int g = err_sys(e, h(), "Cannot");'
sees "a capital" src/base/a.c:11 "small letter"
line 'int g = err_sys(e, h(), "cannot "'
line '    "do.");'
sees "a full stop in the second part" src/base/a.c:11 "without stop"
sed -i 1d "$tmp/t/src/base/a.c"
sees "no first line" src/base/a.c:1 "first line"
sed -i 's/A_H/X_H/' "$tmp/t/src/base/a.h"
sees "a wrong guard" src/base/a.h:1 "include guard PERFLOSS_BASE_A_H"
sed -i "s/'a_a', //" "$tmp/t/src/bench/meson.build"
sees "a benchmark that is not listed" src/bench/meson.build:1 "a_a is not"
sed -i "s/'a_a', 'a_b'/'a_b', 'a_a'/" "$tmp/t/src/bench/meson.build"
sees "an unsorted list" src/bench/meson.build:1 "not sorted"
awk 'BEGIN { for (i = 0; i < 150; i++) print "int x;" }' \
    >>"$tmp/t/src/bench/a_a.c"
sees "a long benchmark" src/bench/a_a.c:151 "file of 151 lines"
awk 'BEGIN { for (i = 0; i < 491; i++) print "int x;" }' \
    >>"$tmp/t/src/base/a.c"
sees "a long file" src/base/a.c:501 "file of 501 lines"

ok "headers compile alone" "$root/tools/check-headers" "$tmp/t"
echo 'size_t n;' >>"$tmp/t/src/base/a.h"
run "$root/tools/check-headers" "$tmp/t"
case $status in
77) ;;
*)
	is "a header that does not compile alone" "$status" 1
	has "is named" "$err" "src/base/a.h:10:"
	;;
esac
finish
