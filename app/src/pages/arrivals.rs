//! The newest rows of what grows without end: as many as a page shows, those that arrived while somebody read
//! wait above them, and no more of either is kept than is ever shown. Knows no row.

use leptos::prelude::*;

/// How many rows a browser makes in one frame: more are made in the frames that follow.
#[cfg(feature = "hydrate")]
const AT_ONCE: usize = 10;
/// A server makes pages, and has no frames.
#[cfg(not(feature = "hydrate"))]
const AT_ONCE: usize = usize::MAX;

/// Whether rows that arrive may be shown now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nobody would have anything moved: they are shown.
    Idle,
    /// Somebody reads, points or has paused: they wait.
    Busy,
}

/// How rows are put above others.
type Join<T> = fn(Vec<T>, Vec<T>) -> Vec<T>;

/// Rows, newest first.
pub struct Arrivals<T: Send + Sync + 'static> {
    /// Those that are shown.
    pub rows: RwSignal<Vec<T>>,
    /// How many have arrived and wait.
    pub waiting: RwSignal<usize>,
    /// Whether older ones than those in `rows` were let go.
    pub overflowed: RwSignal<bool>,
    /// Those that wait, or that the next frames show.
    held: StoredValue<Vec<T>>,
    /// Whether the next frame shows some of them.
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

/// Rows above others, each as it is.
#[must_use]
pub fn stacked<T>(mut new: Vec<T>, old: Vec<T>) -> Vec<T> {
    new.extend(old);
    new
}

impl<T: Clone + Send + Sync + 'static> Arrivals<T> {
    /// Begins with `rows`, and keeps at most `most`.
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

    /// Takes rows that arrived together, newest first, of which there were `count` in all.
    pub fn arrive(self, new: Vec<T>, count: usize, reading: Reading) {
        if new.is_empty() {
            return;
        }
        let is_busy = reading == Reading::Busy;
        // What was to be shown already does not wait with what is not.
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

    /// The newest row that has arrived, shown or not.
    pub fn newest<K>(self, of: impl Fn(&T) -> K) -> Option<K> {
        let held = self.held.with_value(|held| held.first().map(&of));
        held.or_else(|| self.rows.with_untracked(|rows| rows.first().map(&of)))
    }

    /// Shows what waits, a few rows in each frame.
    pub fn let_in(self) {
        if self.waiting.get_untracked() > 0 {
            self.waiting.set(0);
        }
        if !self.goes_on.get_value() {
            self.go_on();
        }
    }

    fn go_on(self) {
        self.show(AT_ONCE);
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

    /// Shows the oldest of what waits.
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
    use super::{Arrivals, stacked};

    #[test]
    fn rows_are_bounded_however_many_arrive() {
        let owner = Owner::new();
        owner.set();
        let rows = Arrivals::new(vec![2, 1], 4, stacked);
        rows.arrive(vec![3], 1, Idle);
        assert_eq!(rows.rows.get_untracked(), [3, 2, 1]);
        assert!(!rows.overflowed.get_untracked());
        // Somebody reads: nothing moves, and what waits is counted.
        rows.arrive(vec![5, 4], 2, Busy);
        rows.arrive((6..=1_005).rev().collect(), 1_000, Busy);
        assert_eq!(rows.rows.get_untracked(), [3, 2, 1]);
        assert_eq!(rows.waiting.get_untracked(), 1_002);
        assert_eq!(rows.newest(|row| *row), Some(1_005));
        rows.let_in();
        assert_eq!(rows.rows.get_untracked(), [1_005, 1_004, 1_003, 1_002]);
        assert_eq!(rows.waiting.get_untracked(), 0);
        assert!(rows.overflowed.get_untracked());
        // What still waits is let in with what comes when nobody reads any more.
        rows.arrive(vec![1_006], 1, Busy);
        rows.arrive(vec![1_007], 1, Idle);
        assert_eq!(rows.rows.get_untracked(), [1_007, 1_006, 1_005, 1_004]);
        assert_eq!(rows.waiting.get_untracked(), 0);
        rows.arrive(Vec::new(), 0, Idle);
        assert_eq!(rows.newest(|row| *row), Some(1_007));
    }
}
