-- Counts the changes of tokens and people and the ends of sessions, in the transaction of each change. Every server looks
-- at the count and reads what others changed. A session that begins or is renewed changes nothing that a server remembers.
CREATE TABLE account_changes (count INTEGER NOT NULL) STRICT;
INSERT INTO account_changes (count) VALUES (0);

-- The count at a token's last change.
ALTER TABLE tokens ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tokens_by_change ON tokens (changed);

CREATE TRIGGER token_created AFTER INSERT ON tokens
BEGIN
  UPDATE account_changes SET count = count + 1;
  UPDATE tokens SET changed = (SELECT count FROM account_changes) WHERE id = new.id;
END;

CREATE TRIGGER token_changed AFTER UPDATE OF hash, revoked_at, first_used_at ON tokens
BEGIN
  UPDATE account_changes SET count = count + 1;
  UPDATE tokens SET changed = (SELECT count FROM account_changes) WHERE id = new.id;
END;

CREATE TRIGGER person_created AFTER INSERT ON people
BEGIN
  UPDATE account_changes SET count = count + 1;
END;

CREATE TRIGGER person_changed AFTER UPDATE ON people
BEGIN
  UPDATE account_changes SET count = count + 1;
END;

CREATE TRIGGER person_removed AFTER DELETE ON people
BEGIN
  UPDATE account_changes SET count = count + 1;
END;

CREATE TRIGGER session_ended AFTER DELETE ON sessions
BEGIN
  UPDATE account_changes SET count = count + 1;
END;
