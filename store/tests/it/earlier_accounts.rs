//! Accounts of an earlier version, whose keys were in a file.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use kernel::ports::accounts::{Accounts, Terms};
use kernel::{Role, Time};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use store::{DbAccounts, OpenError, restore};
use tempfile::TempDir;

const NOW: Time = Time(1_700_000_000_000);
const NEWEST: [u8; 32] = [2; 32];
const OLDEST: [u8; 32] = [1; 32];

/// The number of migrations that the earlier version had.
const EARLIER: usize = 10;

fn token(nth: u8) -> String {
    format!("loci_{}", hex::encode([nth; 32]))
}

/// Creates accounts of the earlier version: one token under each key, and one of each name that the version before had.
async fn make(path: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/accounts");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let migrations = files.iter().take(EARLIER).map(|file| {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let (number, about) = name.split_once('_').unwrap();
        let (about, sql) = (about.replace('_', " "), fs::read_to_string(file).unwrap());
        let number = number.parse().unwrap();
        Migration::new(
            number,
            about.into(),
            MigrationType::Simple,
            sql.into(),
            false,
        )
    });
    let migrator = Migrator {
        migrations: migrations.collect(),
        ..Migrator::DEFAULT
    };
    let options = SqliteConnectOptions::new().filename(path);
    let mut accounts = options.create_if_missing(true).connect().await.unwrap();
    migrator.run(&mut accounts).await.unwrap();
    for (nth, key) in [(1, OLDEST), (2, NEWEST)] {
        let hash = blake3::keyed_hash(&key, token(nth).as_bytes());
        // Tokens of the oldest key may be from before keys had names.
        let name = (key == NEWEST).then(|| hex::encode(&blake3::hash(&key).as_bytes()[..8]));
        sqlx::query(
            "INSERT INTO tokens (id, hash, agent, role, created_at, created_by, key) \
             VALUES (?1, ?2, 'ada', 'worker', 1, 'grace', ?3)",
        )
        .bind(i64::from(nth).to_string())
        .bind(&hash.as_bytes()[..])
        .bind(name)
        .execute(&mut accounts)
        .await
        .unwrap();
    }
    accounts.close().await.unwrap();
}

fn is_stale(accounts: &DbAccounts, nth: u8) -> Option<bool> {
    let bearer = accounts.verify(&token(nth), NOW);
    bearer.map(|bearer| bearer.is_stale)
}

#[tokio::test]
async fn the_keys_of_an_earlier_folder_are_taken_over_once() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("accounts.sqlite");
    let file = folder.path().join("token.key");
    let keys = [NEWEST, OLDEST].concat();
    make(&path).await;
    fs::write(&file, &keys).unwrap();
    let accounts = DbAccounts::open(&path, &file).await.unwrap();
    assert!(!file.exists());
    assert_eq!(is_stale(&accounts, 1), Some(true));
    assert_eq!(is_stale(&accounts, 2), Some(false));
    assert_eq!(is_stale(&accounts, 3), None);
    let seal = accounts.seal("words");
    let sealed = blake3::keyed_hash(&NEWEST, b"seal\nwords");
    assert_eq!(seal, sealed.to_hex().as_str());
    accounts.close().await;

    // A file that an interrupted start left behind goes; one with other keys is not ours to remove.
    fs::write(&file, &keys).unwrap();
    let accounts = DbAccounts::open(&path, &file).await.unwrap();
    assert!(!file.exists());
    assert_eq!(accounts.seal("words"), seal);
    accounts.rehash(&token(1)).await.unwrap();
    assert_eq!(is_stale(&accounts, 1), Some(false));
    accounts.close().await;
    fs::write(&file, [3; 32]).unwrap();
    let accounts = DbAccounts::open(&path, &file).await.unwrap();
    assert!(file.exists());
    assert_eq!(is_stale(&accounts, 1), Some(false));
    assert_eq!(is_stale(&accounts, 2), Some(false));
}

#[tokio::test]
async fn tokens_without_their_keys_stop_the_start() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("accounts.sqlite");
    let file = folder.path().join("token.key");
    make(&path).await;
    for broken in [None, Some(31), Some(33), Some(0)] {
        if let Some(bytes) = broken {
            fs::write(&file, vec![1; bytes]).unwrap();
        }
        let refused = DbAccounts::open(&path, &file).await.err().unwrap();
        let names_file = matches!(&refused, OpenError::Damaged { file: at, .. } if *at == file);
        assert!(names_file, "{broken:?}: {refused}");
        assert_eq!(file.exists(), broken.is_some());
    }
    fs::write(&file, [NEWEST, OLDEST].concat()).unwrap();
    let accounts = DbAccounts::open(&path, &file).await.unwrap();
    assert_eq!(is_stale(&accounts, 2), Some(false));
}

#[tokio::test]
async fn a_new_key_is_in_no_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("accounts.sqlite");
    let file = folder.path().join("token.key");
    let accounts = DbAccounts::open(&path, &file).await.unwrap();
    accounts.rotate_key(NOW).await.unwrap();
    assert!(!file.exists());
}

#[tokio::test]
async fn tokens_of_an_earlier_version_keep_their_order() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("accounts.sqlite");
    let file = folder.path().join("token.key");
    make(&path).await;
    fs::write(&file, [NEWEST, OLDEST].concat()).unwrap();
    let accounts = DbAccounts::open(&path, &file).await.unwrap();
    let terms = Terms::of(Role::Worker);
    // The earlier tokens are of the same time.
    let new = accounts.mint("ada", terms, "grace", Time(1)).await.unwrap();
    let tokens = accounts.tokens().await.unwrap();
    let ids: Vec<&str> = tokens.iter().map(|token| &*token.id).collect();
    assert_eq!(ids, [&*new.info.id, "2", "1"]);
}

#[tokio::test]
async fn a_backup_of_an_earlier_version_is_restored_with_its_keys() {
    let temp = TempDir::new().unwrap();
    let (data, copy) = (temp.path().join("data"), temp.path().join("copy"));
    let store = store::open(&data).await.unwrap();
    store.backup(&copy).await.unwrap();
    assert!(!copy.join("token.key").exists());
    store.close().await;
    drop(store);
    fs::remove_file(copy.join("accounts.sqlite")).unwrap();
    make(&copy.join("accounts.sqlite")).await;
    // The manifest of the earlier version had no hashes.
    let manifest = copy.join("backup.json");
    let text = fs::read(&manifest).unwrap();
    let mut text: serde_json::Value = serde_json::from_slice(&text).unwrap();
    text.as_object_mut().unwrap().remove("files").unwrap();
    fs::write(&manifest, text.to_string()).unwrap();
    for (key, is_whole) in [
        (None, false),
        (Some(vec![1; 20]), false),
        (Some(vec![7; 32]), false),
        (Some([NEWEST, OLDEST].concat()), true),
    ] {
        if let Some(key) = &key {
            fs::write(copy.join("token.key"), key).unwrap();
        }
        let restored = restore(&data, &copy).await;
        assert_eq!(restored.is_ok(), is_whole, "{key:?}: {restored:?}");
        let is_returned = restored.ok().map(|restored| restored.is_key_returned);
        assert_eq!(is_returned, is_whole.then_some(true));
    }
    assert!(!data.join("token.key").exists());
    let store = store::open(&data).await.unwrap();
    assert_eq!(is_stale(&store.accounts, 1), Some(true));
    assert_eq!(is_stale(&store.accounts, 2), Some(false));
}
