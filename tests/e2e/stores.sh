#!/bin/sh
# stores.sh - stores that cannot be used, files that are no runs, places where
# nothing can be written.
. "$(dirname "$0")/e2e.sh"
fake ok
db=$XDG_DATA_HOME/perfloss/perfloss.db
measure() { pl run -q -n 3 --settle 0s "$@"; }

pl runs
is "no store yet: status" "$status" 2
is "one line" "$(printf '%s\n' "$err" | wc -l)" 1
measure -l one
is "the first run makes it" "$status" 0
ok "where it should be" test -s "$db"

head -c 4096 /dev/urandom >"$tmp/noise.db"
sum=$(cksum <"$tmp/noise.db")
measure -d "$tmp/noise.db"
refused "a file that is no store" "'$tmp/noise.db'"
is "it is not touched" "$(cksum <"$tmp/noise.db")" "$sum"
cp "$db" "$tmp/newer.db"
if command -v python3 >/dev/null 2>&1; then
	python3 - "$tmp/newer.db" "$tmp/locked.db" <<-'END'
	import sqlite3, sys
	sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 99')
	END
	measure -d "$tmp/newer.db"
	refused "a newer store" "'$tmp/newer.db'"
	has "says that it is newer" "$err" "newer"
	cp "$db" "$tmp/locked.db"
	python3 - "$tmp/locked.db" "$tmp/ready" <<-'END' &
	import sqlite3, sys, time
	c = sqlite3.connect(sys.argv[1], isolation_level=None)
	c.execute('BEGIN EXCLUSIVE')
	open(sys.argv[2], 'w').close()
	time.sleep(60)
	END
	holder=$!
	wait_for test -e "$tmp/ready"
	measure -d "$tmp/locked.db"
	is "a locked store" "$status" 2
	has "says so" "$err" "locked"
	kill $holder
	wait $holder 2>/dev/null
	# A store that breaks in mid-run: the run is not lost.
	export FAKE=slow
	python3 - "$tmp/lost.db" <<-'END' &
	import sqlite3, sys, time
	for _ in range(3000):
	    time.sleep(.02)
	    try:
	        c = sqlite3.connect(f'file:{sys.argv[1]}?mode=rw', uri=True)
	        c.execute('PRAGMA foreign_keys = OFF')
	        c.execute('DROP TABLE invocation')
	        break
	    except sqlite3.OperationalError: # it is not there yet
	        pass
	END
	run env -C "$tmp" "$PERFLOSS" run -q -n 4 --settle 0s -d lost.db \
	    sys_null ipc_pipe
	is "a store that breaks in mid-run: status" "$status" 2
	has "one warning then" "$err" "; measuring goes on"
	has "and where the run is" "$err" "; the run is in 'perfloss-"
	is "and no more" "$(printf '%s\n' "$err" | wc -l)" 2
	has "its table is printed" "$out" "ipc_pipe"
	export FAKE=ok
	pl show "$tmp"/perfloss-*.json
	has "the file is the run" "$status $out" "  4 rounds"
else
	skip "newer and locked stores" "no python3"
fi
measure -d "$tmp"
refused "a directory" "'$tmp'"
measure -d "$tmp/none/deep.db" # its directory is made
is "a directory that is not there is made" "$status" 0

echo '{"perfloss' >"$tmp/cut.json"
pl show "$tmp/cut.json"
refused "a cut file" "cannot use '$tmp/cut.json': "
pl export one -o "$tmp/one.json"
sed 's/"version":1/"version":99/; s/"perfloss_run":1/"perfloss_run":99/' \
    "$tmp/one.json" >"$tmp/newer.json"
ok "the version is in the file" sh -c '! cmp -s "$1" "$2"' - "$tmp/one.json" \
    "$tmp/newer.json"
pl import "$tmp/newer.json"
refused "a newer file" "cannot import '$tmp/newer.json': "
pl compare one "$tmp/none.json"
refused "no such file" "cannot open '$tmp/none.json': no such file"
pl show "$tmp/"
is "a directory is no run" "$status" 2
pl compare one on
refused "no such label" "'on'"
measure -l none ipc_pipe
measure -l other sys_null
pl compare none other
is "no row in common: no verdict" "$status$err" 2
has "says so" "$out" "NOT COMPARABLE: no row was measured in both"
pl compare other other
is "a run and itself" "$status$err" 0
printf '' >"$tmp/empty.json"
pl import "$tmp/empty.json"
is "an empty file" "$status" 2

measure --dir "$tmp/nowhere"
refused "no such directory" "cannot use '--dir $tmp/nowhere': no such file"
measure --dir "$tmp/one.json"
refused "a file for a directory" "not a directory"
if [ "$(id -u)" = 0 ]; then
	if command -v setpriv >/dev/null 2>&1; then
		chmod 755 "$tmp"
		mkdir "$tmp/mine" "$tmp/ro"
		chmod 777 "$tmp/mine" "$tmp/ro"
		cp "$db" "$tmp/ro/ro.db"
		chmod 555 "$tmp/ro"
		chmod 444 "$tmp/ro/ro.db"
		chmod 700 "$TMPDIR"
		# The build tree may be closed to others, as in /root.
		mkdir "$tmp/bin"
		cp "$PERFLOSS" "$here/fake-probe" "$tmp/bin"
		export PERFLOSS_PROBE="$tmp/bin/fake-probe"
		run setpriv --reuid 65534 --clear-groups env HOME="$tmp/mine" \
		    XDG_DATA_HOME="$tmp/mine" \
		    "$tmp/bin/perfloss" run -q --dir "$TMPDIR"
		refused "no permission for --dir" "permission denied"
		run setpriv --reuid 65534 --clear-groups \
		    "$tmp/bin/perfloss" run -q -n 3 -d "$tmp/ro/ro.db"
		refused "a read-only store" "'$tmp/ro/ro.db'"
		run setpriv --reuid 65534 --clear-groups \
		    "$tmp/bin/perfloss" runs -d "$tmp/ro/ro.db"
		has "can be read" "$status $out" "0 "
	else
		skip "no permission" "root, and no setpriv"
	fi
else
	mkdir "$tmp/closed"
	chmod 555 "$tmp/closed"
	measure --dir "$tmp/closed"
	refused "no permission for --dir" "permission denied"
	measure -d "$tmp/closed/x.db"
	refused "no permission for the store" "'$tmp/closed/x.db'"
fi
# The disk with the store and the directory one stands in is full in mid-run.
mkdir "$tmp/small"
if [ "$(id -u)" = 0 ] && unshare -m mount -t tmpfs none "$tmp/small" \
    2>/dev/null; then
	# shellcheck disable=SC2016 # for the inner shell
	run unshare -m sh -c 'mount -t tmpfs -o size=128k none "$1" &&
	    cd "$1" && exec "$2" run -q -n 40 --settle 0s -d "$1/x.db"' - \
	    "$tmp/small" "$PERFLOSS"
	is "a full disk: status" "$status" 2
	has "measuring goes on" "$err" "no space left; measuring goes on"
	has "the table is there" "$out" "sys_null"
	has "the run elsewhere" "$err" "the run is in '$TMPDIR/perfloss-"
	pl import "$TMPDIR"/perfloss-*.json
	has "as said, it can be imported" "$status $out" " 4 rows"
	rm -f "$TMPDIR"/perfloss-*.json
else
	skip "a full disk" "only root may mount"
fi

run env -u HOME -u XDG_DATA_HOME "$PERFLOSS" run -q
refused "neither HOME nor XDG_DATA_HOME" "HOME"
run env -u HOME -u XDG_DATA_HOME "$PERFLOSS" run -q -n 3 --settle 0s --no-store
is "with --no-store none is needed" "$status" 0

measure -d "$tmp/l.db" -l old
pl runs -d "$tmp/l.db" --label new old
is "another label" "$status $out" "0 #1 is new now"
pl show -d "$tmp/l.db" new
has "it is found by it" "$status $out" "0 #1 new "
pl show -d "$tmp/l.db" old
refused "and not by the old one" "no run 'old'"
pl runs -d "$tmp/l.db" --label '' @1 --json
is "none is a label, too" "$status $out" '0 {"id":1,"label":null}'
pl runs -d "$tmp/l.db" --label new
refused "label: which?" "which run is to be labelled 'new'?"
pl runs -d "$tmp/l.db" --label new 1 @1
refused "two runs" "goes with one run"
pl runs -d "$tmp/l.db" --label @1 1
refused "a label that would not be found" "'@1'"
pl runs -d "$tmp/l.db" --label new 7
refused "no such run" "no run '7'"
pl runs -d "$tmp/l.db" --label new --delete 1
refused "two things at once" "exclude one another"
pl runs -d "$tmp/nol.db" --label new 1
is "no store: nothing to label" "$status" 2
ok "and none is made for it" test ! -e "$tmp/nol.db"

pl runs --delete
refused "delete: which?" "which runs"
pl runs --yes
refused "--yes alone" "'--yes' goes with '--delete' or '--prune'"
for l in first second third; do
	measure -l $l -d "$tmp/d.db"
done
pl runs -d "$tmp/d.db" --delete first
refused "delete without a terminal" "no '--yes'"
pl runs -d "$tmp/d.db" --delete -y first nosuch
refused "delete what is not there" "'nosuch'"
is "nothing is deleted then" "$("$PERFLOSS" runs -d "$tmp/d.db" | wc -l)" 4
if command -v python3 >/dev/null 2>&1; then
	# asks ANSWER: what is said on a terminal, without the echo.
	asks()
	{
		out=$(python3 - "$1" "$PERFLOSS" runs -d "$tmp/d.db" \
		    --delete third <<-'END'
		import os, pty, sys
		pid, fd = pty.fork()
		if pid == 0:
		    os.execv(sys.argv[2], sys.argv[2:])
		said = b''
		try:
		    while (block := os.read(fd, 4096)):
		        said += block
		        if said.endswith(b'[y/N] '):
		            os.write(fd, sys.argv[1].encode() + b'\n')
		except OSError:
		    pass
		print(said.decode(), os.waitstatus_to_exitcode(
		    os.waitpid(pid, 0)[1]))
		END
		)
	}
	asks n
	has "on a terminal it asks" "$out" "delete this run? [y/N]"
	has "no is status 1" "$out" " 1"
	lacks "and deletes nothing" "$out" deleted
	asks y
	has "yes deletes" "$out" "deleted #3 third, "
else
	measure -d "$tmp/d.db"
	pl runs -d "$tmp/d.db" --delete -y third
	skip "on a terminal it asks" "no python3"
fi
pl runs -d "$tmp/d.db" --delete --yes --json @2 @1 1
is "runs are found before one is deleted" \
    "$status $(printf '%s' "$out" | grep -o '"id"' | wc -l)" "0 2"
pl runs -d "$tmp/d.db"
has "none are left" "$out" "no runs yet"
pl runs -d "$tmp/not.db" --delete -y 1
is "no store: nothing to delete" "$status" 2
ok "and none is made" test ! -e "$tmp/not.db"
run env -u XDG_DATA_HOME HOME=here "$PERFLOSS" run -q
refused "a HOME that is relative" "neither HOME nor XDG_DATA_HOME is a path"
clean "at the end"
finish
