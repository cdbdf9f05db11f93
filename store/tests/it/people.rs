//! People in a folder and in PostgreSQL: passwords, links, sessions.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use kernel::ports::accounts::Accounts;
use kernel::time::{HOUR, MINUTE};
use kernel::{Code, Role, Time};
use store::accounts::{Link, Purpose};
use tokio::task::JoinSet;
use tower_sessions::SessionStore;

use crate::common::accounts::Place;

const NOW: Time = Time(1_700_000_000_000);

crate::on_each_database!(
    people_sign_in_with_their_password_alone,
    a_password_is_the_same_on_every_keyboard,
    a_person_has_a_name_a_role_and_a_password,
    a_link_works_once_and_in_time,
    of_two_who_set_up_at_the_same_time_one_is_the_owner,
    sessions_outlive_the_server,
    of_eight_who_set_up_on_two_servers_one_is_the_owner,
);

async fn people_sign_in_with_their_password_alone(place: &Place) {
    let accounts = place.open().await;
    let ada = accounts
        .create_person("ada", Role::Owner, "correct horse", NOW)
        .await
        .unwrap();
    let other = accounts
        .create_person("Ada", Role::Viewer, "battery staple", NOW)
        .await
        .unwrap();
    assert_eq!(
        accounts.sign_in("ada", "correct horse").await.unwrap(),
        Some(ada.clone())
    );
    assert_eq!(
        accounts.sign_in("Ada", "battery staple").await.unwrap(),
        Some(other.clone())
    );
    let long = "x".repeat(100_000);
    for (name, password) in [
        ("ada", "battery staple"),
        ("ada", ""),
        ("ada", &long),
        ("unknown", "unknown"),
        ("unknown", "correct horse"),
        ("", ""),
    ] {
        assert_eq!(
            accounts.sign_in(name, password).await.unwrap(),
            None,
            "{name} {password:.20}"
        );
    }
    assert_eq!(accounts.person("ada").await.unwrap(), Some(ada.clone()));
    assert_eq!(accounts.person("ADA").await.unwrap(), None);
    assert_eq!(accounts.people().await.unwrap(), [other, ada]);
    assert_eq!(place.find("correct horse").await, Vec::<String>::new());
}

async fn a_password_is_the_same_on_every_keyboard(place: &Place) {
    let accounts = place.open().await;
    let (whole, apart) = ("f\u{fc}nf Gr\u{fc}\u{df}e", "fu\u{308}nf Gru\u{308}\u{df}e");
    for (name, set) in [("ada", whole), ("bo", apart)] {
        let person = accounts.create_person(name, Role::Owner, set, NOW).await;
        let person = Some(person.unwrap());
        for typed in [whole, apart] {
            assert_eq!(accounts.sign_in(name, typed).await.unwrap(), person);
        }
        let other = accounts.sign_in(name, "funf Gru\u{df}e").await.unwrap();
        assert_eq!(other, None);
    }
}

async fn a_person_has_a_name_a_role_and_a_password(place: &Place) {
    let accounts = place.open().await;
    accounts
        .create_person("ada", Role::Owner, "correct horse", NOW)
        .await
        .unwrap();
    let taken = accounts
        .create_person("ada", Role::Viewer, "another one", NOW)
        .await
        .unwrap_err();
    assert_eq!(
        (taken.code, taken.extra.reason.as_deref()),
        (Code::Conflict, Some("name_taken"))
    );
    let long = "x".repeat(1025);
    for (name, role, password, pointer) in [
        ("", Role::Owner, "correct horse", "/name"),
        ("a b", Role::Owner, "correct horse", "/name"),
        ("bob", Role::Worker, "correct horse", "/role"),
        ("bob", Role::System, "correct horse", "/role"),
        ("bob", Role::Owner, "seven77", "/password"),
        ("bob", Role::Owner, "12345678", "/password"),
        ("bob", Role::Owner, &long, "/password"),
    ] {
        let refused = accounts
            .create_person(name, role, password, NOW)
            .await
            .unwrap_err();
        assert_eq!(refused.extra.fields[0].pointer, pointer);
    }
    // Eight characters, not bytes.
    accounts
        .create_person("bob", Role::Member, "äöüßäöüß", NOW)
        .await
        .unwrap();
}

async fn a_link_works_once_and_in_time(place: &Place) {
    let accounts = place.open().await;
    let setup = Link {
        purpose: Purpose::Setup,
        person: None,
        role: Some(Role::Owner),
        expires_at: NOW.plus(HOUR),
    };
    let secret = accounts.make_link(&setup, NOW).await.unwrap();
    assert_eq!(
        accounts.link(&secret, NOW).await.unwrap(),
        Some(setup.clone())
    );
    let (one, two) = tokio::join!(
        accounts.take_link(&secret, NOW),
        accounts.take_link(&secret, NOW)
    );
    let mut taken = [one.unwrap(), two.unwrap()];
    taken.sort_by_key(Option::is_none);
    assert_eq!(taken, [Some(setup), None]);
    assert_eq!(accounts.link(&secret, NOW).await.unwrap(), None);

    let sign_in = Link {
        purpose: Purpose::SignIn,
        person: Some("ada".into()),
        role: None,
        expires_at: NOW.plus(MINUTE),
    };
    let secret = accounts.make_link(&sign_in, NOW).await.unwrap();
    assert_eq!(
        accounts.take_link(&secret, NOW.plus(MINUTE)).await.unwrap(),
        None
    );
    assert_eq!(accounts.take_link("wrong", NOW).await.unwrap(), None);
    assert_eq!(
        accounts.take_link(&secret, NOW.plus(1)).await.unwrap(),
        Some(sign_in)
    );
}

/// As two servers on the same accounts do it.
async fn of_two_who_set_up_at_the_same_time_one_is_the_owner(place: &Place) {
    let accounts = place.open().await;
    let other = place.open().await;
    let link = Link {
        purpose: Purpose::Setup,
        person: None,
        role: Some(Role::Owner),
        expires_at: NOW.plus(MINUTE),
    };
    let secret = accounts.make_link(&link, NOW).await.unwrap();
    let also = other.make_link(&link, NOW).await.unwrap();
    let sign_in = Link {
        purpose: Purpose::SignIn,
        ..link.clone()
    };
    let sign_in = accounts.make_link(&sign_in, NOW).await.unwrap();
    let password = "correct horse battery";
    for (wrong, at) in [
        (&"wrong".to_owned(), NOW),
        (&sign_in, NOW),
        (&secret, NOW.plus(MINUTE)),
    ] {
        let made = accounts.first_owner(wrong, "grace", password, at);
        assert_eq!(made.await.unwrap(), None);
    }
    let short = accounts.first_owner(&secret, "grace", "short", NOW).await;
    assert_eq!(short.unwrap_err().code, Code::Invalid);
    let (a, b) = tokio::join!(
        accounts.first_owner(&secret, "grace", password, NOW.plus(MINUTE - 1)),
        other.first_owner(&also, "ada", password, NOW),
    );
    let made: Vec<_> = [a.unwrap(), b.unwrap()].into_iter().flatten().collect();
    let [owner] = made.as_slice() else {
        panic!("{made:?}");
    };
    assert_eq!(owner.role, Role::Owner);
    assert_eq!(other.people().await.unwrap(), made);
    // Both links are used up.
    for secret in [&secret, &also] {
        assert_eq!(accounts.link(secret, NOW).await.unwrap(), None);
        let late = accounts.first_owner(secret, "late", password, NOW).await;
        assert_eq!(late.unwrap(), None);
    }
    assert!(accounts.link(&sign_in, NOW).await.unwrap().is_some());
    assert!(
        accounts
            .sign_in(&owner.name, password)
            .await
            .unwrap()
            .is_some()
    );
}

async fn sessions_outlive_the_server(place: &Place) {
    let accounts = place.open().await;
    let sessions = accounts.sessions();
    let mut record = tower_sessions::session::Record {
        id: tower_sessions::session::Id::default(),
        data: [("person".to_owned(), serde_json::json!("ada"))].into(),
        expiry_date: time::OffsetDateTime::from_unix_timestamp(1_000_000).unwrap(),
    };
    sessions.create(&mut record).await.unwrap();
    accounts.close().await;
    let accounts = place.open().await;
    let found = accounts.sessions().load(&record.id).await.unwrap().unwrap();
    assert_eq!(found, record);

    let sessions = accounts.sessions();
    let end = Time(record.expiry_date.unix_timestamp() * 1000);
    sessions.delete_expired(Time(end.0 - 1)).await.unwrap();
    assert!(sessions.load(&record.id).await.unwrap().is_some());
    sessions.delete_expired(end).await.unwrap();
    assert_eq!(sessions.load(&record.id).await.unwrap(), None);
    sessions.save(&record).await.unwrap();
    assert_eq!(
        sessions.load(&record.id).await.unwrap(),
        None,
        "a session that has ended stays ended"
    );
}

async fn of_eight_who_set_up_on_two_servers_one_is_the_owner(place: &Place) {
    let servers = [place.open().await, place.open().await].map(Arc::new);
    let link = Link {
        purpose: Purpose::Setup,
        person: None,
        role: Some(Role::Owner),
        expires_at: NOW.plus(MINUTE),
    };
    let secret = servers[0].make_link(&link, NOW).await.unwrap();
    let mut attempts = JoinSet::new();
    for nth in 0..8 {
        let (server, secret) = (servers[nth % 2].clone(), secret.clone());
        attempts.spawn(async move {
            let name = format!("ada-{nth}");
            let made = server.first_owner(&secret, &name, "correct horse battery", NOW);
            made.await.unwrap()
        });
    }
    let made = attempts.join_all().await;
    let made: Vec<_> = made.into_iter().flatten().collect();
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!(servers[1].people().await.unwrap(), made);
    assert_eq!(servers[1].link(&secret, NOW).await.unwrap(), None);
}
