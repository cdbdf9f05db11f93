//! Newest rows of an unbounded list: shows one page of rows, holds back rows that arrive while the user is reading,
//! and keeps no more of either than is ever shown.

use leptos::prelude::*;

/// Maximum number of rows that a browser renders in one frame; the others follow in the next frames.
#[cfg(feature = "hydrate")]
const BATCH_SIZE: usize = 10;
/// The server renders all rows at once, because it has no frames.
#[cfg(not(feature = "hydrate"))]
const BATCH_SIZE: usize = usize::MAX;

/// Says if arriving rows may be shown now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The user is not interacting with the list: rows are shown at once.
    Idle,
    /// The user reads, points at the list or has paused it: rows wait.
    Busy,
}

/// Function that puts new rows above the old ones.
type Join<T> = fn(Vec<T>, Vec<T>) -> Vec<T>;

/// Rows, newest first.
pub struct Arrivals<T: Send + Sync + 'static> {
    /// Rows that are shown.
    pub rows: RwSignal<Vec<T>>,
    /// Number of rows that have arrived and wait.
    pub waiting: RwSignal<usize>,
    /// True if rows older than those in `rows` were dropped.
    pub overflowed: RwSignal<bool>,
    /// Rows that wait, or that the next frames show.
    held: StoredValue<Vec<T>>,
    /// True if the next frame shows more rows.
    goes_on: StoredValue<bool>,
    most: usize,
    join: StoredValue<Join<T>>,
}

impl<T: Send + Sync + 'static> Clone for Arrivals<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Arrivals<T> {}

/// Puts new rows above old ones, without merging any.
#[must_use]
pub fn stack<T>(mut new: Vec<T>, old: Vec<T>) -> Vec<T> {
    new.extend(old);
    new
}

impl<T: Clone + Send + Sync + 'static> Arrivals<T> {
    /// Starts with `rows`, and keeps at most `most`.
    #[must_use]
    pub fn new(rows: Vec<T>, most: usize, join: Join<T>) -> Self {
        Self {
            rows: RwSignal::new(rows),
            waiting: RwSignal::new(0),
            overflowed: RwSignal::new(false),
            held: StoredValue::new(Vec::new()),
            goes_on: StoredValue::new(false),
            most,
            join: StoredValue::new(join),
        }
    }

    /// Adds rows that arrived together, newest first; `count` is their number including rows that were dropped.
    pub fn arrive(self, new: Vec<T>, count: usize, reading: Reading) {
        if new.is_empty() {
            return;
        }
        let is_busy = reading == Reading::Busy;
        // Rows that were already due to be shown do not wait with the new ones.
        if is_busy && self.goes_on.get_value() {
            self.goes_on.set_value(false);
            self.show(usize::MAX);
        }
        let held = self.put(new, self.held.try_update_value(std::mem::take));
        self.held.set_value(held);
        if is_busy {
            self.waiting.update(|waiting| *waiting += count);
        } else {
            self.let_in();
        }
    }

    /// Returns the newest row that has arrived, shown or not.
    pub fn newest<K>(self, of: impl Fn(&T) -> K) -> Option<K> {
        let held = self.held.with_value(|held| held.first().map(&of));
        held.or_else(|| self.rows.with_untracked(|rows| rows.first().map(&of)))
    }

    /// Shows the waiting rows, a few in each frame.
    pub fn let_in(self) {
        if self.waiting.get_untracked() > 0 {
            self.waiting.set(0);
        }
        if !self.goes_on.get_value() {
            self.go_on();
        }
    }

    fn go_on(self) {
        self.show(BATCH_SIZE);
        let is_left = self.held.with_value(|held| !held.is_empty());
        self.goes_on.set_value(is_left);
        #[cfg(feature = "hydrate")]
        if is_left {
            request_animation_frame(move || {
                if self.goes_on.try_get_value() == Some(true) {
                    self.go_on();
                }
            });
        }
    }

    /// Shows the oldest `count` of the waiting rows.
    fn show(self, count: usize) {
        let oldest = |held: &mut Vec<T>| held.split_off(held.len().saturating_sub(count));
        let new = self.held.try_update_value(oldest).unwrap_or_default();
        if !new.is_empty() {
            let shown = self.rows.try_update(std::mem::take);
            let rows = self.put(new, shown);
            self.rows.set(rows);
        }
    }

    fn put(self, new: Vec<T>, old: Option<Vec<T>>) -> Vec<T> {
        let join = self.join.get_value();
        let mut rows = join(new, old.unwrap_or_default());
        if rows.len() > self.most {
            rows.truncate(self.most);
            if !self.overflowed.get_untracked() {
                self.overflowed.set(true);
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use leptos::prelude::*;

    use super::Reading::{Busy, Idle};
    use super::{Arrivals, stack};

    #[test]
    fn rows_are_bounded_however_many_arrive() {
        let owner = Owner::new();
        owner.set();
        let rows = Arrivals::new(vec![2, 1], 4, stack);
        rows.arrive(vec![3], 1, Idle);
        assert_eq!(rows.rows.get_untracked(), [3, 2, 1]);
        assert!(!rows.overflowed.get_untracked());
        // The user reads: nothing moves, and waiting rows are counted.
        rows.arrive(vec![5, 4], 2, Busy);
        rows.arrive((6..=1_005).rev().collect(), 1_000, Busy);
        assert_eq!(rows.rows.get_untracked(), [3, 2, 1]);
        assert_eq!(rows.waiting.get_untracked(), 1_002);
        assert_eq!(rows.newest(|row| *row), Some(1_005));
        rows.let_in();
        assert_eq!(rows.rows.get_untracked(), [1_005, 1_004, 1_003, 1_002]);
        assert_eq!(rows.waiting.get_untracked(), 0);
        assert!(rows.overflowed.get_untracked());
        // Rows that still wait are shown with those that arrive when the user stops reading.
        rows.arrive(vec![1_006], 1, Busy);
        rows.arrive(vec![1_007], 1, Idle);
        assert_eq!(rows.rows.get_untracked(), [1_007, 1_006, 1_005, 1_004]);
        assert_eq!(rows.waiting.get_untracked(), 0);
        rows.arrive(Vec::new(), 0, Idle);
        assert_eq!(rows.newest(|row| *row), Some(1_007));
    }
}
