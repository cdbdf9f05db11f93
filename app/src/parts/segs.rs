//! Progress of a workflow as one segmented bar: completed, in progress, in review, failed, and the rest.
use leptos::prelude::*;

use super::status::Status;

/// Number of tasks by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([usize; Status::ALL.len()]);

impl Tally {
    /// Adds one task of this status.
    pub fn add(&mut self, status: Status) {
        self.0[status as usize] += 1;
    }

    /// Returns the number of tasks of this status.
    #[must_use]
    pub const fn of(&self, status: Status) -> usize {
        self.0[status as usize]
    }

    /// Returns the total number of tasks.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// Returns the counts as words, without zeros: "5 completed, 1 in review"; "no tasks" if there are none.
    #[must_use]
    pub fn words(&self) -> String {
        let words: Vec<_> = Status::ALL
            .into_iter()
            .filter(|&status| self.of(status) > 0)
            .map(|status| format!("{} {}", self.of(status), status.phrase()))
            .collect();
        if words.is_empty() {
            "no tasks".into()
        } else {
            words.join(", ")
        }
    }
}

impl FromIterator<Status> for Tally {
    fn from_iter<I: IntoIterator<Item = Status>>(statuses: I) -> Self {
        let mut tally = Self::default();
        statuses.into_iter().for_each(|status| tally.add(status));
        tally
    }
}

/// Statuses with a segment of their own, in drawing order.
const DRAWN: [Status; 4] = [
    Status::Completed,
    Status::InProgress,
    Status::Review,
    Status::Failed,
];

/// The bar. All five segments are always present, so that a refreshed page changes only their widths.
#[component]
pub fn Segs(
    /// Number of tasks by status.
    tally: Tally,
) -> impl IntoView {
    let drawn: usize = DRAWN.iter().map(|status| tally.of(*status)).sum();
    let parts = DRAWN.map(|status| {
        view! { <i data-status=status.name() style=format!("--n:{}", tally.of(status))></i> }
    });
    view! {
        <span class="segs" role="img" aria-label=tally.words()>
            {parts.into_iter().collect_view()}
            <i style=format!("--n:{}", tally.total() - drawn)></i>
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::{Status, Tally};

    #[test]
    fn a_tally_counts_and_says() {
        let tally: Tally = [
            Status::Review,
            Status::Completed,
            Status::Completed,
            Status::InProgress,
        ]
        .into_iter()
        .collect();
        assert_eq!(tally.total(), 4);
        assert_eq!(tally.words(), "2 completed, 1 in review, 1 in progress");
        assert_eq!(Tally::default().words(), "no tasks");
    }
}
