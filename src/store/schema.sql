-- schema.sql - the tables of a store, version 1; doc/STORE.md describes them.
CREATE TABLE run (
	id INTEGER PRIMARY KEY,
	uuid TEXT NOT NULL UNIQUE,
	label TEXT,
	started_ns INTEGER NOT NULL,
	ended_ns INTEGER NOT NULL,
	seed INTEGER NOT NULL,
	rounds INTEGER NOT NULL,
	profile TEXT,
	command TEXT,
	stop TEXT,
	clock_name TEXT,
	clock_cost_ns REAL,
	clock_step_ns REAL
) STRICT;

CREATE INDEX run_by_start ON run (started_ns, id);
CREATE INDEX run_by_label ON run (label);

CREATE TABLE fact (
	run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
	key TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('identity', 'setting', 'state')),
	value TEXT,
	PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE env (
	run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	round INTEGER NOT NULL,
	at_ns INTEGER NOT NULL,
	busy REAL,
	steal REAL,
	psi_cpu REAL,
	runnable INTEGER NOT NULL,
	hog TEXT,
	hog_share REAL,
	PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE result (
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	key TEXT NOT NULL,
	unit TEXT NOT NULL CHECK (unit IN ('ns', 'B/s')),
	flags INTEGER NOT NULL,
	bytes INTEGER NOT NULL,
	outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'skipped', 'failed')),
	why TEXT,
	failed INTEGER NOT NULL,
	UNIQUE (run, seq),
	UNIQUE (run, key)
) STRICT;

CREATE TABLE invocation (
	result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE,
	seq INTEGER NOT NULL,
	round INTEGER NOT NULL,
	start_ns INTEGER NOT NULL,
	wall_ns INTEGER NOT NULL,
	ops INTEGER NOT NULL,
	warm INTEGER NOT NULL,
	cpu INTEGER NOT NULL,
	partner INTEGER NOT NULL,
	place TEXT,
	nvcsw INTEGER,
	nivcsw INTEGER,
	minflt INTEGER,
	majflt INTEGER,
	migrations INTEGER,
	steal_ns INTEGER,
	other_ns INTEGER,
	run BLOB,
	base BLOB,
	events BLOB,
	notes TEXT,
	PRIMARY KEY (result, seq)
) STRICT, WITHOUT ROWID;
