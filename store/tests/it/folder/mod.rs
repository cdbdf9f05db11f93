//! The data folder as a whole: single owner, backups, and damage.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod behind;
mod restoring;
use crate::common;

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{append, batch, stream, text};
use kernel::ports::accounts::{Accounts, Terms};
use kernel::ports::index::Index;
use kernel::ports::log::{Snapshot, Tombstone};
use kernel::{Actor, Code, Role, Time};
use store::folder::{Folder, Paths, holder};
use store::{OpenError, Store, restore};
use tempfile::TempDir;

const NOW: Time = Time(1_700_000_000_000);

async fn open(folder: &Path) -> Store {
    store::open(folder).await.unwrap()
}

async fn refused(folder: &Path) -> OpenError {
    store::open(folder).await.err().unwrap()
}

/// Returns a data folder with a variety of data.
async fn filled(folder: &Path) -> (Store, String, String) {
    let store = open(folder).await;
    let a = stream("a");
    store
        .log
        .append(&batch(vec![append(&a, 0, &["one", "two"])]))
        .await
        .unwrap();
    let token = store
        .accounts
        .mint("ada", Terms::of(Role::Worker), "grace", NOW)
        .await
        .unwrap()
        .token;
    let blob = store.blobs.put(b"large".to_vec()).await.unwrap();
    (store, token, blob)
}

#[test]
fn has_a_name_that_is_made_once() {
    let (one, two) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let place = |root: &Path| Folder::take(root, NOW).unwrap().place().unwrap();
    let first = place(one.path());
    assert_eq!(first.len(), 32);
    assert_eq!(place(one.path()), first, "after a restart");
    assert_ne!(place(two.path()), first);
    let file = Paths::new(one.path()).place();
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    // A file that was cut off, or that somebody edited, is replaced.
    for wrong in ["", "here", "../0123456789abcdef0123456789ab"] {
        fs::write(&file, wrong).unwrap();
        let made = place(one.path());
        assert!(made.len() == 32 && made != first, "{wrong:?}: {made}");
        assert_eq!(place(one.path()), made);
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(Folder::take(one.path(), NOW).unwrap().place().is_err());
}

#[tokio::test]
async fn is_made_for_its_owner_alone() {
    let temp = TempDir::new().unwrap();
    let folder = temp.path().join("deep/data");
    let (store, token, _) = filled(&folder).await;
    assert_eq!(
        fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
        0o700
    );
    store.close().await;
    drop(store);
    let store = open(&folder).await;
    assert_eq!(store.log.read(&stream("a"), 0, 9).await.unwrap().len(), 2);
    assert_eq!(
        store
            .accounts
            .verify(&token, NOW)
            .map(|bearer| bearer.actor),
        Some(Actor::new("ada", Role::Worker))
    );
}

#[tokio::test]
async fn has_one_owner_who_is_named() {
    let temp = TempDir::new().unwrap();
    assert_eq!(holder(temp.path()).unwrap(), None);
    let store = open(temp.path()).await;
    let second = refused(temp.path()).await;
    assert!(matches!(second, OpenError::Held { .. }), "{second}");
    assert!(
        second
            .to_string()
            .contains(&format!("process {}", std::process::id())),
        "{second}"
    );
    store.folder.announce("http", "127.0.0.1:7077").unwrap();
    assert!(
        refused(temp.path())
            .await
            .to_string()
            .contains("at 127.0.0.1:7077 since 20")
    );
    let named = holder(temp.path()).unwrap().unwrap();
    assert_eq!(
        (named.pid, named.address.as_deref()),
        (std::process::id(), Some("127.0.0.1:7077"))
    );
    drop(store);
    assert_eq!(holder(temp.path()).unwrap(), None);
    open(temp.path()).await;
}

#[test]
fn who_only_looks_does_not_make_a_folder_taken() {
    let temp = TempDir::new().unwrap();
    drop(Folder::take(temp.path(), NOW).unwrap());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    holder(temp.path()).unwrap();
                }
            });
        }
        for _ in 0..200 {
            let taken = Folder::take(temp.path(), NOW);
            let second = taken.as_ref().map(|_| Folder::take(temp.path(), NOW));
            let is_held = matches!(second, Ok(Err(OpenError::Held { .. })));
            if !is_held {
                done.store(true, Ordering::Relaxed);
            }
            assert!(is_held, "{taken:?}");
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[tokio::test]
async fn a_damaged_log_stops_the_start_and_stays_as_it_is() {
    let temp = TempDir::new().unwrap();
    let (store, _, _) = filled(temp.path()).await;
    store.close().await;
    drop(store);
    let log = Paths::new(temp.path()).log();
    let sound = fs::read(&log).unwrap();
    let mut torn = sound.clone();
    torn[4096..12_288].fill(0xFF);
    let mut foreign = sound.clone();
    foreign[68..72].fill(7);
    let cut = sound[..sound.len() / 2].to_vec();
    for (what, damaged) in [
        ("text", b"not a database".repeat(999)),
        ("torn", torn),
        ("foreign", foreign),
        ("cut", cut),
    ] {
        fs::write(&log, &damaged).unwrap();
        let refused = refused(temp.path()).await;
        assert!(
            matches!(&refused, OpenError::Damaged { .. }),
            "{what}: {refused}"
        );
        assert!(
            refused.to_string().contains("`loci restore PATH`"),
            "{what}: {refused}"
        );
        assert_eq!(fs::read(&log).unwrap(), damaged, "{what} was changed");
    }
    for lost in ["removed", "emptied"] {
        if lost == "removed" {
            fs::remove_file(&log).unwrap();
        } else {
            fs::write(&log, "").unwrap();
        }
        let refused = refused(temp.path()).await;
        assert!(
            matches!(&refused, OpenError::Damaged { .. }),
            "{lost}: {refused}"
        );
    }
    fs::write(&log, sound).unwrap();
    // It does not start over without accounts either.
    let accounts = Paths::new(temp.path()).accounts();
    let known = fs::read(&accounts).unwrap();
    fs::remove_file(&accounts).unwrap();
    let error = refused(temp.path()).await;
    assert!(matches!(&error, OpenError::Damaged { .. }), "{error}");
    assert!(!accounts.exists());
    fs::write(&accounts, known).unwrap();
    assert_eq!(
        open(temp.path()).await.log.head().await.unwrap().position,
        2
    );
}

#[tokio::test]
async fn a_check_finds_what_is_wrong() {
    use sqlx::{ConnectOptions, Connection, Executor};
    for (spoil, expected) in [
        ("UPDATE facts SET body = '{' WHERE position = 1", "not JSON"),
        (
            "UPDATE facts SET version = 7 WHERE position = 2",
            "the last 7",
        ),
        (
            "UPDATE facts SET position = 9 WHERE position = 1",
            "the last one is at 9",
        ),
        (
            "UPDATE facts SET stream = 99 WHERE position = 2",
            "belongs to no stream",
        ),
        (
            "UPDATE facts SET role = 'king' WHERE position = 2",
            "the role king",
        ),
        ("UPDATE streams SET version = 5", "should have 5"),
        ("DELETE FROM facts WHERE position = 1", "has 1 facts"),
    ] {
        let temp = TempDir::new().unwrap();
        let (store, _, _) = filled(temp.path()).await;
        let report = store.log.verify(None).await.unwrap();
        assert_eq!(
            (report.facts, report.streams, report.faults.len()),
            (2, 1, 0)
        );
        let options =
            sqlx::sqlite::SqliteConnectOptions::new().filename(store.folder.paths().log());
        let mut conn = options.connect().await.unwrap();
        conn.execute(spoil).await.unwrap();
        conn.close().await.unwrap();
        let faults = store.log.verify(None).await.unwrap().faults.join("\n");
        assert!(faults.contains(expected), "{spoil}: {faults}");
    }
}

#[tokio::test]
async fn a_check_is_content_with_what_was_erased() {
    let temp = TempDir::new().unwrap();
    let (store, _, blob) = filled(temp.path()).await;
    let (a, b) = (stream("a"), stream("b"));
    store
        .log
        .append(&batch(vec![append(&b, 0, &["three", "four"])]))
        .await
        .unwrap();
    store.log.erase_facts(&b, 1..=1).await.unwrap();
    store
        .log
        .erase_stream(Tombstone {
            stream: a,
            by: Actor::system(),
            at: NOW,
        })
        .await
        .unwrap();
    let report = store.log.verify(None).await.unwrap();
    assert_eq!((report.facts, report.faults), (2, vec![]));
    assert!(store.blobs.find_damaged().await.unwrap().is_empty());
    fs::write(
        Paths::new(temp.path())
            .blobs()
            .join(&blob[..2])
            .join(&blob[2..]),
        "other",
    )
    .unwrap();
    assert_eq!(store.blobs.find_damaged().await.unwrap(), [blob]);
}

#[tokio::test]
async fn blobs_are_kept_by_their_sum() {
    let temp = TempDir::new().unwrap();
    let (store, _, blob) = filled(temp.path()).await;
    // The SHA-256 of `large`.
    assert_eq!(
        blob,
        "d35c416a85b807e9b5384915d6ebb4a9f7352713efd89857b45a242f473728a9"
    );
    assert_eq!(store.blobs.put(b"large".to_vec()).await.unwrap(), blob);
    assert_eq!(
        store.blobs.get(&blob).await.unwrap().as_deref(),
        Some(&b"large"[..])
    );
    for wrong in [
        "",
        "../../loci.lock",
        "x",
        &blob[1..],
        &blob.to_uppercase(),
        &"0".repeat(64),
    ] {
        assert_eq!(store.blobs.get(wrong).await.unwrap(), None, "{wrong}");
        store.blobs.remove(wrong).await.unwrap();
    }
    store.blobs.remove(&blob).await.unwrap();
    assert_eq!(store.blobs.get(&blob).await.unwrap(), None);
}

#[tokio::test]
async fn what_is_to_be_erased_is_known_after_a_crash() {
    let temp = TempDir::new().unwrap();
    let (store, _, blob) = filled(temp.path()).await;
    let stays = store.blobs.put(b"more".to_vec()).await.unwrap();
    let both = HashSet::from([blob.clone(), stays.clone()]);
    store.blobs.doom(&both).await.unwrap();
    store.close().await;
    drop(store);
    let store = open(temp.path()).await;
    let doomed = store.blobs.list_doomed().await.unwrap();
    assert_eq!(HashSet::from_iter(doomed), both);
    store.blobs.remove(&blob).await.unwrap();
    store.blobs.spare(&stays).await.unwrap();
    assert_eq!(
        store.blobs.list_doomed().await.unwrap(),
        Vec::<String>::new()
    );
    assert!(!store.blobs.has(&blob).await.unwrap());
    assert!(store.blobs.has(&stays).await.unwrap());
    assert!(store.blobs.find_damaged().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_backup_is_made_while_writing_goes_on_and_brings_all_back() {
    let temp = TempDir::new().unwrap();
    let (data, copy) = (temp.path().join("data"), temp.path().join("copy"));
    let (store, token, blob) = filled(&data).await;
    let before = store.log.head().await.unwrap();
    let a = stream("a");
    let writing = async {
        for version in 2..40 {
            store
                .log
                .append(&batch(vec![append(&a, version, &["more"])]))
                .await
                .unwrap();
        }
    };
    let (backup, ()) = tokio::join!(store.backup(&copy), writing);
    let backup = backup.unwrap();
    assert!((2..=40).contains(&backup.position));
    assert_eq!(
        (backup.epoch, backup.blobs, backup.facts),
        (before.epoch, 1, backup.position)
    );
    let again = store.backup(&copy).await.unwrap_err();
    assert_eq!(again.code, Code::Invalid, "{again}");
    let inside = store.backup(&data.join("copy")).await.unwrap_err();
    assert_eq!(inside.code, Code::Invalid, "{inside}");
    assert!(
        !data.join("copy").exists(),
        "a refusal leaves nothing behind"
    );

    let snapshot = Snapshot {
        version: 40,
        schema: 1,
        state: b"{}".to_vec(),
    };
    store.log.keep_snapshot(&a, snapshot, 0).await.unwrap();
    assert!(matches!(
        restore(&data, &copy).await,
        Err(OpenError::Held { .. })
    ));
    store.close().await;
    drop(store);
    let restored = restore(&data, &copy).await.unwrap();
    assert!(restored.epoch > before.epoch && restored.position == backup.position);
    assert!(Paths::new(restored.moved_aside.unwrap()).log().exists());

    let store = open(&data).await;
    let head = store.log.head().await.unwrap();
    assert_eq!(
        (head.epoch, head.position),
        (restored.epoch, backup.position)
    );
    let facts = store.log.read(&a, 0, 99).await.unwrap();
    assert_eq!(
        (text(&facts[0]), facts.len() as u64),
        ("one".into(), backup.position)
    );
    assert_eq!(
        store.log.snapshot(&a).await.unwrap(),
        None,
        "it is of another future"
    );
    assert_eq!(
        store
            .accounts
            .verify(&token, NOW)
            .map(|bearer| bearer.actor),
        Some(Actor::new("ada", Role::Worker))
    );
    assert_eq!(
        store.blobs.get(&blob).await.unwrap().as_deref(),
        Some(&b"large"[..])
    );
    assert_eq!(store.index.position().await.unwrap(), 0);
}

#[tokio::test]
async fn a_backup_that_fails_is_in_nobodys_way() {
    let temp = TempDir::new().unwrap();
    let (data, new, empty) = (
        temp.path().join("data"),
        temp.path().join("new"),
        temp.path().join("empty"),
    );
    fs::create_dir(&empty).unwrap();
    let (store, _, _) = filled(&data).await;
    let accounts = Paths::new(&data).accounts();
    let aside = temp.path().join("accounts");
    fs::rename(&accounts, &aside).unwrap();
    for copy in [&new, &empty] {
        let failed = store.backup(copy).await.unwrap_err();
        assert_eq!(failed.code, Code::Unavailable, "{failed}");
    }
    assert!(!new.exists());
    assert_eq!(fs::read_dir(&empty).unwrap().count(), 0);
    fs::rename(&aside, &accounts).unwrap();
    for copy in [&new, &empty] {
        store.backup(copy).await.unwrap();
    }
}

#[tokio::test]
async fn a_backup_that_is_not_whole_is_refused() {
    let temp = TempDir::new().unwrap();
    let (data, copy) = (temp.path().join("data"), temp.path().join("copy"));
    let (store, _, _) = filled(&data).await;
    store.backup(&copy).await.unwrap();
    let manifest = fs::read_to_string(copy.join("backup.json")).unwrap();
    drop(store);
    for wrong in [
        "",
        "{}",
        &manifest.replace("\"format\": 1", "\"format\": 2"),
    ] {
        fs::write(copy.join("backup.json"), wrong).unwrap();
        assert!(restore(&data, &copy).await.is_err(), "{wrong}");
    }
    fs::write(
        copy.join("backup.json"),
        manifest.replace("\"position\": 2", "\"position\": 9"),
    )
    .unwrap();
    assert!(matches!(
        restore(&data, &copy).await,
        Err(OpenError::Damaged { .. })
    ));
    fs::write(copy.join("backup.json"), manifest).unwrap();
    fs::write(copy.join("log.sqlite"), "garbage").unwrap();
    assert!(matches!(
        restore(&data, &copy).await,
        Err(OpenError::Damaged { .. })
    ));
    // Nothing was moved.
    assert_eq!(open(&data).await.log.head().await.unwrap().position, 2);
}
