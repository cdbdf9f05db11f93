//! Totals of searches without words. The rows that matched are cached, also across restarts, and only the rows that
//! changed since are tested again. So the cost of a total depends on what changed, not on the number of items.

mod key;
mod saved;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::ports::index::{Find, TagTest};
use kernel::{Error, Result, Time};
use tokio::sync::Mutex as AsyncMutex;

use super::SqliteIndex;
use super::conditions::{Builder, conditions, sql};
use super::rows::Rows;
use super::start::{Start, narrows};
use crate::error::index_fault as fault;
use key::{Key, key, moment};

/// Maximum number of recently changed rows that are remembered.
const MAX_CHANGES: usize = 100_000;
/// A total is corrected if at most this many rows, or half of all, have to be tested again. Otherwise all rows are
/// counted.
const MIN_RETESTED: usize = 5_000;
/// A search with a tag that fewer items have is not cached: counting them costs little.
const MIN_REMEMBERED: i64 = 500;
/// Maximum number of cached searches. Above it the least recently used search is evicted.
const MAX_SEARCHES: usize = 256;
/// Maximum number of matches for which a count also returns the rows.
const MAX_NAMED: u64 = 10_000;

/// The cache of totals.
#[derive(Default)]
pub(super) struct Counts {
    searches: Mutex<Searches>,
    changes: Mutex<Changes>,
    /// Number of rows that were examined.
    looked_at: AtomicU64,
}

#[derive(Default)]
struct Searches {
    held: HashMap<Key, Held>,
    uses: u64,
}

struct Held {
    matches: Arc<AsyncMutex<Option<Matches>>>,
    last_use: u64,
}

/// The rows that matched a search.
struct Matches {
    rows: Rows,
    /// Time of the search.
    now: Option<Time>,
    /// Number of row changes that it includes.
    changes: u64,
    /// Version of the streams' visibility that it is valid for.
    shown: i64,
    /// Number of rows that existed at the count.
    tested: u64,
    /// Rows that changed before those changes and were not tested again.
    stale: Vec<i64>,
}

/// The rows that changed last, the oldest first.
#[derive(Default)]
struct Changes {
    /// Total number of row changes.
    count: u64,
    rows: VecDeque<i64>,
}

/// The number of matching items, and their rows if they are few.
pub(super) struct Counted {
    pub total: u64,
    pub rows: Vec<i64>,
}

impl Counted {
    fn of(rows: &Rows) -> Self {
        let total = rows.len();
        let rows = if total <= MAX_NAMED {
            rows.iter().collect()
        } else {
            Vec::new()
        };
        Self { total, rows }
    }
}

impl Counts {
    /// Records that rows were written, touched or removed. Called after the index has the change.
    pub(super) fn record_change(&self, rows: impl Iterator<Item = i64>) {
        let mut changes = self.changes();
        for row in rows {
            changes.count += 1;
            changes.rows.push_back(row);
        }
        let over = changes.rows.len().saturating_sub(MAX_CHANGES);
        changes.rows.drain(..over);
    }

    /// Adds to the number of rows that were examined.
    pub(super) fn look_at(&self, rows: u64) {
        self.looked_at.fetch_add(rows, Ordering::Relaxed);
    }

    /// Clears the cache.
    pub(super) fn clear(&self) {
        self.searches().held.clear();
    }

    /// Returns the distinct rows that changed after the first `known` changes, `None` if they are no longer all
    /// remembered; and the number of changes.
    fn since(&self, known: u64) -> (Option<Vec<i64>>, u64) {
        let changes = self.changes();
        let new = usize::try_from(changes.count - known.min(changes.count)).unwrap_or(usize::MAX);
        let rows = changes.rows.len().checked_sub(new).map(|from| {
            let mut rows: Vec<i64> = changes.rows.range(from..).copied().collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        });
        (rows, changes.count)
    }

    fn matches(&self, key: &Key) -> Arc<AsyncMutex<Option<Matches>>> {
        let mut searches = self.searches();
        searches.uses += 1;
        let uses = searches.uses;
        if let Some(held) = searches.held.get_mut(key) {
            held.last_use = uses;
            return held.matches.clone();
        }
        if searches.held.len() >= MAX_SEARCHES {
            let oldest = searches.held.iter().min_by_key(|(_, held)| held.last_use);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                searches.held.remove(&oldest);
            }
        }
        let held = Held {
            matches: Arc::default(),
            last_use: uses,
        };
        let matches = held.matches.clone();
        searches.held.insert(*key, held);
        matches
    }

    fn searches(&self) -> MutexGuard<'_, Searches> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SqliteIndex {
    /// Returns the number of items that match a search without words.
    pub(super) async fn count_matches(&self, find: &Find) -> Result<Counted> {
        // The readable sources change with every stream, so such a search is not cached.
        let is_volatile = find.source.is_some() && find.reader.is_some();
        let few = self.few(find).await?;
        if few.is_some() || is_volatile {
            let tested = match few {
                Some(few) => few,
                None => self.all().await?,
            };
            self.counts.look_at(tested);
            return Ok(Counted::of(&self.count_all(find).await?));
        }
        let matches = self.counts.matches(&key(find));
        // One at a time: a concurrent call for the same total then reuses it.
        let mut matches = matches.lock().await;
        if let Some(known) = &mut *matches
            && self.correct(find, known).await?
        {
            return Ok(Counted::of(&known.rows));
        }
        *matches = None;
        // Changes from now on are tested again the next time.
        let (_, changes) = self.counts.since(0);
        let (shown, tested) = (self.visibility_version().await?, self.all().await?);
        self.counts.look_at(tested);
        let rows = self.count_all(find).await?;
        let counted = Counted::of(&rows);
        *matches = Some(Matches {
            rows,
            now: find.now,
            changes,
            shown,
            tested,
            stale: Vec::new(),
        });
        Ok(counted)
    }

    /// Updates the cached rows. Returns false if too much has changed since.
    async fn correct(&self, find: &Find, known: &mut Matches) -> Result<bool> {
        let (changed, changes) = self.counts.since(known.changes);
        let Some(mut rows) = changed else {
            return Ok(false);
        };
        if self.visibility_version().await? != known.shown {
            return Ok(false);
        }
        let half = usize::try_from(known.tested / 2).unwrap_or(usize::MAX);
        let limit = half.max(MIN_RETESTED);
        rows.extend(&known.stale);
        rows.extend(self.find_passed(find, known.now, limit).await?);
        if rows.len() > limit {
            return Ok(false);
        }
        if !rows.is_empty() {
            self.counts.look_at(rows.len() as u64);
            let start = Start::Rows(serde_json::Value::from(rows.clone()).to_string());
            let found = self.matching(find, &start).await?;
            for row in rows {
                known.rows.remove(row);
            }
            for row in found {
                known.rows.insert(row);
            }
        }
        (known.now, known.changes) = (find.now, changes);
        known.stale.clear();
        Ok(true)
    }

    /// Returns the number of rows examined since the index was opened, by counts and by pages that are not read along
    /// an order. For metrics, and for tests that the cost follows the changes.
    #[must_use]
    pub fn rows_examined(&self) -> u64 {
        self.counts.looked_at.load(Ordering::Relaxed)
    }

    /// Returns the number of items with a tag of the search if that is less than [`MIN_REMEMBERED`].
    async fn few(&self, find: &Find) -> Result<Option<u64>> {
        for (field, test) in find.tags.iter().filter(|(_, test)| narrows(test)) {
            let values = match test {
                TagTest::Is(value) => std::slice::from_ref(value),
                TagTest::All(values) => values.as_slice(),
                _ => &[],
            };
            for value in values {
                let count = self.having(field, value, MIN_REMEMBERED).await?;
                if count < MIN_REMEMBERED {
                    return Ok(Some(count.unsigned_abs()));
                }
            }
        }
        Ok(None)
    }

    /// Returns the number of rows, possibly including deleted ones.
    pub(super) async fn all(&self) -> Result<u64> {
        let all: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM texts")
            .fetch_one(&self.readers())
            .await
            .map_err(fault)?;
        Ok(all.unsigned_abs())
    }

    async fn count_all(&self, find: &Find) -> Result<Rows> {
        let start = self.rarest(find).await?;
        Ok(self.matching(find, &start).await?.into_iter().collect())
    }

    /// Returns the rows that a search matches.
    async fn matching(&self, find: &Find, start: &Start) -> Result<Vec<i64>> {
        let mut query = Builder::new("SELECT t.id");
        conditions(&mut query, find, None, start)?;
        query
            .build_query_scalar()
            .fetch_all(&self.readers())
            .await
            .map_err(fault)
    }

    /// Returns the rows with a moment between the times of an earlier search and this one, in a field that is compared
    /// with that time. At most `limit` plus one.
    async fn find_passed(
        &self,
        find: &Find,
        before: Option<Time>,
        limit: usize,
    ) -> Result<Vec<i64>> {
        let (Some(now), Some(before)) = (find.now, before) else {
            return Ok(Vec::new());
        };
        if now == before {
            return Ok(Vec::new());
        }
        let groups = find.either.iter().flat_map(|group| &group.times);
        let fields = find.times.iter().chain(groups);
        let fields: Vec<_> = fields
            .filter(|(_, test)| moment(*test) == now)
            .map(|(field, _)| *field)
            .collect();
        let fields =
            serde_json::to_string(&fields).map_err(|error| Error::internal(error.to_string()))?;
        sqlx::query_scalar(
            "SELECT DISTINCT m.text FROM times m WHERE m.field IN (SELECT value FROM json_each(?1)) \
             AND m.at BETWEEN ?2 AND ?3 LIMIT ?4",
        )
        .bind(fields)
        .bind(now.min(before).0)
        .bind(now.max(before).0)
        .bind(sql(limit).saturating_add(1))
        .fetch_all(&self.readers())
        .await
        .map_err(fault)
    }

    /// Returns the version of the streams' visibility, which changes when a stream is shown or hidden or its readers
    /// change.
    async fn visibility_version(&self) -> Result<i64> {
        sqlx::query_scalar("SELECT value FROM meta WHERE key = 'shown'")
            .fetch_one(&self.readers())
            .await
            .map_err(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn changes_are_known_until_there_are_too_many() {
        let counts = Counts::default();
        assert_eq!(counts.since(0), (Some(vec![]), 0));
        counts.record_change([3, 1, 3].into_iter());
        assert_eq!(counts.since(0), (Some(vec![1, 3]), 3));
        assert_eq!(counts.since(2), (Some(vec![3]), 3));
        assert_eq!(counts.since(3), (Some(vec![]), 3));
        counts.record_change(0..99_997);
        assert!(counts.since(0).0.is_some());
        counts.record_change([7].into_iter());
        assert_eq!(counts.since(0), (None, 100_001));
        assert!(counts.since(1).0.is_some());
    }
}
