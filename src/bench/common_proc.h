/* common_proc.h - a child process, started and waited for. */
#ifndef PERFLOSS_BENCH_COMMON_PROC_H
#define PERFLOSS_BENCH_COMMON_PROC_H

#include "measure/bench.h"

/* Note the size of the image that is forked (P9): "image" = "752K", "resident"
 * = "340K", where the system tells. */
void common_note_image(struct bench_ctx *c);

/* n times: fork, child(c) in the child, wait; the exit status must be
 * BENCH_EXIT each time. A child that cannot do its work calls
 * common_child_failed. */
int common_children(struct bench_ctx *c, uint64_t n,
    void (*child)(const struct bench_ctx *c));

/* Wait for that child, or any (-1); its exit status must be BENCH_EXIT. */
int common_reap(struct bench_ctx *c, pid_t pid);

/* Note the image, and skip where the path of this program is unknown: for rows
 * that execute it with common_argv and common_envp (empty, P20). */
int common_exec_setup(struct bench_ctx *c);
extern char *const common_argv[], *const common_envp[];

/* In the child: end it so that the parent reports errno. */
_Noreturn void common_child_failed(void);

#endif
