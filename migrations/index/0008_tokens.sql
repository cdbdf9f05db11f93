-- Full-text search uses the tokenizer of the shelves, for every script. A change of that tokenizer needs another
-- migration, so that every index is rebuilt.

DROP TABLE words;
DROP VIEW plain;

-- The tokens, separated by spaces; NULL if `words` splits the text itself into the same ones.
ALTER TABLE texts ADD COLUMN title_tokens TEXT;
ALTER TABLE texts ADD COLUMN body_tokens TEXT;

-- Texts without a shelf.
CREATE VIEW plain AS
SELECT id, coalesce(title_tokens, title) AS title, coalesce(body_tokens, body) AS body
FROM texts WHERE shelf IS NULL;

-- This tokenizer splits at ASCII punctuation and white space, and takes all other characters for letters. No prefix
-- index: it would double the cost of writes, and a prefix is a short scan of the words.
CREATE VIRTUAL TABLE words USING fts5 (
    title, body,
    content = 'plain', content_rowid = 'id',
    tokenize = 'ascii'
);

-- Words of one commit are written as one list: a rebuild merges fewer of them.
INSERT INTO words (words, rank) VALUES ('hashsize', 16777216);
