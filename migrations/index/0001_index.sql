-- The index: what can be found. Derived from the log.

PRAGMA application_id = 1819239273;

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value ANY
) STRICT, WITHOUT ROWID;

-- One row a stream. A stream that lists shall not find has no `doc`; its texts stay, so that a stream
-- that comes back is found again.
CREATE TABLE entries (
    id         INTEGER PRIMARY KEY,
    stream     TEXT NOT NULL UNIQUE,
    kind       TEXT NOT NULL,
    status     TEXT NOT NULL DEFAULT '',
    updated_at INTEGER NOT NULL DEFAULT 0,
    attention  INTEGER NOT NULL DEFAULT 0,
    -- The agents that may find it, each between line ends; everyone without.
    readers    TEXT,
    -- The stream whose readers may find it instead, once that has some.
    readers_of TEXT,
    due        INTEGER,
    doc        TEXT
) STRICT;

-- Covers filtering and counting; pages walk it backwards.
CREATE INDEX entries_by_time ON entries (kind, updated_at, stream, status, attention) WHERE doc IS NOT NULL;
CREATE INDEX entries_by_due ON entries (due) WHERE due IS NOT NULL;

CREATE TABLE texts (
    id    INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL,
    item  TEXT NOT NULL,
    kind  TEXT NOT NULL,
    title TEXT NOT NULL,
    body  TEXT NOT NULL,
    -- What lists show of it; only what has one has tags and times.
    doc   TEXT,
    UNIQUE (entry, item)
) STRICT;

CREATE TABLE tags (
    text  INTEGER NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (text, field, value)
) STRICT, WITHOUT ROWID;

CREATE INDEX tags_by_value ON tags (field, value);

CREATE TABLE times (
    text  INTEGER NOT NULL,
    field TEXT NOT NULL,
    at    INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (text, field)
) STRICT, WITHOUT ROWID;

CREATE INDEX times_by_moment ON times (field, at);

-- No prefix index: it would double what writing costs, and a prefix is a short walk over the words.
CREATE VIRTUAL TABLE words USING fts5 (
    title, body,
    content = 'texts', content_rowid = 'id',
    tokenize = "unicode61 remove_diacritics 2"
);
