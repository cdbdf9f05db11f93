//! Queries for items in the index, and their results.

use crate::ports::index::Place;
use crate::stream::StreamId;
use crate::time::Time;

/// A search query. All given conditions must hold.
#[derive(Clone, Debug, Default)]
pub struct Find {
    /// Only in streams of this kind, such as `core`.
    pub kind: Option<&'static str>,
    /// Only in this stream.
    pub stream: Option<StreamId>,
    /// Only items that match these words.
    pub words: Option<Words>,
    /// Conditions on fields.
    pub tags: Vec<(&'static str, TagTest)>,
    /// Conditions on times. An item without the time passes [`TimeTest::Ne`], [`TimeTest::Open`] and
    /// [`TimeTest::Begun`] only.
    pub times: Vec<(&'static str, TimeTest)>,
    /// Groups of conditions, at least one of which must hold as a whole; empty for no condition.
    pub either: Vec<Group>,
    /// Excludes items from source streams that `reader` may not read.
    pub source: Option<Source>,
    /// Only what this agent may read; `None` for everything. See [`reader_name`](crate::access::reader_name).
    pub reader: Option<String>,
    /// Time of the search. Conditions that compare with it change from search to search; an index may reuse the matches
    /// at one time for another.
    pub now: Option<Time>,
    /// True to skip the total, which is then 0. In an order by time, items without that time are then omitted, too.
    pub uncounted: bool,
    /// Sort order.
    pub order: Order,
    /// Number of items to skip.
    pub offset: usize,
    /// In an order by time: only items after this time and place. The total still counts all.
    pub behind: Option<(Time, Place)>,
    /// Page size.
    pub limit: usize,
}

/// Fields that name the source streams of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// JSON path in the document to the stream that the item was taken from.
    pub taken: &'static str,
    /// Field with the source streams that the author declared.
    pub said: &'static str,
    /// Field with the author, who always finds items with sources that they declared.
    pub author: &'static str,
}

/// Words to search for. Any text is valid; one without searchable words, such as `?!`, matches nothing.
#[derive(Clone, Debug)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Number of words that an item must match.
    pub wanted: Wanted,
}

/// Number of words that an item must match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// All of them, the last one as a prefix; if no item has all, any of them.
    All,
    /// At least this share of the significant words, and at least one. Inflected forms count.
    Share(f64),
}

/// Condition on a field, which may have several values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TagTest {
    /// One of its values equals this.
    Is(String),
    /// One of its values is in this list; an empty list matches nothing.
    Any(Vec<String>),
    /// All of these are among its values.
    All(Vec<String>),
    /// None of its values is one of these.
    None(Vec<String>),
    /// One of its values begins with this.
    StartsWith(String),
    /// It has no value, or one of its values is in this list.
    AbsentOr(Vec<String>),
}

impl TagTest {
    /// Returns true if a field with these values passes.
    #[must_use]
    pub fn passes(&self, values: &[&str]) -> bool {
        let has = |value: &String| values.contains(&value.as_str());
        match self {
            Self::Is(value) => has(value),
            Self::Any(any) => any.iter().any(has),
            Self::All(all) => all.iter().all(has),
            Self::None(none) => !none.iter().any(has),
            Self::StartsWith(begin) => values.iter().any(|value| value.starts_with(begin)),
            Self::AbsentOr(any) => values.is_empty() || any.iter().any(has),
        }
    }
}

/// Conditions that must hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Conditions on fields.
    pub tags: Vec<(&'static str, TagTest)>,
    /// Conditions on times.
    pub times: Vec<(&'static str, TimeTest)>,
}

/// Condition on a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeTest {
    /// Later than this.
    Gt(Time),
    /// Earlier than this.
    Lt(Time),
    /// This or later.
    Gte(Time),
    /// This or earlier.
    Lte(Time),
    /// Exactly this.
    Eq(Time),
    /// Any time but this.
    Ne(Time),
    /// Later than this, or absent: an end time that has not passed.
    Open(Time),
    /// This or earlier, or absent: a start time that has passed.
    Begun(Time),
}

/// Sort order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Best match first; without words, the most recently added item first.
    #[default]
    Best,
    /// Latest time of that field first; items without it last.
    Newest(&'static str),
    /// Earliest time of that field first; items without it last.
    Oldest(&'static str),
}

/// A page of results.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Items, in the requested order.
    pub found: Vec<Found>,
    /// Total number of matches.
    pub total: u64,
    /// Number of words that were searched for.
    pub words: u32,
}

/// An item that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Place in the index.
    pub place: Place,
    /// Stream of the item.
    pub stream: StreamId,
    /// Name of the item in the stream.
    pub item: String,
    /// Kind of the item.
    pub kind: String,
    /// Title of the item.
    pub title: String,
    /// Rest of the text.
    pub body: String,
    /// Document for display in lists, if it has facets.
    pub doc: Option<String>,
    /// Times of the item: field, time, count.
    pub times: Vec<(String, Time, u32)>,
    /// Relevance (BM25), larger is better; 0 without words.
    pub score: f64,
    /// Number of matched words.
    pub words: u32,
}
