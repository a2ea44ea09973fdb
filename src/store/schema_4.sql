-- schema_4.sql - from version 3 to 4: how fast the CPU was at each batch.
ALTER TABLE invocation ADD COLUMN pulse BLOB;
