//! A retry gets the first answer; a key belongs to one request.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kernel::error::Code;
use kernel::host::Hub;
use kernel::time::DAY;
use kernel::{Actor, Role, StreamId};

use crate::host::counter::{Add, Open, Tell, Wipe, counter, decided, worker};
use crate::host::support::{World, by, call, keyed, together};

#[tokio::test]
async fn a_retry_gets_the_first_answer_also_after_a_restart() {
    let world = World::default();
    let hub = world.open().await;
    let first = hub.run(Open {}, keyed(worker("ann"), "k")).await.unwrap();
    call(&hub, Open {}).await.unwrap();
    let retry = hub.run(Open {}, keyed(worker("ann"), "k")).await.unwrap();
    assert_eq!(retry.output, first.output);
    assert_eq!(
        (retry.version, retry.position),
        (first.version, first.position)
    );
    hub.close().await;
    let hub = world.open().await;
    let retry = hub.run(Open {}, keyed(worker("ann"), "k")).await.unwrap();
    assert_eq!(retry.output, first.output);
    assert_eq!(
        (retry.version, retry.position),
        (first.version, first.position)
    );
    assert_eq!(world.log.stored().facts.len(), 2);
    // Another agent's key with the same text is a different key.
    let other = hub.run(Open {}, keyed(worker("bob"), "k")).await.unwrap();
    assert_ne!(other.output, first.output);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn retries_at_the_same_moment_write_once() {
    let world = World::default();
    let hub = world.open().await;
    for round in 0..20 {
        let one = counter(&format!("retried {round}"));
        let calls = (0..16).map(|_| {
            let op = Add {
                counter: one.clone(),
                by: 1,
            };
            (op, keyed(worker("ann"), &format!("k{round}")))
        });
        for answer in together(&hub, calls).await {
            let answer = answer.unwrap();
            assert_eq!((answer.output.n, answer.version), (1, Some(1)));
        }
        assert_eq!(world.log.facts(&one).len(), 1);
    }
}

#[tokio::test]
async fn a_retry_of_a_write_that_failed_writes() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("failed first");
    let add = || {
        hub.run(
            Add {
                counter: one.clone(),
                by: 1,
            },
            keyed(worker("ann"), "k"),
        )
    };
    world.log.fail.store(1, Ordering::SeqCst);
    assert_eq!(add().await.unwrap_err().code, Code::Unavailable);
    assert_eq!(add().await.unwrap().output.n, 1);
    assert_eq!(add().await.unwrap().output.n, 1);
    decided(&one, 2).await;
    assert_eq!(world.log.facts(&one).len(), 1);
}

#[tokio::test]
async fn a_key_is_for_one_request() {
    let world = World::default();
    let hub = world.open().await;
    let add = |by| {
        let op = Add {
            counter: counter("one"),
            by,
        };
        hub.run(op, keyed(worker("ann"), "k"))
    };
    add(1).await.unwrap();
    let error = add(2).await.unwrap_err();
    assert_eq!(error.code, Code::Invalid);
    assert_eq!(
        error.extra.reason.as_deref(),
        Some("idempotency_key_reused")
    );
    let empty = hub.run(Open {}, keyed(worker("ann"), "")).await;
    assert_eq!(empty.unwrap_err().code, Code::Invalid);
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let world = World::default();
    let hub = world.open().await;
    let add = || {
        hub.run(
            Add {
                counter: counter("one"),
                by: 1,
            },
            keyed(worker("ann"), "k"),
        )
    };
    assert_eq!(add().await.unwrap().output.n, 1);
    world.clock.now.fetch_add(2 * DAY, Ordering::SeqCst);
    assert_eq!(add().await.unwrap().output.n, 2);
}

#[tokio::test]
async fn neither_secrets_nor_the_inbox_are_stored() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    let tell = Tell {
        counter: one.clone(),
        to: "bob".into(),
        text: "the password is hunter2".into(),
    };
    let answer = hub
        .run(tell.clone(), keyed(worker("bob"), "k"))
        .await
        .unwrap();
    assert_eq!(answer.redacted_secrets, 1);
    assert_eq!(
        answer.inbox[0].message,
        "the password is [redacted:password]"
    );
    let retry = hub.run(tell, keyed(worker("bob"), "k")).await.unwrap();
    // The notices are kept in memory: the first answer may have been lost.
    assert_eq!((retry.redacted_secrets, retry.inbox.len()), (1, 1));
    let stored = world.log.stored();
    let answers: Vec<_> = stored.answers.values().map(|a| a.answer.as_str()).collect();
    assert_eq!(answers.len(), 1);
    assert!(!answers[0].contains("password"), "{answers:?}");
    assert!(
        stored
            .facts
            .iter()
            .all(|fact| !fact.body.get().contains("hunter2"))
    );
}

#[tokio::test]
async fn what_is_not_decided_is_done_once_too() {
    let world = World::default();
    let hub = world.open().await;
    let (one, two) = (counter("one"), counter("two"));
    for counter in [&one, &two] {
        let add = Add {
            counter: counter.clone(),
            by: 1,
        };
        hub.run(add, by(worker("ann"))).await.unwrap();
    }
    let wipe = |hub: &Arc<Hub>, counter: &StreamId| {
        let op = Wipe {
            counter: counter.clone(),
            fact: None,
        };
        let (hub, olga) = (hub.clone(), Actor::new("olga", Role::Owner));
        async move { hub.run(op, keyed(olga, "k")).await }
    };
    let first = wipe(&hub, &one).await.unwrap();
    let erased = world.log.stored().tombstones.len();
    let again = wipe(&hub, &one).await.unwrap();
    assert_eq!(
        (again.output, again.version, again.position),
        (first.output.clone(), first.version, first.position)
    );
    let error = wipe(&hub, &two).await.unwrap_err();
    assert_eq!(
        error.extra.reason.as_deref(),
        Some("idempotency_key_reused")
    );
    hub.close().await;
    let hub = world.open().await;
    assert_eq!(wipe(&hub, &one).await.unwrap().output, first.output);
    assert_eq!(wipe(&hub, &two).await.unwrap_err().code, Code::Invalid);
    assert_eq!(world.log.stored().tombstones.len(), erased);
    assert_eq!(world.log.facts(&two).len(), 1);
}
