//! Tests of several processes that write to one log, and of processes that follow it.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use kernel::ports::log::{AppendError, Log, Snapshot, Tombstone};
use kernel::{Actor, StreamId, Time};

use super::bench::{Bench, Made};
use super::samples::{append, batch, stream, text};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    orders_what_several_write(bench).await;
    refuses_who_lacks_what_others_wrote(bench).await;
    wakes_who_waits(bench).await;
    tells_what_others_erased(bench).await;
    keeps_no_snapshot_from_before_an_erasure(bench).await;
}

fn stone(stream: &StreamId) -> Tombstone {
    Tombstone {
        stream: stream.clone(),
        by: Actor::system(),
        at: Time(9),
    }
}

/// Repeats an append while others win the race, and returns its position.
async fn push(log: &dyn Log, stream: &StreamId, word: &str) -> u64 {
    loop {
        let known = log.read(stream, 0, 1_000).await.unwrap().len() as u64;
        match log
            .append(&batch(vec![append(stream, known, &[word])]))
            .await
        {
            Ok(position) => return position,
            Err(AppendError::Conflict(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

/// Positions are dense and in commit order, and a concurrent follower gets each fact once.
async fn orders_what_several_write(bench: &dyn Bench) {
    let Made {
        log, other, keeps, ..
    } = bench.make().await;
    let shared = stream("shared");
    let write = |log: std::sync::Arc<dyn Log>, word: &'static str, shared: StreamId| async move {
        let mut last = 0;
        let own = stream(word);
        for n in 0..30 {
            let position = match n % 3 {
                0 => push(&*log, &shared, word).await,
                _ => push(&*log, &own, word).await,
            };
            assert!(position > last, "{word}: {position} after {last}");
            last = position;
        }
    };
    let follow = async {
        let (mut seen, mut after) = (Vec::new(), 0);
        while seen.len() < 60 {
            let mut head = log.head().await.unwrap();
            if head.position <= after {
                head.position = after;
                log.wait_for_change(head).await.unwrap();
            }
            for fact in other.follow(after, 7).await.unwrap() {
                after = fact.position;
                seen.push(fact);
            }
        }
        seen
    };
    let (seen, (), ()) = tokio::join!(
        follow,
        write(log.clone(), "one", shared.clone()),
        write(other.clone(), "two", shared.clone()),
    );
    let positions: Vec<_> = seen.iter().map(|fact| fact.position).collect();
    assert_eq!(positions, (1..=60).collect::<Vec<_>>());
    let mut versions = std::collections::HashMap::new();
    for fact in &seen {
        let version = versions.entry(fact.stream.clone()).or_insert(0);
        *version += 1;
        assert_eq!(fact.version, *version, "{}", fact.stream);
    }
    assert_eq!(versions[&shared], 20);
    assert_eq!(log.verify(None).await.unwrap().faults, Vec::<String>::new());
    drop(keeps);
}

async fn refuses_who_lacks_what_others_wrote(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let a = stream("a");
    log.append(&batch(vec![append(&a, 0, &["1"])]))
        .await
        .unwrap();
    other
        .append(&batch(vec![append(&a, 1, &["2"])]))
        .await
        .unwrap();
    let refused = log.append(&batch(vec![append(&a, 1, &["mine"])])).await;
    assert!(matches!(refused, Err(AppendError::Conflict(stream)) if stream == a));
    let lacks = log.read(&a, 1, 10).await.unwrap();
    assert_eq!(lacks.iter().map(text).collect::<Vec<_>>(), ["2"]);
    log.append(&batch(vec![append(&a, 2, &["mine"])]))
        .await
        .unwrap();
    assert_eq!(other.read(&a, 0, 10).await.unwrap().len(), 3);
}

/// Appends and erasures wake those who already wait and those who start to wait afterwards.
async fn wakes_who_waits(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let a = stream("a");
    let empty = log.head().await.unwrap();
    let mut before = pin!(other.wait_for_change(empty));
    let mut context = Context::from_waker(Waker::noop());
    assert!(before.as_mut().poll(&mut context).is_pending());
    log.append(&batch(vec![append(&a, 0, &["1", "2"])]))
        .await
        .unwrap();
    let head = before.await.unwrap();
    assert_eq!(head.position, 2);
    assert_eq!(other.wait_for_change(empty).await.unwrap(), head);
    assert_eq!(log.wait_for_change(empty).await.unwrap(), head);
    let mut after = pin!(log.wait_for_change(head));
    assert!(after.as_mut().poll(&mut context).is_pending());
    // A batch that is already stored changes nothing, and neither does a rejected one.
    let refused = other.append(&batch(vec![append(&a, 0, &["1"])])).await;
    assert!(refused.is_err());
    assert!(matches!(after.as_mut().poll(&mut context), Poll::Pending));
    other.erase_stream(stone(&a)).await.unwrap();
    let erased = after.await.unwrap();
    assert_eq!(erased.position, 2);
    assert!(erased.erased > head.erased);
}

async fn tells_what_others_erased(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let (a, b) = (stream("a"), stream("b"));
    let appends = vec![append(&a, 0, &["1", "2"]), append(&b, 0, &["1"])];
    log.append(&batch(appends)).await.unwrap();
    assert_eq!(other.head().await.unwrap().erased, 0);
    assert!(other.list_erased(0).await.unwrap().is_empty());
    log.erase_facts(&a, 2..=2).await.unwrap();
    let redacted = other.head().await.unwrap().erased;
    assert!(redacted > 0);
    assert_eq!(
        other.list_erased(0).await.unwrap(),
        std::slice::from_ref(&a)
    );
    log.erase_stream(stone(&b)).await.unwrap();
    let whole = other.head().await.unwrap().erased;
    assert!(whole > redacted);
    assert_eq!(
        other.list_erased(redacted).await.unwrap(),
        std::slice::from_ref(&b)
    );
    assert!(other.list_erased(whole).await.unwrap().is_empty());
    log.erase_stream(stone(&a)).await.unwrap();
    let mut all = other.list_erased(0).await.unwrap();
    all.sort();
    assert_eq!(all, [a, b]);
}

/// Another process may have an older state in memory and try to store it.
async fn keeps_no_snapshot_from_before_an_erasure(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let (a, b) = (stream("a"), stream("b"));
    let appends = vec![append(&a, 0, &["1", "2"]), append(&b, 0, &["1", "2"])];
    log.append(&batch(appends)).await.unwrap();
    let before = other.head().await.unwrap().erased;
    log.erase_facts(&a, 2..=2).await.unwrap();
    let snapshot = Snapshot {
        version: 2,
        schema: 1,
        state: b"{}".to_vec(),
    };
    for stream in [&a, &b] {
        let kept = other.keep_snapshot(stream, snapshot.clone(), before).await;
        kept.unwrap();
    }
    assert_eq!(log.snapshot(&a).await.unwrap(), None);
    assert_eq!(log.snapshot(&b).await.unwrap(), Some(snapshot.clone()));
    let now = log.head().await.unwrap().erased;
    other
        .keep_snapshot(&a, snapshot.clone(), now)
        .await
        .unwrap();
    assert_eq!(log.snapshot(&a).await.unwrap(), Some(snapshot));
}
