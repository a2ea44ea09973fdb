-- schema_3.sql - from version 2 to 3: operations per second as a unit.
--
-- What a CHECK says is changed by a column in its place: a table that others
-- refer to cannot be made anew while their rows hang on it.
ALTER TABLE result ADD COLUMN unit_3 TEXT NOT NULL DEFAULT 'ns'
	CHECK (unit_3 IN ('ns', 'B/s', 'Hz'));
UPDATE result SET unit_3 = unit;
ALTER TABLE result DROP COLUMN unit;
ALTER TABLE result RENAME COLUMN unit_3 TO unit;
