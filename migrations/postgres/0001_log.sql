-- The log of one workspace in a schema of its own; the search path names the schema.

-- One row. Appends and erasures lock it, so it orders all writes of the workspace.
CREATE TABLE head (
    -- Servers keep it with their indexes, so that no index is used for another workspace.
    workspace UUID NOT NULL DEFAULT gen_random_uuid(),
    -- A cursor of the live feed is `epoch:position`, so no two logs may share an epoch.
    epoch    BIGINT NOT NULL,
    position BIGINT NOT NULL DEFAULT 0,
    -- The last stream.
    stream   BIGINT NOT NULL DEFAULT 0,
    -- The last seal.
    seal     BIGINT NOT NULL DEFAULT 0,
    link     BYTEA  NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    -- The seal of the last erasure.
    erased   BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 10);
INSERT INTO head (epoch) VALUES (extract(epoch FROM clock_timestamp())::bigint);

-- `version`, `position` and `link` are those of the stream's last fact.
CREATE TABLE streams (
    id       BIGINT PRIMARY KEY,
    name     TEXT   NOT NULL UNIQUE,
    version  BIGINT NOT NULL,
    position BIGINT NOT NULL,
    link     BYTEA  NOT NULL
) WITH (fillfactor = 80);

-- An erased body is empty; a row without a stream belonged to an erased one. `chain` has the salt of the envelope (16
-- bytes), the envelope's hash (32), the salt of the body (16), the body's hash (32) and the link (32), as in the folder.
CREATE TABLE facts (
    position  BIGINT PRIMARY KEY,
    stream    BIGINT NOT NULL,
    version   BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    workspace TEXT   NOT NULL,
    actor     TEXT   NOT NULL,
    role      TEXT   NOT NULL,
    door      TEXT   NOT NULL,
    request   TEXT   NOT NULL,
    kind      TEXT   NOT NULL,
    schema    BIGINT NOT NULL,
    body      TEXT   NOT NULL,
    chain     BYTEA  NOT NULL,
    UNIQUE (stream, version)
);

-- One row for each batch with facts and for each erasure: the hash of the seal before it and of what it seals.
CREATE TABLE seals (
    number BIGINT PRIMARY KEY,
    last   BIGINT NOT NULL,
    link   BYTEA  NOT NULL
);

-- The erased versions of a stream, and the stream's name if its tombstone was set by this erasure.
CREATE TABLE erasures (
    seal      BIGINT PRIMARY KEY,
    stream    BIGINT NOT NULL,
    first     BIGINT NOT NULL,
    last      BIGINT NOT NULL,
    tombstone TEXT
);
CREATE INDEX erasures_by_stream ON erasures (stream);
CREATE INDEX erasures_by_tombstone ON erasures (tombstone) WHERE tombstone IS NOT NULL;

CREATE TABLE tombstones (
    stream TEXT   PRIMARY KEY,
    actor  TEXT   NOT NULL,
    role   TEXT   NOT NULL,
    at     BIGINT NOT NULL
);

-- Ids of batches, so that a batch that is sent again is not written twice. Ids begin with their time.
CREATE TABLE batches (
    id    BYTEA  PRIMARY KEY,
    first BIGINT NOT NULL
);

-- Answers to calls with an idempotency key, and claims of keys.
CREATE TABLE answers (
    key     TEXT   PRIMARY KEY,
    request TEXT   NOT NULL,
    answer  TEXT   NOT NULL,
    stream  TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    sum     BYTEA  NOT NULL
);
CREATE INDEX answers_by_age ON answers (at);
CREATE INDEX answers_by_stream ON answers (stream);

-- States by stream.
CREATE TABLE snapshots (
    stream  BIGINT PRIMARY KEY,
    version BIGINT NOT NULL,
    schema  BIGINT NOT NULL,
    state   BYTEA  NOT NULL
);
ALTER TABLE snapshots ALTER COLUMN state SET STORAGE EXTERNAL;

-- Appends a batch in one call and one transaction, so that no server holds the row of `head` while it waits for
-- anything. The caller has computed the links for a log that ends at `base` and `before`.
-- LC000: the batch is stored (message: its first position). LC001: a stream has another version (its name). LC002: a key
-- has an answer (the key). LC003: another epoch. LC004: the log ends elsewhere.
CREATE FUNCTION append(
    my_epoch bigint, base bigint, base_stream bigint, base_seal bigint, before bytea,
    batch bytea, forget bytea, purge bigint,
    s_id bigint[], s_name text[], s_expected bigint[], s_version bigint[], s_position bigint[], s_link bytea[],
    f_stream bigint[], f_version bigint[], f_at bigint[], f_workspace text[], f_actor text[], f_role text[],
    f_door text[], f_request text[], f_kind text[], f_schema bigint[], f_body text[], f_chain bytea[],
    new_link bytea,
    a_key text[], a_request text[], a_answer text[], a_stream text[], a_at bigint[], a_sum bytea[],
    claim_ttl bigint, answer_ttl bigint
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    now_at head;
    done   bigint;
    word   text;
    facts_ bigint := cardinality(f_stream);
BEGIN
    SELECT * INTO now_at FROM head FOR UPDATE;
    IF now_at.epoch <> my_epoch THEN
        RAISE EXCEPTION USING ERRCODE = 'LC003', MESSAGE = now_at.epoch::text;
    END IF;
    SELECT first INTO done FROM batches WHERE id = batch;
    IF found THEN
        RAISE EXCEPTION USING ERRCODE = 'LC000', MESSAGE = done::text;
    END IF;
    IF now_at.position <> base OR now_at.stream <> base_stream OR now_at.seal <> base_seal OR now_at.link <> before THEN
        RAISE EXCEPTION USING ERRCODE = 'LC004', MESSAGE = now_at.position::text;
    END IF;
    IF facts_ > 0 THEN
        SELECT n INTO word FROM unnest(s_name) AS n JOIN tombstones t ON t.stream = n LIMIT 1;
        IF found THEN
            RAISE EXCEPTION USING ERRCODE = 'LC001', MESSAGE = word;
        END IF;
        SELECT n.name INTO word FROM unnest(s_id, s_name, s_expected) AS n (id, name, expected)
            LEFT JOIN streams s ON s.name = n.name
            WHERE coalesce(s.version, 0) <> n.expected OR s.id <> n.id LIMIT 1;
        IF found THEN
            RAISE EXCEPTION USING ERRCODE = 'LC001', MESSAGE = word;
        END IF;
        INSERT INTO streams (id, name, version, position, link)
            SELECT * FROM unnest(s_id, s_name, s_version, s_position, s_link)
            ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, position = excluded.position, link = excluded.link;
        INSERT INTO facts (position, stream, version, at, workspace, actor, role, door, request, kind, schema, body, chain)
            SELECT base + f.nth, f.stream, f.version, f.at, f.workspace, f.actor, f.role, f.door, f.request, f.kind,
                   f.schema, f.body, f.chain
            FROM unnest(f_stream, f_version, f_at, f_workspace, f_actor, f_role, f_door, f_request, f_kind, f_schema,
                        f_body, f_chain)
                WITH ORDINALITY AS f (stream, version, at, workspace, actor, role, door, request, kind, schema, body,
                                      chain, nth);
        INSERT INTO seals (number, last, link) VALUES (base_seal + 1, base + facts_, new_link);
        UPDATE head SET position = base + facts_, seal = base_seal + 1, link = new_link,
            stream = greatest(base_stream, (SELECT max(id) FROM unnest(s_id) AS id));
    END IF;
    IF forget IS NOT NULL THEN
        DELETE FROM batches WHERE id < forget;
    END IF;
    INSERT INTO batches (id, first) VALUES (batch, base + 1);
    IF purge IS NOT NULL THEN
        DELETE FROM answers WHERE at < purge;
    END IF;
    IF cardinality(a_key) > 0 THEN
        SELECT n.key INTO word FROM unnest(a_key, a_answer, a_at) AS n (key, answer, at)
            JOIN answers a ON a.key = n.key
            WHERE a.at > n.at - CASE WHEN starts_with(a.answer, 'claim ') THEN claim_ttl ELSE answer_ttl END
              AND NOT (starts_with(a.answer, 'claim ')
                       AND (NOT starts_with(n.answer, 'claim ') OR n.answer = a.answer))
            LIMIT 1;
        IF found THEN
            RAISE EXCEPTION USING ERRCODE = 'LC002', MESSAGE = word;
        END IF;
        INSERT INTO answers (key, request, answer, stream, at, sum)
            SELECT * FROM unnest(a_key, a_request, a_answer, a_stream, a_at, a_sum)
            ON CONFLICT (key) DO UPDATE SET request = excluded.request, answer = excluded.answer,
                stream = excluded.stream, at = excluded.at, sum = excluded.sum;
    END IF;
    RETURN base + 1;
END $$;

-- Stores a snapshot of a state that reflects the erasures up to `seen`. The row of the stream is locked against erasures,
-- not against appends.
CREATE FUNCTION keep_snapshot(of_stream text, its_version bigint, its_schema bigint, its_state bytea, seen bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    row_ bigint;
BEGIN
    SELECT id INTO row_ FROM streams WHERE name = of_stream FOR KEY SHARE;
    IF NOT found OR EXISTS (SELECT 1 FROM erasures WHERE stream = row_ AND seal > seen) THEN
        RETURN;
    END IF;
    INSERT INTO snapshots (stream, version, schema, state) VALUES (row_, its_version, its_schema, its_state)
        ON CONFLICT (stream) DO UPDATE
        SET version = excluded.version, schema = excluded.schema, state = excluded.state
        WHERE excluded.version >= snapshots.version OR excluded.schema <> snapshots.schema;
END $$;
