/* common_bpf.c - programs and maps of BPF, by the raw system call. */
#include "bench/common_bpf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int common_bpf(enum bpf_cmd cmd, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

int common_bpf_map(struct bench_ctx *c, enum bpf_map_type type,
    uint32_t entries)
{
	union bpf_attr attr;
	int fd;

	memset(&attr, 0, sizeof(attr));
	attr.map_type = type;
	attr.key_size = sizeof(uint32_t);
	attr.value_size = sizeof(uint64_t);
	attr.max_entries = entries;
	fd = common_bpf(BPF_MAP_CREATE, &attr);
	if (fd >= 0)
		return fd;
	if (errno == EPERM || errno == EACCES)
		return bench_skip(c,
		    "needs CAP_BPF, or a kernel that lets "
		    "everybody use BPF "
		    "(kernel.unprivileged_bpf_disabled), and "
		    "a sandbox that does not forbid it");
	if (errno == ENOSYS || errno == EINVAL)
		return bench_skip(c, "this kernel has no BPF");
	return bench_fail(c, "bpf");
}

static void element(union bpf_attr *attr, int map, const uint32_t *key,
    uint64_t *value)
{
	memset(attr, 0, sizeof(*attr));
	attr->map_fd = (uint32_t)map;
	attr->key = (uint64_t)(uintptr_t)key;
	attr->value = (uint64_t)(uintptr_t)value;
}

int common_bpf_get(int map, uint32_t key, uint64_t *value)
{
	union bpf_attr attr;

	element(&attr, map, &key, value);
	return common_bpf(BPF_MAP_LOOKUP_ELEM, &attr);
}

int common_bpf_put(int map, uint32_t key, uint64_t value)
{
	union bpf_attr attr;

	element(&attr, map, &key, &value);
	return common_bpf(BPF_MAP_UPDATE_ELEM, &attr);
}

void common_bpf_note_jit(struct bench_ctx *c)
{
	FILE *f = fopen("/proc/sys/net/core/bpf_jit_enable", "re");
	char text[8] = "";

	if (f && fscanf(f, "%7s", text) == 1)
		bench_note(c, "jit", "%s", text);
	if (f)
		fclose(f);
}
