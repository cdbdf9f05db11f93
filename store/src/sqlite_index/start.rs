//! Where a search begins: with what the fewest things have, so that finding one of many costs no more than it.

use kernel::Result;
use kernel::ports::index::{Find, TagTest};

use super::SqliteIndex;
use crate::error::index_fault as fault;

/// How many things with a tag are counted, one step after the other, to find the rarest.
const COUNTED: [i64; 3] = [100, 10_000, i64::MAX];

/// Where a search begins; what else must hold is then asked of each thing.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// With what has the words.
    Words,
    /// With what passes this one of the tests of tags.
    Tag(usize),
    /// With what passes all tests of tags, each asked of all things.
    Everything,
    /// With what has a moment of that field, in their order.
    Moment(&'static str),
    /// With these rows, as a JSON list.
    Rows(String),
}

impl SqliteIndex {
    /// Where a search without words begins: with the tag that the fewest things have, where there are several.
    /// Counts no further than it has to.
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

    /// How many things have that tag, as far as `most`.
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

/// Whether only things that have the field can pass.
pub(super) fn narrows(test: &TagTest) -> bool {
    match test {
        TagTest::Is(_) | TagTest::Any(_) | TagTest::StartsWith(_) => true,
        TagTest::All(values) => !values.is_empty(),
        TagTest::None(_) | TagTest::AbsentOr(_) => false,
    }
}
