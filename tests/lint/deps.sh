#!/bin/sh
# deps.sh - install-deps with a dpkg and an apt-get of the test's own.
. "$(dirname "$0")/../tap.sh"
deps=$(cd "$(dirname "$0")/../.." && pwd)/tools/install-deps

# The commands that install-deps may use; nothing else is on its PATH.
mkdir "$tmp/bin"
for c in sh env cat head printf; do
	ln -s "$(command -v $c)" "$tmp/bin/$c"
done
tool() { printf '#!/bin/sh\n%s\n' "$2" >"$tmp/bin/$1"; chmod +x "$tmp/bin/$1"; }
system()
{
	tool dpkg-query 'for p; do :; done
case " $HAVE " in *" $p "*) echo installed ;; *) echo unknown; exit 1 ;; esac'
	tool apt-cache '[ -f "$LISTS" ] || exit 1
case " libclang-rt-dev $NONE " in *" $3 "*) exit 1 ;; esac'
	tool apt-get 'echo "$*" >>"$LOG"
case "$*" in *update*) : >"$LISTS" ;; *) [ -z "$BROKEN" ] ;; esac'
	tool id 'echo "$USER_ID"'
	tool cc ''
}
all="libc6-dev meson ninja-build pkg-config libsqlite3-dev libjansson-dev \
zlib1g-dev libtirpc-dev librsvg2-dev libarchive-dev clang clang-format \
cppcheck shellcheck mandoc musl-tools"

# deps [ARGUMENT]: run it; $log = the apt-get calls.
deps()
{
	: >"$tmp/log"
	run env -i PATH="$tmp/bin" LISTS="$tmp/lists" LOG="$tmp/log" \
	    HAVE="$have" NONE="$none" USER_ID="$user" BROKEN="$broken" \
	    CC="$cc" "$deps" "$@"
	log=$(cat "$tmp/log")
}

base="libc6-dev meson ninja-build pkg-config libsqlite3-dev libjansson-dev \
zlib1g-dev libtirpc-dev librsvg2-dev libarchive-dev"
install="-qq install -y --no-install-recommends"

system
have=$all none='' user=0 broken='' cc=cc
deps
is "everything there: nothing said, nothing done" "$status$out$err$log" 0

: >"$tmp/lists"
deps --dev
is "an optional package that does not exist is left out" "$status$log" 0
has "and said so" "$out" "no package libclang-rt-dev here"

have=
deps
is "what is missing is installed in one go" "$status$log" "0$install $base"
has "it says what" "$out" "  zlib1g-dev"
has "and why" "$out" "SQLite, the store"

have="meson ninja-build zlib1g-dev"
deps
is "only what is missing" "$log" \
    "$install libc6-dev pkg-config libsqlite3-dev libjansson-dev libtirpc-dev \
librsvg2-dev libarchive-dev"

none='libtirpc-dev librsvg2-dev libarchive-dev'
deps
is "the build does without libtirpc and librsvg where there are none" \
    "$status$log" \
    "0$install libc6-dev pkg-config libsqlite3-dev libjansson-dev"
has "and that is said" "$out" "no package libtirpc-dev here"
has "of both" "$out" "no package librsvg2-dev here"
none=

have=$base
deps --dev
is "--dev adds the tools of make check" "$log" \
    "$install clang clang-format cppcheck shellcheck mandoc musl-tools"

cc=no-such-compiler
deps
is "without a compiler, gcc" "$log" "$install gcc"
cc=cc

rm "$tmp/lists"
have=meson
deps
has "package lists that are not there are fetched first" "$log" "-qq update
$install libc6-dev"
is "and then it works" "$status" 0

broken=1
deps
is "what cannot be installed is status 2" "$status" 2
is "and one sentence" "$err" "install-deps: cannot install libc6-dev \
ninja-build pkg-config libsqlite3-dev libjansson-dev zlib1g-dev libtirpc-dev \
librsvg2-dev libarchive-dev"
have="${base%libtirpc*}"
deps
is "but for what the build does without" "$status" 0
has "which is said" "$out" \
    "cannot install libtirpc-dev librsvg2-dev libarchive-dev, which the build"
broken=''

user=1000
deps
is "neither root nor sudo does not matter for that" "$status$log" 0
have=meson
deps
is "neither root nor sudo: status 2" "$status" 2
has "with what to do" "$err" "have this done as root: apt-get install libc6-dev"
is "and nothing called" "$log" ""
tool sudo 'echo sudo >>"$LOG"; exec "$@"'
deps
is "through sudo" "$status$log" "0sudo
$install libc6-dev ninja-build pkg-config libsqlite3-dev libjansson-dev \
zlib1g-dev libtirpc-dev librsvg2-dev libarchive-dev"

have=$all
tool meson 'echo 0.61.2'
deps
is "a meson too old is status 2" "$status" 2
has "and said" "$err" "meson 0.61.2 is too old"
tool meson 'echo 1.0.1'
deps
is "a new one is fine" "$status$out$err" 0
rm "$tmp/bin/meson"

deps --all
is "an unknown option is status 2" "$status$out$log" 2

rm "$tmp/bin/apt-get"
deps
is "another system: status 2" "$status" 2
has "and a sentence that names the parts" "$err" "development files of SQLite"
is "on one line" "$(printf '%s\n' "$err" | wc -l)" 1
finish
