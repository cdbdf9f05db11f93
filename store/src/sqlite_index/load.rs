//! Loads shelves into memory, also before a question needs them.

use kernel::{Error, Result};

use super::SqliteIndex;
use crate::error::index_fault as fault;
use crate::recall::shelf::{Change, Shelf, Thing};

/// Number of items that one step loads. Requests and a stop of the server wait for one step at most.
pub(super) const BATCH_SIZE: usize = 2_000;

/// Selects the shelves with the number of items on each, the largest first.
const LARGEST: &str = "\
    SELECT shelf, count(*) FROM texts WHERE shelf IS NOT NULL GROUP BY shelf ORDER BY 2 DESC, 1";

impl SqliteIndex {
    /// Loads shelves into memory, the largest first, as long as none has to be evicted for them. A question that
    /// arrives meanwhile waits only for the shelves that it needs.
    ///
    /// # Errors
    /// Returns `unavailable` if the index cannot be read.
    pub async fn load_shelves(&self) -> Result<()> {
        let shelves: Vec<(String, i64)> = sqlx::query_as(LARGEST)
            .fetch_all(&self.readers())
            .await
            .map_err(fault)?;
        for (name, things) in shelves {
            let things = usize::try_from(things).unwrap_or(usize::MAX);
            if self.has_room(things) {
                self.shelves_of(Some(&[name])).await?;
            }
        }
        Ok(())
    }
}

/// Builds a shelf from items.
pub(super) async fn fill(things: Vec<Thing>) -> Result<Shelf> {
    let (mut shelf, mut things) = (Shelf::default(), things.into_iter());
    while !things.as_slice().is_empty() {
        let fill = move || {
            for thing in things.by_ref().take(BATCH_SIZE) {
                shelf.change(Change::Put(Box::new(thing)));
            }
            (shelf, things)
        };
        (shelf, things) = tokio::task::spawn_blocking(fill)
            .await
            .map_err(|error| Error::internal(error.to_string()))?;
    }
    Ok(shelf)
}
