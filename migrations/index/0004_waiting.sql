-- Texts that wait for a vector of the model that is wanted; which one that is, is in `meta`.

CREATE TABLE waiting (text INTEGER NOT NULL PRIMARY KEY) STRICT;

INSERT INTO meta (key, value) VALUES ('model', '');
