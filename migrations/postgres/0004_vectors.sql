-- Vectors that an endpoint was asked for, by the SHA-256 of the text. Without a vector, the server `place` asks for it until
-- `until`; afterwards another one may.
CREATE TABLE vectors (
    sha256 BYTEA  NOT NULL,
    model  TEXT   NOT NULL,
    vector BYTEA,
    place  TEXT   NOT NULL,
    until  BIGINT NOT NULL,
    PRIMARY KEY (sha256, model)
);
