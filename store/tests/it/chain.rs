//! Tampering with the log: a check detects any change.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{answer, append, batch, id, stream};
use kernel::ports::log::{Batch, Link, Log, Snapshot, Tombstone};
use kernel::{Actor, Role, Time};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor, SqliteConnection};
use store::SqliteLog;
use tempfile::TempDir;

/// Tables of the log, with the columns that identify their rows.
const TABLES: [(&str, &str); 7] = [
    ("streams", "id"),
    ("facts", "position"),
    ("chain", "position"),
    ("seals", "number"),
    ("erasures", "seal"),
    ("tombstones", "stream"),
    ("answers", "rowid"),
];

struct Made {
    log: SqliteLog,
    conn: SqliteConnection,
    folder: TempDir,
}

impl Made {
    fn path(&self) -> PathBuf {
        self.folder.path().join("log.sqlite")
    }

    async fn head(&self) -> Link {
        self.log.verify(None).await.unwrap().head
    }

    async fn faults(&self, known: Option<Link>) -> Vec<String> {
        self.log.verify(known).await.unwrap().faults
    }

    async fn texts(&mut self, query: &str) -> Vec<String> {
        let texts = sqlx::query_scalar(query).fetch_all(&mut self.conn).await;
        texts.unwrap()
    }
}

async fn connect(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path);
    options.foreign_keys(false).connect().await.unwrap()
}

/// Returns a log with a variety of data: facts, erased facts, an erased stream, an answer.
async fn made() -> Made {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("log.sqlite");
    let log = SqliteLog::open(&path, Time(0)).await.unwrap();
    let (a, b, c) = (stream("a"), stream("b"), stream("c"));
    let first = Batch {
        id: id(),
        appends: vec![
            append(&a, 0, &["fact-1", "fact-2"]),
            append(&b, 0, &["fact-1"]),
        ],
        answers: vec![answer("key", &a, "answer", Time(5))],
    };
    log.append(&first).await.unwrap();
    for more in [
        append(&c, 0, &["fact-1", "fact-2"]),
        append(&b, 1, &["fact-2", "fact-3"]),
        append(&a, 2, &["fact-123"]),
    ] {
        log.append(&batch(vec![more])).await.unwrap();
    }
    log.erase_facts(&b, 2..=2).await.unwrap();
    let stone = Tombstone {
        stream: c,
        by: Actor::new("grace", Role::Owner),
        at: Time(9),
    };
    log.erase_stream(stone).await.unwrap();
    log.append(&batch(vec![append(&b, 3, &["fact-4"])]))
        .await
        .unwrap();
    let conn = connect(&path).await;
    Made { log, conn, folder }
}

/// Returns variants of an SQL literal, each with one letter, bit or digit changed.
fn changed(value: &str) -> Vec<String> {
    let with = |at: usize, letter: char| {
        let mut letters: Vec<char> = value.chars().collect();
        letters[at] = letter;
        letters.into_iter().collect::<String>()
    };
    if value == "NULL" {
        return vec!["'x'".into()];
    }
    if let Ok(number) = value.parse::<i64>() {
        return vec![(number + 1000).to_string(), (number - 1000).to_string()];
    }
    let digits = value.strip_prefix("X'");
    let places: Vec<usize> = value
        .char_indices()
        .filter(|(at, letter)| match digits {
            Some(_) => *at >= 2 && letter.is_ascii_hexdigit(),
            None => letter.is_alphanumeric() || *letter == ' ',
        })
        .map(|(at, _)| at)
        .collect();
    let ends = places.first().into_iter().chain(places.last());
    ends.map(|at| match value[*at..].chars().next() {
        Some('1') => with(*at, '2'),
        Some('b') => with(*at, 'c'),
        Some(_) if digits.is_some() => with(*at, '1'),
        _ => with(*at, 'q'),
    })
    .collect()
}

#[tokio::test]
async fn one_letter_changed_anywhere_is_found() {
    let mut made = made().await;
    assert_eq!(made.faults(None).await, Vec::<String>::new());
    let mut tried = 0;
    for (table, key) in TABLES {
        let columns = made
            .texts(&format!("SELECT name FROM pragma_table_info('{table}')"))
            .await;
        let keys = made
            .texts(&format!("SELECT quote({key}) FROM {table}"))
            .await;
        assert!(!keys.is_empty(), "{table} has rows to change");
        for (column, row) in columns
            .iter()
            .flat_map(|column| keys.iter().map(move |row| (column, row)))
        {
            let is_here = format!("FROM {table} WHERE {key} = {row}");
            let before = made
                .texts(&format!("SELECT quote({column}) {is_here}"))
                .await
                .remove(0);
            for after in changed(&before) {
                let put = |value: &str, row: &str| {
                    format!("UPDATE {table} SET {column} = {value} WHERE {key} = {row}")
                };
                made.conn.execute(put(&after, row).as_str()).await.unwrap();
                let found = made.faults(None).await;
                assert!(!found.is_empty(), "{table}.{column}: {before} to {after}");
                let moved = if column == key { &after } else { row };
                made.conn
                    .execute(put(&before, moved).as_str())
                    .await
                    .unwrap();
                tried += 1;
            }
        }
    }
    assert_eq!(made.faults(None).await, Vec::<String>::new());
    assert!(tried > 300, "{tried} changes were tried");
}

#[tokio::test]
async fn what_is_put_in_taken_out_or_moved_is_found() {
    const FACT: &str = "INSERT INTO facts \
        SELECT 10, stream, 4, at, workspace, actor, role, door, request, kind, schema, body \
        FROM facts WHERE position = 8; UPDATE streams SET version = 4, position = 10 WHERE name = \
        'workflow:a'; ";
    for (what, harm) in [
        (
            "two bodies change places",
            "UPDATE facts SET body = (SELECT body FROM facts o WHERE o.position = \
             CASE facts.position WHEN 1 THEN 2 ELSE 1 END) WHERE position IN (1, 2)",
        ),
        (
            "two facts change places",
            "UPDATE facts SET position = 99 WHERE position = 1; \
             UPDATE facts SET position = 1 WHERE position = 3; \
             UPDATE facts SET position = 3 WHERE position = 99; \
             UPDATE chain SET position = 99 WHERE position = 1; \
             UPDATE chain SET position = 1 WHERE position = 3; \
             UPDATE chain SET position = 3 WHERE position = 99",
        ),
        (
            "two streams change places",
            "UPDATE streams SET name = 'x' WHERE name = 'workflow:a'; \
             UPDATE streams SET name = 'workflow:a' WHERE name = 'workflow:b'; \
             UPDATE streams SET name = 'workflow:b' WHERE name = 'x'",
        ),
        ("a fact is put in", FACT),
        (
            "a fact is blanked that nobody erased",
            "UPDATE facts SET body = printf('%*s', octet_length(body), '') WHERE position = 1; \
             UPDATE chain SET body_salt = zeroblob(16) WHERE position = 1",
        ),
        (
            "an erased fact says something again",
            "UPDATE facts SET body = '{\"text\":\"x\"}' WHERE position = 6",
        ),
        (
            "a stream is erased without a word",
            "DELETE FROM streams WHERE name = 'workflow:a'; \
             UPDATE facts SET body = ' ', workspace = '', actor = '', role = '', door = '', \
             request = '', kind = '' WHERE stream = 1; UPDATE chain SET body_salt = zeroblob(16), \
             envelope_salt = zeroblob(16) WHERE position IN (1, 2, 8)",
        ),
        ("a tombstone is taken away", "DELETE FROM tombstones"),
        (
            "a tombstone is put in",
            "INSERT INTO tombstones VALUES ('workflow:z', 'grace', 'owner', 7)",
        ),
        (
            "an erasure is taken away",
            "DELETE FROM erasures WHERE seal = (SELECT max(seal) FROM erasures)",
        ),
        (
            "the last fact is cut off",
            "DELETE FROM facts WHERE position = 9",
        ),
        (
            "the last fact is cut off with its links",
            "DELETE FROM facts WHERE position = 9; DELETE FROM chain WHERE position = 9; \
             UPDATE streams SET version = 3, position = 7 WHERE name = 'workflow:b'",
        ),
        (
            "the last seal is cut off",
            "DELETE FROM seals WHERE number = (SELECT max(number) FROM seals)",
        ),
        ("the chain is taken away", "DELETE FROM chain"),
        ("the seals are taken away", "DELETE FROM seals"),
    ] {
        let mut made = made().await;
        made.conn.execute(harm).await.unwrap();
        assert!(!made.faults(None).await.is_empty(), "{what}");
    }
}

#[tokio::test]
async fn a_log_that_was_cut_back_or_made_anew_does_not_go_on_from_a_head_kept_elsewhere() {
    let mut made = made().await;
    let head = made.head().await;
    made.conn
        .execute(
            "DELETE FROM facts WHERE position = 9; DELETE FROM chain WHERE position = 9; \
             UPDATE streams SET version = 3, position = 7 WHERE name = 'workflow:b'; \
             DELETE FROM seals WHERE number = (SELECT max(number) FROM seals)",
        )
        .await
        .unwrap();
    assert_eq!(
        made.faults(None).await,
        Vec::<String>::new(),
        "whoever cuts well leaves a log that is sound by itself"
    );
    let found = made.faults(Some(head)).await;
    assert!(found[0].contains(&head.to_string()), "{found:?}");

    let head = made.head().await;
    made.conn
        .execute(
            "DELETE FROM chain; DELETE FROM seals; DELETE FROM erasures; \
             UPDATE facts SET body = '{\"text\":\"another\"}' WHERE position = 1; \
             UPDATE meta SET value = 0 WHERE key = 'chained'",
        )
        .await
        .unwrap();
    made.log.close().await;
    let log = SqliteLog::open(&made.path(), Time(1)).await.unwrap();
    assert_eq!(log.verify(None).await.unwrap().faults, Vec::<String>::new());
    let found = log.verify(Some(head)).await.unwrap().faults;
    assert!(found[0].contains(&head.to_string()), "{found:?}");
}

#[tokio::test]
async fn what_is_erased_takes_its_salts_with_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("log.sqlite");
    let log = SqliteLog::open(&path, Time(0)).await.unwrap();
    let (a, b) = (stream("a"), stream("b"));
    log.append(&batch(vec![
        append(&a, 0, &["yes", "no"]),
        append(&b, 0, &["yes"]),
    ]))
    .await
    .unwrap();
    let mut conn = connect(&path).await;
    let query = "SELECT envelope_salt, body_salt FROM chain ORDER BY position";
    let salts: Vec<(Vec<u8>, Vec<u8>)> = sqlx::query_as(query).fetch_all(&mut conn).await.unwrap();
    log.erase_facts(&a, 1..=1).await.unwrap();
    let stone = Tombstone {
        stream: b,
        by: Actor::system(),
        at: Time(9),
    };
    log.erase_stream(stone).await.unwrap();
    let there = |salt: &[u8]| {
        let files = fs::read_dir(folder.path()).unwrap();
        let mut files = files
            .map(|file| file.unwrap().path())
            .filter(|path| path.is_file());
        files.any(|file| {
            let bytes = fs::read(file).unwrap();
            bytes.windows(salt.len()).any(|window| window == salt)
        })
    };
    let found: Vec<_> = salts
        .iter()
        .map(|(envelope, body)| (there(envelope), there(body)))
        .collect();
    assert_eq!(found, [(true, false), (true, true), (false, false)]);
}

#[tokio::test]
async fn a_snapshot_of_other_facts_is_not_used() {
    let made = made().await;
    let a = stream("a");
    let snapshot = Snapshot {
        version: 2,
        schema: 1,
        state: b"{}".to_vec(),
    };
    made.log
        .keep_snapshot(&a, snapshot.clone(), u64::MAX)
        .await
        .unwrap();
    assert_eq!(made.log.snapshot(&a).await.unwrap(), Some(snapshot));
    let theirs = self::made().await;
    fs::rename(
        made.folder.path().join("snapshots"),
        theirs.folder.path().join("snapshots"),
    )
    .unwrap();
    // The same stream and version in the same epoch, with other facts.
    assert_eq!(theirs.log.snapshot(&a).await.unwrap(), None);
}

#[tokio::test]
async fn a_damaged_answer_is_not_given() {
    let mut made = made().await;
    assert!(made.log.answer("key", Time(6)).await.unwrap().is_some());
    made.conn
        .execute("UPDATE answers SET answer = replace(answer, 'answer', 'amswer')")
        .await
        .unwrap();
    let refused = made.log.answer("key", Time(6)).await.unwrap_err();
    assert!(refused.detail.contains("damaged"), "{refused}");
}
