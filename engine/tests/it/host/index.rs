//! The index follows the log, also after a gap.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kernel::error::Code;
use kernel::host::{Hub, Settings};
use kernel::ports::blobs::Content;
use kernel::view::Services;
use kernel::{Actor, Role};

use tokio::time::{Duration, Instant, sleep};

use crate::host::counter::{Add, Counter, Note, Wipe, counter};
use crate::host::ports::index::Indexed;
use crate::host::support::{World, add, by, call};

async fn fill(hub: &Arc<Hub>, facts: i64) {
    for i in 0..facts {
        let counter = counter(&format!("{}", i % 5));
        let text = Content::Text(format!("note {i}"));
        call(
            hub,
            Note {
                counter: counter.clone(),
                text,
            },
        )
        .await
        .unwrap();
        call(
            hub,
            Add {
                counter,
                by: if i % 5 == 3 { -1 } else { 1 },
            },
        )
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn it_is_built_from_the_log_when_it_is_missing() {
    let world = World::default();
    let hub = world.open().await;
    fill(&hub, 40).await;
    hub.close().await;
    let followed = world.index.indexed().clone();
    assert_eq!((followed.position, followed.items.len()), (80, 45));
    assert!(followed.entries.len() < 5, "a counter below zero hides");
    *world.index.indexed() = Indexed::default();
    let hub = world.open().await;
    assert_eq!(*world.index.indexed(), followed);
    assert_eq!(hub.rebuild_index().await.unwrap(), 80);
    assert_eq!(*world.index.indexed(), followed);
}

#[tokio::test(start_paused = true)]
async fn one_that_lacks_much_is_built_while_calls_are_served() {
    let world = World::default();
    let hub = world.open().await;
    fill(&hub, 10).await;
    hub.close().await;
    let early = world.index.indexed().clone();
    let hub = world.open().await;
    fill(&hub, 30).await;
    hub.close().await;
    let followed = world.index.indexed().clone();
    for (begins, waits) in [
        (&early, true),
        (&early, false),
        (&Indexed::default(), true),
        (&Indexed::default(), false),
    ] {
        let end = world.log.stored().facts.len() as u64;
        let max_lag = end - begins.position - u64::from(!waits);
        world.index.indexed().clone_from(begins);
        // Whoever waits for it would fail with it.
        if !waits {
            world.index.fail_after(0, 2);
        }
        let settings = Settings {
            max_lag,
            ..Settings::default()
        };
        let hub = world.open_with(settings).await;
        assert_eq!(hub.gauges().index_behind, u8::from(!waits), "{max_lag}");
        assert_eq!(world.index.is_behind.load(Ordering::SeqCst), !waits);
        // States and writes need no index.
        let one = counter("1");
        let (before, _) = hub.state::<Counter>(&one).await.unwrap();
        let after = add(&hub, &one, 1).await.unwrap();
        assert_eq!(after.output.n, before.n + 1);
        add(&hub, &one, -1).await.unwrap();
        while hub.gauges().index_behind > 0 {
            sleep(Duration::from_millis(100)).await;
        }
        assert!(!world.index.is_behind.load(Ordering::SeqCst));
        hub.close().await;
        let built = world.index.indexed().clone();
        assert_eq!(built.items, followed.items, "{max_lag}");
        assert_eq!(built.entries.len(), followed.entries.len());
        assert_eq!(built.position, after.position + 1);
    }
}

#[tokio::test]
async fn it_catches_up_from_where_it_was() {
    let world = World::default();
    let hub = world.open().await;
    fill(&hub, 10).await;
    let early = world.index.indexed().clone();
    fill(&hub, 30).await;
    hub.close().await;
    let followed = world.index.indexed().clone();
    *world.index.indexed() = early;
    world.open().await;
    assert_eq!(*world.index.indexed(), followed);
    // An index that is ahead belongs to another log.
    world.index.indexed().position = 1000;
    world.open().await;
    assert_eq!(*world.index.indexed(), followed);
}

#[tokio::test(start_paused = true)]
async fn a_failing_index_fails_no_write_and_catches_up() {
    let world = World::default();
    let hub = world.open().await;
    fill(&hub, 4).await;
    world.index.fail.store(1, Ordering::SeqCst);
    add(&hub, &counter("0"), 1).await.unwrap();
    assert_eq!(
        (hub.gauges().index_behind, world.index.indexed().position),
        (0, 9)
    );
    world.index.fail.store(3, Ordering::SeqCst);
    add(&hub, &counter("0"), 50).await.unwrap();
    add(&hub, &counter("1"), 60).await.unwrap();
    assert_eq!(
        (hub.gauges().index_behind, world.index.indexed().position),
        (1, 9)
    );
    // The clock is paused: this wait only lets the kernel's own timers elapse.
    hub.wait(hub.head(), kernel::Time(10_000)).await;
    assert_eq!(hub.gauges().index_behind, 0);
    let mended = world.index.indexed().clone();
    hub.rebuild_index().await.unwrap();
    assert_eq!(*world.index.indexed(), mended);
    assert_eq!(mended.position, 11);
    add(&hub, &counter("1"), 60).await.unwrap();
    assert_eq!(world.index.indexed().position, 12);
}

#[tokio::test(start_paused = true)]
async fn what_an_erasure_left_behind_is_mended_without_another_write() {
    let world = World::default();
    let hub = world.open().await;
    fill(&hub, 4).await;
    let olga = Actor::new("olga", Role::Owner);
    let wipe = Wipe {
        counter: counter("0"),
        fact: None,
    };
    // The cursor moves, and then writes to the index fail.
    world.index.fail_after(1, 2);
    let error = hub.run(wipe, by(olga)).await.unwrap_err();
    assert_eq!(error.code, Code::Unavailable);
    assert_eq!(hub.gauges().index_behind, 1);
    // The clock is paused: this wait only lets the kernel's own timers elapse.
    hub.wait(hub.head(), kernel::Time(10_000)).await;
    assert_eq!(hub.gauges().index_behind, 0);
    let indexed = world.index.indexed().clone();
    assert_eq!(indexed.position, 8);
    assert!(!indexed.entries.contains_key(&counter("0")));
    assert!(indexed.entries.contains_key(&counter("1")));
}

#[tokio::test(start_paused = true)]
async fn one_that_is_lost_is_built_again_and_writes_go_on() {
    let world = World::default();
    let hub = world.open().await;
    fill(&hub, 40).await;
    let followed = world.index.indexed().clone();
    assert!(hub.can_find().await);
    world.index.lost.store(true, Ordering::SeqCst);
    *world.index.indexed() = Indexed::default();
    assert!(!hub.can_find().await);
    add(&hub, &counter("new"), 1).await.unwrap();
    // The clock is paused: this wait only lets the kernel's own timers elapse.
    hub.wait(hub.head(), kernel::Time(10_000)).await;
    assert!(hub.can_find().await);
    assert_eq!(hub.gauges().index_behind, 0);
    assert_eq!(world.index.indexed().position, followed.position + 1);
    assert_eq!(world.index.indexed().items.len(), followed.items.len() + 1);
    add(&hub, &counter("new"), 1).await.unwrap();
    assert_eq!(world.index.indexed().position, followed.position + 2);
}

#[tokio::test]
async fn it_tells_what_is_due() {
    let world = World::default();
    let hub = world.open().await;
    add(&hub, &counter("calm"), 1).await.unwrap();
    add(&hub, &counter("due"), 101).await.unwrap();
    assert_eq!(hub.due(0).await, [counter("due")]);
    add(&hub, &counter("due"), -50).await.unwrap();
    assert!(hub.due(0).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_is_due_is_waited_for_until_something_is_written() {
    let world = World::default();
    let hub = world.open().await;
    add(&hub, &counter("late"), 101 + 40_000).await.unwrap();
    let seen = hub.head();
    assert_eq!(seconds(hub.until_due(seen)).await, 41);
    let waiting = tokio::spawn({
        let hub = hub.clone();
        async move { seconds(hub.until_due(seen)).await }
    });
    sleep(Duration::from_secs(3)).await;
    add(&hub, &counter("soon"), 101 + 5_000).await.unwrap();
    assert_eq!(waiting.await.unwrap(), 3);
    assert_eq!(seconds(hub.until_due(hub.head())).await, 6);
    // A change before the wait began.
    assert_eq!(seconds(hub.until_due(seen)).await, 1);
}

#[tokio::test(start_paused = true)]
async fn nothing_due_is_a_look_a_minute_and_what_stays_due_one_a_second() {
    let world = World::default();
    let hub = world.open().await;
    add(&hub, &counter("calm"), 1).await.unwrap();
    assert_eq!(seconds(hub.until_due(hub.head())).await, 61);
    add(&hub, &counter("due"), 101).await.unwrap();
    assert_eq!(seconds(hub.until_due(hub.head())).await, 1);
}

/// Returns the seconds that a future takes.
async fn seconds(wait: impl Future<Output = ()>) -> u64 {
    let began = Instant::now();
    wait.await;
    began.elapsed().as_secs()
}
