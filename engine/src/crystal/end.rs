//! Cursors of memory pages: the next page begins behind the last memory of the previous one, whatever was written,
//! forgotten or recalled in between.

use kernel::error::Result;
use kernel::page::no_cursor;
use kernel::ports::index::Place;
use kernel::time::Time;

use crate::crystal::rank::Ranked;

/// Fixed-point scale of scores.
const PARTS: f64 = 1e9;

/// End of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Number of memories returned up to here.
    pub given: usize,
    /// Time or scaled score of the last memory.
    number: i64,
    /// Index place of the last memory.
    place: Place,
}

impl End {
    /// Creates the end of a page in order of time.
    #[must_use]
    pub const fn at(given: usize, moment: Time, place: Place) -> Self {
        Self {
            given,
            number: moment.0,
            place,
        }
    }

    /// Creates the end of a page in order of rank.
    #[must_use]
    pub fn by_rank(given: usize, last: &Ranked<'_>) -> Self {
        Self {
            given,
            number: parts(last.score),
            place: last.candidate.place,
        }
    }

    /// Parses a cursor.
    ///
    /// # Errors
    /// Returns `invalid` if the cursor is malformed.
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

    /// Returns the cursor for this end.
    #[must_use]
    pub fn cursor(&self) -> String {
        format!("{}:{}:{}", self.given, self.number, self.place.0)
    }

    /// Returns the time and place behind which a list in order of time continues.
    #[must_use]
    pub const fn behind(&self) -> (Time, Place) {
        (Time(self.number), self.place)
    }

    /// Returns the position at which a ranking continues: behind the last memory or, if that is gone, at the first one
    /// that scores no better.
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
