-- What a language model was asked on a day of UTC, which is the number of days since 1970.
CREATE TABLE spent (
  day    INTEGER PRIMARY KEY,
  calls  INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;
