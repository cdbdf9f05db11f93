-- Things that are recalled by a question in any words stand on shelves. Their words are not in `words`: they
-- are counted in memory, where each question has statistics of its own.

DROP TABLE words;

ALTER TABLE texts ADD COLUMN shelf TEXT;
-- Who said it, what it belongs to, and when it was said or happened.
ALTER TABLE texts ADD COLUMN who TEXT;
ALTER TABLE texts ADD COLUMN grp TEXT;
ALTER TABLE texts ADD COLUMN at INTEGER;

CREATE INDEX texts_by_shelf ON texts (shelf) WHERE shelf IS NOT NULL;

CREATE TABLE shelves (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

-- What stands on no shelf.
CREATE VIEW plain AS SELECT id, title, body FROM texts WHERE shelf IS NULL;

-- No prefix index: it would double what writing costs, and a prefix is a short walk over the words.
CREATE VIRTUAL TABLE words USING fts5 (
    title, body,
    content = 'plain', content_rowid = 'id',
    tokenize = "unicode61 remove_diacritics 2"
);

-- Words of one commit are written as one list: an index that is built anew merges fewer of them.
INSERT INTO words (words, rank) VALUES ('hashsize', 16777216);

-- The vectors of what stands on shelves, by model: those of one model still answer while those of another
-- are made.
CREATE TABLE vectors (
    text   INTEGER NOT NULL,
    model  TEXT NOT NULL,
    -- Nothing where the model makes none of it.
    vector BLOB,
    PRIMARY KEY (text, model)
) STRICT, WITHOUT ROWID;
