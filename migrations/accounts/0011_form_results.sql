-- Results of forms, for the page that the browser is redirected to. A result may contain a new token: it is sealed with
-- a key derived from its id, which only the browser has, and `hash` is the keyed hash of that id.
CREATE TABLE form_results (
  number     INTEGER PRIMARY KEY,
  hash       BLOB NOT NULL UNIQUE,
  -- The kind of sender, which has its own limits, and the keyed hash of the sender.
  kind       TEXT NOT NULL,
  sender     BLOB NOT NULL,
  result     BLOB NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
