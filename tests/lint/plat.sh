#!/bin/sh
# plat.sh - each platform defines all of plat.h, also those not built here.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root/src/plat" || exit 99

names=$(grep -v '^typedef' plat.h | grep -oE '\bplat_[a-z_]+\(' |
    tr -d '(' | sort -u)
ok "plat.h declares functions" [ "$(printf '%s\n' "$names" | wc -l)" -gt 20 ]
for system in linux freebsd null; do
	files=$(sed -n "/'$system': \[/,/\]/p" meson.build |
	    grep -oE '[a-z_]+\.c')
	missing=
	for name in $names; do
		# shellcheck disable=SC2086 # a list of files
		grep -qE "^[a-z_].*\b$name\(" posix.c place.c $files ||
		    missing="$missing $name"
	done
	is "$system defines them all" "$missing" ""
done
finish
