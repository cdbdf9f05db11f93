-- The sessions of people who are signed in; the table before was of another library, in a form that only it reads.
DROP TABLE IF EXISTS tower_sessions;
CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  data       TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
