-- The accounts of one workspace: the tables of `migrations/accounts` in their present form. Names have the order of their
-- bytes, whatever the database's language is.

-- Counts the changes of tokens, people and keys and the ends of sessions, in the transaction of each change. Every server
-- looks at the count and reads what others changed.
CREATE TABLE account_changes (count BIGINT NOT NULL) WITH (fillfactor = 10);
INSERT INTO account_changes (count) VALUES (0);

CREATE TABLE tokens (
    id            TEXT   PRIMARY KEY,
    hash          BYTEA  NOT NULL UNIQUE,
    agent         TEXT   NOT NULL,
    role          TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    created_by    TEXT   NOT NULL,
    expires_at    BIGINT,
    revoked_at    BIGINT,
    workflow      TEXT,
    -- The name of the key under which the hash was made.
    key           TEXT   NOT NULL,
    first_used_at BIGINT,
    -- 1 if the log has the end of the token.
    end_noted     BIGINT NOT NULL DEFAULT 0,
    tools         TEXT,
    user_id       TEXT,
    namespace     TEXT,
    -- The counts of changes at the token's last change and at its creation.
    changed       BIGINT NOT NULL,
    number        BIGINT NOT NULL
);
CREATE INDEX tokens_by_change ON tokens (changed);

-- `password` is a PHC string of argon2id.
CREATE TABLE people (
    name        TEXT COLLATE "C" PRIMARY KEY,
    role        TEXT   NOT NULL,
    password    TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    password_at BIGINT NOT NULL
);

CREATE TABLE links (
    hash       BYTEA  PRIMARY KEY,
    purpose    TEXT   NOT NULL,
    person     TEXT,
    role       TEXT,
    expires_at BIGINT NOT NULL
);

-- A session has the keyed hash of the id in its cookie.
CREATE TABLE sessions (
    hash       BYTEA  PRIMARY KEY,
    data       TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Calls of language models on a day of UTC, which is the number of days since 1970.
CREATE TABLE spent (
    day    BIGINT PRIMARY KEY,
    calls  BIGINT NOT NULL,
    tokens BIGINT NOT NULL
);

CREATE TABLE webhooks (
    id           TEXT   PRIMARY KEY,
    url          TEXT   NOT NULL,
    secret       TEXT   NOT NULL,
    -- The previous secret, which receivers may still use.
    before       TEXT,
    before_until BIGINT
);

-- `result` is sealed with a key derived from the id of the result, and `hash` is the keyed hash of that id.
CREATE TABLE form_results (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash       BYTEA  NOT NULL UNIQUE,
    kind       TEXT   NOT NULL,
    sender     BYTEA  NOT NULL,
    result     BYTEA  NOT NULL,
    expires_at BIGINT NOT NULL
);
ALTER TABLE form_results ALTER COLUMN result SET STORAGE EXTERNAL;

-- The keys under which secrets are hashed; the newest one is current.
CREATE TABLE keys (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key    BYTEA  NOT NULL UNIQUE CHECK (length(key) = 32)
);

-- Every counted change locks the row of the count before any other row: two servers cannot wait for each other.
CREATE FUNCTION lock_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM account_changes FOR UPDATE;
    RETURN NULL;
END $$;

CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account_changes SET count = count + 1;
    RETURN NULL;
END $$;

CREATE FUNCTION count_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account_changes SET count = count + 1 RETURNING count INTO new.changed;
    IF TG_OP = 'INSERT' THEN
        new.number := new.changed;
    END IF;
    RETURN new;
END $$;

-- One change for all sessions that end at once.
CREATE FUNCTION count_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account_changes SET count = count + 1 WHERE EXISTS (SELECT 1 FROM ended);
    RETURN NULL;
END $$;

CREATE TRIGGER token_locked BEFORE INSERT OR UPDATE OF hash, revoked_at, first_used_at ON tokens
    FOR EACH STATEMENT EXECUTE FUNCTION lock_accounts();
CREATE TRIGGER token_counted BEFORE INSERT OR UPDATE OF hash, revoked_at, first_used_at ON tokens
    FOR EACH ROW EXECUTE FUNCTION count_token();

CREATE TRIGGER person_locked BEFORE INSERT OR UPDATE OR DELETE ON people
    FOR EACH STATEMENT EXECUTE FUNCTION lock_accounts();
CREATE TRIGGER person_counted AFTER INSERT OR UPDATE OR DELETE ON people
    FOR EACH ROW EXECUTE FUNCTION count_change();

CREATE TRIGGER session_locked BEFORE DELETE ON sessions
    FOR EACH STATEMENT EXECUTE FUNCTION lock_accounts();
CREATE TRIGGER session_counted AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
    FOR EACH STATEMENT EXECUTE FUNCTION count_ended_sessions();

CREATE TRIGGER key_locked BEFORE INSERT ON keys
    FOR EACH STATEMENT EXECUTE FUNCTION lock_accounts();
CREATE TRIGGER key_counted AFTER INSERT ON keys
    FOR EACH ROW EXECUTE FUNCTION count_change();
