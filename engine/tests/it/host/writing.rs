//! Linear streams, decisions over several of them, stale versions, grouped commits.

use std::sync::atomic::Ordering;

use kernel::Caller;
use kernel::error::Code;

use crate::host::counter::{
    Add, Claim, Counter, Double, Get, Open, Transfer, counter, decided, worker,
};
use crate::host::support::{World, add, adding, by, call, together};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_claims_wins() {
    let world = World::default();
    let hub = world.open().await;
    let one = call(&hub, Open {}).await.unwrap().output.counter;
    let claims = (0..64).map(|i| {
        let op = Claim {
            counter: one.clone(),
        };
        (op, by(worker(&format!("w{i}"))))
    });
    let answers = together(&hub, claims).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for error in answers.into_iter().filter_map(Result::err) {
        assert_eq!(error.extra.reason.as_deref(), Some("held"));
    }
    assert_eq!(world.log.facts(&one).len(), 2);
}

#[tokio::test]
async fn a_write_is_seen_as_soon_as_it_is_answered() {
    let world = World::default();
    let hub = world.open().await;
    let opened = call(&hub, Open {}).await.unwrap();
    let one = opened.output.counter;
    assert_eq!((opened.version, opened.position), (Some(1), 1));
    let added = add(&hub, &one, 5).await.unwrap();
    assert_eq!((added.version, added.position), (Some(2), 2));
    let got = call(
        &hub,
        Get {
            counter: one.clone(),
        },
    )
    .await
    .unwrap();
    assert_eq!((got.output.n, got.version, got.position), (5, Some(2), 2));
    let indexed = world.index.indexed();
    assert_eq!(indexed.position, 2);
    assert_eq!(indexed.entries[&one].doc, "{\"n\":5}");
    let facts = world.log.facts(&one);
    assert_eq!(facts[1].workspace, "main");
    assert_eq!(facts[1].actor, worker("ann"));
}

#[tokio::test]
async fn waiting_writes_are_committed_together() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("together");
    add(&hub, &one, 1).await.unwrap();
    world.log.hold();
    let adds: Vec<_> = (0..21).map(|_| adding(&hub, &one, 1)).collect();
    decided(&one, 22).await;
    world.log.release();
    for add in adds {
        add.await.unwrap().unwrap();
    }
    let batches = world.log.stored().batches.clone();
    assert!(batches.len() <= 3, "{batches:?}");
    assert_eq!(batches.iter().sum::<usize>(), 22);
    let gauges = hub.gauges();
    assert_eq!((gauges.facts, gauges.commits), (22, batches.len() as u64));
    assert_eq!(
        gauges.commit_sizes.iter().map(|(_, n)| n).sum::<u64>(),
        gauges.commits
    );
}

#[tokio::test]
async fn a_stale_version_is_refused_with_what_changed() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    for by in 1..=3 {
        call(
            &hub,
            Add {
                counter: one.clone(),
                by,
            },
        )
        .await
        .unwrap();
    }
    let add = |if_version| {
        let caller = Caller {
            if_version: Some(if_version),
            ..by(worker("bob"))
        };
        hub.run(
            Add {
                counter: one.clone(),
                by: 1,
            },
            caller,
        )
    };
    let error = add(1).await.unwrap_err();
    assert_eq!(error.code, Code::Conflict);
    assert_eq!(error.extra.reason.as_deref(), Some("stale"));
    assert_eq!(error.extra.current, Some(3));
    let changes: Vec<_> = error
        .extra
        .changes
        .iter()
        .map(|c| (c.version, c.kind.as_str()))
        .collect();
    assert_eq!(changes, [(2, "added"), (3, "added")]);
    assert_eq!(add(3).await.unwrap().version, Some(4));
}

#[tokio::test]
async fn a_decision_over_several_streams_is_one() {
    let world = World::default();
    let hub = world.open().await;
    let (from, to, guard) = (counter("from"), counter("to"), counter("guard"));
    let transfer = |n| Transfer {
        from: from.clone(),
        to: to.clone(),
        guard: guard.clone(),
        n,
    };
    let answer = call(&hub, transfer(5)).await.unwrap();
    assert_eq!(
        (answer.output.n, answer.version, answer.position),
        (5, Some(1), 2)
    );
    world.log.fail.store(1, Ordering::SeqCst);
    call(&hub, transfer(7)).await.unwrap_err();
    call(
        &hub,
        Claim {
            counter: guard.clone(),
        },
    )
    .await
    .unwrap();
    assert_eq!(
        call(&hub, transfer(1)).await.unwrap_err().code,
        Code::Conflict
    );
    assert_eq!(hub.state::<Counter>(&from).await.unwrap().0.n, -5);
    assert_eq!(hub.state::<Counter>(&to).await.unwrap().0.n, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_looked_up_before_the_decision_still_holds_in_it() {
    let world = World::default();
    let hub = world.open().await;
    let one = call(&hub, Open {}).await.unwrap().output.counter;
    let add = Add {
        counter: one.clone(),
        by: 1,
    };
    call(&hub, add).await.unwrap();
    let double = Double {
        counter: one.clone(),
        seen: (0, 0),
    };
    let doubles = (0..8).map(|_| (double.clone(), by(worker("ann"))));
    for answer in together(&hub, doubles).await {
        answer.unwrap();
    }
    let (state, _) = hub.state::<Counter>(&one).await.unwrap();
    assert_eq!(state.n, 1 << 8);
}

#[tokio::test]
async fn what_was_written_here_is_not_read_again() {
    let world = World::default();
    let hub = world.open().await;
    let counters: Vec<_> = (0..5).map(|n| counter(&format!("mine {n}"))).collect();
    for _ in 0..20 {
        let adding: Vec<_> = counters.iter().map(|one| adding(&hub, one, 1)).collect();
        for added in adding {
            added.await.unwrap().unwrap();
        }
    }
    assert_eq!(hub.gauges().head, 100);
    assert_eq!(world.log.follows.load(Ordering::SeqCst), 0);
    // Facts of other writers count.
    let other = world.open().await;
    let position = add(&other, &counters[0], 1).await.unwrap().position;
    while hub.gauges().head < position {
        tokio::task::yield_now().await;
    }
    assert_eq!(hub.state::<Counter>(&counters[0]).await.unwrap().0.n, 21);
    assert_eq!(world.log.follows.load(Ordering::SeqCst), 1);
}
