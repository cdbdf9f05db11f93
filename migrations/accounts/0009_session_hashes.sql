-- A session is found by the keyed hash of the id in its cookie, so that whoever reads this file cannot use one. The
-- ids before were readable: those sessions end.
DROP TABLE sessions;
CREATE TABLE sessions (
  hash       BLOB NOT NULL PRIMARY KEY,
  data       TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
