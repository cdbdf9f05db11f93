//! States equal the folds of their facts, however small the cache is.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use std::time::Duration;

use kernel::StreamId;
use kernel::host::{Hub, Settings};
use kernel::ports::blobs::Content;
use proptest::prelude::*;

use crate::host::counter::{Add, Claim, Counter, Get, Note, Transfer, counter, fold, worker};
use crate::host::support::{World, add, by, call, together};

async fn assert_states_are_folds(world: &World, hub: &Arc<Hub>) {
    let streams: Vec<_> = world.log.stored().streams.keys().cloned().collect();
    for stream in streams {
        let facts = world.log.facts(&stream);
        let (state, version) = hub.state::<Counter>(&stream).await.unwrap();
        assert_eq!(version, facts.len() as u64);
        assert_eq!(*state, fold(facts.iter()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_tiny_cache_changes_nothing() {
    for state_bytes in [0, 1500, 1 << 20] {
        let world = World::default();
        let settings = Settings {
            state_bytes,
            snapshot_every: 7,
            ..Settings::default()
        };
        let hub = world.open_with(settings).await;
        let calls = (0..600_i64).map(|i| {
            let of = |k| counter(&format!("{state_bytes}/{}", (i * k) % 11));
            let op = Transfer {
                from: of(3),
                to: of(5),
                guard: counter("nobody"),
                n: 1,
            };
            (op, by(worker("ann")))
        });
        for answer in together(&hub, calls).await {
            answer.unwrap();
        }
        assert_eq!(hub.gauges().facts, 1200);
        assert_states_are_folds(&world, &hub).await;
        let cached = hub.gauges().cached_bytes;
        assert!(
            cached <= state_bytes.max(1 << 16),
            "{cached} of {state_bytes}"
        );
        hub.close().await;
        assert!(hub.gauges().snapshots > 0);
        let again = world.open().await;
        assert_states_are_folds(&world, &again).await;
    }
}

/// Enlarges a counter's state.
async fn grow(hub: &Arc<Hub>, counter: &StreamId, notes: usize) {
    for _ in 0..notes {
        let note = Note {
            counter: counter.clone(),
            text: Content::Text("a note of some length".repeat(10)),
        };
        call(hub, note).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_state_in_use_stays_however_large() {
    let world = World::default();
    let settings = Settings {
        state_bytes: 8192,
        snapshot_every: 50,
        ..Settings::default()
    };
    let hub = world.open_with(settings).await;
    let (large, small) = (counter("large"), counter("small"));
    // Fifty times the size of the cache, with other states besides.
    for _ in 0..2 {
        grow(&hub, &large, 350).await;
        add(&hub, &small, 1).await.unwrap();
        tokio::time::advance(Duration::from_secs(2)).await;
    }
    let before = hub.gauges();
    assert!(before.cached_over > 20 * 8192, "{before:?}");
    for n in 0..100 {
        grow(&hub, &large, 1).await;
        add(&hub, &small, 1).await.unwrap();
        let passer_by = counter(&format!("passer-by {n}"));
        add(&hub, &passer_by, 1).await.unwrap();
        tokio::time::advance(Duration::from_millis(100)).await;
    }
    let after = hub.gauges();
    // Each of the others was loaded once; the two in use were not loaded again.
    assert_eq!(after.state_loads - before.state_loads, 100, "{after:?}");
    assert!(after.state_evictions > before.state_evictions, "{after:?}");
    assert_states_are_folds(&world, &hub).await;

    // Once unused, it is evicted.
    tokio::time::advance(Duration::from_secs(100)).await;
    add(&hub, &counter("another"), 1).await.unwrap();
    tokio::time::advance(Duration::from_secs(2)).await;
    add(&hub, &counter("another"), 1).await.unwrap();
    assert_eq!(hub.gauges().cached_over, 0, "{:?}", hub.gauges());
}

#[tokio::test(start_paused = true)]
async fn what_a_state_takes_is_measured() {
    let world = World::default();
    let settings = Settings {
        snapshot_every: 10,
        ..Settings::default()
    };
    let hub = world.open_with(settings).await;
    let one = counter("one");
    for _ in 0..2000 {
        add(&hub, &one, 1).await.unwrap();
    }
    // Two thousand facts, and a state of one number.
    let snapshot = world.log.stored().snapshots[&one].clone();
    let since = 2000 - usize::try_from(snapshot.version).unwrap();
    let most = 1024 + 3 * (snapshot.state.len() + since * "{\"by\":1}".len());
    let taken = hub.gauges().cached_bytes;
    assert!(taken <= most, "{taken} of {most}");
}

#[tokio::test]
async fn a_long_stream_is_snapshotted_ever_more_rarely() {
    let world = World::default();
    let settings = Settings {
        snapshot_every: 10,
        ..Settings::default()
    };
    let hub = world.open_with(settings).await;
    let one = counter("one");
    for n in 1..=1000 {
        assert_eq!(add(&hub, &one, 1).await.unwrap().output.n, n);
    }
    hub.close().await;
    let snapshots = hub.gauges().snapshots;
    assert!((4..40).contains(&snapshots), "{snapshots} of 1000 facts");
    assert_states_are_folds(&world, &world.open().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_state_is_loaded_once_for_all_who_wait() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    add(&hub, &one, 1).await.unwrap();
    hub.close().await;
    let hub = world.open().await;
    world.log.loads.store(0, Ordering::SeqCst);
    let gets = (0..50).map(|_| {
        (
            Get {
                counter: one.clone(),
            },
            by(worker("ann")),
        )
    });
    for answer in together(&hub, gets).await {
        assert_eq!(answer.unwrap().output.n, 1);
    }
    assert_eq!(world.log.loads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn somebody_elses_write_is_decided_upon_again() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    add(&hub, &one, 1).await.unwrap();
    let mut feed = hub.subscribe();
    // Another process writes to the log.
    let other = world.open().await;
    add(&other, &one, 10).await.unwrap();
    let answer = add(&hub, &one, 100).await.unwrap();
    assert_eq!((answer.output.n, answer.version), (111, Some(3)));
    for position in 2..=3 {
        assert_eq!(feed.next().await.unwrap().unwrap().position, position);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Add(usize, i64),
    Transfer(usize, usize),
    Claim(usize),
    Reopen,
    Fail,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..4_usize, -3..4_i64).prop_map(|(at, by)| Step::Add(at, by)),
        3 => (0..4_usize, 0..4_usize).prop_map(|(from, to)| Step::Transfer(from, to)),
        1 => (0..4_usize).prop_map(Step::Claim),
        1 => Just(Step::Reopen),
        1 => Just(Step::Fail),
    ];
    prop::collection::vec(step, 1..40)
}

async fn follow(steps: Vec<Step>) {
    let world = World::default();
    let settings = Settings {
        state_bytes: 3000,
        snapshot_every: 3,
        ..Settings::default()
    };
    let mut hub = world.open_with(settings.clone()).await;
    let of = |at: usize| counter(&format!("law {at}"));
    for step in steps {
        // Rejections and failures are included: they must leave nothing.
        let _ = match step {
            Step::Add(at, by) => {
                call(
                    &hub,
                    Add {
                        counter: of(at),
                        by,
                    },
                )
                .await
            }
            Step::Transfer(from, to) => {
                let (from, to, guard) = (of(from), of(to), of(0));
                call(
                    &hub,
                    Transfer {
                        from,
                        to,
                        guard,
                        n: 1,
                    },
                )
                .await
            }
            Step::Claim(at) => call(&hub, Claim { counter: of(at) }).await,
            Step::Reopen => {
                hub.close().await;
                hub = world.open_with(settings.clone()).await;
                continue;
            }
            Step::Fail => {
                world.log.fail.store(1, Ordering::SeqCst);
                continue;
            }
        };
    }
    assert_states_are_folds(&world, &hub).await;
    let followed = world.index.indexed().clone();
    hub.rebuild_index().await.unwrap();
    assert_eq!(*world.index.indexed(), followed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_state_is_the_fold_of_its_facts_and_the_index_follows(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(follow(steps));
    }
}
