-- Who may come in. Lies beside the log: a fact never holds a secret.

PRAGMA application_id = 1819239273;

-- `hash` is a keyed BLAKE3 hash; the key is in a file of its own.
CREATE TABLE tokens (
    id         TEXT NOT NULL PRIMARY KEY,
    hash       BLOB NOT NULL UNIQUE,
    agent      TEXT NOT NULL,
    role       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT;

-- `password` is a PHC string of argon2id.
CREATE TABLE people (
    name       TEXT NOT NULL PRIMARY KEY,
    role       TEXT NOT NULL,
    password   TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Links that let somebody in once.
CREATE TABLE links (
    hash       BLOB NOT NULL PRIMARY KEY,
    purpose    TEXT NOT NULL,
    person     TEXT,
    role       TEXT,
    expires_at INTEGER NOT NULL
) STRICT;
