//! Accounts on SQLite: tokens, people, links, sessions.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::fs;
use std::path::PathBuf;

use common::files_with;
use kernel::ports::accounts::{Accounts, Bearer, Terms};
use kernel::time::{HOUR, MINUTE};
use kernel::{Actor, Code, Id, Role, Time};
use store::SqliteAccounts;
use store::accounts::{Link, Purpose};
use tempfile::TempDir;
use tower_sessions::SessionStore;

const NOW: Time = Time(1_700_000_000_000);

struct Made {
    accounts: SqliteAccounts,
    folder: TempDir,
}

fn files(folder: &TempDir) -> (PathBuf, PathBuf) {
    (
        folder.path().join("accounts.sqlite"),
        folder.path().join("token.key"),
    )
}

async fn open(folder: TempDir) -> Made {
    let (path, key) = files(&folder);
    Made {
        accounts: SqliteAccounts::open(&path, &key).await.unwrap(),
        folder,
    }
}

async fn made() -> Made {
    open(TempDir::new().unwrap()).await
}

#[tokio::test]
async fn a_token_names_its_agent_until_it_ends() {
    let Made { accounts, folder } = made().await;
    let role = Role::Worker;
    let only = Id::from_parts(NOW, 7);
    let minted = accounts
        .mint("ada", Terms::of(role), "grace", NOW)
        .await
        .unwrap();
    let short = accounts
        .mint(
            "ada",
            Terms {
                role: Role::Reviewer,
                expires_at: Some(NOW.plus(HOUR)),
                workflow: Some(only),
                user_id: Some("dana".into()),
                namespace: Some("clinic".into()),
                tools: Some("all".into()),
            },
            "grace",
            NOW,
        )
        .await
        .unwrap();
    assert!(minted.token.starts_with("loci_") && minted.token.len() == 69);
    assert_ne!(minted.token, short.token);
    assert_eq!(
        accounts
            .verify(&minted.token, NOW)
            .map(|bearer| bearer.actor),
        Some(Actor::new("ada", role))
    );
    let reviewer = Some(Actor::new("ada", Role::Reviewer));
    assert_eq!(
        accounts
            .verify(&short.token, NOW.plus(HOUR - 1))
            .map(|bearer| bearer.actor),
        reviewer
    );
    assert_eq!(
        accounts
            .verify(&short.token, NOW.plus(HOUR))
            .map(|bearer| bearer.actor),
        None
    );
    for wrong in [
        "",
        "loci_",
        "Bearer",
        &minted.token[1..],
        &format!("{}0", minted.token),
    ] {
        assert!(accounts.verify(wrong, NOW).is_none(), "{wrong}");
    }

    let listed = accounts.tokens().await.unwrap();
    assert_eq!(listed, [short.info.clone(), minted.info.clone()]);
    accounts.revoke(&minted.info.id, NOW.plus(5)).await.unwrap();
    assert_eq!(
        accounts
            .verify(&minted.token, NOW)
            .map(|bearer| bearer.actor),
        None
    );
    accounts.revoke(&minted.info.id, NOW.plus(9)).await.unwrap();
    assert_eq!(
        accounts.tokens().await.unwrap()[1].revoked_at,
        Some(NOW.plus(5))
    );
    assert_eq!(
        accounts.revoke("none", NOW).await.unwrap_err().code,
        Code::NotFound
    );

    // The secret is nowhere on the disk, and everything is kept across a restart.
    assert_eq!(
        files_with(folder.path(), &minted.token[5..]),
        Vec::<String>::new()
    );
    accounts.close().await;
    let Made {
        accounts,
        folder: _folder,
    } = open(folder).await;
    assert_eq!(
        accounts.verify(&short.token, NOW),
        Some(Bearer {
            id: short.info.id.clone(),
            is_new: true,
            is_stale: false,
            actor: Actor::new("ada", Role::Reviewer),
            workflow: Some(only),
            expires_at: short.info.expires_at,
            tools: Some("all".into()),
        })
    );
    assert_eq!(
        accounts
            .verify(&minted.token, NOW)
            .map(|bearer| bearer.actor),
        None
    );
}

#[tokio::test]
async fn a_token_is_for_an_agent_with_a_name() {
    let Made {
        accounts,
        folder: _folder,
    } = made().await;
    let long = "a".repeat(65);
    for name in ["", " ", "a b", "ä", "a/b", "a\n", "loci", &long] {
        let refused = accounts
            .mint(name, Terms::of(Role::Worker), "grace", NOW)
            .await
            .unwrap_err();
        assert_eq!(refused.extra.fields[0].pointer, "/agent", "{name:?}");
    }
    for role in [Role::Owner, Role::Member, Role::Viewer, Role::System] {
        let refused = accounts
            .mint("ada", Terms::of(role), "grace", NOW)
            .await
            .unwrap_err();
        assert_eq!(refused.extra.fields[0].pointer, "/role", "{role:?}");
    }
    let refused = accounts
        .mint(
            "ada",
            Terms {
                expires_at: Some(NOW),
                ..Terms::of(Role::Worker)
            },
            "grace",
            NOW,
        )
        .await
        .unwrap_err();
    assert_eq!(refused.extra.fields[0].pointer, "/expires_at");
    accounts
        .mint("Ada-1_b.c", Terms::of(Role::Worker), "grace", NOW)
        .await
        .unwrap();
    assert_eq!(accounts.tokens().await.unwrap().len(), 1);
}

#[tokio::test]
async fn people_sign_in_with_their_password_alone() {
    let Made { accounts, folder } = made().await;
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
        ("nobody", "nobody"),
        ("nobody", "correct horse"),
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
    assert_eq!(
        files_with(folder.path(), "correct horse"),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn a_password_is_the_same_on_every_keyboard() {
    let Made {
        accounts,
        folder: _,
    } = made().await;
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

#[tokio::test]
async fn a_person_has_a_name_a_role_and_a_password() {
    let Made {
        accounts,
        folder: _folder,
    } = made().await;
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

#[tokio::test]
async fn a_link_works_once_and_in_time() {
    let Made {
        accounts,
        folder: _folder,
    } = made().await;
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
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_who_set_up_at_the_same_time_one_is_the_owner() {
    let Made { accounts, folder } = made().await;
    let (path, key) = files(&folder);
    let other = SqliteAccounts::open(&path, &key).await.unwrap();
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

#[tokio::test]
async fn sessions_live_in_the_same_file() {
    let Made { accounts, folder } = made().await;
    let sessions = accounts.sessions();
    let mut record = tower_sessions::session::Record {
        id: tower_sessions::session::Id::default(),
        data: [("person".to_owned(), serde_json::json!("ada"))].into(),
        expiry_date: time::OffsetDateTime::from_unix_timestamp(1_000_000).unwrap(),
    };
    sessions.create(&mut record).await.unwrap();
    accounts.close().await;
    let Made {
        accounts,
        folder: _folder,
    } = open(folder).await;
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
        "a session that has ended is not begun again by whoever still knew it"
    );
}

#[tokio::test]
async fn damage_stops_the_start() {
    let Made { accounts, folder } = made().await;
    accounts
        .mint("ada", Terms::of(Role::Worker), "grace", NOW)
        .await
        .unwrap();
    accounts.close().await;
    let (path, key) = files(&folder);
    let sound = fs::read(&path).unwrap();
    fs::write(
        &path,
        [b"not a database".repeat(400), sound[4096..].to_vec()].concat(),
    )
    .unwrap();
    let refused = SqliteAccounts::open(&path, &key).await.err().unwrap();
    assert!(
        refused.to_string().contains("loci restore PATH"),
        "{refused}"
    );
    fs::write(&path, sound).unwrap();
    assert!(SqliteAccounts::open(&path, &key).await.is_ok());
}
