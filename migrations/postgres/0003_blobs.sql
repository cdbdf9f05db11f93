-- Contents that are too large for a fact, by their SHA-256. `stored` changes each time the same content is stored, so an
-- erasure notices that another server just stored it.
CREATE SEQUENCE storings;
CREATE TABLE blobs (
    sha256 TEXT   PRIMARY KEY,
    bytes  BYTEA  NOT NULL,
    stored BIGINT NOT NULL
);

-- Blobs that a server stored for a fact which is not committed yet, or wants to erase. `place` names the server.
CREATE TABLE blob_marks (
    sha256 TEXT   NOT NULL,
    place  TEXT   NOT NULL,
    at     BIGINT NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
    PRIMARY KEY (sha256, place)
);
