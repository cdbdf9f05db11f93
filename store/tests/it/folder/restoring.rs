//! Restoring a damaged, incomplete, malicious or old backup: the data folder stays unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};

use kernel::ports::accounts::{Accounts, Terms};
use kernel::ports::form_results::{FormResults, Sender};
use kernel::{Actor, Role, Time};
use rustix::fs::{FileType, Mode, mknodat};
use serde_json::Value;
use sqlx::{ConnectOptions, Connection, Executor};
use store::{DbAccounts, OpenError, restore};
use tempfile::TempDir;
use tower_sessions::SessionStore;

use super::{NOW, filled, open};

/// Returns every regular file below a folder, except the lock, with its bytes.
fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            found.extend(all(&path));
        } else if !path.ends_with("loci.lock") && !path.metadata().unwrap().file_type().is_fifo() {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    found
}

async fn execute(database: &Path, sql: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let mut conn = options.connect().await.unwrap();
    conn.execute(sql).await.unwrap();
    conn.close().await.unwrap();
}

fn change(path: &Path, with: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    with(&mut bytes);
    fs::write(path, bytes).unwrap();
}

/// Returns the only blob of a backup.
fn blob(backup: &Path) -> PathBuf {
    let shards = fs::read_dir(backup.join("blobs")).unwrap();
    let mut files = shards.flat_map(|shard| fs::read_dir(shard.unwrap().path()).unwrap());
    files.next().unwrap().unwrap().path()
}

fn pipe(path: &Path) {
    let _gone_or_not = fs::remove_file(path);
    mknodat(
        rustix::fs::CWD,
        path,
        FileType::Fifo,
        Mode::RUSR | Mode::WUSR,
        0,
    )
    .unwrap();
}

/// Returns a closed data folder and its backup.
async fn backed_up(temp: &TempDir) -> (PathBuf, PathBuf) {
    let (data, copy) = (temp.path().join("data"), temp.path().join("copy"));
    let (store, _, _) = filled(&data).await;
    let person = store
        .accounts
        .create_person("grace", Role::Viewer, "correct horse", NOW);
    person.await.unwrap();
    store.backup(&copy).await.unwrap();
    store.close().await;
    (data, copy)
}

const DAMAGES: [&str; 14] = [
    "accounts truncated",
    "accounts with a zeroed page",
    "accounts empty",
    "a viewer made an owner",
    "a trigger added",
    "no key",
    "another key",
    "log truncated",
    "log with a flipped bit",
    "another blob",
    "a link for a blob",
    "a pipe for a blob",
    "a pipe for the log",
    "a pipe for the manifest",
];

async fn damage(copy: &Path, how: &str) {
    let (accounts, log) = (copy.join("accounts.sqlite"), copy.join("log.sqlite"));
    match how {
        "accounts truncated" => change(&accounts, |bytes| bytes.truncate(8192)),
        "accounts with a zeroed page" => change(&accounts, |bytes| bytes[8192..12_288].fill(0)),
        "accounts empty" => fs::write(&accounts, "").unwrap(),
        "a viewer made an owner" => execute(&accounts, "UPDATE people SET role = 'owner'").await,
        "a trigger added" => {
            let trigger = "CREATE TRIGGER t AFTER INSERT ON people BEGIN DELETE FROM tokens; END";
            execute(&accounts, trigger).await;
        }
        "no key" => execute(&accounts, "DELETE FROM keys").await,
        "another key" => execute(&accounts, "UPDATE keys SET key = zeroblob(32)").await,
        "log truncated" => change(&log, |bytes| bytes.truncate(8192)),
        "log with a flipped bit" => change(&log, |bytes| {
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
        }),
        "another blob" => {
            fs::remove_file(blob(copy)).unwrap();
            // The SHA-256 of the empty input.
            let shard = copy.join("blobs/e3");
            fs::create_dir(&shard).unwrap();
            let rest = "b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
            fs::write(shard.join(rest), "").unwrap();
        }
        "a link for a blob" => {
            let (blob, other) = (blob(copy), copy.with_extension("other"));
            fs::rename(&blob, &other).unwrap();
            symlink(&other, &blob).unwrap();
        }
        "a pipe for a blob" => pipe(&blob(copy)),
        "a pipe for the log" => pipe(&log),
        _ => pipe(&copy.join("backup.json")),
    }
}

#[tokio::test]
async fn a_damaged_backup_changes_nothing() {
    for how in DAMAGES {
        let temp = TempDir::new().unwrap();
        let (data, copy) = backed_up(&temp).await;
        damage(&copy, how).await;
        let (before, backup) = (all(&data), all(&copy));
        let refused = restore(&data, &copy).await;
        assert!(refused.is_err(), "{how}: {refused:?}");
        assert!(all(&data) == before, "{how}: the data folder has changed");
        assert!(all(&copy) == backup, "{how}: the backup has changed");
        let names = fs::read_dir(temp.path()).unwrap().count();
        assert!(names <= 3, "{how}: something was moved aside");
        // It does not create a folder either.
        let new = temp.path().join("new");
        assert!(restore(&new, &copy).await.is_err(), "{how}");
        assert!(!new.exists(), "{how}: a folder was made");
    }
}

/// Removes the hashes from a backup's manifest, as earlier versions wrote it.
fn without_hashes(copy: &Path) {
    let path = copy.join("backup.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let files = manifest.as_object_mut().unwrap().remove("files").unwrap();
    let names: Vec<_> = files.as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, ["accounts.sqlite", "blobs", "log.sqlite"]);
    fs::write(path, manifest.to_string()).unwrap();
}

#[tokio::test]
async fn a_backup_without_hashes_is_checked_by_what_it_says_of_itself() {
    for how in [
        "accounts truncated",
        "accounts with a zeroed page",
        "accounts empty",
        "a trigger added",
        "no key",
        "another key",
        "log truncated",
        "a link for a blob",
        "a pipe for the log",
    ] {
        let temp = TempDir::new().unwrap();
        let (data, copy) = backed_up(&temp).await;
        without_hashes(&copy);
        damage(&copy, how).await;
        let before = all(&data);
        let refused = restore(&data, &copy).await;
        assert!(refused.is_err(), "{how}: {refused:?}");
        assert!(all(&data) == before, "{how}: the data folder has changed");
    }
    let temp = TempDir::new().unwrap();
    let (data, copy) = backed_up(&temp).await;
    assert!(restore(&data, &copy).await.unwrap().has_hashes);
    without_hashes(&copy);
    assert!(!restore(&data, &copy).await.unwrap().has_hashes);
    assert_eq!(open(&data).await.log.head().await.unwrap().position, 2);
}

fn session() -> tower_sessions::session::Record {
    tower_sessions::session::Record {
        id: tower_sessions::session::Id::default(),
        data: [("person".to_owned(), "grace".into())].into(),
        expiry_date: time::OffsetDateTime::from_unix_timestamp(4_000_000_000).unwrap(),
    }
}

#[tokio::test]
async fn what_was_withdrawn_since_stays_withdrawn() {
    let temp = TempDir::new().unwrap();
    let (data, copy) = (temp.path().join("data"), temp.path().join("copy"));
    let (store, revoked, _) = filled(&data).await;
    let accounts = &store.accounts;
    let kept = accounts
        .mint("ben", Terms::of(Role::Worker), "grace", NOW)
        .await
        .unwrap();
    for name in ["grace", "mara"] {
        let person = accounts.create_person(name, Role::Owner, "correct horse", NOW);
        person.await.unwrap();
    }
    let mut record = session();
    accounts.sessions().create(&mut record).await.unwrap();
    store.backup(&copy).await.unwrap();
    let later = Time(NOW.0 + 1);
    let id = accounts.verify(&revoked, NOW).unwrap().id;
    accounts.revoke(&id, later).await.unwrap();
    accounts
        .set_password("grace", "battery staple", later)
        .await
        .unwrap();
    store.close().await;
    drop(store);

    let restored = restore(&data, &copy).await.unwrap();
    let carried = restored.carried_over.unwrap();
    assert_eq!(carried.tokens_revoked, [id]);
    assert_eq!(carried.passwords_kept, ["grace"]);
    assert_eq!(carried.people_returned, Vec::<String>::new());
    assert!(!restored.is_key_returned);
    let store = open(&data).await;
    let accounts = &store.accounts;
    assert!(accounts.verify(&revoked, later).is_none());
    assert!(accounts.verify(&kept.token, later).is_some());
    assert_eq!(accounts.sessions().load(&record.id).await.unwrap(), None);
    for (name, password, is_right) in [
        ("grace", "correct horse", false),
        ("grace", "battery staple", true),
        ("mara", "correct horse", true),
    ] {
        let signed_in = accounts.sign_in(name, password).await.unwrap();
        assert_eq!(signed_in.is_some(), is_right, "{name} {password}");
    }
    accounts.rotate_key(later).await.unwrap();
    store.close().await;
    drop(store);

    // The replaced accounts may be damaged, too.
    assert!(restore(&data, &copy).await.unwrap().is_key_returned);
    change(&data.join("accounts.sqlite"), |bytes| bytes[4096..].fill(7));
    assert_eq!(restore(&data, &copy).await.unwrap().carried_over, None);
    let new = temp.path().join("new");
    let restored = restore(&new, &copy).await.unwrap();
    assert_eq!(
        (restored.carried_over, restored.is_key_returned),
        (None, false)
    );
}

#[tokio::test]
async fn a_person_of_the_backup_alone_is_named() {
    let temp = TempDir::new().unwrap();
    let (_, copy) = backed_up(&temp).await;
    let other = temp.path().join("other");
    let (store, _, _) = filled(&other).await;
    store.close().await;
    drop(store);
    let carried = restore(&other, &copy).await.unwrap().carried_over.unwrap();
    assert_eq!(carried.people_returned, ["grace"]);
}

#[tokio::test]
async fn a_backup_has_no_session_and_no_id_of_one() {
    let temp = TempDir::new().unwrap();
    let (data, copy) = (temp.path().join("data"), temp.path().join("copy"));
    let (store, _, _) = filled(&data).await;
    let mut record = session();
    store.accounts.sessions().create(&mut record).await.unwrap();
    let grace = Sender::Known(Actor::new("grace", Role::Owner));
    let held = store
        .accounts
        .hold("id", &grace, b"token".to_vec(), Time(1));
    held.await.unwrap();
    store.backup(&copy).await.unwrap();
    let (path, key) = (copy.join("accounts.sqlite"), copy.join("token.key"));
    let accounts = DbAccounts::open(&path, &key).await.unwrap();
    for (from, is_there) in [(&accounts, false), (&*store.accounts, true)] {
        let found = from.look("id", &grace, Time(1)).await.unwrap();
        assert_eq!(
            found.is_some(),
            is_there,
            "results of forms are not backed up"
        );
    }
    accounts.close().await;
    let found = store.accounts.sessions().load(&record.id).await.unwrap();
    assert_eq!(found.as_ref(), Some(&record), "the session goes on");
    store.close().await;
    let contains = |folder: &Path, text: &str| {
        let has = |bytes: &Vec<u8>| {
            bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        all(folder).values().any(has)
    };
    assert!(!contains(&data, &record.id.to_string()), "the id is hashed");
    assert!(contains(&data, "\"person\":\"grace\""), "it is stored");
    assert!(
        !contains(&copy, "\"person\":\"grace\""),
        "it is not backed up"
    );
}

#[tokio::test]
async fn an_interrupted_backup_is_no_data_folder() {
    let temp = TempDir::new().unwrap();
    let (data, copy) = backed_up(&temp).await;
    // The state after a kill during the copy.
    let torn = temp.path().join("torn");
    fs::create_dir_all(torn.join("incomplete")).unwrap();
    fs::copy(copy.join("log.sqlite"), torn.join("incomplete/log.sqlite")).unwrap();
    // The same by earlier versions.
    let before = temp.path().join("before");
    fs::create_dir(&before).unwrap();
    fs::copy(copy.join("log.sqlite"), before.join("log.sqlite")).unwrap();
    fs::write(before.join("log.sqlite-journal"), [7; 512]).unwrap();
    for folder in [&torn, &before] {
        assert!(store::folder::is_inhabited(folder));
        let was = all(folder);
        let aside = TempDir::new().unwrap();
        let looked = store::look(folder, aside.path()).await.err().unwrap();
        let opened = store::open(folder).await.err().unwrap();
        for refused in [looked, opened] {
            assert!(
                matches!(refused, OpenError::Interrupted { .. }),
                "{refused}"
            );
        }
        assert!(all(folder) == was, "{} has changed", folder.display());
        assert!(restore(&data, folder).await.is_err());
    }
    // The next backup replaces it, unless one is in progress there.
    let store = open(&data).await;
    let other = fs::File::open(torn.join("incomplete")).unwrap();
    other.lock().unwrap();
    assert!(store.backup(&torn).await.is_err());
    other.unlock().unwrap();
    store.backup(&torn).await.unwrap();
    assert!(!torn.join("incomplete").exists());
    store.close().await;
    drop(store);
    restore(&data, &torn).await.unwrap();
}

#[tokio::test]
async fn a_log_with_its_first_page_alone_is_one_that_was_just_made() {
    for (bytes, is_begun) in [(4096, true), (4097, false)] {
        let temp = TempDir::new().unwrap();
        // A journal without content for SQLite.
        fs::write(temp.path().join("log.sqlite-journal"), [0; 512]).unwrap();
        fs::write(temp.path().join("log.sqlite"), vec![0; bytes]).unwrap();
        let opened = store::open(temp.path()).await;
        let is_interrupted = matches!(opened.err(), Some(OpenError::Interrupted { .. }));
        assert_eq!(is_interrupted, !is_begun, "{bytes}");
    }
}

#[tokio::test]
async fn a_backup_that_is_opened_to_be_written_is_a_data_folder_from_then_on() {
    let temp = TempDir::new().unwrap();
    let (_, copy) = backed_up(&temp).await;
    assert_eq!(
        store::faults_of_backup(&copy).unwrap(),
        Vec::<String>::new()
    );
    let key = copy.join("token.key");
    fs::write(&key, [1; 32]).unwrap();
    assert_eq!(
        store::faults_of_backup(&copy).unwrap(),
        ["token.key: it has changed since the backup was made"]
    );
    fs::remove_file(&key).unwrap();
    let accounts = copy.join("accounts.sqlite");
    let as_it_was = fs::read(&accounts).unwrap();
    change(&accounts, |bytes| bytes[100] ^= 1);
    assert_eq!(
        store::faults_of_backup(&copy).unwrap(),
        ["accounts.sqlite: it has changed since the backup was made"]
    );
    fs::write(&accounts, as_it_was).unwrap();
    open(&copy).await.close().await;
    assert!(!copy.join("backup.json").exists());
}

#[tokio::test]
async fn a_blob_is_a_stray_until_a_fact_refers_to_it() {
    let temp = TempDir::new().unwrap();
    let store = open(temp.path()).await;
    let blob = store.blobs.put(b"large".to_vec()).await.unwrap();
    assert_eq!(
        store.blobs.list_doomed().await.unwrap(),
        std::slice::from_ref(&blob)
    );
    store.blobs.spare(&blob).await.unwrap();
    assert_eq!(
        store.blobs.list_doomed().await.unwrap(),
        Vec::<String>::new()
    );
    assert_eq!(store.blobs.names().await.unwrap(), [blob]);
}
