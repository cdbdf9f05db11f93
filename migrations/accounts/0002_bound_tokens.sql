-- The one workflow that calls with a token may change.
ALTER TABLE tokens ADD COLUMN workflow TEXT;
