-- Where the messages of webhooks go and what signs them: to sign, a secret must be readable. No fact holds these.
CREATE TABLE webhooks (
  id           TEXT NOT NULL PRIMARY KEY,
  url          TEXT NOT NULL,
  secret       TEXT NOT NULL,
  -- The secret before, which receivers may still know.
  before       TEXT,
  before_until INTEGER
) STRICT;
