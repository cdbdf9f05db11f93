//! Crystals read as a whole, for what looks at all of them: in one question to the index, because each page of a
//! longer answer costs as much as all of it.

use crate::crystal::filter::Filters;
use crate::crystal::find::{Query, find};
use crate::crystal::rank::Boost;
use crate::crystal::record::Crystal;
use kernel::error::Result;
use kernel::view::View;

/// The newest crystals that a filter asks for, oldest first, at most `most`, and how many there are: also those
/// that have faded, but none that expired, that another one took in, or that is not to be believed; what is so no
/// longer where the filter asks for such.
///
/// # Errors
/// `unavailable` when the index cannot be read.
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
