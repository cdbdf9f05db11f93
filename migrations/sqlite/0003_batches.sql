-- Batches by id, so that one which comes again is not written twice. Kept for as long as answers; ids begin
-- with the time they were made, so the old ones are the first.
CREATE TABLE batches (
    id    BLOB PRIMARY KEY,
    first INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
