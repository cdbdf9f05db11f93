//! Results of forms: limits, lifetime, and results of another server on the same accounts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use kernel::ports::form_results::{FormResults, Sender};
use kernel::time::MINUTE;
use kernel::{Actor, Role, Time};
use store::DbAccounts;

use crate::common::accounts::Place;

const NOW: Time = Time(1_700_000_000_000);
const MIB: usize = 1024 * 1024;

crate::on_each_database!(
    a_result_is_taken_once_and_by_its_sender_only_on_any_server,
    a_result_ends_after_ten_minutes_also_if_it_was_looked_at,
    the_result_of_an_ended_session_is_claimed_from_its_browser,
    each_kind_of_sender_has_its_own_rows,
    each_kind_of_sender_has_its_own_bytes,
    the_database_shows_neither_a_result_nor_its_id_nor_its_sender,
);

fn known(name: &str) -> Sender {
    Sender::Known(Actor::new(name, Role::Member))
}

fn ended(session: &str) -> Sender {
    Sender::Ended(session.into())
}

async fn hold(results: &DbAccounts, id: &str, sender: &Sender, bytes: usize) {
    let held = results.hold(id, sender, vec![7; bytes], NOW).await;
    held.unwrap();
}

async fn look(results: &DbAccounts, id: &str, reader: &Sender) -> bool {
    let found = results.look(id, reader, NOW).await;
    found.unwrap().is_some()
}

async fn rows(place: &Place) -> i64 {
    place.number("SELECT count(*) FROM form_results").await
}

async fn a_result_is_taken_once_and_by_its_sender_only_on_any_server(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
    let ada = known("ada");
    let held = here.hold("1", &ada, b"done".to_vec(), NOW).await;
    held.unwrap();
    let agent = Sender::Known(Actor::new("ada", Role::Worker));
    for other in [known("bob"), agent, Sender::Unknown, ended("ada")] {
        assert_eq!(there.look("1", &other, NOW).await.unwrap(), None);
        assert_eq!(there.take("1", &other, NOW).await.unwrap(), None);
    }
    assert_eq!(there.take("2", &ada, NOW).await.unwrap(), None);
    let done = Some(b"done".to_vec());
    assert_eq!(there.look("1", &ada, NOW).await.unwrap(), done);
    // The same person in another role.
    let owner = Sender::Known(Actor::new("ada", Role::Owner));
    assert_eq!(there.take("1", &owner, NOW).await.unwrap(), done);
    assert_eq!(here.take("1", &ada, NOW).await.unwrap(), None);
    assert_eq!(rows(place).await, 0);

    hold(&here, "3", &Sender::Unknown, 1).await;
    assert!(!look(&here, "3", &ada).await);
    assert!(look(&here, "3", &Sender::Unknown).await);
}

async fn a_result_ends_after_ten_minutes_also_if_it_was_looked_at(place: &Place) {
    let results = place.open().await;
    let ada = known("ada");
    hold(&results, "1", &ada, 1).await;
    let last = NOW.plus(10 * MINUTE - 1);
    let end = NOW.plus(10 * MINUTE);
    assert!(results.look("1", &ada, last).await.unwrap().is_some());
    assert_eq!(results.look("1", &ada, end).await.unwrap(), None);
    assert_eq!(results.take("1", &ada, end).await.unwrap(), None);
    results.erase_expired(last).await.unwrap();
    assert_eq!(rows(place).await, 1);
    results.erase_expired(end).await.unwrap();
    assert_eq!(rows(place).await, 0);

    // The next form erases it as well.
    hold(&results, "2", &ada, 1).await;
    let held = results.hold("3", &Sender::Unknown, vec![1], end).await;
    held.unwrap();
    assert_eq!(rows(place).await, 1);
}

async fn the_result_of_an_ended_session_is_claimed_from_its_browser(place: &Place) {
    let results = place.open().await;
    let (ada, bob) = (known("ada"), known("bob"));
    hold(&results, "1", &ended("s1"), 1).await;
    let claim = |session, name| {
        let actor = Actor::new(name, Role::Member);
        let results = &results;
        async move { results.claim(session, &actor).await.unwrap() }
    };
    claim("s2", "bob").await;
    for reader in [&Sender::Unknown, &ada, &bob] {
        assert!(!look(&results, "1", reader).await);
    }
    claim("s1", "ada").await;
    assert!(!look(&results, "1", &bob).await);
    assert!(look(&results, "1", &ada).await);
}

async fn each_kind_of_sender_has_its_own_rows(place: &Place) {
    let results = place.open().await;
    let ada = known("ada");
    hold(&results, "known", &ada, 1).await;
    hold(&results, "ended", &ended("s"), 1).await;
    for nth in 0..64 {
        assert_eq!(rows(place).await, 2 + nth);
        hold(&results, &format!("u{nth}"), &Sender::Unknown, 1).await;
    }
    hold(&results, "one more", &Sender::Unknown, 1).await;
    assert!(!look(&results, "u0", &Sender::Unknown).await);
    assert!(look(&results, "u1", &Sender::Unknown).await);
    for nth in 0..63 {
        hold(&results, &format!("e{nth}"), &ended("t"), 1).await;
    }
    assert!(look(&results, "ended", &ended("s")).await);
    hold(&results, "one more ended", &ended("t"), 1).await;
    assert!(!look(&results, "ended", &ended("s")).await);
    for nth in 0..255 {
        hold(&results, &format!("k{nth}"), &known("bob"), 1).await;
    }
    assert!(look(&results, "known", &ada).await);
    hold(&results, "one more known", &known("bob"), 1).await;
    assert!(!look(&results, "known", &ada).await);
    assert_eq!(rows(place).await, 256 + 64 + 64);
}

async fn each_kind_of_sender_has_its_own_bytes(place: &Place) {
    let results = place.open().await;
    for (sender, most) in [
        (known("ada"), 16 * MIB),
        (ended("s"), 4 * MIB),
        (Sender::Unknown, MIB),
    ] {
        hold(&results, "half", &sender, most / 2).await;
        hold(&results, "other half", &sender, most / 2).await;
        assert!(look(&results, "half", &sender).await);
        hold(&results, "byte", &sender, 1).await;
        assert!(!look(&results, "half", &sender).await);
        assert!(look(&results, "other half", &sender).await);
        hold(&results, "whole", &sender, most).await;
        assert!(!look(&results, "byte", &sender).await);
        let large = results.hold("large", &sender, vec![0; most + 1], NOW).await;
        assert!(large.is_err());
        assert!(look(&results, "whole", &sender).await);
        let taken = results.take("whole", &sender, NOW).await.unwrap();
        assert_eq!(taken.unwrap().len(), most);
        results.take("other half", &sender, NOW).await.unwrap();
    }
}

async fn the_database_shows_neither_a_result_nor_its_id_nor_its_sender(place: &Place) {
    let results = place.open().await;
    let words = b"token loci_5ec4e7 of an agent";
    for sender in [known("ada-lovelace"), ended("session-of-ada")] {
        let held = results.hold("id-of-it", &sender, words.to_vec(), NOW).await;
        held.unwrap();
        for hidden in ["loci_5ec4e7", "id-of-it", "ada-lovelace", "session-of-ada"] {
            assert!(place.find(hidden).await.is_empty(), "{hidden}");
        }
        let taken = results.take("id-of-it", &sender, NOW).await.unwrap();
        assert_eq!(taken.as_deref(), Some(words.as_slice()));
    }
}
