-- The user and the namespace that a token is bound to.
ALTER TABLE tokens ADD COLUMN user_id TEXT;
ALTER TABLE tokens ADD COLUMN namespace TEXT;
