/* formats.h - every format, one a file. */
#ifndef PERFLOSS_IMPORT_FORMATS_H
#define PERFLOSS_IMPORT_FORMATS_H

#include "import/import.h"

extern const struct import_format import_lmbench, import_time;
extern const struct import_format import_hackbench, import_perf_bench,
    import_unixbench, import_gobench;
extern const struct import_format import_sysbench;
extern const struct import_format import_cyclictest;
extern const struct import_format import_stress_ng;
extern const struct import_format import_schbench;
extern const struct import_format import_perf_stat;
extern const struct import_format import_hyperfine_text;
extern const struct import_format import_perf_stat_x, import_perf_stat_j;
extern const struct import_format import_hyperfine;
extern const struct import_format import_gbench;
extern const struct import_format import_pyperf;
extern const struct import_format import_fio;
extern const struct import_format import_cyclictest_json;
extern const struct import_format import_csv;
extern const struct import_format import_table, import_hyperfine_csv;
extern const struct import_format import_lmbench_raw;
extern const struct import_format import_series;

#endif
