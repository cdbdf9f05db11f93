//! Where a page of memories ended: the next one goes on behind its last memory, whatever was written, forgotten or
//! recalled meanwhile. Finds nothing.

use kernel::error::Result;
use kernel::page::no_cursor;
use kernel::ports::index::Place;
use kernel::time::Time;

use crate::crystal::rank::Ranked;

/// A score as a whole number: parts of one.
const PARTS: f64 = 1e9;

/// The end of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How many were given up to it.
    pub given: usize,
    /// The moment of the last one, or its score.
    number: i64,
    /// The last one.
    place: Place,
}

impl End {
    /// The end at something that was found by a moment.
    #[must_use]
    pub const fn at(given: usize, moment: Time, place: Place) -> Self {
        Self {
            given,
            number: moment.0,
            place,
        }
    }

    /// The end at something that was ranked.
    #[must_use]
    pub fn ranked(given: usize, last: &Ranked<'_>) -> Self {
        Self {
            given,
            number: parts(last.score),
            place: last.candidate.place,
        }
    }

    /// The end that a cursor says.
    ///
    /// # Errors
    /// `invalid` when it says none.
    pub fn of(cursor: Option<&str>) -> Result<Option<Self>> {
        let read = |text: &str| {
            let mut parts = text.splitn(3, ':');
            let end = Self {
                given: parts.next()?.parse().ok()?,
                number: parts.next()?.parse().ok()?,
                place: Place(parts.next()?.parse().ok()?),
            };
            Some(end)
        };
        let end = cursor.map(|text| read(text).ok_or_else(no_cursor));
        end.transpose()
    }

    /// The cursor that says it.
    #[must_use]
    pub fn cursor(&self) -> String {
        format!("{}:{}:{}", self.given, self.number, self.place.0)
    }

    /// The moment and the place behind which a list by moments goes on.
    #[must_use]
    pub const fn behind(&self) -> (Time, Place) {
        (Time(self.number), self.place)
    }

    /// Where a ranking goes on: behind the last one, or at the first that scores no better where that is gone.
    #[must_use]
    pub fn goes_on(&self, ranked: &[Ranked<'_>]) -> usize {
        let is_last = |one: &Ranked<'_>| one.candidate.place == self.place;
        let is_behind = |one: &Ranked<'_>| parts(one.score) <= self.number;
        match ranked.iter().position(is_last) {
            Some(last) => last + 1,
            None => ranked.iter().position(is_behind).unwrap_or(ranked.len()),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a score is of the size of 1"
)]
fn parts(score: f64) -> i64 {
    (score * PARTS) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_says_what_it_was_made_of_and_others_say_nothing() {
        let end = End::at(20, Time(-5), Place(7));
        assert_eq!(End::of(Some(&end.cursor())).unwrap(), Some(end));
        assert_eq!(End::of(None).unwrap(), None);
        for cursor in ["", "20", "20:1", "20:1:x", "-1:1:1", "a:b:c", "20:1:1:1"] {
            assert!(End::of(Some(cursor)).is_err(), "{cursor}");
        }
    }
}
