//! What can be asked of the index about things, and what it answers.

use crate::ports::index::Place;
use crate::stream::StreamId;
use crate::time::Time;

/// Which things are looked for. Everything that is given must hold.
#[derive(Clone, Debug, Default)]
pub struct Find {
    /// Only in streams of this kind, such as `core`.
    pub kind: Option<&'static str>,
    /// Only in this stream.
    pub stream: Option<StreamId>,
    /// Only what has words of these.
    pub words: Option<Words>,
    /// What must be so of fields.
    pub tags: Vec<(&'static str, TagTest)>,
    /// What must be so of moments; a thing that lacks the moment passes [`TimeTest::Ne`],
    /// [`TimeTest::Open`] and [`TimeTest::Begun`] only.
    pub times: Vec<(&'static str, TimeTest)>,
    /// Groups of tests of which one must hold as a whole; none are no condition.
    pub either: Vec<Group>,
    /// With a reader, not what is from a stream that they may not find.
    pub source: Option<Source>,
    /// Only what the agent of that name may read; everything for `None`. See
    /// [`restricted`](crate::access::restricted).
    pub reader: Option<String>,
    /// The moment of the search: tests that compare with it compare with another one in the next search. An index may
    /// remember what passed at one moment to know what passes at another.
    pub now: Option<Time>,
    /// Whether nobody needs the total, which is 0 then. In an order by a moment what has none is left out, too.
    pub uncounted: bool,
    /// What comes first.
    pub order: Order,
    /// How many of the first ones to pass over.
    pub offset: usize,
    /// In an order by a moment: only what comes behind the thing of that moment at that place. It counts all the same.
    pub behind: Option<(Time, Place)>,
    /// How many to give at most.
    pub limit: usize,
}

/// Where a thing says which streams it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where in the document the one stands from which it was taken, as a JSON path.
    pub taken: &'static str,
    /// The field with those from which its author says that it is.
    pub said: &'static str,
    /// The field with its author: what they say of themselves they find.
    pub author: &'static str,
}

/// Words to look for: any text, never a syntax error. A text in which nothing can be looked for, such as
/// `?!`, matches nothing.
#[derive(Clone, Debug)]
pub struct Words {
    /// The text.
    pub text: String,
    /// How many of its words a thing needs.
    pub wanted: Wanted,
}

/// How many of the words a thing needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// All of them, the last one perhaps unfinished; when nothing has all, any of them.
    All,
    /// At least this share of those that say something, and one. Other forms of a word count.
    Share(f64),
}

/// What must be so of a field, which may have several values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TagTest {
    /// One of its values is this.
    Is(String),
    /// One of its values is one of these; none for an empty list.
    Any(Vec<String>),
    /// All of these are among its values.
    All(Vec<String>),
    /// None of its values is one of these.
    None(Vec<String>),
    /// One of its values begins with this.
    StartsWith(String),
    /// It has no value, or one of its values is one of these.
    AbsentOr(Vec<String>),
}

impl TagTest {
    /// Whether a field with these values passes.
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

/// Tests that must hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// What must be so of fields.
    pub tags: Vec<(&'static str, TagTest)>,
    /// What must be so of moments.
    pub times: Vec<(&'static str, TimeTest)>,
}

/// What must be so of a moment.
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
    /// Anything but this.
    Ne(Time),
    /// Later than this, or no such moment: what ends then has not ended yet.
    Open(Time),
    /// This or earlier, or no such moment: what begins then has begun.
    Begun(Time),
}

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// What matches the words best; without words what was written first last.
    #[default]
    Best,
    /// What has the latest moment of that field; what has none comes last.
    Newest(&'static str),
    /// What has the earliest moment of that field; what has none comes last.
    Oldest(&'static str),
}

/// A page of what was found.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The things, in the order that was asked for.
    pub found: Vec<Found>,
    /// How many match in all.
    pub total: u64,
    /// How many words were looked for.
    pub words: u32,
}

/// A thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where it is.
    pub place: Place,
    /// The stream it is in.
    pub stream: StreamId,
    /// Its name in the stream.
    pub item: String,
    /// Its kind.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// The rest of its text.
    pub body: String,
    /// What lists show of it, if it has facets.
    pub doc: Option<String>,
    /// Its moments: field, when, how often.
    pub times: Vec<(String, Time, u32)>,
    /// How well it matches (BM25); larger is better, 0 without words.
    pub score: f64,
    /// How many of the words it has.
    pub words: u32,
}
