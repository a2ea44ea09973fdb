-- schema_7.sql - from version 6 to 7: runs that are phases of an aftermath.
CREATE TABLE aftermath (
	run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
	uuid TEXT NOT NULL,
	phase TEXT NOT NULL CHECK (phase IN ('baseline', 'load', 'recovery')),
	part TEXT NOT NULL
) STRICT;

CREATE INDEX aftermath_by_uuid ON aftermath (uuid);
