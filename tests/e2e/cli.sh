#!/bin/sh
# cli.sh - the command line itself: help, version, words that do not exist.
. "$(dirname "$0")/e2e.sh"

pl --version
is "--version" "$status ${out%% *} $err" "0 perfloss "
pl version
is "version" "$status ${out%% *}" "0 perfloss"
pl
has "without a command: the help" "$status $out" "0 usage: perfloss COMMAND"
has "that says how to begin" "$out" "perfloss compare @2 @1"
commands=$("$PERFLOSS" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
has "the help lists commands" "$commands" "compare"
man="$here/../../man/perfloss.1"
for c in $commands; do
	pl "$c" -h
	is "$c -h: status" "$status$err" 0
	has "$c -h: usage" "$out" "usage: perfloss $c "
	short=$out
	pl help "$c"
	is "help $c: the same" "$out" "$short"
	has "$c is in the manual" "$(cat "$man")" ".It Cm $c"
	for o in $(printf '%s\n' "$short" |
	    sed -n 's/^ .*--\([a-z-]*\).*/\1/p'); do
		[ "$o" != help ] || continue
		grep -q "^\.It Fl .*-$o\( \|\$\)" "$man"
		tap_result $? "$c --$o is in the manual"
	done
done

if [ -c /dev/full ]; then
	for c in help 'run -h' '--version'; do
		# shellcheck disable=SC2086 # words
		"$PERFLOSS" $c >/dev/full 2>"$tmp/err"
		is "$c to a full disk" "$? $(cat "$tmp/err")" "2 perfloss: \
cannot write to standard output: no space left on device"
	done
else
	skip "help to a full disk" "no /dev/full"
fi

pl rnu
refused "unknown command" "unknown command 'rnu', did you mean 'run'?"
pl frobnicate
refused "nothing near it" "unknown command 'frobnicate'"
pl help comapre
refused "unknown command after help" "did you mean 'compare'?"
pl run --labl x
refused "unknown option" "unknown option '--labl', did you mean '--label'?"
pl run -n 0
refused "a number out of range" "value '0' of '-n'"
pl run -n
refused "a value that is missing" "'-n' needs a value"
pl run --budget soon
refused "no time" "bad value 'soon' of '--budget', wanted a time"
pl run --pin third
refused "no CPU" "bad value 'third' of '--pin'"
pl run --label 'a/b'
refused "no label" "bad label 'a/b'"
pl compare one
refused "one run is no comparison" "two runs are needed"
pl show
refused "no run named" "which run?"
pl export
refused "nothing to export" "which run?"
pl import
refused "nothing to import" "which file?"
pl report @1
refused "no format" "which format?"
pl report -o pdf @1
refused "unknown format" \
    "unknown format 'pdf', there are html, markdown, csv, json, openmetrics, \
lmbench, svg and png"
pl completion csh
refused "unknown shell" "unknown shell 'csh', there are bash, zsh and fish"

pl completion bash
is "completion bash" "$status$err" 0
has "knows an option" "$out" "--until"
if command -v bash >/dev/null 2>&1; then
	printf '%s\n' "$out" >"$tmp/c"
	is "bash completes a command" "$(bash -c '. "$1"
COMP_WORDS=(perfloss com) COMP_CWORD=1; _perfloss
echo ${COMPREPLY[*]}' - "$tmp/c")" "compare completion"
	is "and an option" "$(bash -c '. "$1"
COMP_WORDS=(perfloss run --sett) COMP_CWORD=2; _perfloss
echo ${COMPREPLY[*]}' - "$tmp/c")" "--settle"
	is "and a word" "$(bash -c '. "$1"
COMP_WORDS=(perfloss run --profile q) COMP_CWORD=3; _perfloss
echo ${COMPREPLY[*]}' - "$tmp/c")" "quick"
fi

pl completion zsh
is "completion zsh" "$status$err" 0
has "a command with what it does" "$out" "'run:measure this machine'"
if command -v zsh >/dev/null 2>&1; then
	printf '%s\n' "$out" >"$tmp/_perfloss"
	is "zsh reads it" "$(zsh -fn "$tmp/_perfloss" 2>&1)" ""
	# _arguments itself checks each option; here it only says what it got
	is "and its words are whole" "$(zsh -fc '
compdef() { :; }
_describe() { :; }
_arguments() { print -l -- $@ | grep -c "^--settle=\[.*\]:TIME:$"; }
. "$1"
words=(perfloss run "") CURRENT=3
_perfloss' - "$tmp/_perfloss")" 1
fi

pl completion fish
is "completion fish" "$status$err" 0
has "an option of a command" "$out" \
    "'__fish_seen_subcommand_from run' -l settle -x -d "
has "a quote in it" "$out" "or \\'free\\' for none"
if command -v fish >/dev/null 2>&1; then
	printf '%s\n' "$out" >"$tmp/c.fish"
	is "fish reads it" "$(fish -N "$tmp/c.fish" 2>&1)" ""
	is "and completes" "$(fish -Nc ". $tmp/c.fish
complete -C 'perfloss run --settl'" | cut -f 1)" "--settle"
fi
finish
