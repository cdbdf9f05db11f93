//! Two servers on the same accounts: each follows the changes of the other within a second.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use kernel::ports::accounts::{Accounts, Minted, Terms};
use kernel::{Role, Time};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use store::SqliteAccounts;
use tempfile::TempDir;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};

const NOW: Time = Time(1_700_000_000_000);

async fn open(folder: &TempDir) -> SqliteAccounts {
    let (path, key) = ("accounts.sqlite", "token.key");
    let path = folder.path().join(path);
    let opened = SqliteAccounts::open(&path, &folder.path().join(key)).await;
    opened.unwrap()
}

async fn mint(accounts: &SqliteAccounts, agent: &str) -> Minted {
    let terms = Terms::of(Role::Worker);
    accounts.mint(agent, terms, "grace", NOW).await.unwrap()
}

async fn begin_session(accounts: &SqliteAccounts) -> Id {
    let mut record = Record {
        id: Id::default(),
        data: [("person".to_owned(), serde_json::json!("ada"))].into(),
        expiry_date: time::OffsetDateTime::from_unix_timestamp(2_000_000_000).unwrap(),
    };
    accounts.sessions().create(&mut record).await.unwrap();
    record.id
}

#[tokio::test]
async fn a_token_is_revoked_on_another_server_within_a_second() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (open(&folder).await, open(&folder).await);
    let ada = mint(&here, "ada").await;
    let is_valid = || there.verify(&ada.token, NOW).is_some();
    assert!(!is_valid(), "it has not looked");
    there.follow().await.unwrap();
    // The look was between these moments.
    let after = Instant::now();
    assert!(is_valid());
    assert!(there.fresh_for(after) <= Duration::from_secs(1));

    let mut leavers = there.leavers();
    here.revoke(&ada.info.id, NOW).await.unwrap();
    assert!(here.verify(&ada.token, NOW).is_none());
    let fresh = there.fresh_for(after);
    let last = after + fresh.checked_sub(Duration::from_nanos(1)).unwrap();
    there.refresh(last).await.unwrap();
    assert!(is_valid(), "the view is not a second old");
    assert!(!leavers.has_changed().unwrap());
    there.refresh(after + fresh).await.unwrap();
    assert!(!is_valid());
    assert!(leavers.has_changed().unwrap());
    leavers.mark_unchanged();

    // A look that finds nothing new notifies nobody.
    there.follow().await.unwrap();
    assert!(!leavers.has_changed().unwrap());
}

#[tokio::test]
async fn callers_that_wait_for_each_other_share_a_look() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (open(&folder).await, open(&folder).await);
    let before = Instant::now();
    there.follow().await.unwrap();
    let after = Instant::now();
    let ada = mint(&here, "ada").await;
    let is_valid = || there.verify(&ada.token, NOW).is_some();
    there.follow_since(before).await.unwrap();
    assert!(!is_valid(), "a look began after that moment");
    there.follow_since(after).await.unwrap();
    assert!(is_valid());
}

#[tokio::test]
async fn a_first_use_is_followed_and_a_revoked_token_stays_revoked() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (open(&folder).await, open(&folder).await);
    let (ada, bob) = (mint(&here, "ada").await, mint(&there, "bob").await);
    let is_new = |accounts: &SqliteAccounts, minted: &Minted| {
        let bearer = accounts.verify(&minted.token, NOW);
        bearer.map(|bearer| bearer.is_new)
    };
    here.follow().await.unwrap();
    assert_eq!(is_new(&here, &ada), Some(true));
    assert_eq!(is_new(&here, &bob), Some(true));
    there.keep_first_use(&bob.info.id, NOW).await.unwrap();
    here.follow().await.unwrap();
    assert_eq!(is_new(&here, &ada), Some(true));
    assert_eq!(is_new(&here, &bob), Some(false));
    there.revoke(&bob.info.id, NOW).await.unwrap();
    there.keep_first_use(&bob.info.id, NOW).await.unwrap();
    here.follow().await.unwrap();
    assert_eq!(is_new(&here, &ada), Some(true));
    assert_eq!(is_new(&here, &bob), None);
}

#[tokio::test]
async fn every_change_of_access_is_counted_and_notifies_the_other_server() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (open(&folder).await, open(&folder).await);
    let options = SqliteConnectOptions::new().filename(folder.path().join("accounts.sqlite"));
    let pool = SqlitePool::connect_lazy_with(options);
    let counted = async || -> i64 {
        let count = sqlx::query_scalar("SELECT count FROM account_changes");
        count.fetch_one(&pool).await.unwrap()
    };
    let mut before = counted().await;
    let mut leavers = there.leavers();
    let mut is_followed = async || {
        let now = counted().await;
        let is_counted = now > std::mem::replace(&mut before, now);
        there.follow().await.unwrap();
        let is_notified = leavers.has_changed().unwrap();
        leavers.mark_unchanged();
        assert_eq!(is_counted, is_notified);
        is_counted
    };
    assert!(!is_followed().await);
    let ada = mint(&here, "ada").await;
    assert!(is_followed().await, "a new token");
    here.keep_first_use(&ada.info.id, NOW).await.unwrap();
    assert!(is_followed().await, "its first use");
    here.keep_end(&ada.info.id).await.unwrap();
    assert!(!is_followed().await, "a note of its end changes no access");
    here.revoke(&ada.info.id, NOW).await.unwrap();
    assert!(is_followed().await, "a revoked token");
    let password = "correct horse battery";
    let new = here.create_person("grace", Role::Owner, password, NOW);
    new.await.unwrap();
    assert!(is_followed().await, "a person");
    let other = here.set_password("grace", "staple battery horse", NOW.plus(1));
    other.await.unwrap();
    assert!(is_followed().await, "a password");
    let (one, two) = (begin_session(&here).await, begin_session(&here).await);
    let sessions = here.sessions();
    let record = sessions.load(&one).await.unwrap().unwrap();
    sessions.save(&record).await.unwrap();
    assert!(!is_followed().await, "sessions are read at each request");
    sessions.delete(&one).await.unwrap();
    assert!(is_followed().await, "a session's end");
    here.rotate_key(NOW).await.unwrap();
    assert!(is_followed().await, "a new key");
    assert_eq!(there.sessions().load(&two).await.unwrap(), None);
    pool.close().await;
}
