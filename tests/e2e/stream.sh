#!/bin/sh
# stream.sh - what a probe may write and how it may end, with a made-up one.
. "$(dirname "$0")/e2e.sh"

# measure MODE [ARGUMENT...]: a run of three rounds with that probe.
measure()
{
	fake "$1"
	shift
	pl run -q -n 3 --settle 0s --seed 7 "$@"
}

measure ok -l good
is "a good stream" "$status$err" 0
has "its rows" "$out" "ipc_pipe same"
has "in families" "$out" "
communication latency, round trip
ipc_pipe same"
has "the values are as sent" "$out" "ipc_pipe same    4.99 us"
has "the bandwidth" "$out" "mem_read 16K   40.9 GB/s"
has "where it is stored" "$out" "stored       #1 good in $tmp/data/"
has "what to do next" "$out" "perfloss compare @2 @1"
clean "a good stream"
pl show good
has "facts of the hello" "$out" "Linux 9.8.7  3 rounds"
pl export good
three='"round":2'
has "three rounds" "$out" "$three"

measure garbled
is "lines that are no lines cost themselves" "$status" 0
has "and are named once" "$err" "cannot be understood"
has "and counted" "$err" "lines of the probe were passed over"
is "and that is all" "$(printf '%s\n' "$err" | wc -l)" 2
has "every row is there" "$out" "fs_create 0"

measure cut -l cut
is "a cut stream" "$status" 2
has "says so" "$err" "the probe ended before the run did"
has "what came before is shown" "$out" "sys_null"
pl show cut
is "and kept" "$status" 0
has "with how it ended" "$out" "0 rounds, then an error"

measure kill
is "a probe killed" "$status" 2
has "is named" "$err" "perfloss: the probe was killed by signal 9"
clean "a probe killed"
measure exit
has "a probe that gives up" "$status $err" \
    "2 perfloss: the probe ended with status 3"
clean "a probe that gives up"
measure newer
refused "a newer wire" "speaks version 9 of the wire, this perfloss only 1"
measure mute
refused "no word" "ended without a word"

measure hang --deadline 100ms
has "a probe that hangs" "$status $err" "the probe has not answered for "
clean "a probe that hangs"
measure deaf --deadline 100ms
is "a probe that will not end" "$status" 2
clean "a probe that will not end"

measure skip
is "rows that fail and are skipped" "$status$err" 0
has "skipped: why" "$out" "unsupported  ipc_pipe same: one CPU only"
has "failed: why" "$out" \
    "failed       fs_create 0: creat: no space left on device"
lacks "no number for it" "$(printf '%s\n' "$out" | grep '^fs_create')" us
measure skip ipc_pipe
is "nothing could be measured" "$status" 2
has "says so" "$err" "no row could be measured"
pl show @1
is "the reason is kept all the same" "$status" 0
has "there" "$out" "one CPU only"

measure busy
has "not alone: a warning that names the hog" "$err" \
    "not quiet: other programs use 1.5 CPUs, most of it 'spinner'"
has "and at the end" "$out" "alone        no: other programs used 1.50 CPUs"

PERFLOSS_PROBE=$tmp/none pl run
refused "no probe" "cannot run the probe '$tmp/none'"
PERFLOSS_PROBE=/bin/true pl run
refused "another program" "the probe '/bin/true' has no rows"
finish
