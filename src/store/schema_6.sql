-- schema_6.sql - from version 5 to 6: instructions as a unit.
ALTER TABLE result ADD COLUMN unit_6 TEXT NOT NULL DEFAULT 'ns'
	CHECK (unit_6 IN ('ns', 'B/s', 'Hz', '1', 'B', 'score', 'insn'));
UPDATE result SET unit_6 = unit;
ALTER TABLE result DROP COLUMN unit;
ALTER TABLE result RENAME COLUMN unit_6 TO unit;
