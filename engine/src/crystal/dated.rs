//! Date that a memory carries in every prompt: of its event, of its validity, or of its creation. Without it a model
//! cannot tell which memory is current.

use crate::crystal::record::Crystal;
use kernel::time::{DAY, OffsetTime, Time};

/// Token budget below which an event is dated by its day alone.
const SMALL_BUDGET: u32 = 1_500;

/// The dates of a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// Time of the event.
    pub event: Option<OffsetTime>,
    /// Start of its validity.
    pub valid_from: Option<Time>,
    /// End of its validity.
    pub valid_to: Option<Time>,
    /// Time of its creation.
    pub noted: Time,
}

impl From<&Crystal> for Dates {
    fn from(memory: &Crystal) -> Self {
        Self {
            event: memory.event_date,
            valid_from: memory.valid_from,
            valid_to: memory.valid_to,
            noted: memory.created_at,
        }
    }
}

/// The precision of an event's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Day.
    Day,
    /// Minute, if the event has a time of day.
    Minute,
}

impl Precision {
    /// Returns the precision for a prompt of at most this many tokens.
    #[must_use]
    pub const fn of_budget(tokens: u32) -> Self {
        if tokens < SMALL_BUDGET {
            Self::Day
        } else {
            Self::Minute
        }
    }

    /// Formats the local time of an event; midnight is its day alone.
    #[must_use]
    pub fn format(self, event: OffsetTime) -> String {
        let local = event.local();
        if self == Self::Day || local.0.rem_euclid(DAY) == 0 {
            return local.date();
        }
        let whole = local.to_second();
        let minute = whole.get(..16).unwrap_or(&whole).replace('T', " ");
        match event.offset().as_str() {
            "Z" => minute,
            offset => format!("{minute} {offset}"),
        }
    }
}

/// Returns the last day before an end, which is exclusive.
#[must_use]
pub fn last_day(end: Time) -> String {
    end.plus(-1).date()
}

impl Dates {
    /// Formats a memory's text for a prompt, with its date in brackets in front.
    #[must_use]
    pub fn line(&self, text: &str, precision: Precision) -> String {
        format!("[{}] {text}", self.format_with(precision))
    }

    fn format_with(&self, precision: Precision) -> String {
        let mut parts = Vec::with_capacity(3);
        parts.extend(self.event.map(|event| precision.format(event)));
        let from = self.valid_from.filter(|_| self.event.is_none());
        parts.extend(from.map(|from| format!("since {}", from.date())));
        parts.extend(self.valid_to.map(|to| format!("until {}", last_day(to))));
        if self.event.is_none() && self.valid_from.is_none() {
            parts.insert(0, format!("noted {}", self.noted.date()));
        }
        parts.join(" ")
    }
}
