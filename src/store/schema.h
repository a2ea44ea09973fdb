/* schema.h - the schema's text, made from schema.sql at build time. */
#ifndef PERFLOSS_STORE_SCHEMA_H
#define PERFLOSS_STORE_SCHEMA_H

extern const char schema_sql[], schema_2_sql[], schema_3_sql[], schema_4_sql[],
    schema_5_sql[], schema_6_sql[], schema_7_sql[];

#endif
