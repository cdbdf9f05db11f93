//! Tests of repetitions: a batch, and an answer under a key.

use kernel::ports::log::{ANSWERS_KEPT, Answered, AppendError, Batch, Log};
use kernel::{Id, Time};

use super::bench::Bench;
use super::samples::{answer, answering, append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    writes_a_batch_once(bench).await;
    takes_a_batch_again_that_was_refused(bench).await;
    remembers_batches_for_a_day(bench).await;
    never_overwrites_an_answer(bench).await;
    keeps_a_key_for_who_claimed_it(bench).await;
}

async fn writes_a_batch_once(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let (a, b) = (stream("a"), stream("b"));
    let first = answering(
        vec![append(&a, 0, &["1", "2"])],
        vec![answer("k", &a, "kept", Time(5))],
    );
    assert_eq!(log.append(&first).await.unwrap(), 1);
    assert_eq!(log.append(&first).await.unwrap(), 1, "at once");
    let others = batch(vec![append(&b, 0, &["1"]), append(&a, 2, &["3"])]);
    assert_eq!(log.append(&others).await.unwrap(), 3);
    assert_eq!(log.append(&first).await.unwrap(), 1, "after others");
    assert_eq!(other.append(&first).await.unwrap(), 1, "by another");
    let only_answers = answering(vec![], vec![answer("l", &a, "kept", Time(5))]);
    let empty = batch(vec![]);
    for again in [&only_answers, &empty] {
        let first = log.append(again).await.unwrap();
        assert_eq!(log.append(again).await.unwrap(), first);
    }
    assert_eq!(log.head().await.unwrap().position, 4);
    assert_eq!(log.follow(0, 10).await.unwrap().len(), 4);
    assert_eq!(log.verify(None).await.unwrap().faults, Vec::<String>::new());
}

async fn takes_a_batch_again_that_was_refused(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    let mut early = batch(vec![append(&a, 1, &["2"])]);
    assert!(matches!(
        log.append(&early).await,
        Err(AppendError::Conflict(_))
    ));
    log.append(&batch(vec![append(&a, 0, &["1"])]))
        .await
        .unwrap();
    assert_eq!(log.append(&early).await.unwrap(), 2);
    // If the id of a batch is already stored, its content is ignored.
    early.appends = vec![append(&a, 2, &["3"])];
    assert_eq!(log.append(&early).await.unwrap(), 2);
    assert_eq!(log.head().await.unwrap().position, 2);
}

async fn remembers_batches_for_a_day(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    let day = i64::try_from(ANSWERS_KEPT.as_millis()).unwrap();
    let begin = Time(1_000_000);
    let at = |version, after: i64| Batch {
        id: Id::from_parts(begin.plus(after), 1),
        ..batch(vec![append(&a, version, &["one"])])
    };
    let first = at(0, 0);
    for (version, after) in [(0, 0), (1, day / 2), (2, day - 1)] {
        log.append(&at(version, after)).await.unwrap();
        assert_eq!(log.append(&first).await.unwrap(), 1, "after {after}");
    }
    log.append(&at(3, 2 * day)).await.unwrap();
    let late = log.append(&first).await;
    assert!(matches!(late, Err(AppendError::Conflict(_))), "{late:?}");
    assert_eq!(log.head().await.unwrap().position, 4);
}

async fn never_overwrites_an_answer(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    let day = i64::try_from(ANSWERS_KEPT.as_millis()).unwrap();
    let at = Time(1_000_000);
    let first = answer("k", &a, "first", at);
    let kept = answering(vec![append(&a, 0, &["1"])], vec![first.clone()]);
    log.append(&kept).await.unwrap();
    for at in [at, at.plus(-1), at.plus(day - 1)] {
        let second = answering(
            vec![append(&a, 1, &["2"])],
            vec![answer("free", &a, "x", at), answer("k", &a, "second", at)],
        );
        let refused = made.other.append(&second).await;
        assert!(
            matches!(&refused, Err(AppendError::Answered(key)) if key == "k"),
            "{refused:?}"
        );
        assert_eq!(log.answer("free", at).await.unwrap(), None);
        assert_eq!(log.answer("k", at).await.unwrap(), Some(first.clone()));
    }
    assert_eq!(log.head().await.unwrap().position, 1);
    // A stream that was written by another process is also a valid reason.
    let both = answering(
        vec![append(&a, 0, &["1"])],
        vec![answer("k", &a, "second", at)],
    );
    assert!(log.append(&both).await.is_err());
    // If a key occurs twice in a batch, neither answer is written.
    let twice = answering(
        vec![append(&a, 1, &["2"])],
        vec![answer("l", &a, "x", at), answer("l", &a, "y", at)],
    );
    let refused = log.append(&twice).await;
    assert!(matches!(refused, Err(AppendError::Answered(key)) if key == "l"));
    assert_eq!(log.answer("l", at).await.unwrap(), None);
    // The rejected batches used up no version and no position.
    let next = answering(
        vec![append(&a, 1, &["2"])],
        vec![answer("k", &a, "again", at.plus(day))],
    );
    assert_eq!(log.append(&next).await.unwrap(), 2);
}

/// A claim keeps its key for a minute.
async fn keeps_a_key_for_who_claimed_it(bench: &dyn Bench) {
    let made = bench.make().await;
    let (log, other) = (&*made.log, &*made.other);
    let at = Time(1_000_000);
    let claim = |owner, at| {
        let (key, request) = ("k".to_owned(), "r".to_owned());
        Answered::claim(
            key,
            request,
            Id::from_parts(Time(1), owner),
            stream("a"),
            at,
        )
    };
    let store = async |log: &dyn Log, answered: &Answered| match log
        .append(&answering(vec![], vec![answered.clone()]))
        .await
    {
        Ok(_) => true,
        Err(AppendError::Answered(key)) => {
            assert_eq!(key, "k");
            false
        }
        Err(other) => panic!("{other}"),
    };
    let first = claim(1, at);
    assert!(first.is_claim());
    assert!(store(log, &first).await);
    assert_eq!(
        other.answer("k", at.plus(59_999)).await.unwrap(),
        Some(first.clone())
    );
    assert_eq!(other.answer("k", at.plus(60_000)).await.unwrap(), None);
    for after in [0, 59_999] {
        assert!(
            !store(other, &claim(2, at.plus(after))).await,
            "after {after}"
        );
    }
    // Its owner renews or ends it; then another owner can claim the key.
    assert!(store(log, &claim(1, at.plus(59_999))).await);
    assert!(!store(other, &claim(2, at.plus(60_000))).await);
    assert!(store(log, &claim(1, at.plus(59_999)).to_expired()).await);
    assert_eq!(log.answer("k", at.plus(59_999)).await.unwrap(), None);
    assert!(store(other, &claim(2, at.plus(60_000))).await);
    // A claim that was not ended expires after a minute.
    assert!(!store(log, &claim(3, at.plus(119_999))).await);
    assert!(store(log, &claim(3, at.plus(120_000))).await);
    // An answer replaces the claim, and no claim replaces an answer.
    let done = answer("k", &stream("a"), "done", at.plus(120_001));
    assert!(store(log, &done).await);
    assert_eq!(
        other.answer("k", at.plus(200_000)).await.unwrap(),
        Some(done)
    );
    assert!(!store(other, &claim(4, at.plus(200_000))).await);
    let day = i64::try_from(ANSWERS_KEPT.as_millis()).unwrap();
    assert!(store(other, &claim(4, at.plus(120_001 + day))).await);
}
