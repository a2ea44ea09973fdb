/* like.h - one command, timed as time(1) does, in its layout. */
#ifndef PERFLOSS_PROBE_LIKE_H
#define PERFLOSS_PROBE_LIKE_H

/* perfloss-probe --like LAYOUT MODE FILE CMD [ARG...]: for 'perfloss exec
 * --like', which becomes this program, as the peak of memory that the kernel
 * tells of a command is at least what its parent had. LAYOUT: "gnu" as GNU time
 * -v (1.9) has it, "bsd" as time -l of FreeBSD; MODE: "w" or "a" for FILE; "-"
 * is standard error. The command has the files, the terminal and the
 * environment of this process, and its group. */
#define LIKE_OPTION "--like"

/* LAYOUT MODE FILE CMD [ARG...], NULL-ended. Returns the exit status that time
 * would have: that of the command, 128 and its signal (bsd: by that signal),
 * 127 where there is no such program, 126 where it cannot be run. */
int like_main(char **word);

#endif
