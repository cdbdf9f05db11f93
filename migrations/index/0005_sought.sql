-- Where something stands that is looked for on another shelf as well.

CREATE TABLE sought (
    name  TEXT NOT NULL,
    shelf TEXT NOT NULL,
    PRIMARY KEY (name, shelf)
) STRICT, WITHOUT ROWID;
