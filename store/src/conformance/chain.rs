//! Tests of the chain: a log that was changed only by appends and erasures is sound, and continues every head that it
//! had.

use kernel::ports::log::{Link, Log, Tombstone};
use kernel::{Actor, Time};

use super::bench::Bench;
use super::samples::{answer, answering, append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    goes_on_from_every_head(bench).await;
    has_a_head_of_its_own(bench).await;
    counts_what_is_left(bench).await;
}

async fn head(log: &dyn Log) -> Link {
    let report = log.verify(None).await.unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
    report.head
}

async fn goes_on_from_every_head(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    let mut heads = vec![head(log).await];
    assert_eq!(heads[0], Link::default(), "nothing was written");
    let stone = |stream: &kernel::StreamId| Tombstone {
        stream: stream.clone(),
        by: Actor::system(),
        at: Time(9),
    };
    for step in 0.. {
        match step {
            0 => drop(log.append(&batch(vec![append(&a, 0, &["1", "2"])])).await),
            1 => {
                let both = batch(vec![
                    append(&b, 0, &["1"]),
                    append(&a, 2, &["3"]),
                    append(&b, 1, &["2", "3"]),
                ]);
                log.append(&both).await.unwrap();
            }
            2 => log.erase_facts(&b, 2..=3).await.unwrap(),
            3 => drop(log.append(&batch(vec![append(&b, 3, &["4"])])).await),
            4 => log.erase_stream(stone(&a)).await.unwrap(),
            5 => log.erase_stream(stone(&stream("never was"))).await.unwrap(),
            6 => drop(log.append(&batch(vec![append(&b, 4, &["5"])])).await),
            7 => log.erase_stream(stone(&b)).await.unwrap(),
            _ => break,
        }
        let now = head(log).await;
        assert!(!heads.contains(&now), "step {step} is not in the chain");
        heads.push(now);
        for known in &heads {
            let report = log.verify(Some(*known)).await.unwrap();
            assert_eq!(report.faults, Vec::<String>::new(), "step {step}");
        }
    }
    // Neither answers alone nor a repeated erasure change the head.
    let only_answers = answering(vec![], vec![answer("k", &a, "text", Time(1))]);
    log.append(&only_answers).await.unwrap();
    log.erase_stream(stone(&a)).await.unwrap();
    assert_eq!(Some(&head(log).await), heads.last());
}

/// Two logs with the same facts have different heads: a hash that can be computed from a log's content would reveal
/// what was erased from it.
async fn has_a_head_of_its_own(bench: &dyn Bench) {
    let (one, other) = (bench.make().await, bench.make().await);
    for made in [&one, &other] {
        let facts = batch(vec![append(&stream("a"), 0, &["1"])]);
        made.log.append(&facts).await.unwrap();
    }
    let theirs = head(&*other.log).await;
    assert_ne!(head(&*one.log).await, theirs);
    let report = one.log.verify(Some(theirs)).await.unwrap();
    assert_eq!(report.faults.len(), 1);
    assert!(report.faults[0].contains(&theirs.to_string()));
    assert_eq!(theirs.to_string().parse(), Ok(theirs));
}

async fn counts_what_is_left(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    log.append(&batch(vec![
        append(&a, 0, &["1", "2"]),
        append(&b, 0, &["1"]),
    ]))
    .await
    .unwrap();
    let report = log.verify(None).await.unwrap();
    assert_eq!((report.facts, report.streams), (3, 2));
    log.erase_facts(&a, 1..=1).await.unwrap();
    let stone = Tombstone {
        stream: b,
        by: Actor::system(),
        at: Time(9),
    };
    log.erase_stream(stone).await.unwrap();
    let report = log.verify(None).await.unwrap();
    assert_eq!((report.facts, report.streams), (2, 1));
}
