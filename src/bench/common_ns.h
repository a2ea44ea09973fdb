/* common_ns.h - namespaces, with the rights that there are. */
#ifndef PERFLOSS_BENCH_COMMON_NS_H
#define PERFLOSS_BENCH_COMMON_NS_H

#include "measure/bench.h"

/* Put this process into new namespaces (CLONE_NEWNS | ...). Who may not do that
 * first gets a user namespace of its own, in which it may, where the system
 * allows those; it is root there. What is measured is the same kernel code
 * either way, but for a few looks at rights; "userns" is noted as "own" or
 * "initial". 0, or what bench_skip returned. All ends with the process. */
int common_unshare(struct bench_ctx *c, int flags);

/* The same with a mount namespace of which nothing gets out. */
int common_unshare_mounts(struct bench_ctx *c);

/* For a parameter "kind": words, their flags (CLONE_NEW...) and the names of
 * their files in /proc/self/ns. */
enum { NS_UTS, NS_IPC, NS_MOUNT, NS_NET, NS_CGROUP };
extern const char *const common_ns_words[];
extern const int common_ns_flags[];
extern const char *const common_ns_files[];

#endif
