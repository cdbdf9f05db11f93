-- The chain: what makes a change of the log visible that Loci did not make.
--
-- Its rows too are only ever appended or overwritten in place by as many bytes. They stand beside the
-- facts, so that facts which were there before keep their places.

-- One row a fact: `envelope` is the hash of a salt and the envelope's texts, `body` that of another salt
-- and the body. `link` is the hash of the link before it in its stream, of the fact's numbers, and of these
-- two. What is erased takes its salts with it: nobody can find out what it was by trying, and the chain
-- goes on.
CREATE TABLE chain (
    position      INTEGER PRIMARY KEY,
    envelope_salt BLOB NOT NULL,
    envelope      BLOB NOT NULL,
    body_salt     BLOB NOT NULL,
    body          BLOB NOT NULL,
    link          BLOB NOT NULL
) STRICT;

-- One row a batch and one an erasure: the hash of the seal before it and of the links of all facts up to
-- position `last`, or of the erasure. The last one is the log's head.
CREATE TABLE seals (
    number INTEGER PRIMARY KEY,
    last   INTEGER NOT NULL,
    link   BLOB NOT NULL
) STRICT;

-- What was erased: a stream's facts of those versions, and the tombstone that was set with it.
CREATE TABLE erasures (
    seal      INTEGER PRIMARY KEY,
    stream    INTEGER NOT NULL,
    first     INTEGER NOT NULL,
    last      INTEGER NOT NULL,
    tombstone TEXT
) STRICT;
CREATE INDEX erasures_by_stream ON erasures (stream);
CREATE INDEX erasures_by_tombstone ON erasures (tombstone) WHERE tombstone IS NOT NULL;

-- Answers come and go, so each has a hash of its own.
ALTER TABLE answers ADD COLUMN sum BLOB;

-- 1 once everything that was there before has its links.
INSERT INTO meta (key, value) VALUES ('chained', 0);
