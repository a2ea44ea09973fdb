/* mark.h - instructions that do nothing, by which a machine that watches what
 * is executed (src/plugin) knows where the timed regions are.
 *
 * Each is one "nopl DISP32(%rax)", bytes 0f 1f 80 and the number, least byte
 * first. */
#ifndef PERFLOSS_MEASURE_MARK_H
#define PERFLOSS_MEASURE_MARK_H

#define MARK_STEP       0x70665301 /* by the probe, as it says "start" */
#define MARK_RUN_BEGIN  0x70665302
#define MARK_RUN_END    0x70665303
#define MARK_BASE_BEGIN 0x70665304
#define MARK_BASE_END   0x70665305

#if defined(__x86_64__)
#define mark(what) __asm__ volatile("nopl %c0(%%rax)" : : "i"(what) : "memory")
#else
#define mark(what) ((void)0)
#endif

#endif
