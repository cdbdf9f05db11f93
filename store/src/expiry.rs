//! Times at which logs delete answers and batch ids that have expired.

use std::time::Duration;

use kernel::ports::log::{ANSWERS_KEPT, Batch};
use kernel::{Id, Time};

use crate::columns::to_sql;

/// Interval between deletions, in milliseconds, measured by the times of answers and batches.
const INTERVAL: i64 = 10 * kernel::time::MINUTE;

/// Returns the time of the newest answer of a batch.
pub(crate) fn newest_answer(batch: &Batch) -> Option<Time> {
    batch.answers.iter().map(|answer| answer.at).max()
}

/// Returns the time before which answers are deleted with this batch, if the last deletion, at `last`, is long ago.
pub(crate) fn answers_before(last: Time, batch: &Batch) -> Option<Time> {
    let newest = newest_answer(batch)?;
    (newest.since(last) > INTERVAL).then(|| newest.plus(-millis(ANSWERS_KEPT)))
}

/// Returns the oldest id of a batch that is kept, if the last deletion of older ones, at `last`, is long ago.
pub(crate) fn batches_before(last: Time, newest: Id) -> Option<Id> {
    let newest = newest.time();
    let oldest = newest.plus(-millis(ANSWERS_KEPT));
    (newest.since(last) > INTERVAL).then(|| Id::from_parts(oldest, 0))
}

/// Returns a duration in milliseconds.
pub(crate) fn millis(duration: Duration) -> i64 {
    to_sql(duration.as_millis())
}
