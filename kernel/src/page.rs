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

/// A number that an earlier page gave as its cursor.
///
/// # Errors
/// `invalid` when `cursor` is not one.
pub fn cursor(cursor: Option<&str>) -> Result<Option<u64>> {
    cursor
        .map(|text| {
            text.parse().map_err(|_| {
                Error::field(
                    "/cursor",
                    "not a cursor of this list: give the `next_cursor` of the page before, or none",
                )
            })
        })
        .transpose()
}
