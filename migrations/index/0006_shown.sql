-- A number that changes whenever a stream comes to be shown or hidden, or gets other readers: totals that are
-- remembered are right as long as it is the same.

INSERT INTO meta (key, value) VALUES ('shown', 0);

CREATE INDEX entries_by_readers_of ON entries (readers_of) WHERE readers_of IS NOT NULL;

CREATE TRIGGER shown_otherwise AFTER UPDATE OF doc, readers, readers_of ON entries
WHEN (old.doc IS NULL) <> (new.doc IS NULL)
  OR old.readers IS NOT new.readers
  OR old.readers_of IS NOT new.readers_of
BEGIN
    UPDATE meta SET value = value + 1 WHERE key = 'shown';
END;

-- Until there is such a stream, the readers are their own.
CREATE TRIGGER shown_by_another AFTER INSERT ON entries
WHEN EXISTS (SELECT 1 FROM entries WHERE readers_of = new.stream)
BEGIN
    UPDATE meta SET value = value + 1 WHERE key = 'shown';
END;
