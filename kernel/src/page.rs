//! Cursor pagination.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::error::{Error, Result};

/// Maximum page size.
pub const MAX_ITEMS: u32 = 200;
/// Default page size.
pub const DEFAULT_ITEMS: u32 = 50;

/// One page of a list.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Page<T> {
    /// Items, in the order of the list.
    pub items: Vec<T>,
    /// Value of `cursor` for the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Total number of items, if cheap to compute.
    pub total: Option<u64>,
}

/// Returns the page size: `limit`, or [`DEFAULT_ITEMS`].
///
/// # Errors
/// Returns `invalid` if `limit` is not within 1 to [`MAX_ITEMS`].
pub fn limit(limit: Option<u32>) -> Result<usize> {
    match limit.unwrap_or(DEFAULT_ITEMS) {
        n @ 1..=MAX_ITEMS => Ok(n as usize),
        _ => Err(Error::field("/limit", format!("expected 1 to {MAX_ITEMS}"))),
    }
}

/// Sort key of an item in a list that is ordered by time, then by name. A page begins after the key of the previous
/// page's last item, regardless of items added or removed since.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Time in milliseconds, or another number.
    pub at: i64,
    /// Name, which breaks ties.
    pub name: String,
}

impl Place {
    /// Parses a cursor.
    ///
    /// # Errors
    /// Returns `invalid` if the cursor is malformed.
    pub fn of(cursor: Option<&str>) -> Result<Option<Self>> {
        let read = |text: &str| {
            let (at, name) = text.split_once(':').ok_or_else(no_cursor)?;
            let at = at.parse().map_err(|_| no_cursor())?;
            let name = name.into();
            Ok(Self { at, name })
        };
        cursor.map(read).transpose()
    }

    /// Returns the cursor for this sort key.
    #[must_use]
    pub fn cursor(&self) -> String {
        format!("{}:{}", self.at, self.name)
    }
}

/// Returns the items after `place`, sorted, at most `limit`, and the cursor of the next page.
#[must_use]
pub fn behind<T>(
    place: Option<&Place>,
    mut items: Vec<(Place, T)>,
    limit: usize,
) -> (Vec<T>, Option<String>) {
    items.retain(|(at, _)| place.is_none_or(|place| at > place));
    items.sort_by(|(one, _), (other, _)| one.cmp(other));
    let is_last = items.len() <= limit;
    items.truncate(limit);
    let end = items.last().filter(|_| !is_last);
    let next = end.map(|(place, _)| place.cursor());
    (items.into_iter().map(|(_, item)| item).collect(), next)
}

/// Parses a numeric cursor of an earlier page.
///
/// # Errors
/// Returns `invalid` if `cursor` is not a number.
pub fn cursor(cursor: Option<&str>) -> Result<Option<u64>> {
    cursor
        .map(|text| text.parse().map_err(|_| no_cursor()))
        .transpose()
}

/// Returns the error for an invalid cursor.
#[must_use]
pub fn no_cursor() -> Error {
    Error::field(
        "/cursor",
        "not a cursor of this list: give the `next_cursor` of the page before, or none",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_goes_on_where_the_one_before_ended_whatever_went() {
        let all = |numbers: &[i64]| -> Vec<(Place, String)> {
            let place = |n: &i64| Place {
                at: *n / 2,
                name: format!("a:{n}"),
            };
            numbers.iter().map(|n| (place(n), n.to_string())).collect()
        };
        let (first, next) = behind(None, all(&[5, 1, 4, 3, 2]), 2);
        assert_eq!(first, ["1", "2"]);
        let place = Place::of(next.as_deref()).unwrap();
        // The first page was removed, and an item was added before the cursor.
        let (second, next) = behind(place.as_ref(), all(&[0, 5, 4, 3]), 2);
        assert_eq!(second, ["3", "4"]);
        let place = Place::of(next.as_deref()).unwrap();
        let (third, next) = behind(place.as_ref(), all(&[5]), 2);
        assert_eq!((third, next), (vec!["5".to_owned()], None));
        for cursor in ["", "7", "x:a"] {
            assert!(Place::of(Some(cursor)).is_err(), "{cursor}");
        }
    }
}
