-- The number of the log's last erasure that the index has followed.
INSERT INTO meta (key, value) VALUES ('erased', 0);
