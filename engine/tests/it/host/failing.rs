//! Failing appends, conflicting writers, panicking decisions: nothing is half done, and no caller gets an answer based
//! on facts that are not durable.

use std::sync::atomic::Ordering;

use kernel::error::Code;

use crate::host::counter::{Burst, Claim, Counter, Double, counter, decided, n, worker};
use crate::host::support::{World, add, adding, by, call};

#[tokio::test]
async fn a_failed_append_leaves_nothing_and_later_writes_work() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    add(&hub, &one, 1).await.unwrap();
    world.log.fail.store(1, Ordering::SeqCst);
    let error = add(&hub, &one, 2).await.unwrap_err();
    assert_eq!(error.code, Code::Unavailable);
    assert!(error.detail.contains("the disk is full"), "{error}");
    assert!(error.detail.contains("nothing was stored"), "{error}");
    let (state, version) = hub.state::<Counter>(&one).await.unwrap();
    assert_eq!((state.n, version), (1, 1));
    assert!(!hub.can_write(), "until a commit succeeds");
    let answer = add(&hub, &one, 3).await.unwrap();
    assert!(hub.can_write());
    assert_eq!((answer.output.n, answer.version), (4, Some(2)));
    assert_eq!(hub.gauges().commits_failed, 1);
}

#[tokio::test]
async fn what_was_decided_on_a_failed_commit_is_decided_again() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("decided again");
    add(&hub, &one, 1).await.unwrap();
    world.log.hold();
    let first = adding(&hub, &one, 10);
    world.log.reached().await;
    let second = adding(&hub, &one, 100);
    decided(&one, 3).await;
    world.log.fail.store(1, Ordering::SeqCst);
    world.log.release();
    assert_eq!(first.await.unwrap().unwrap_err().code, Code::Unavailable);
    assert_eq!(n(&second.await.unwrap()), Some(101));
    assert_eq!(world.log.facts(&one).len(), 2);
}

#[tokio::test]
async fn a_refusal_on_tentative_states_waits_for_them() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("tentative");
    add(&hub, &one, 1).await.unwrap();
    world.log.hold();
    let claim = |who: &str| {
        let (hub, one, caller) = (hub.clone(), one.clone(), by(worker(who)));
        tokio::spawn(async move { hub.run(Claim { counter: one }, caller).await })
    };
    let first = claim("ann");
    world.log.reached().await;
    let second = claim("bob");
    let third = adding(&hub, &one, 1);
    decided(&one, 2).await;
    // Ann's claim is not durable yet, so Bob must not learn of it.
    assert!(!second.is_finished());
    world.log.fail.store(1, Ordering::SeqCst);
    world.log.release();
    assert_eq!(first.await.unwrap().unwrap_err().code, Code::Unavailable);
    assert!(second.await.unwrap().is_ok());
    assert!(third.await.unwrap().is_ok());
    let (state, _) = hub.state::<Counter>(&one).await.unwrap();
    assert_eq!(state.holder.as_deref(), Some("bob"));
}

#[tokio::test]
async fn what_a_tentative_state_has_outdated_waits_for_it() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("outdated");
    add(&hub, &one, 1).await.unwrap();
    world.log.hold();
    let first = adding(&hub, &one, 10);
    world.log.reached().await;
    let double = tokio::spawn({
        let (hub, counter) = (hub.clone(), one.clone());
        let seen = (0, 0);
        async move { call(&hub, Double { counter, seen }).await }
    });
    let third = adding(&hub, &one, 1);
    decided(&one, 3).await;
    // Further preparations would only see the earlier state.
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    assert!(!double.is_finished());
    world.log.release();
    assert!(first.await.unwrap().is_ok());
    assert!(third.await.unwrap().is_ok());
    assert_eq!(n(&double.await.unwrap()), Some(24));
}

#[tokio::test]
async fn a_panicking_decision_harms_nobody_else() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("panicking");
    add(&hub, &one, 1).await.unwrap();
    world.log.hold();
    let before = adding(&hub, &one, 1);
    world.log.reached().await;
    let burst = tokio::spawn({
        let (hub, one) = (hub.clone(), one.clone());
        async move { call(&hub, Burst { counter: one }).await }
    });
    let after = adding(&hub, &one, 1);
    decided(&one, 3).await;
    world.log.release();
    assert!(before.await.unwrap().is_ok());
    assert_eq!(burst.await.unwrap().unwrap_err().code, Code::Internal);
    assert_eq!(n(&after.await.unwrap()), Some(3));
    assert_eq!(hub.gauges().panics, 1);
}

#[tokio::test]
async fn who_is_always_overtaken_is_told_so() {
    let world = World::default();
    let hub = world.open().await;
    let (one, two) = (counter("overtaken"), counter("beside"));
    for overtaken in [1, 7] {
        world.log.overtaken.store(overtaken, Ordering::SeqCst);
        assert!(add(&hub, &one, 1).await.is_ok(), "{overtaken} times");
    }
    // Decisions on top of a conflicting commit are decided again.
    world.log.hold();
    let before = adding(&hub, &one, 1);
    world.log.reached().await;
    let (after, beside) = (adding(&hub, &one, 1), adding(&hub, &two, 1));
    decided(&one, 12).await;
    world.log.overtaken.store(1, Ordering::SeqCst);
    world.log.release();
    for answer in [before, after, beside] {
        assert!(answer.await.unwrap().is_ok());
    }

    world.log.overtaken.store(8, Ordering::SeqCst);
    let error = add(&hub, &one, 1).await.unwrap_err();
    assert_eq!(error.code, Code::Conflict);
    assert_eq!(error.extra.reason.as_deref(), Some("contended"));
    assert!(error.detail.contains("nothing was stored"), "{error}");
    assert_eq!(hub.state::<Counter>(&one).await.unwrap().0.n, 4);
}
