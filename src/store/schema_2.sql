-- schema_2.sql - from version 1 to 2: runs that were measured together.
ALTER TABLE run ADD COLUMN pair TEXT;
ALTER TABLE run ADD COLUMN arm TEXT;
ALTER TABLE run ADD COLUMN state TEXT;
ALTER TABLE run ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;

CREATE INDEX run_by_pair ON run (pair) WHERE pair IS NOT NULL;

-- What the raw samples say of the level of each row, kept so that a comparison
-- need not read every run; made again where it is missing or by an older rule.
CREATE TABLE session (
	run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
	rule INTEGER NOT NULL,
	host TEXT NOT NULL,
	state TEXT NOT NULL,
	boot TEXT NOT NULL
) STRICT;

CREATE INDEX session_by_state ON session (host, state);

CREATE TABLE session_row (
	run INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	key TEXT NOT NULL,
	how TEXT NOT NULL,
	y REAL NOT NULL,
	se REAL NOT NULL,
	n INTEGER NOT NULL,
	PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;
