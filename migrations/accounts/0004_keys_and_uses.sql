-- The name of the key under which a token's hash was made; that of the oldest one without.
ALTER TABLE tokens ADD COLUMN key TEXT;
-- When somebody first called with it, since this is noted.
ALTER TABLE tokens ADD COLUMN first_used_at INTEGER;
-- Whether it was noted that it ended by itself. What ended before this was noted at all is no news.
ALTER TABLE tokens ADD COLUMN end_noted INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET end_noted = 1 WHERE expires_at <= unixepoch('now') * 1000;
