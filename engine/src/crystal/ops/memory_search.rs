//! `memory_search`.

use crate::crystal::end::End;
use crate::crystal::filter::Filters;
use crate::crystal::find::{Query, Results, Search, find_by, record_recalls};
use crate::crystal::hit::Hit;
use crate::crystal::ops::memory_off_error;
use crate::crystal::rank::{Boost, Weights};
use crate::crystal::subject::{Comes, is_comparable, is_equal_match, newest_first};
use crate::crystal::tense;
use crate::workspace::settings::Settings;
use kernel::memory::Receipt;
use kernel::ports::index::{By, Phrases};
use kernel::prelude::*;
use kernel::unicode::is_pictograph;

/// Default number of hits.
const DEFAULT_LIMIT: u32 = 10;
/// Maximum number of hits.
const MAX_LIMIT: u32 = 100;
/// Maximum number of phrases in `must`, and in `must_not`.
const MAX_PHRASES: usize = 16;
/// Pairs of quotation marks around a phrase.
const QUOTES: [(char, char); 6] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('「', '」'),
    ('＂', '＂'),
];
/// Maximum number of characters stored of a question without an answer.
const NOTED: usize = 200;

/// Searches long-term memory: returns the best memories for a question in any words, or the newest ones that match the
/// filters. Hits of an agent count as recalls.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemorySearch {
    /// Question or words, in any form; may name people and times. Without it the newest memories are returned.
    pub query: Option<String>,
    /// Search mode: `hybrid` (default), `lexical` or `vector`. Without an embedding model the search uses words alone;
    /// the answer's `mode` says so.
    pub mode: Option<Mode>,
    /// Words and phrases that each memory must contain word for word, at most 16. Phrases in quotation marks in `query`
    /// are required, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_PHRASES))]
    pub must: Vec<String>,
    /// Words and phrases that no memory may contain, at most 16.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_PHRASES))]
    pub must_not: Vec<String>,
    /// Conditions on the memories. All given conditions must hold.
    #[serde(default, skip_serializing_if = "Filters::is_empty")]
    pub filters: Filters,
    /// Maximum `dist` of a hit, 0 to 1; unlimited by default. 0.3 keeps only good matches, 0.9 drops unrelated
    /// memories.
    #[schemars(range(min = 0.0))]
    pub distance_threshold: Option<f64>,
    /// Rank recent memories before others that fit equally well. By default only for questions about the present, as in
    /// "currently". Of several statements about a subject that fit equally well the newest comes first, except with
    /// `false` and for questions about the past.
    pub recency_boost: Option<bool>,
    /// Weights of words and recency. If given, recency counts.
    pub recency: Option<Weights>,
    /// Number of hits, 1 to 100; 10 by default.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Number of hits to skip.
    pub offset: Option<u64>,
    /// Cursor of the next page.
    pub cursor: Option<String>,
}

/// Search mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// By words and by meaning.
    #[default]
    Hybrid,
    /// By words; also `keyword`.
    #[serde(alias = "keyword")]
    Lexical,
    /// By meaning; also `semantic`.
    #[serde(alias = "semantic")]
    Vector,
}

/// A page of memories.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesFound {
    /// The memories, best first.
    pub items: Vec<Hit>,
    /// Total number of matches: by word, as the neighbour of a match, or by meaning.
    pub total: u64,
    /// Query words that no memory contains, and the words searched instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_as: Vec<ReadAs>,
    /// The `offset` of the next page; absent on the last one.
    pub next_offset: Option<u64>,
    /// The `cursor` of the next page; absent on the last one.
    pub next_cursor: Option<String>,
    /// Search mode that was used.
    pub mode: Mode,
}

/// A word that no memory contains, and the words searched instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WordReadAs")]
pub struct ReadAs {
    /// The word.
    pub word: String,
    /// Likely known words, as their stems.
    pub instead: Vec<String>,
}

/// The default members of an answer, for a model to read: about 60 tokens a hit plus its text.
const LEAN: &[&str] = &[
    "items.id",
    "items.core",
    "items.text",
    "items.created_at",
    "items.event_date",
    "items.score",
    "read_as",
    "next_offset",
];

impl Operation for MemorySearch {
    type Output = MemoriesFound;
    const SPEC: Spec = spec!(Read "memory_search" Access::ALL, LEAN)
        .everyday(&["query", "limit"])
        .refuses(&["ambiguous", "switched_off"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        // The index query is confined already; this narrows the scope that a prompt adds.
        if let Some(scope) = &mut self.filters.scope {
            scope.confine(tenant);
        }
        Ok(())
    }
}

async fn run(op: MemorySearch, view: View) -> Result<MemoriesFound> {
    if !Settings::for_view(&view).await?.long_term_memory {
        return Err(memory_off_error());
    }
    let limit = op.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(Error::field("/limit", format!("expected 1 to {MAX_LIMIT}")));
    }
    if op
        .distance_threshold
        .is_some_and(|distance| distance.is_nan() || distance < 0.0)
    {
        return Err(Error::field("/distance_threshold", "expected 0 or more"));
    }
    op.filters.check()?;
    let behind = End::of(op.cursor.as_deref())?;
    if op.offset.is_some() && behind.is_some() {
        return Err(Error::field("/cursor", "give either `offset` or `cursor`"));
    }
    let offset = op.offset.unwrap_or(0);
    let phrases = phrases(&op)?;
    let asked = op.query.as_deref().unwrap_or_default();
    let about_now = tense::is_about_now(asked);
    let comes_first: Option<Comes> = if about_now {
        Some(is_comparable)
    } else if tense::is_about_then(asked, view.now) || op.recency_boost == Some(false) {
        None
    } else {
        Some(is_equal_match)
    };
    let query = Query {
        text: op
            .query
            .filter(|text| !text.trim().is_empty())
            .or_else(|| Some(phrases.must.join(" "))),
        filters: op.filters,
        distance: op.distance_threshold,
        boost: match (op.recency_boost, op.recency) {
            (Some(false), _) => Boost::None,
            (_, Some(weights)) => Boost::Weighted(weights),
            (Some(true), None) => Boost::Usual,
            (None, None) if about_now => Boost::Usual,
            (None, None) => Boost::None,
        },
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit: limit as usize,
    };
    let is_open = query.filters.is_empty() && query.distance.is_none() && phrases.is_empty();
    let asked = query.text.clone();
    let by = match op.mode.unwrap_or_default() {
        Mode::Hybrid => By::Both,
        Mode::Lexical => By::Words,
        Mode::Vector => By::Meaning,
    };
    let search = Search {
        by,
        phrases,
        behind,
    };
    let mut found = find_by(&view, &query, &search).await?;
    // A following page keeps the order of the first one.
    if let Some(comes_first) = comes_first.filter(|_| offset == 0 && behind.is_none()) {
        newest_first(&mut found.hits, comes_first);
    }
    record_recalls(&view, &found.hits)?;
    // With a filter or a threshold, an empty result does not mean that nothing is known.
    if let Some(asked) = asked.filter(|_| offset == 0 && behind.is_none() && is_open) {
        report_miss(&view, &asked, &found)?;
    }
    Ok(answer(found, by))
}

/// Returns the required phrases, including those in quotation marks in the query, and the excluded ones.
fn phrases(op: &MemorySearch) -> Result<Phrases> {
    let is_word = |text: &String| text.contains(|c: char| c.is_alphanumeric() || is_pictograph(c));
    for (pointer, given) in [("/must", &op.must), ("/must_not", &op.must_not)] {
        if given.len() > MAX_PHRASES {
            return Err(Error::field(
                pointer,
                format!("expected at most {MAX_PHRASES}"),
            ));
        }
        if let Some(at) = given.iter().position(|text| !is_word(text)) {
            let detail = "expected a word or a phrase";
            return Err(Error::field(format!("{pointer}/{at}"), detail));
        }
    }
    let asked = op.query.as_deref().filter(|text| !text.trim().is_empty());
    if !op.must_not.is_empty() && op.must.is_empty() && asked.is_none() {
        let detail = "excludes from the results of a search: give a `query` or `must`, too";
        return Err(Error::field("/must_not", detail));
    }
    let quoted = asked.map(find_phrases).unwrap_or_default();
    let quoted = quoted.into_iter().filter(is_word).take(MAX_PHRASES);
    Ok(Phrases {
        must: op.must.iter().cloned().chain(quoted).collect(),
        must_not: op.must_not.clone(),
    })
}

/// Returns the phrases in quotation marks. A mark after a letter or a digit does not open one: it is an inch, or a
/// typo.
fn find_phrases(text: &str) -> Vec<String> {
    let mut phrases = Vec::new();
    let (mut before, mut from) = (None, 0);
    while let Some(c) = text[from..].chars().next() {
        from += c.len_utf8();
        let is_behind_word = before.is_some_and(char::is_alphanumeric);
        before = Some(c);
        let close = opens(c).filter(|_| !is_behind_word);
        if let Some((close, end)) = close.and_then(|close| Some((close, text[from..].find(close)?)))
        {
            phrases.push(text[from..from + end].to_owned());
            from += end + close.len_utf8();
            before = Some(close);
        }
    }
    phrases
}

/// Returns the closing mark for an opening one.
fn opens(c: char) -> Option<char> {
    let pair = QUOTES.iter().find(|(open, _)| *open == c);
    pair.map(|(_, close)| *close)
}

/// Reports an unanswered question to the mind of the agent that asked it.
fn report_miss(view: &View, asked: &str, found: &Results) -> Result<()> {
    let actor = view.actor()?;
    let fits = found.hits.first().is_some_and(Hit::fits);
    let asked = asked.split_whitespace().collect::<Vec<_>>().join(" ");
    // Questions of a user are kept out of the mind, which is part of every context.
    if !actor.role.is_agent() || view.tenant().is_some() || fits || asked.is_empty() {
        return Ok(());
    }
    let asked: String = asked.chars().take(NOTED).collect();
    let mind = StreamId::new("mind", &actor.id);
    view.services
        .record_receipt(mind, actor, Receipt::Missed(asked));
    Ok(())
}

fn answer(found: Results, by: By) -> MemoriesFound {
    let read_as = found.read_as.into_iter().map(|read| ReadAs {
        word: read.word,
        instead: read.instead,
    });
    MemoriesFound {
        items: found.hits,
        total: found.total,
        read_as: read_as.collect(),
        next_offset: found.end.map(|end| end.given as u64),
        next_cursor: found.end.map(|end| end.cursor()),
        mode: match by {
            By::Both if found.by_meaning => Mode::Hybrid,
            By::Meaning if found.by_meaning => Mode::Vector,
            By::Both | By::Meaning | By::Words => Mode::Lexical,
        },
    }
}
