//! Tests of lost connections, and of logs that lost commits.

use kernel::Time;
use kernel::ports::log::{AppendError, Log};

use super::bench::Bench;
use super::lossy::{Loss, LossyLog};
use super::samples::{answer, answering, append, batch, stream};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    stores_a_batch_once_whose_answer_was_lost(bench).await;
    refuses_who_saw_commits_that_are_lost(bench).await;
}

async fn stores_a_batch_once_whose_answer_was_lost(bench: &dyn Bench) {
    for losses in [
        [Loss::Before, Loss::Before],
        [Loss::After, Loss::Before],
        [Loss::Before, Loss::After],
        [Loss::After, Loss::After],
    ] {
        let made = bench.make().await;
        let (log, other) = (LossyLog::new(made.log.clone()), &*made.other);
        let (a, b) = (stream("a"), stream("b"));
        let lost = answering(
            vec![append(&a, 0, &["1", "2"]), append(&b, 0, &["1"])],
            vec![answer("k", &a, "first", Time(5))],
        );
        log.lose(losses);
        for _ in losses {
            let sent = log.append(&lost).await;
            assert!(matches!(sent, Err(AppendError::Unknown(_))), "{sent:?}");
        }
        // Other processes write in the meantime.
        let theirs = batch(vec![append(&stream("c"), 0, &["1"])]);
        let between = other.append(&theirs).await.unwrap();
        let first = log.append(&lost).await.unwrap();
        let expected = if losses.contains(&Loss::After) {
            (1, 4)
        } else {
            (2, 1)
        };
        assert_eq!((first, between), expected, "{losses:?}");
        assert_eq!(log.append(&lost).await.unwrap(), first);
        assert_eq!(log.head().await.unwrap().position, 4);
        assert_eq!(other.read(&a, 0, 10).await.unwrap().len(), 2);
        let kept = other.answer("k", Time(5)).await.unwrap().unwrap();
        assert_eq!(kept.answer, lost.answers[0].answer);
        assert_eq!(log.verify(None).await.unwrap().faults, Vec::<String>::new());
    }
}

async fn refuses_who_saw_commits_that_are_lost(bench: &dyn Bench) {
    let made = bench.make().await;
    let Some(lose_after) = &made.lose_after else {
        return;
    };
    let (log, other) = (&*made.log, &*made.other);
    let (a, b) = (stream("a"), stream("b"));
    log.append(&batch(vec![append(&a, 0, &["1"])]))
        .await
        .unwrap();
    other.head().await.unwrap();
    let lost = batch(vec![append(&a, 1, &["2"])]);
    log.append(&lost).await.unwrap();
    lose_after(1).await;
    // This process has seen the lost commit; the other one has not.
    for batch in [&lost, &batch(vec![append(&b, 0, &["1"])])] {
        let refused = log.append(batch).await;
        assert!(
            matches!(refused, Err(AppendError::Replaced(_))),
            "{refused:?}"
        );
    }
    let goes_on = batch(vec![append(&a, 1, &["other"]), append(&b, 0, &["1"])]);
    assert_eq!(other.append(&goes_on).await.unwrap(), 2);
    assert_eq!(other.head().await.unwrap().position, 3);
    // Also if the log is as long as before.
    let refused = log.append(&batch(vec![append(&a, 2, &["3"])])).await;
    assert!(
        matches!(refused, Err(AppendError::Replaced(_))),
        "{refused:?}"
    );
    assert_eq!(
        other.verify(None).await.unwrap().faults,
        Vec::<String>::new()
    );
}
