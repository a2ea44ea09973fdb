/* common_cgroup.h - cgroups below the one that the engine gives. */
#ifndef PERFLOSS_BENCH_COMMON_CGROUP_H
#define PERFLOSS_BENCH_COMMON_CGROUP_H

#include "measure/bench.h"

#define COMMON_CGROUP 320 /* bytes of a path */

/* Make c->cgroup/name; the engine removes it. */
int common_cgroup(struct bench_ctx *c, const char *name,
    char path[static COMMON_CGROUP]);

/* A file of a cgroup: open it, or write text to it. -1 with errno. */
int common_cgroup_open(const char *dir, const char *file, int flags);
int common_cgroup_put(const char *dir, const char *file, const char *text);

/* This process is a member from now on. */
int common_cgroup_enter(struct bench_ctx *c, const char *dir);

/* The root of the hierarchy that dir is in; false = what is seen here as its
 * root is a part of it (a container). */
bool common_cgroup_root(const char *dir, char path[static COMMON_CGROUP]);

/* Whether this process is a member, as the cgroup tells. */
bool common_cgroup_has_us(const char *dir);

#endif
