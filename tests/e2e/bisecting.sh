# bisecting.sh - repositories to bisect; sourced after e2e.sh.
# shellcheck shell=sh disable=SC2154
command -v git >/dev/null || skip_all "git is not here"
export XDG_CACHE_HOME="$tmp/cache" GIT_CONFIG_NOSYSTEM=1
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# repo NAME ARGUMENT...: a repository of make-commits.py; we stand in it.
repo()
{
	git init -q "$tmp/$1" && cd "$tmp/$1" || exit 99
	shift
	"$here/make-commits.py" "$@" | git fast-import --quiet || exit 99
	git symbolic-ref HEAD refs/heads/main && git reset -q --hard || exit 99
}
bi() { pl bisect -q --settle 0s "$@"; }
trees() { git worktree list | wc -l; }
left() { find "$tmp/cache" 2>/dev/null | grep -c bisect/; }
