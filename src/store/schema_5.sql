-- schema_5.sql - from version 4 to 5: units of imported rows.
ALTER TABLE result ADD COLUMN unit_5 TEXT NOT NULL DEFAULT 'ns'
	CHECK (unit_5 IN ('ns', 'B/s', 'Hz', '1', 'B', 'score'));
UPDATE result SET unit_5 = unit;
ALTER TABLE result DROP COLUMN unit;
ALTER TABLE result RENAME COLUMN unit_5 TO unit;
