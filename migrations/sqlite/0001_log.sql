-- The log: facts by position, and what hangs on a stream.

-- "loci" in ASCII: tells a log from another program's database.
PRAGMA application_id = 1819239273;

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A cursor of the live feed is `epoch:position`, so no two logs may share an epoch: the second it was
-- made in.
INSERT INTO meta (key, value) VALUES ('epoch', unixepoch());

-- `version` and `position` are those of the stream's last fact.
CREATE TABLE streams (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    version  INTEGER NOT NULL,
    position INTEGER NOT NULL
) STRICT;

-- Rows are only ever appended or overwritten in place by as many bytes: then SQLite never moves one to
-- another page, and no forgotten copy of an erased text stays behind in a page's free space. An erased
-- body is blank; a row whose stream is gone is an erased stream's.
--
-- The index over (stream, version) also carries the position, so that a stream's history is paged
-- without touching the rows that are skipped.
CREATE TABLE facts (
    position  INTEGER PRIMARY KEY,
    stream    INTEGER NOT NULL,
    version   INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    workspace TEXT NOT NULL,
    actor     TEXT NOT NULL,
    role      TEXT NOT NULL,
    door      TEXT NOT NULL,
    request   TEXT NOT NULL,
    kind      TEXT NOT NULL,
    schema    INTEGER NOT NULL,
    body      TEXT NOT NULL,
    UNIQUE (stream, version)
) STRICT;

-- Answers to calls with an idempotency key, for a day.
CREATE TABLE answers (
    key     TEXT NOT NULL PRIMARY KEY,
    request TEXT NOT NULL,
    answer  TEXT NOT NULL,
    stream  TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX answers_by_age ON answers (at);
CREATE INDEX answers_by_stream ON answers (stream);

CREATE TABLE tombstones (
    stream TEXT NOT NULL PRIMARY KEY,
    actor  TEXT NOT NULL,
    role   TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
