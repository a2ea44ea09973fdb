#!/bin/sh
# docs.sh - check-docs sees documents that promise what is not there.
. "$(dirname "$0")/../tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)

# A program whose -h is like perfloss's.
cat >"$tmp/perfloss" <<'END'
#!/bin/sh
case $* in
-h) printf 'commands:\n  run       measure\n  list      rows\n\nand so\n' ;;
'run -h') printf '  -d, --store FILE  x\n      --json      x\n' ;;
'list -h') printf '  -h, --help        show this\n' ;;
*) exit 2 ;;
esac
END
chmod +x "$tmp/perfloss"

fresh()
{
	rm -rf "$tmp/t"
	mkdir -p "$tmp/t/doc" "$tmp/t/src" "$tmp/t/man"
	printf 'run: x ## y\n' >"$tmp/t/Makefile"
	echo '`make run`, [it](doc/A.md), `src/`, `perfloss run --json`.' \
	    >"$tmp/t/README.md"
	printf '```c\n/* x. */\nint x;\n```\n' >"$tmp/t/HACKING.md"
	echo '# Changes' >"$tmp/t/CHANGES.md"
	echo '# A' >"$tmp/t/doc/A.md"
	printf '%s\n' '.Ss run' '.Fl -store' '.Fl -json' '.Ss list' \
	    '.Fl -help' >"$tmp/t/man/perfloss.1"
}

# sees WHAT PART: the tool complains, with PART, and of nothing else.
sees()
{
	run "$root/tools/check-docs" -r "$tmp/t" "$tmp/perfloss"
	is "$1: status" "$status$err" 1
	has "$1" "$out" "$2"
	is "$1: that alone" "$(printf '%s\n' "$out" | wc -l)" 1
	fresh
}

fresh
ok "sound documents pass" "$root/tools/check-docs" -r "$tmp/t" "$tmp/perfloss"
echo 'See [this](doc/B.md).' >>"$tmp/t/README.md"
sees "a dead link" "README.md:2: no doc/B.md"
echo 'See `src/none.c`.' >>"$tmp/t/doc/A.md"
sees "a path" "A.md:2: no src/none.c"
echo 'Type `make love`.' >>"$tmp/t/README.md"
sees "a target" "no make target love"
printf '    make war\n' | sed 's/^ *//' >>"$tmp/t/HACKING.md"
sees "a target in a block" "no make target war"
echo '`perfloss walk`' >>"$tmp/t/README.md"
sees "a command" "no command 'perfloss walk'"
printf 'perfloss run --fast\n' >>"$tmp/t/README.md"
sees "an option" "'run' has no --fast"
sed -i '/Ss list/d' "$tmp/t/man/perfloss.1"
sees "a command without manual" "command 'list' is not described"
sed -i '/-json/d' "$tmp/t/man/perfloss.1"
sees "an option without manual" "option '--json' of 'run' is missing"
printf '%s\n' .Bl .It .Bl .It .El '.Sh MORE' >>"$tmp/t/man/perfloss.1"
sees "a list without an end" "perfloss.1:6: a list without an end"
awk 'BEGIN { for (i = 0; i < 281; i++) print "x" }' >>"$tmp/t/README.md"
sees "a long README" "more than 280 lines"
rm "$tmp/t/CHANGES.md"
sees "no CHANGES" "CHANGES.md:0"
sed -i 's/int x;/int x/' "$tmp/t/HACKING.md"
if command -v "${CC:-cc}" >/dev/null; then
	sees "an example that does not compile" "HACKING.md:1: the example"
fi
run "$root/tools/check-docs" -r "$tmp/t" "$tmp/no-such-program"
ok "a program that is not there is no success" [ "$status" != 0 ]
finish
