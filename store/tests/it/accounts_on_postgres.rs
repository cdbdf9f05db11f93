//! The accounts in PostgreSQL: they behave as in a folder, with servers that start and write at the same moment, and
//! while the database restarts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use kernel::ports::accounts::{Accounts, Terms};
use kernel::ports::form_results::{FormResults, Sender};
use kernel::time::MINUTE;
use kernel::{Actor, Code, Role, Time};
use store::DbAccounts;
use store::accounts::{Link, Purpose};
use store::conformance::PostgresServer;
use tokio::task::JoinSet;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};

use crate::common::accounts::Place;
use crate::{accounts, following_accounts, form_results, people};

const NOW: Time = Time(1_700_000_000_000);

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn accounts_behave_the_same_on_postgresql() {
    let mut server = PostgresServer::start();
    accounts::on_postgres(&server).await;
    people::on_postgres(&server).await;
    following_accounts::on_postgres(&server).await;
    form_results::on_postgres(&server).await;
    servers_that_start_at_the_same_moment_have_the_same_keys(&server).await;
    changes_at_the_same_moment_succeed(&server).await;
    calls_fail_while_the_database_is_down(&mut server).await;
}

async fn servers_that_start_at_the_same_moment_have_the_same_keys(server: &PostgresServer) {
    let place = Place::schema(server).await;
    let (a, b, c) = tokio::join!(place.open(), place.open(), place.open());
    let terms = Terms::of(Role::Worker);
    let ada = a.mint("ada", terms, "grace", NOW).await.unwrap();
    for other in [&b, &c] {
        assert_eq!(a.seal("words"), other.seal("words"));
        other.follow().await.unwrap();
        assert!(other.verify(&ada.token, NOW).is_some());
    }
    assert_eq!(place.number("SELECT count(*) FROM keys").await, 1);
}

async fn changes_at_the_same_moment_succeed(server: &PostgresServer) {
    const ROUNDS: usize = 10;
    let place = Place::schema(server).await;
    let servers = [place.open().await, place.open().await].map(Arc::new);
    let mut tasks = JoinSet::new();
    for server in &servers {
        for kind in 0..4 {
            let server = server.clone();
            tasks.spawn(async move {
                for _ in 0..ROUNDS {
                    change(&server, kind).await;
                }
            });
        }
    }
    tasks.join_all().await;
    let [a, b] = servers;
    a.follow().await.unwrap();
    b.follow().await.unwrap();
    assert_eq!(a.seal("words"), b.seal("words"));
    let tokens = a.tokens().await.unwrap();
    assert_eq!(tokens.len(), 2 * ROUNDS);
    assert!(tokens.iter().all(|token| token.revoked_at == Some(NOW)));
    let numbers = "SELECT count(DISTINCT number) FROM tokens";
    assert_eq!(place.number(numbers).await, 2 * 10);
    assert_eq!(place.number("SELECT count(*) FROM sessions").await, 0);
}

async fn change(accounts: &DbAccounts, kind: usize) {
    match kind {
        0 => {
            let terms = Terms::of(Role::Worker);
            let minted = accounts.mint("ada", terms, "grace", NOW).await.unwrap();
            accounts.revoke(&minted.info.id, NOW).await.unwrap();
        }
        1 => {
            let mut record = Record {
                id: Id::default(),
                data: [("person".to_owned(), serde_json::json!("ada"))].into(),
                expiry_date: time::OffsetDateTime::from_unix_timestamp(1_000_000).unwrap(),
            };
            let sessions = accounts.sessions();
            sessions.create(&mut record).await.unwrap();
            sessions.delete_expired(NOW).await.unwrap();
        }
        2 => accounts.rotate_key(NOW).await.unwrap(),
        _ => {
            let link = Link {
                purpose: Purpose::Setup,
                person: None,
                role: Some(Role::Owner),
                expires_at: NOW.plus(MINUTE),
            };
            accounts.make_link(&link, NOW).await.unwrap();
            let sender = Sender::Known(Actor::new("ada", Role::Member));
            let id = Id::default().to_string();
            accounts.hold(&id, &sender, vec![7], NOW).await.unwrap();
            accounts.erase_expired(NOW.plus(MINUTE)).await.unwrap();
        }
    }
}

async fn calls_fail_while_the_database_is_down(server: &mut PostgresServer) {
    let place = Place::schema(server).await;
    let accounts = place.open().await;
    let terms = || Terms::of(Role::Worker);
    server.stop("fast");
    let minted = accounts.mint("ada", terms(), "grace", NOW).await;
    for failed in [
        minted.unwrap_err(),
        accounts.people().await.unwrap_err(),
        accounts.follow().await.unwrap_err(),
        accounts.rotate_key(NOW).await.unwrap_err(),
    ] {
        assert_eq!(failed.code, Code::Unavailable, "{failed:?}");
        assert_eq!(failed.extra.retry_after_seconds, Some(1));
    }
    server.run(&[]);
    let minted = accounts.mint("ada", terms(), "grace", NOW).await.unwrap();
    assert!(accounts.verify(&minted.token, NOW).is_some());
}
