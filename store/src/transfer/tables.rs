//! The tables of a workspace: how each is read from one database and written to the other.

use crate::database::Engine;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Bytes,
}

/// Rows of one table, read in the order of their keys.
pub(super) struct Table {
    /// Query of the rows. That of a table that only grows has the parameter `$1`: it returns the rows after this number.
    pub(super) select: String,
    /// Types of the selected columns.
    pub(super) kinds: Vec<Kind>,
    /// Statements that write a row.
    pub(super) inserts: Vec<Insert>,
}

/// A statement that inserts parts of the selected rows.
pub(super) struct Insert {
    /// Table and columns.
    pub(super) into: String,
    /// A cell for each column.
    pub(super) cells: Vec<Cell>,
}

/// A cell of an inserted row, by the numbers of the selected columns.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Value(usize),
    /// A text that SQLite's log keeps as blanks, not as an empty text.
    Blank(usize),
    /// Several values in one.
    Joined(Vec<usize>),
}

use Kind::{Bytes, Number, Text};

/// A table that both databases have with these columns. The rows are ordered by the first one.
type Same = (&'static str, &'static [(&'static str, Kind)]);

const SEALS: Same = (
    "seals",
    &[("number", Number), ("last", Number), ("link", Bytes)],
);
const ERASURES: Same = (
    "erasures",
    &[
        ("seal", Number),
        ("stream", Number),
        ("first", Number),
        ("last", Number),
        ("tombstone", Text),
    ],
);
const TOMBSTONES: Same = (
    "tombstones",
    &[
        ("stream", Text),
        ("actor", Text),
        ("role", Text),
        ("at", Number),
    ],
);
const BATCHES: Same = ("batches", &[("id", Bytes), ("first", Number)]);
const ANSWERS: Same = (
    "answers",
    &[
        ("key", Text),
        ("request", Text),
        ("answer", Text),
        ("stream", Text),
        ("at", Number),
        ("sum", Bytes),
    ],
);

/// The accounts. Numbers and counts of changes are assigned by the target; the order of tokens and keys stays.
const ACCOUNTS: [Same; 5] = [
    ("keys", &[("key", Bytes)]),
    (
        "tokens",
        &[
            ("id", Text),
            ("hash", Bytes),
            ("agent", Text),
            ("role", Text),
            ("created_at", Number),
            ("created_by", Text),
            ("expires_at", Number),
            ("revoked_at", Number),
            ("workflow", Text),
            ("key", Text),
            ("first_used_at", Number),
            ("end_noted", Number),
            ("tools", Text),
            ("user_id", Text),
            ("namespace", Text),
        ],
    ),
    (
        "people",
        &[
            ("name", Text),
            ("role", Text),
            ("password", Text),
            ("created_at", Number),
            ("password_at", Number),
        ],
    ),
    (
        "spent",
        &[("day", Number), ("calls", Number), ("tokens", Number)],
    ),
    (
        "webhooks",
        &[
            ("id", Text),
            ("url", Text),
            ("secret", Text),
            ("before", Text),
            ("before_until", Number),
        ],
    ),
];

/// Columns of a fact that both databases have.
const FACT: [(&str, Kind); 12] = [
    ("position", Number),
    ("stream", Number),
    ("version", Number),
    ("at", Number),
    ("workspace", Text),
    ("actor", Text),
    ("role", Text),
    ("door", Text),
    ("request", Text),
    ("kind", Text),
    ("schema", Number),
    ("body", Text),
];
const BODY: usize = 11;

/// Columns of the chain in SQLite. PostgreSQL has them in one column of the facts, with these lengths.
const CHAIN: [(&str, u32); 5] = [
    ("envelope_salt", 16),
    ("envelope", 32),
    ("body_salt", 16),
    ("body", 32),
    ("link", 32),
];

/// Returns the tables that only grow, the facts first. An erasure overwrites facts.
pub(super) fn growing(from: Engine, to: Engine) -> [Table; 3] {
    [
        facts(from, to),
        Table::growing(&SEALS),
        Table::growing(&ERASURES),
    ]
}

/// Returns the other tables of the log.
pub(super) fn changing(from: Engine, to: Engine) -> [Table; 4] {
    [
        streams(from, to),
        Table::whole(&TOMBSTONES),
        Table::whole(&BATCHES),
        Table::whole(&ANSWERS),
    ]
}

/// Returns the tables of the accounts.
pub(super) fn accounts() -> [Table; 5] {
    ACCOUNTS.each_ref().map(Table::whole)
}

/// Returns the statements that empty the tables of [`growing`] for good, and the mark.
pub(super) fn clear_growing(engine: Engine) -> Vec<String> {
    let tables = ["facts", SEALS.0, ERASURES.0, "copying"];
    match engine {
        Engine::Sqlite => {
            let mut all = clear(tables);
            all.extend(["DELETE FROM chain".into(), "VACUUM".into()]);
            all
        }
        Engine::Postgres => vec![format!("TRUNCATE {}", tables.join(", "))],
    }
}

/// Returns the statements that empty the tables of [`changing`].
pub(super) fn clear_changing() -> Vec<String> {
    clear(["streams", TOMBSTONES.0, BATCHES.0, ANSWERS.0])
}

/// Returns the statements that empty the tables of [`accounts`].
pub(super) fn clear_accounts() -> Vec<String> {
    clear(ACCOUNTS.map(|(name, _)| name))
}

fn clear<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(|name| format!("DELETE FROM {name}")).into()
}

impl Table {
    fn growing(same: &Same) -> Self {
        Self::same(same, true)
    }

    fn whole(same: &Same) -> Self {
        Self::same(same, false)
    }

    fn same((name, columns): &Same, grows: bool) -> Self {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let (all, first) = (names.join(", "), names[0]);
        let order = if matches!(*name, "tokens" | "keys") {
            "number"
        } else {
            first
        };
        let after = if grows {
            format!(" WHERE {first} > $1")
        } else {
            String::new()
        };
        Self {
            select: format!("SELECT {all} FROM {name}{after} ORDER BY {order}"),
            kinds: columns.iter().map(|(_, kind)| *kind).collect(),
            inserts: vec![Insert {
                into: format!("{name} ({all})"),
                cells: (0..names.len()).map(Cell::Value).collect(),
            }],
        }
    }
}

fn facts(from: Engine, to: Engine) -> Table {
    let names = FACT.map(|(name, _)| name);
    let chain = CHAIN.map(|(name, _)| name);
    let select = match from {
        Engine::Sqlite => {
            let facts = FACT.map(|(name, kind)| match kind {
                // Erased texts are blanks of the same length.
                Text => format!("CASE WHEN substr(f.{name}, 1, 1) = ' ' THEN '' ELSE f.{name} END"),
                _ => format!("f.{name}"),
            });
            let chain = chain.map(|name| format!("c.{name}"));
            format!(
                "SELECT {}, {} FROM facts f LEFT JOIN chain c ON c.position = f.position \
                 WHERE f.position > $1 ORDER BY f.position",
                facts.join(", "),
                chain.join(", ")
            )
        }
        Engine::Postgres => {
            let mut start = 1;
            let parts = CHAIN.map(|(_, length)| {
                let part = format!("substr(chain, {start}, {length})");
                start += length;
                part
            });
            format!(
                "SELECT {}, {} FROM facts WHERE position > $1 ORDER BY position",
                names.join(", "),
                parts.join(", ")
            )
        }
    };
    let links: Vec<usize> = (FACT.len()..FACT.len() + CHAIN.len()).collect();
    let values = || (0..FACT.len()).map(Cell::Value);
    let inserts = match to {
        Engine::Sqlite => vec![
            Insert {
                into: format!("facts ({})", names.join(", ")),
                cells: values().take(BODY).chain([Cell::Blank(BODY)]).collect(),
            },
            Insert {
                into: format!("chain (position, {})", chain.join(", ")),
                cells: [0].into_iter().chain(links).map(Cell::Value).collect(),
            },
        ],
        Engine::Postgres => vec![Insert {
            into: format!("facts ({}, chain)", names.join(", ")),
            cells: values().chain([Cell::Joined(links)]).collect(),
        }],
    };
    let kinds = FACT.iter().map(|(_, kind)| *kind);
    Table {
        select,
        kinds: kinds.chain(CHAIN.map(|_| Bytes)).collect(),
        inserts,
    }
}

fn streams(from: Engine, to: Engine) -> Table {
    let link = match from {
        Engine::Sqlite => "(SELECT c.link FROM chain c WHERE c.position = s.position)",
        Engine::Postgres => "s.link",
    };
    let columns = match to {
        Engine::Sqlite => "id, name, version, position",
        Engine::Postgres => "id, name, version, position, link",
    };
    Table {
        select: format!(
            "SELECT s.id, s.name, s.version, s.position, {link} FROM streams s ORDER BY s.id"
        ),
        kinds: vec![Number, Text, Number, Number, Bytes],
        inserts: vec![Insert {
            into: format!("streams ({columns})"),
            cells: (0..columns.split(',').count()).map(Cell::Value).collect(),
        }],
    }
}
