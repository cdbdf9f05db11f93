//! Tests of snapshots, answers and tombstones.

use kernel::ports::log::{ANSWERS_KEPT, Snapshot, Tombstone};
use kernel::{Actor, Role, Time};

use super::bench::Bench;
use super::samples::{answer, answering, append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    keeps_the_newest_snapshot(bench).await;
    keeps_answers_for_a_day(bench).await;
    leaves_a_tombstone(bench).await;
}

fn snapshot(version: u64, schema: u16, state: &str) -> Snapshot {
    Snapshot {
        version,
        schema,
        state: state.as_bytes().to_vec(),
    }
}

async fn keeps_the_newest_snapshot(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    log.append(&batch(vec![append(&a, 0, &["1", "2", "3"])]))
        .await
        .unwrap();
    assert_eq!(log.snapshot(&a).await.unwrap(), None);
    log.keep_snapshot(&a, snapshot(2, 1, "{}"), 0)
        .await
        .unwrap();
    log.keep_snapshot(&a, snapshot(1, 1, "old"), 0)
        .await
        .unwrap();
    assert_eq!(log.snapshot(&a).await.unwrap(), Some(snapshot(2, 1, "{}")));
    log.keep_snapshot(&a, snapshot(3, 1, "\u{0}ü"), 0)
        .await
        .unwrap();
    assert_eq!(
        log.snapshot(&a).await.unwrap(),
        Some(snapshot(3, 1, "\u{0}ü"))
    );
    // A snapshot with another schema replaces the stored one whatever its version, because the stored one is of no use.
    log.keep_snapshot(&a, snapshot(1, 2, "new form"), 0)
        .await
        .unwrap();
    assert_eq!(
        log.snapshot(&a).await.unwrap(),
        Some(snapshot(1, 2, "new form"))
    );
    // A stream without facts has no state to store.
    log.keep_snapshot(&stream("none"), snapshot(1, 1, "x"), 0)
        .await
        .unwrap();
    assert_eq!(log.snapshot(&stream("none")).await.unwrap(), None);
}

async fn keeps_answers_for_a_day(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    let day = i64::try_from(ANSWERS_KEPT.as_millis()).unwrap();
    let at = Time(1_000_000);
    let first = answer("k1", &a, "first \"answer\"", at);
    let kept = answering(vec![append(&a, 0, &["1"])], vec![first.clone()]);
    log.append(&kept).await.unwrap();
    assert_eq!(log.answer("k1", at).await.unwrap(), Some(first.clone()));
    assert_eq!(
        log.answer("k1", at.plus(day - 1)).await.unwrap(),
        Some(first)
    );
    assert_eq!(log.answer("k1", at.plus(day)).await.unwrap(), None);
    assert_eq!(log.answer("k2", at).await.unwrap(), None);
    // An expired key can be used again, even if the old answer is not deleted yet.
    for at in [at.plus(day), at.plus(3 * day)] {
        let again = answer("k1", &a, "again", at);
        log.append(&answering(vec![], vec![again.clone()]))
            .await
            .unwrap();
        assert_eq!(log.answer("k1", at).await.unwrap(), Some(again));
    }
}

async fn leaves_a_tombstone(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    log.append(&batch(vec![append(&a, 0, &["1"])]))
        .await
        .unwrap();
    assert_eq!(log.tombstone(&a).await.unwrap(), None);
    let stone = Tombstone {
        stream: a.clone(),
        by: Actor::new("grace", Role::Owner),
        at: Time(77),
    };
    log.erase_stream(stone.clone()).await.unwrap();
    assert_eq!(log.tombstone(&a).await.unwrap(), Some(stone.clone()));
    // A repeated erasure keeps the first tombstone.
    let other = Tombstone {
        stream: a.clone(),
        by: Actor::system(),
        at: Time(99),
    };
    log.erase_stream(other).await.unwrap();
    assert_eq!(log.tombstone(&a).await.unwrap(), Some(stone));
}
