//! The live feed is complete and without duplicates.

use std::sync::Arc;

use kernel::host::{Hub, Settings};
use kernel::ports::log::Log;
use kernel::view::Services;
use kernel::{Fact, Position, Time};

use crate::host::counter::{Add, counter, worker};
use crate::host::support::{World, add, by, together};

/// Follows the log from the start to `end` as a door does: the log up to the start of the feed, then the feed, and the
/// log again after a lag.
async fn follow(world: World, hub: Arc<Hub>, end: Position) -> Vec<Position> {
    let mut seen: Vec<Position> = Vec::new();
    'again: loop {
        let mut feed = hub.subscribe();
        let after = seen.last().copied().unwrap_or(0);
        let missed = world.log.follow(after, usize::MAX).await.unwrap();
        let missed = missed.iter().map(|fact| fact.position);
        seen.extend(missed.take_while(|position| *position <= feed.position()));
        while seen.last() != Some(&end) {
            match feed.next().await {
                Ok(fact) => {
                    let fact = fact.expect("the kernel is open");
                    let whole: Fact = serde_json::from_str(&fact.json).unwrap();
                    assert_eq!(
                        (whole.position, whole.stream),
                        (fact.position, fact.stream.clone())
                    );
                    seen.push(fact.position);
                }
                Err(lagged) => {
                    assert_eq!(lagged.after, feed.position());
                    continue 'again;
                }
            }
        }
        return seen;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn it_never_skips_and_never_repeats() {
    const FACTS: u64 = 2000;
    for feed in [1, 1024] {
        let world = World::default();
        let settings = Settings {
            feed,
            batch: 16,
            ..Settings::default()
        };
        let hub = world.open_with(settings).await;
        let mut followers = Vec::new();
        for part in 0..10 {
            // Another follower joins in the middle of each load.
            followers.push(tokio::spawn(follow(world.clone(), hub.clone(), FACTS)));
            let adds = (0..FACTS / 10).map(|i| {
                let counter = counter(&format!("feed {feed} {}", (i + part) % 7));
                (Add { counter, by: 1 }, by(worker("ann")))
            });
            for answer in together(&hub, adds).await {
                answer.unwrap();
            }
        }
        for follower in followers {
            let seen = follower.await.unwrap();
            assert_eq!(seen, (1..=FACTS).collect::<Vec<_>>());
        }
    }
}

#[tokio::test]
async fn it_ends_when_the_kernel_closes() {
    let world = World::default();
    let hub = world.open().await;
    let mut feed = hub.subscribe();
    assert_eq!(hub.gauges().subscribers, 1);
    add(&hub, &counter("one"), 1).await.unwrap();
    hub.close().await;
    assert_eq!(feed.next().await.unwrap().unwrap().position, 1);
    assert!(feed.next().await.unwrap().is_none());
    assert!(hub.subscribe().next().await.unwrap().is_none());
}

#[tokio::test(start_paused = true)]
async fn waiting_ends_with_the_next_fact_or_the_deadline() {
    let world = World::default();
    let hub = world.open().await;
    assert_eq!(hub.wait(0, Time(5_000)).await, 0);
    let waiting = tokio::spawn({
        let hub = hub.clone();
        async move { hub.wait(0, Time(i64::MAX)).await }
    });
    add(&hub, &counter("one"), 1).await.unwrap();
    assert_eq!(waiting.await.unwrap(), 1);
    assert_eq!(hub.wait(0, Time(i64::MAX)).await, 1);
    let waiting = tokio::spawn({
        let hub = hub.clone();
        async move { hub.wait(1, Time(i64::MAX)).await }
    });
    hub.close().await;
    assert_eq!(waiting.await.unwrap(), 1);
}
