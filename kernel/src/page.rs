//! A page of a list: items and the cursor of the next ones. Never an offset.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::error::{Error, Result};

/// The most items a page has.
pub const MAX_ITEMS: u32 = 200;
/// How many it has when the caller does not say.
pub const DEFAULT_ITEMS: u32 = 50;

/// Some items of a list.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Page<T> {
    /// The items, in the list's order.
    pub items: Vec<T>,
    /// What to send as `cursor` to get the next ones; absent on the last page.
    pub next_cursor: Option<String>,
    /// How many there are in all, where that is cheap to know.
    pub total: Option<u64>,
}

/// The number of items to give: the default, or what was asked within 1 to [`MAX_ITEMS`].
///
/// # Errors
/// `invalid` when `limit` is out of range.
pub fn limit(limit: Option<u32>) -> Result<usize> {
    match limit.unwrap_or(DEFAULT_ITEMS) {
        n @ 1..=MAX_ITEMS => Ok(n as usize),
        _ => Err(Error::field("/limit", format!("expected 1 to {MAX_ITEMS}"))),
    }
}

/// Where an item stands in a list that is in the order of a moment, and of names where that is the same. A page goes
/// on behind the place of the last item of the one before, whatever came and went meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The moment, or another number.
    pub at: i64,
    /// The name.
    pub name: String,
}

impl Place {
    /// The place that a cursor says.
    ///
    /// # Errors
    /// `invalid` when it says none.
    pub fn of(cursor: Option<&str>) -> Result<Option<Self>> {
        let read = |text: &str| {
            let (at, name) = text.split_once(':').ok_or_else(no_cursor)?;
            let at = at.parse().map_err(|_| no_cursor())?;
            let name = name.into();
            Ok(Self { at, name })
        };
        cursor.map(read).transpose()
    }

    /// The cursor that says it.
    #[must_use]
    pub fn cursor(&self) -> String {
        format!("{}:{}", self.at, self.name)
    }
}

/// The items behind a place, in order, so many at most; with the cursor of the next page.
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

/// A number that an earlier page gave as its cursor.
///
/// # Errors
/// `invalid` when `cursor` is not one.
pub fn cursor(cursor: Option<&str>) -> Result<Option<u64>> {
    cursor
        .map(|text| text.parse().map_err(|_| no_cursor()))
        .transpose()
}

/// That something is no cursor.
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
        // The first page is gone, and something came before its place.
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
