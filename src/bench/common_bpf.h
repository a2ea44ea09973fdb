/* common_bpf.h - programs and maps of BPF, by the raw system call. */
#ifndef PERFLOSS_BENCH_COMMON_BPF_H
#define PERFLOSS_BENCH_COMMON_BPF_H

#include "measure/bench.h"

#include <linux/bpf.h>

/* bpf(2); -1 with errno. */
int common_bpf(enum bpf_cmd cmd, union bpf_attr *attr);

/* A map with keys of 32 bits and values of 64; or what bench_skip or
 * bench_fail returned. */
int common_bpf_map(struct bench_ctx *c, enum bpf_map_type type,
    uint32_t entries);

/* One value out of a map, or into it. 0, or -1 with errno. */
int common_bpf_get(int map, uint32_t key, uint64_t *value);
int common_bpf_put(int map, uint32_t key, uint64_t value);

/* Note whether programs are compiled: "jit", net.core.bpf_jit_enable. */
void common_bpf_note_jit(struct bench_ctx *c);

#endif
