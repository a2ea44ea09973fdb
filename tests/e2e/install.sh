#!/bin/sh
# install.sh BUILD - what is installed works where it was put: perfloss finds
# the probe beside it, not the one of the build tree, and measures with it.
. "$(dirname "$0")/../tap.sh"
build=$1

command -v meson >/dev/null || skip_all "meson is not in PATH"
run env DESTDIR="$tmp/root" meson install -C "$build" --no-rebuild --quiet
is "meson install works" "$status" 0
bin=$(dirname "$(find "$tmp/root" -name perfloss -type f)")
ok "perfloss is there" [ -x "$bin/perfloss" ]
ok "its probe is beside it" [ -x "$bin/perfloss-probe" ]
ok "a manual is there" [ -s "$bin/../share/man/man1/perfloss.1" ]
cd "$tmp" || exit 99
export HOME="$tmp/home" XDG_DATA_HOME='' TMPDIR="$tmp"
unset PERFLOSS_PROBE
mkdir "$HOME"

run "$bin/perfloss" list
is "it lists the rows of the probe" "$status" 0
has "with sys_null among them" "$out" sys_null
run "$bin/perfloss" run -n 1 --settle 0s sys_null
is "it measures" "$status" 0
has "and says what" "$out" sys_null
ok "the run is where README says" \
    [ -s "$HOME/.local/share/perfloss/perfloss.db" ]

mv "$bin/perfloss-probe" "$bin/elsewhere"
run env PATH=/usr/bin:/bin "$bin/perfloss" list
is "without its probe: status 2" "$status" 2
has "and a sentence" "$err" "perfloss-probe"
is "of one line" "$(printf '%s\n' "$err" | wc -l)" 1
finish
