-- When a person's password was set: sessions that began before it have ended.
ALTER TABLE people ADD COLUMN password_at INTEGER NOT NULL DEFAULT 0;
