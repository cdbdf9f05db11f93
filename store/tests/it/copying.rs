//! Copying a workspace between folders and PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod killed;

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use kernel::ports::accounts::{Accounts, Terms};
use kernel::ports::log::{Log, Tombstone};
use kernel::{Actor, Code, Error, Position, Role, StreamId, Time};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Executor, SqliteConnection};
use store::conformance::PostgresServer;
use store::conformance::samples::{answer, answering, append, batch, files_with, stream};
use store::{
    CheckedBlobs, Copied, DiskBlobs, Missing, Place, Postgres, PostgresBlobs, Store, copy, open,
    open_shared,
};
use tempfile::TempDir;
use tokio::sync::Notify;

const NOW: Time = Time(1_700_000_000_000);
/// Facts of one batch. They are copied in three pages.
const MANY: usize = 1_200;

fn folder(path: &Path) -> Place {
    Place::Folder(path.into())
}

fn workspace(server: &PostgresServer, name: &str) -> Place {
    Place::Database {
        url: server.url(),
        workspace: name.into(),
    }
}

async fn copied(from: &Place, to: &Place) -> Result<Copied, Error> {
    copy(from, to, &|_, _| ()).await
}

async fn refused(from: &Place, to: &Place) -> Error {
    copied(from, to).await.unwrap_err()
}

/// Copies until the first page is written.
async fn interrupt(from: &Place, to: &Place) {
    let written = Notify::new();
    let progress = |copied: Position, _| {
        if copied > 0 {
            written.notify_one();
        }
    };
    tokio::select! {
        biased;
        () = written.notified() => {}
        done = copy(from, to, &progress) => panic!("it was not interrupted: {done:?}"),
    }
}

/// Copies, and returns the positions from which facts were copied and up to which.
async fn continued(from: &Place, to: &Place) -> (Position, Position) {
    let seen = Mutex::new(Vec::new());
    let progress = |copied: Position, _| seen.lock().unwrap().push(copied);
    copy(from, to, &progress).await.unwrap();
    let seen = seen.into_inner().unwrap();
    (seen[0], *seen.last().unwrap())
}

/// Fills a data folder and returns a token of it.
async fn fill(path: &Path) -> String {
    let store = open(path).await.unwrap();
    let (kept, redacted, erased) = (stream("kept"), stream("redacted"), stream("erased"));
    let texts: Vec<String> = (0..MANY).map(|number| format!("fact {number}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let many = batch(vec![append(&kept, 0, &texts)]);
    store.log.append(&many).await.unwrap();
    let two = vec![
        append(&redacted, 0, &["open", "secret"]),
        append(&erased, 0, &["hidden"]),
    ];
    let answers = vec![answer("key", &kept, "an answer", NOW)];
    store.log.append(&answering(two, answers)).await.unwrap();
    store.log.erase_facts(&redacted, 2..=2).await.unwrap();
    erase(&store, &erased).await;
    let minted = store
        .accounts
        .mint("ada", Terms::of(Role::Worker), "grace", NOW);
    let token = minted.await.unwrap().token;
    let person = store
        .accounts
        .create_person("grace", Role::Owner, "correct horse", NOW);
    person.await.unwrap();
    store.blobs.put(b"large contents".to_vec()).await.unwrap();
    store.close().await;
    token
}

async fn erase(store: &Store, stream: &StreamId) {
    let tombstone = Tombstone {
        stream: stream.clone(),
        by: Actor::new("grace", Role::Owner),
        at: NOW,
    };
    store.log.erase_stream(tombstone).await.unwrap();
}

/// Returns the facts of a log, each as text.
async fn facts(log: &dyn Log) -> Vec<String> {
    let facts = log.follow(0, 10_000).await.unwrap();
    facts.iter().map(|fact| format!("{fact:?}")).collect()
}

/// Opens a place as a server does.
async fn serve(place: &Place, index: &TempDir) -> Store {
    match place {
        Place::Folder(path) => open(path).await.unwrap(),
        Place::Database { url, workspace } => {
            let postgres = Postgres::open(url, workspace, Missing::Refused)
                .await
                .unwrap();
            open_shared(index.path(), postgres, None).await.unwrap()
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workspace_is_the_same_in_every_place() {
    let (server, temp) = (PostgresServer::start(), TempDir::new().unwrap());
    let first = temp.path().join("first");
    let token = fill(&first).await;
    let (expected, epoch) = {
        let store = open(&first).await.unwrap();
        let expected = (
            facts(&*store.log).await,
            store.log.verify(None).await.unwrap(),
        );
        store.close().await;
        (expected, store.epoch)
    };
    assert_eq!(expected.0.len(), MANY + 2);
    let places = [
        folder(&first),
        workspace(&server, "one"),
        workspace(&server, "two"),
        folder(&temp.path().join("second")),
        folder(&temp.path().join("third")),
    ];
    for (nth, pair) in places.windows(2).enumerate() {
        let done = copied(&pair[0], &pair[1]).await.unwrap();
        assert_eq!((done.facts, done.position, done.blobs), (1_202, 1_203, 1));
        assert_eq!(done.head, expected.1.head.to_string());
        assert_eq!(done.damaged, Vec::<String>::new());
        if let Place::Folder(path) = &pair[1] {
            let names = fs::read_dir(path)
                .unwrap()
                .map(|item| item.unwrap().file_name());
            let mut names: Vec<_> = names.collect();
            names.sort();
            assert_eq!(
                names,
                ["accounts.sqlite", "backup.json", "blobs", "log.sqlite"]
            );
        }
        // It is not copied over a complete one.
        let code = refused(&pair[0], &pair[1]).await.code;
        assert!(
            matches!(code, Code::Invalid | Code::Unavailable),
            "{code:?}"
        );
        assert!(nth < 4);
    }
    let (kept, erased) = (stream("kept"), stream("erased"));
    for place in &places[1..] {
        let index = TempDir::new().unwrap();
        let store = serve(place, &index).await;
        assert!(store.epoch > epoch, "{place:?}");
        assert_eq!(facts(&*store.log).await, expected.0, "{place:?}");
        assert_eq!(
            store.log.verify(None).await.unwrap(),
            expected.1,
            "{place:?}"
        );
        assert_eq!(store.log.list_erased(0).await.unwrap().len(), 2);
        let tombstone = store.log.tombstone(&erased).await.unwrap().unwrap();
        assert_eq!((tombstone.by.id.as_str(), tombstone.at), ("grace", NOW));
        let answer = store.log.answer("key", NOW).await.unwrap().unwrap();
        assert_eq!(answer.answer, r#"{"text":"an answer"}"#);
        assert_eq!(store.accounts.verify(&token, NOW).unwrap().actor.id, "ada");
        let signed_in = store
            .accounts
            .sign_in("grace", "correct horse")
            .await
            .unwrap();
        assert_eq!(signed_in.unwrap().role, Role::Owner);
        let names = store.blobs.names().await.unwrap();
        let contents = store.blobs.get(&names[0]).await.unwrap().unwrap();
        assert_eq!(contents, b"large contents");
        assert_eq!(
            store.blobs.list_doomed().await.unwrap(),
            Vec::<String>::new()
        );
        // It can be written.
        let more = batch(vec![
            append(&kept, 1_200, &["more"]),
            append(&stream("new"), 0, &["new"]),
        ]);
        assert_eq!(store.log.append(&more).await.unwrap(), 1_204);
        let report = store.log.verify(None).await.unwrap();
        assert_eq!((report.faults, report.facts), (Vec::new(), 1_204));
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_copy_is_continued() {
    let (server, temp) = (PostgresServer::start(), TempDir::new().unwrap());
    let source = temp.path().join("source");
    fill(&source).await;
    let targets = [workspace(&server, "w"), folder(&temp.path().join("copy"))];
    for target in &targets {
        interrupt(&folder(&source), target).await;
        // No server opens it.
        match target {
            Place::Folder(path) => {
                let opened = open(path).await.err().unwrap().to_string();
                assert!(opened.contains("interrupted"), "{opened}");
                assert!(opened.contains("`loci copy` again"), "{opened}");
            }
            Place::Database { url, workspace } => {
                for missing in [Missing::Created, Missing::Refused] {
                    let opened = Postgres::open(url, workspace, missing).await.err().unwrap();
                    assert!(
                        opened.to_string().contains("Run `loci copy` again"),
                        "{opened}"
                    );
                }
            }
        }
    }
    // What was written since is copied, too.
    let store = open(&source).await.unwrap();
    let more = batch(vec![append(&stream("more"), 0, &["more"])]);
    store.log.append(&more).await.unwrap();
    store.close().await;
    drop(store);
    for target in &targets {
        assert_eq!(continued(&folder(&source), target).await, (500, 1_204));
        let index = TempDir::new().unwrap();
        let store = serve(target, &index).await;
        let report = store.log.verify(None).await.unwrap();
        assert_eq!((report.faults, report.facts), (Vec::new(), 1_203));
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_erased_in_the_meantime_is_not_in_the_copy() {
    let (server, temp) = (PostgresServer::start(), TempDir::new().unwrap());
    let source = temp.path().join("source");
    fill(&source).await;
    let copy = temp.path().join("copy");
    let targets = [workspace(&server, "w"), folder(&copy)];
    for target in &targets {
        interrupt(&folder(&source), target).await;
    }
    assert_ne!(files_with(&copy, "fact 499"), Vec::<String>::new());
    // An earlier attempt copied a blob that is erased since.
    let database = Postgres::open(&server.url(), "w", Missing::Copied).await;
    let in_database = PostgresBlobs::new(&database.unwrap(), "copy".into());
    let in_folder = DiskBlobs::open(&copy.join("incomplete/blobs")).unwrap();
    for blobs in [&in_database as &dyn CheckedBlobs, &in_folder] {
        blobs.put(b"erased contents".to_vec()).await.unwrap();
    }
    let store = open(&source).await.unwrap();
    erase(&store, &stream("kept")).await;
    store.close().await;
    drop(store);
    for target in &targets {
        assert_eq!(continued(&folder(&source), target).await, (0, 1_203));
    }
    assert_eq!(files_with(&copy, "fact 499"), Vec::<String>::new());
    assert_eq!(files_with(&copy, "erased contents"), Vec::<String>::new());
    assert_eq!(in_database.names().await.unwrap().len(), 1);
    let left = "SELECT count(*) FROM loci_w.facts WHERE body LIKE '%fact 499%'";
    assert_eq!(tokio::task::block_in_place(|| server.count(left)), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_that_do_not_fit_are_refused() {
    let (server, temp) = (PostgresServer::start(), TempDir::new().unwrap());
    let source = temp.path().join("source");
    fill(&source).await;
    let from = folder(&source);

    // Sources.
    let nothing = refused(
        &folder(&temp.path().join("nothing")),
        &folder(&temp.path().join("copy")),
    )
    .await;
    assert_eq!(nothing.code, Code::NotFound);
    let nothing = refused(
        &workspace(&server, "typo"),
        &folder(&temp.path().join("copy")),
    )
    .await;
    assert!(
        nothing.detail.contains("it has no schema loci_typo"),
        "{nothing}"
    );
    let held = open(&source).await.unwrap();
    let in_use = refused(&from, &workspace(&server, "w")).await;
    assert!(in_use.detail.contains("is in use"), "{in_use}");
    held.close().await;
    drop(held);
    assert!(!temp.path().join("copy").exists());
    assert!(
        Postgres::open(&server.url(), "w", Missing::Refused)
            .await
            .is_err()
    );

    // Targets.
    let inside = refused(&from, &folder(&source.join("copy"))).await;
    assert!(
        inside.detail.contains("lies in the data folder"),
        "{inside}"
    );
    let itself = refused(&from, &from).await;
    assert!(
        itself.detail.contains("lies in the data folder"),
        "{itself}"
    );
    let full = temp.path().join("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("notes.txt"), "mine").unwrap();
    let full = refused(&from, &folder(&full)).await;
    assert!(full.detail.contains("is not empty"), "{full}");
    Postgres::open(&server.url(), "taken", Missing::Created)
        .await
        .unwrap();
    let taken = refused(&from, &workspace(&server, "taken")).await;
    assert!(
        taken.detail.contains("its schema loci_taken exists"),
        "{taken}"
    );

    // An interrupted copy of another log is left alone.
    let other = temp.path().join("other");
    fill(&other).await;
    for target in [
        workspace(&server, "half"),
        folder(&temp.path().join("half")),
    ] {
        interrupt(&from, &target).await;
        let mixed = refused(&folder(&other), &target).await;
        assert!(
            mixed.detail.contains("interrupted copy of another log"),
            "{mixed}"
        );
        assert_eq!(continued(&from, &target).await, (500, 1_203));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_log_is_not_copied_as_if_it_were_sound() {
    let (server, temp) = (PostgresServer::start(), TempDir::new().unwrap());
    let source = temp.path().join("source");
    fill(&source).await;
    let options = SqliteConnectOptions::new().filename(source.join("log.sqlite"));
    let mut conn = SqliteConnection::connect_with(&options).await.unwrap();
    conn.execute(r#"UPDATE facts SET body = '{"text":"changed"}' WHERE position = 7"#)
        .await
        .unwrap();
    conn.close().await.unwrap();
    for target in [workspace(&server, "w"), folder(&temp.path().join("copy"))] {
        let damaged = refused(&folder(&source), &target).await;
        assert_eq!(damaged.code, Code::Internal);
        assert!(damaged.detail.contains("the fact at 7"), "{damaged}");
    }
    assert!(
        Postgres::open(&server.url(), "w", Missing::Refused)
            .await
            .is_err()
    );
    assert!(open(&temp.path().join("copy")).await.is_err());
}
