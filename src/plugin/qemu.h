/* qemu.h - the functions of QEMU that the plugin calls.
 *
 * Own declarations of a documented interface ("QEMU TCG Plugins", API version
 * 1 of QEMU 7.2 and later ones). All are weak: which of them are there says
 * which version this is, and nothing has to be linked. */
#ifndef PERFLOSS_PLUGIN_QEMU_H
#define PERFLOSS_PLUGIN_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_SHOWN __attribute__((visibility("default")))
#define QEMU_WEAK  __attribute__((weak, visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_scoreboard;

enum { QEMU_CB_NO_REGS = 0, QEMU_INLINE_ADD = 0 };

/* The start of what an installed plugin is told; more follows. */
struct qemu_about {
	const char *target_name;
	int version_min, version_cur;
	bool system_emulation;
	int smp_vcpus, max_vcpus;
};

/* A counter in a scoreboard: which, and where in its element, bytes. */
struct qemu_u64 {
	struct qemu_plugin_scoreboard *score;
	size_t offset;
};

/* What the plugin is to have. */
extern int qemu_plugin_version QEMU_SHOWN;
int qemu_plugin_install(uint64_t id, const struct qemu_about *about, int argc,
    char **argv) QEMU_SHOWN;

/* All versions. */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
    void (*cb)(uint64_t id, struct qemu_plugin_tb *tb)) QEMU_WEAK;
void qemu_plugin_register_atexit_cb(uint64_t id,
    void (*cb)(uint64_t id, void *data), void *data) QEMU_WEAK;
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
    void (*cb)(unsigned cpu, void *data), int flags, void *data) QEMU_WEAK;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb) QEMU_WEAK;
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(
    const struct qemu_plugin_tb *tb, size_t i) QEMU_WEAK;
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *i) QEMU_WEAK;
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *i) QEMU_WEAK;

/* Versions 1 and 2 return the bytes, later ones copy them; called through the
 * one or the other type. */
void qemu_plugin_insn_data(void) QEMU_WEAK;

/* Version 1. */
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int op,
    void *counter, uint64_t add) QEMU_WEAK;
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
    int op, void *counter, uint64_t add) QEMU_WEAK;

/* Later ones. */
struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(
    size_t size) QEMU_WEAK;
void *qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard *score,
    unsigned cpu) QEMU_WEAK;
void qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
    struct qemu_plugin_tb *tb, int op, struct qemu_u64 counter,
    uint64_t add) QEMU_WEAK;
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
    struct qemu_plugin_insn *insn, int op, struct qemu_u64 counter,
    uint64_t add) QEMU_WEAK;

#endif
