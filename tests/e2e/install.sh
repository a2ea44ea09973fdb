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
ok "and what counts in QEMU" \
    [ -x "$bin/../libexec/perfloss/perfloss-count.so" ]
ok "a manual is there" [ -s "$bin/../share/man/man1/perfloss.1" ]
ok "and a page for a row" [ -s "$bin/../share/doc/perfloss/rows/sys_null.md" ]
ok "and the schema of a run" [ -s "$bin/../share/doc/perfloss/run.schema.json" ]
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

# The program beside the probe, for rows whose library is not in the probe.
row=ipc_rpc_udp/cpu=free
why="needs perfloss-probe-rpc beside perfloss-probe"
once() { run "$bin/perfloss-probe" --once $row 10; }
if [ -x "$build/src/probe/perfloss-probe-rpc" ]; then
	ok "perfloss-probe-rpc is installed" [ -x "$bin/perfloss-probe-rpc" ]
	once
	case $out in
	*'"why":"'*loopback*) echo "# no loopback here" ;;
	*"$why"*) # the null platform does not know where a program stands
		run "$bin/perfloss-probe" --facts
		lacks "its rows are measured by it" "$out" probe.hash ;;
	*) has "its rows are measured by it" "$out" '"t":"done"' ;;
	esac
	run "$bin/perfloss-probe-rpc"
	is "on its own it does nothing" "$status$out" 2
	has "and says who starts it" "$err" "is started by perfloss-probe"
	rm "$bin/perfloss-probe-rpc"
else
	ok "what was not built is not there" [ ! -e "$bin/perfloss-probe-rpc" ]
fi
once
has "without it the row says what it needs" "$out" \
    "\"t\":\"skip\",\"id\":0,\"key\":\"$row\",\"why\":\"$why\""
run "$bin/perfloss" run -n 1 --settle 0s $row
has "in the table, too" "$(printf '%s' "$out" | tr -s ' \n' '  ')" \
    "unsupported ipc_rpc_udp free: $why"
printf '#!/bin/sh\nexit 127\n' >"$bin/perfloss-probe-rpc"
chmod +x "$bin/perfloss-probe-rpc"
once
case $out in
*"$why"*)
	run "$bin/perfloss-probe" --facts
	lacks "one that does not start is not looked for" "$out" probe.hash ;;
*)
	has "one that does not start (no library) is a reason, too" "$out" \
	    "'perfloss-probe-rpc' does not start here (status 127)" ;;
esac

mv "$bin/perfloss-probe" "$bin/elsewhere"
run env PATH=/usr/bin:/bin "$bin/perfloss" list
is "without its probe: status 2" "$status" 2
has "and a sentence" "$err" "perfloss-probe"
is "of one line" "$(printf '%s\n' "$err" | wc -l)" 1
finish
