//! Reads all memories of a filter with one index query, because each page of a longer answer costs as much as all of
//! it.

use crate::crystal::filter::Filters;
use crate::crystal::find::{Query, find};
use crate::crystal::rank::Boost;
use crate::crystal::record::Crystal;
use kernel::error::Result;
use kernel::view::View;

/// Returns the newest memories that match the filters, oldest first, at most `most`, and the total number of matches.
/// Includes faded memories, but none that are expired, merged or quarantined; includes outdated ones if the filters ask
/// for them.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub async fn every(view: &View, filters: Filters, most: usize) -> Result<(Vec<Crystal>, u64)> {
    let query = Query {
        text: None,
        filters: Filters {
            faded: true,
            ..filters
        },
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit: most,
    };
    let found = find(view, &query).await?;
    let crystals = found.hits.into_iter().rev().map(|hit| hit.memory);
    Ok((crystals.collect(), found.total))
}
