//! Two servers on the same accounts: each follows the changes of the other within a second.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use kernel::ports::accounts::{Accounts, Minted, Terms};
use kernel::{Role, Time};
use store::DbAccounts;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};

use crate::common::accounts::Place;

const NOW: Time = Time(1_700_000_000_000);

crate::on_each_database!(
    a_token_is_revoked_on_another_server_within_a_second,
    callers_that_wait_for_each_other_share_a_look,
    a_first_use_is_followed_and_a_revoked_token_stays_revoked,
    every_change_of_access_is_counted_and_notifies_the_other_server,
    a_new_key_is_used_by_every_server,
);

async fn mint(accounts: &DbAccounts, agent: &str) -> Minted {
    let terms = Terms::of(Role::Worker);
    accounts.mint(agent, terms, "grace", NOW).await.unwrap()
}

async fn begin_session(accounts: &DbAccounts) -> Id {
    let mut record = Record {
        id: Id::default(),
        data: [("person".to_owned(), serde_json::json!("ada"))].into(),
        expiry_date: time::OffsetDateTime::from_unix_timestamp(2_000_000_000).unwrap(),
    };
    accounts.sessions().create(&mut record).await.unwrap();
    record.id
}

async fn a_token_is_revoked_on_another_server_within_a_second(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
    let ada = mint(&here, "ada").await;
    let is_valid = || there.verify(&ada.token, NOW).is_some();
    assert!(!is_valid(), "it has not looked");
    there.follow().await.unwrap();
    // The look was between these moments.
    let after = Instant::now();
    assert!(is_valid());
    assert!(there.fresh_for(after) <= Duration::from_millis(500));

    let mut leavers = there.leavers();
    here.revoke(&ada.info.id, NOW).await.unwrap();
    assert!(here.verify(&ada.token, NOW).is_none());
    let fresh = there.fresh_for(after);
    let last = after + fresh.checked_sub(Duration::from_nanos(1)).unwrap();
    there.refresh(last).await.unwrap();
    assert!(is_valid(), "the view is not half a second old");
    assert!(!leavers.has_changed().unwrap());
    there.refresh(after + fresh).await.unwrap();
    assert!(!is_valid());
    assert!(leavers.has_changed().unwrap());
    leavers.mark_unchanged();

    // A look that finds nothing new notifies nobody.
    there.follow().await.unwrap();
    assert!(!leavers.has_changed().unwrap());
}

async fn callers_that_wait_for_each_other_share_a_look(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
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

async fn a_first_use_is_followed_and_a_revoked_token_stays_revoked(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
    let (ada, bob) = (mint(&here, "ada").await, mint(&there, "bob").await);
    let is_new = |accounts: &DbAccounts, minted: &Minted| {
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

async fn every_change_of_access_is_counted_and_notifies_the_other_server(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
    let counted = async || place.number("SELECT count FROM account_changes").await;
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
}

async fn a_new_key_is_used_by_every_server(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
    let mint = async |accounts: &DbAccounts| {
        let terms = Terms::of(Role::Worker);
        let minted = accounts.mint("ada", terms, "grace", NOW).await;
        minted.unwrap().token
    };
    let before = mint(&there).await;
    assert_eq!(here.seal("words"), there.seal("words"));
    here.rotate_key(NOW).await.unwrap();
    let after = mint(&here).await;
    assert_ne!(here.seal("words"), there.seal("words"));
    there.follow().await.unwrap();
    assert_eq!(here.seal("words"), there.seal("words"));
    for accounts in [&here, &there] {
        let stale = |token: &str| accounts.verify(token, NOW).map(|bearer| bearer.is_stale);
        assert_eq!(stale(&before), Some(true));
        assert_eq!(stale(&after), Some(false));
    }
    there.rehash(&before).await.unwrap();
    here.follow().await.unwrap();
    let bearer = here.verify(&before, NOW).unwrap();
    assert!(!bearer.is_stale);
}
