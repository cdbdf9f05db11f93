-- The count of changes at a token's creation, which orders tokens of the same time. Earlier tokens have numbers below 1.
ALTER TABLE tokens ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET number = rowid - (SELECT max(rowid) FROM tokens);

DROP TRIGGER token_created;
CREATE TRIGGER token_created AFTER INSERT ON tokens
BEGIN
  UPDATE account_changes SET count = count + 1;
  UPDATE tokens SET changed = (SELECT count FROM account_changes), number = (SELECT count FROM account_changes)
    WHERE id = new.id;
END;
