-- Vectors that somebody was asked for: derived, and too dear to be made again whenever the index is.

PRAGMA application_id = 1819239273;

CREATE TABLE models (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- By what was embedded: its SHA-256, never the text.
CREATE TABLE vectors (
    hash   BLOB NOT NULL,
    model  INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (hash, model)
) STRICT, WITHOUT ROWID;

-- Whether something was erased since it was last made sure that only vectors of texts that are there are kept.
CREATE TABLE unsure (is_unsure INTEGER NOT NULL) STRICT;
INSERT INTO unsure VALUES (0);
