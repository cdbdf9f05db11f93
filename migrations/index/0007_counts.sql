-- What was counted when the index was closed: the rows that match each search, so that the first count after a start
-- tests no more than what has changed. Emptied while the index is open.

CREATE TABLE counts (
    -- A hash of the search. It names nothing that somebody looked for.
    search BLOB NOT NULL PRIMARY KEY,
    -- The moment of the search.
    moment INTEGER,
    shown  INTEGER NOT NULL,
    -- How many rows there were to test.
    tested INTEGER NOT NULL,
    rows   BLOB NOT NULL,
    -- Rows that changed and were not tested again, as a JSON list.
    stale  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
