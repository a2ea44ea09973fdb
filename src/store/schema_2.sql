-- schema_2.sql - from version 1 to 2: runs that were measured together.
ALTER TABLE run ADD COLUMN pair TEXT;
ALTER TABLE run ADD COLUMN arm TEXT;
ALTER TABLE run ADD COLUMN state TEXT;
ALTER TABLE run ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;

CREATE INDEX run_by_pair ON run (pair) WHERE pair IS NOT NULL;
