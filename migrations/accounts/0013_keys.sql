-- The keys under which secrets are hashed; the newest one is current. Until then they were in a file of their own.
CREATE TABLE keys (
  number INTEGER PRIMARY KEY,
  key    BLOB NOT NULL UNIQUE CHECK (length(key) = 32)
) STRICT;

CREATE TRIGGER key_created AFTER INSERT ON keys
BEGIN
  UPDATE account_changes SET count = count + 1;
END;
