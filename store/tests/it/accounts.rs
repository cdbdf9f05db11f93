//! Accounts in a folder and in PostgreSQL: tokens, texts that a database refuses, damage.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use kernel::ports::accounts::{Accounts, Bearer, Terms};
use kernel::time::{DAY, HOUR};
use kernel::{Actor, Code, Id, Role, Time};
use store::{Budget, DbAccounts, Spent};
use tempfile::TempDir;

use crate::common::accounts::{Place, files};

const NOW: Time = Time(1_700_000_000_000);

crate::on_each_database!(
    a_token_names_its_agent_until_it_ends,
    a_token_is_for_an_agent_with_a_name,
    a_text_with_nul_is_refused,
    the_end_of_a_token_is_listed_until_it_is_recorded,
    a_budget_is_used_up_by_calls_or_by_tokens,
    a_webhook_has_its_previous_secret_for_a_while,
);

async fn a_token_names_its_agent_until_it_ends(place: &Place) {
    let accounts = place.open().await;
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
    assert_eq!(place.find(&minted.token[5..]).await, Vec::<String>::new());
    accounts.close().await;
    let accounts = place.open().await;
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

async fn a_token_is_for_an_agent_with_a_name(place: &Place) {
    let accounts = place.open().await;
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

/// PostgreSQL accepts no text with this character.
async fn a_text_with_nul_is_refused(place: &Place) {
    let accounts = place.open().await;
    let password = "correct horse battery";
    let is_refused = |refused: kernel::Error, pointer: &str| {
        assert_eq!(refused.code, Code::Invalid, "{pointer}");
        assert_eq!(refused.extra.fields[0].pointer, pointer);
    };
    let terms = || Terms::of(Role::Worker);
    let refused = accounts.mint("a\0", terms(), "grace", NOW).await;
    is_refused(refused.unwrap_err(), "/agent");
    for (pointer, terms) in [
        (
            "/user_id",
            Terms {
                user_id: Some("a\0".into()),
                ..terms()
            },
        ),
        (
            "/namespace",
            Terms {
                namespace: Some("\0".into()),
                ..terms()
            },
        ),
        (
            "/tools",
            Terms {
                tools: Some("\0a".into()),
                ..terms()
            },
        ),
    ] {
        let refused = accounts.mint("ada", terms, "grace", NOW).await;
        is_refused(refused.unwrap_err(), pointer);
    }
    let refused = accounts
        .create_person("a\0", Role::Owner, password, NOW)
        .await;
    is_refused(refused.unwrap_err(), "/name");
    let nul = "correct horse\0 battery";
    let refused = accounts.create_person("ada", Role::Owner, nul, NOW).await;
    is_refused(refused.unwrap_err(), "/password");
    let made = accounts
        .create_person("ada", Role::Owner, password, NOW)
        .await;
    made.unwrap();
    let refused = accounts.set_password("ada", nul, NOW).await;
    is_refused(refused.unwrap_err(), "/password");
    let refused = accounts.add_webhook("https://a.example/\0").await;
    is_refused(refused.err().unwrap(), "/url");
    let webhook = accounts.add_webhook("https://a.example/").await.unwrap();
    let refused = accounts.move_webhook(&webhook.id, "https://\0").await;
    is_refused(refused.unwrap_err(), "/url");

    // Nothing has such a name, and nothing has a very long one.
    for wrong in ["ada\0", "\0", &"a".repeat(1_000_000)] {
        assert_eq!(accounts.person(wrong).await.unwrap(), None);
        assert_eq!(accounts.sign_in(wrong, password).await.unwrap(), None);
        assert_eq!(accounts.sign_in("ada", wrong).await.unwrap(), None);
        assert!(accounts.webhook(wrong, NOW).await.unwrap().is_none());
        accounts.forget_webhook(wrong).await.unwrap();
        let missing = [
            accounts.revoke(wrong, NOW).await.err(),
            accounts.set_password(wrong, password, NOW).await.err(),
            accounts
                .move_webhook(wrong, "https://a.example/")
                .await
                .err(),
            accounts.rotate_webhook(wrong, NOW).await.err(),
        ];
        for missing in missing {
            assert_eq!(missing.unwrap().code, Code::NotFound);
        }
    }
    assert!(accounts.webhook(&webhook.id, NOW).await.unwrap().is_some());
}

async fn the_end_of_a_token_is_listed_until_it_is_recorded(place: &Place) {
    let accounts = place.open().await;
    let mut minted = Vec::new();
    for (agent, hours) in [("late", 2), ("early", 1), ("revoked", 1)] {
        let terms = Terms {
            expires_at: Some(NOW.plus(hours * HOUR)),
            ..Terms::of(Role::Worker)
        };
        minted.push(accounts.mint(agent, terms, "grace", NOW).await.unwrap());
    }
    accounts.revoke(&minted[2].info.id, NOW).await.unwrap();
    let expired = async |now| -> Vec<String> {
        let tokens = accounts.list_expired(now).await.unwrap();
        tokens.into_iter().map(|token| token.agent).collect()
    };
    assert!(expired(NOW.plus(HOUR - 1)).await.is_empty());
    assert_eq!(expired(NOW.plus(HOUR)).await, ["early"]);
    assert_eq!(expired(NOW.plus(2 * HOUR)).await, ["early", "late"]);
    accounts.keep_end(&minted[1].info.id).await.unwrap();
    assert_eq!(expired(NOW.plus(2 * HOUR)).await, ["late"]);
}

async fn a_budget_is_used_up_by_calls_or_by_tokens(place: &Place) {
    let (here, there) = (place.open().await, place.open().await);
    let budget = Budget {
        calls: 3,
        tokens: 100,
    };
    assert_eq!(here.spend_call(budget, NOW).await.unwrap(), None);
    here.spend_tokens(99, NOW).await.unwrap();
    assert_eq!(there.spend_call(budget, NOW).await.unwrap(), None);
    there.spend_tokens(1, NOW).await.unwrap();
    let spent = here.spend_call(budget, NOW).await.unwrap();
    assert_eq!(spent, Some(Spent::Tokens));
    let more = Budget {
        tokens: u64::MAX,
        ..budget
    };
    assert_eq!(here.spend_call(more, NOW).await.unwrap(), None);
    let spent = there.spend_call(more, NOW).await.unwrap();
    assert_eq!(spent, Some(Spent::Calls));
    // A server whose clock is at the next day does not reset this day.
    let tomorrow = NOW.plus(DAY);
    assert_eq!(there.spend_call(budget, tomorrow).await.unwrap(), None);
    let spent = here.spend_call(more, NOW).await.unwrap();
    assert_eq!(spent, Some(Spent::Calls));
    here.spend_call(budget, NOW.plus(2 * DAY)).await.unwrap();
    assert_eq!(place.number("SELECT count(*) FROM spent").await, 2);
}

async fn a_webhook_has_its_previous_secret_for_a_while(place: &Place) {
    let accounts = place.open().await;
    let made = accounts.add_webhook("https://a.example/").await.unwrap();
    let target = async |now| {
        let target = accounts.webhook(&made.id, now).await.unwrap().unwrap();
        (target.url, target.secrets)
    };
    let first = made.secret.clone();
    let url = "https://a.example/".to_owned();
    assert_eq!(target(NOW).await, (url, vec![first.clone()]));
    let end = NOW.plus(HOUR);
    let second = accounts.rotate_webhook(&made.id, end).await.unwrap();
    accounts
        .move_webhook(&made.id, "https://b.example/")
        .await
        .unwrap();
    let url = "https://b.example/".to_owned();
    let both = vec![second.clone(), first];
    assert_eq!(target(NOW.plus(HOUR - 1)).await, (url.clone(), both));
    assert_eq!(target(end).await, (url, vec![second]));
    accounts.forget_webhook(&made.id).await.unwrap();
    assert!(accounts.webhook(&made.id, NOW).await.unwrap().is_none());
}

#[tokio::test]
async fn damage_stops_the_start() {
    let folder = TempDir::new().unwrap();
    let (path, key) = files(&folder);
    let accounts = DbAccounts::open(&path, &key).await.unwrap();
    accounts
        .mint("ada", Terms::of(Role::Worker), "grace", NOW)
        .await
        .unwrap();
    accounts.close().await;
    let sound = fs::read(&path).unwrap();
    fs::write(
        &path,
        [b"not a database".repeat(400), sound[4096..].to_vec()].concat(),
    )
    .unwrap();
    let refused = DbAccounts::open(&path, &key).await.err().unwrap();
    assert!(
        refused.to_string().contains("loci restore PATH"),
        "{refused}"
    );
    fs::write(&path, sound).unwrap();
    assert!(DbAccounts::open(&path, &key).await.is_ok());
}
