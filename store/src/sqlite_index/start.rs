//! Chooses the condition that a search starts with: the one that the fewest items meet, so that the cost follows the
//! number of results.

use kernel::Result;
use kernel::ports::index::{Find, TagTest};

use super::SqliteIndex;
use crate::error::index_fault as fault;

/// Limits up to which items with a tag are counted, in successive steps, to find the rarest tag.
const COUNTED: [i64; 3] = [100, 10_000, i64::MAX];

/// The condition that a search starts with. The others are tested on each item that meets it.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// Items that contain the words.
    Words,
    /// Items that pass the tag test at this position.
    Tag(usize),
    /// Items that pass all tests of tags and spans of time, each evaluated over all items.
    Everything,
    /// Items with a moment in this field, in its order.
    Moment(&'static str),
    /// These rows, as a JSON array.
    Rows(String),
}

impl SqliteIndex {
    /// Returns the start of a search without words: the tag test that the fewest items pass if there are several tests.
    /// Counts no further than necessary.
    pub(super) async fn rarest(&self, find: &Find) -> Result<Start> {
        if find.tags.iter().filter(|(_, test)| narrows(test)).count() < 2 {
            return Ok(Start::Everything);
        }
        let values = find
            .tags
            .iter()
            .enumerate()
            .flat_map(|(at, (field, test))| {
                let values = match test {
                    TagTest::Is(value) => std::slice::from_ref(value),
                    TagTest::All(values) => values.as_slice(),
                    _ => &[],
                };
                values.iter().map(move |value| (at, *field, value))
            });
        let values: Vec<_> = values.collect();
        for most in COUNTED {
            let mut rarest = None;
            for (at, field, value) in &values {
                let count = self.having(field, value, most).await?;
                if count < most && rarest.is_none_or(|(least, _)| count < least) {
                    rarest = Some((count, *at));
                }
            }
            if let Some((_, at)) = rarest {
                return Ok(Start::Tag(at));
            }
        }
        Ok(Start::Everything)
    }

    /// Returns the number of items with a tag, counted up to `most`.
    pub(super) async fn having(&self, field: &str, value: &str, most: i64) -> Result<i64> {
        sqlx::query_scalar(
            "SELECT count(*) FROM (SELECT 1 FROM tags WHERE field = ?1 AND value = ?2 LIMIT ?3)",
        )
        .bind(field)
        .bind(value)
        .bind(most)
        .fetch_one(&self.readers())
        .await
        .map_err(fault)
    }
}

/// Returns true if only items with the field can pass.
pub(super) fn narrows(test: &TagTest) -> bool {
    match test {
        TagTest::Is(_) | TagTest::Any(_) | TagTest::StartsWith(_) => true,
        TagTest::All(values) => !values.is_empty(),
        TagTest::None(_) | TagTest::AbsentOr(_) => false,
    }
}
