//! How many things match a search without words. Which rows matched is remembered, and corrected by what changed
//! since: so a count costs as much as what changed, whatever there is.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::ports::index::{Find, TagTest, TimeTest};
use kernel::{Error, Result, StreamId, Time};
use tokio::sync::Mutex as AsyncMutex;

use super::SqliteIndex;
use super::conditions::{Builder, conditions};
use super::start::Start;
use crate::error::index_fault as fault;

/// How many of the last changed rows are known.
const MAX_CHANGES: usize = 20_000;
/// How many rows are tested again before all are counted instead.
const MAX_RETESTED: usize = 5_000;
/// Matches that are fewer are not remembered: to count them costs little.
const MIN_REMEMBERED: usize = 500;
/// The most searches in the cache. Beyond it the least recently used search is evicted.
const MAX_SEARCHES: usize = 64;
/// The longest values that a remembered search names, in bytes.
const MAX_KEY: usize = 4_096;
/// Rows of one block of [`Rows`].
const BLOCK: i64 = 512;

/// What is remembered.
#[derive(Default)]
pub(super) struct Counts {
    searches: Mutex<Searches>,
    changes: Mutex<Changes>,
    /// How many rows were looked at to count.
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
    /// The moment of the search.
    now: Option<Time>,
    /// The changes of rows that it knows.
    changes: u64,
    /// The changes of who may see what that it knows.
    shown: i64,
}

/// The rows that changed last, the oldest first.
#[derive(Default)]
struct Changes {
    /// How many rows have changed in all.
    count: u64,
    rows: VecDeque<i64>,
}

/// A set of rows. Those of one search lie close together, and so do their bits.
#[derive(Default)]
struct Rows {
    blocks: BTreeMap<i64, [u64; 8]>,
    len: u64,
}

impl Rows {
    fn place(row: i64) -> (i64, usize, u64) {
        let bit = usize::try_from(row.rem_euclid(BLOCK)).unwrap_or(0);
        (row.div_euclid(BLOCK), bit / 64, 1 << (bit % 64))
    }

    fn insert(&mut self, row: i64) {
        let (block, word, bit) = Self::place(row);
        let word = &mut self.blocks.entry(block).or_default()[word];
        if *word & bit == 0 {
            *word |= bit;
            self.len += 1;
        }
    }

    fn remove(&mut self, row: i64) {
        let (block, word, bit) = Self::place(row);
        if let Some(words) = self.blocks.get_mut(&block)
            && words[word] & bit != 0
        {
            words[word] &= !bit;
            self.len -= 1;
        }
    }
}

impl Counts {
    /// Notes that rows were written, touched or removed, once the index has it.
    pub(super) fn changed(&self, rows: impl Iterator<Item = i64>) {
        let mut changes = self.changes();
        for row in rows {
            changes.count += 1;
            changes.rows.push_back(row);
        }
        let over = changes.rows.len().saturating_sub(MAX_CHANGES);
        changes.rows.drain(..over);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.searches().held.clear();
    }

    /// The rows that changed after the first so many, each once, and how many changes there were; no rows when
    /// they are not all known.
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
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                searches.held.remove(&oldest);
            }
        }
        let held = Held {
            matches: Arc::default(),
            last_use: uses,
        };
        let matches = held.matches.clone();
        searches.held.insert(key.clone(), held);
        matches
    }

    fn forget(&self, key: &Key) {
        self.searches().held.remove(key);
    }

    fn searches(&self) -> MutexGuard<'_, Searches> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SqliteIndex {
    /// How many things match a search without words.
    pub(super) async fn total(&self, find: &Find) -> Result<u64> {
        let key = Key::of(find);
        // Which streams a thing may name as its source changes with every stream.
        if find.source.is_some() && find.reader.is_some() || key.is_long() {
            let start = self.rarest(find).await?;
            return Ok(self.matching(find, &start).await?.len() as u64);
        }
        let matches = self.counts.matches(&key);
        // One at a time: a concurrent call for the same total then reuses it.
        let mut matches = matches.lock().await;
        if let Some(known) = &mut *matches
            && let Some(total) = self.corrected(find, known).await?
        {
            return Ok(total);
        }
        // What changes from now on is looked at again the next time.
        let (_, changes) = self.counts.since(0);
        let shown = self.shown().await?;
        let start = self.rarest(find).await?;
        let found = self.matching(find, &start).await?;
        let total = found.len() as u64;
        self.counts.looked_at.fetch_add(total, Ordering::Relaxed);
        *matches = None;
        if found.len() < MIN_REMEMBERED {
            self.counts.forget(&key);
            return Ok(total);
        }
        let mut rows = Rows::default();
        for row in found {
            rows.insert(row);
        }
        *matches = Some(Matches {
            rows,
            now: find.now,
            changes,
            shown,
        });
        Ok(total)
    }

    /// The total by what is known and what changed since; nothing when too much did.
    async fn corrected(&self, find: &Find, known: &mut Matches) -> Result<Option<u64>> {
        let (changed, changes) = self.counts.since(known.changes);
        let Some(mut rows) = changed else {
            return Ok(None);
        };
        if self.shown().await? != known.shown {
            return Ok(None);
        }
        rows.extend(self.passed(find, known.now).await?);
        if rows.len() > MAX_RETESTED {
            return Ok(None);
        }
        if !rows.is_empty() {
            let count = rows.len() as u64;
            self.counts.looked_at.fetch_add(count, Ordering::Relaxed);
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
        Ok(Some(known.rows.len))
    }

    /// How many things were looked at since it was opened to say how many match: for metrics, and to see that a count
    /// costs what changed.
    #[must_use]
    pub fn counted_rows(&self) -> u64 {
        self.counts.looked_at.load(Ordering::Relaxed)
    }

    /// The rows that a search matches.
    async fn matching(&self, find: &Find, start: &Start) -> Result<Vec<i64>> {
        let mut query = Builder::new("SELECT t.id");
        conditions(&mut query, find, None, start)?;
        query
            .build_query_scalar()
            .fetch_all(&self.readers())
            .await
            .map_err(fault)
    }

    /// The rows with a moment between the one of an earlier search and the one of this search, in a field that is
    /// compared with it.
    async fn passed(&self, find: &Find, before: Option<Time>) -> Result<Vec<i64>> {
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
        .bind(i64::try_from(MAX_RETESTED).unwrap_or(i64::MAX) + 1)
        .fetch_all(&self.readers())
        .await
        .map_err(fault)
    }

    /// A number that is another one whenever other streams are shown, or to other readers.
    async fn shown(&self) -> Result<i64> {
        sqlx::query_scalar("SELECT value FROM meta WHERE key = 'shown'")
            .fetch_one(&self.readers())
            .await
            .map_err(fault)
    }
}

/// Tests of moments, each with whether it compares with the moment of the search, which is left out then.
type MomentTests = Vec<(&'static str, TimeTest, bool)>;

/// A search without its page and its moment.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: Option<&'static str>,
    stream: Option<StreamId>,
    tags: Vec<(&'static str, TagTest)>,
    times: MomentTests,
    either: Vec<(Vec<(&'static str, TagTest)>, MomentTests)>,
    reader: Option<String>,
}

impl Key {
    fn of(find: &Find) -> Self {
        let tests = |times: &[(&'static str, TimeTest)]| -> MomentTests {
            let tests = times.iter().map(|(field, test)| {
                let is_now = find.now == Some(moment(*test));
                (
                    *field,
                    if is_now { at(*test, Time(0)) } else { *test },
                    is_now,
                )
            });
            tests.collect()
        };
        let either = find.either.iter();
        let either = either.map(|group| (group.tags.clone(), tests(&group.times)));
        Self {
            kind: find.kind,
            stream: find.stream.clone(),
            tags: find.tags.clone(),
            times: tests(&find.times),
            either: either.collect(),
            reader: find.reader.clone(),
        }
    }

    /// Whether it names so many values that it is not worth its memory.
    fn is_long(&self) -> bool {
        let groups = self.either.iter().flat_map(|(tags, _)| tags);
        let lengths = self.tags.iter().chain(groups).map(|(_, test)| match test {
            TagTest::Is(value) | TagTest::StartsWith(value) => value.len(),
            TagTest::Any(values)
            | TagTest::All(values)
            | TagTest::None(values)
            | TagTest::AbsentOr(values) => values.iter().map(|value| value.len() + 1).sum(),
        });
        lengths.sum::<usize>() > MAX_KEY
    }
}

/// The moment that a test compares with.
const fn moment(test: TimeTest) -> Time {
    match test {
        TimeTest::Gt(at)
        | TimeTest::Lt(at)
        | TimeTest::Gte(at)
        | TimeTest::Lte(at)
        | TimeTest::Eq(at)
        | TimeTest::Ne(at)
        | TimeTest::Open(at)
        | TimeTest::Begun(at) => at,
    }
}

/// The same test with another moment.
const fn at(test: TimeTest, at: Time) -> TimeTest {
    match test {
        TimeTest::Gt(_) => TimeTest::Gt(at),
        TimeTest::Lt(_) => TimeTest::Lt(at),
        TimeTest::Gte(_) => TimeTest::Gte(at),
        TimeTest::Lte(_) => TimeTest::Lte(at),
        TimeTest::Eq(_) => TimeTest::Eq(at),
        TimeTest::Ne(_) => TimeTest::Ne(at),
        TimeTest::Open(_) => TimeTest::Open(at),
        TimeTest::Begun(_) => TimeTest::Begun(at),
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Rows};

    #[test]
    fn a_set_of_rows_counts_each_once() {
        let mut rows = Rows::default();
        for row in [1, 511, 512, 513, 1_000_000, 1, 0, -1] {
            rows.insert(row);
        }
        assert_eq!(rows.len, 7);
        for row in [1, 1, 2, 512, 99_999] {
            rows.remove(row);
        }
        assert_eq!(rows.len, 5);
    }

    #[test]
    fn changes_are_known_until_there_are_too_many() {
        let counts = Counts::default();
        assert_eq!(counts.since(0), (Some(vec![]), 0));
        counts.changed([3, 1, 3].into_iter());
        assert_eq!(counts.since(0), (Some(vec![1, 3]), 3));
        assert_eq!(counts.since(2), (Some(vec![3]), 3));
        assert_eq!(counts.since(3), (Some(vec![]), 3));
        counts.changed(0..19_997);
        assert!(counts.since(0).0.is_some());
        counts.changed([7].into_iter());
        assert_eq!(counts.since(0), (None, 20_001));
        assert!(counts.since(1).0.is_some());
    }
}
