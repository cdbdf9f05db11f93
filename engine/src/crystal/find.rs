//! How crystals are found: one by its id, all that a filter asks for, the best for some words. Asks the
//! index, and only for what the caller may read.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::filter::{Filters, Tag, Tests};
use crate::crystal::ops::existing;
use crate::crystal::rank::{Boost, Parts, Ranked, ranked};
use crate::crystal::record::Crystal;
use crate::crystal::source::shown;
use crate::crystal::state::Core;
use crate::crystal::when;
use crate::crystal::{bond, facts, holds_messages, listed, shelves, stream};
use crate::session::record::MemoryType;
use kernel::access::restricted;
use kernel::error::{Error, Result};
use kernel::event::Event as _;
use kernel::memory::Memory as _;
use kernel::ports::index::{By, Find, Finding, Found, Order, ReadAs, Recall, Recalled, Source};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use kernel::view::View;

/// Where the best hit scores less, nothing really fits.
const FITS: f64 = 0.5;
/// How many are read at a time when all are wanted.
const AT_ONCE: usize = 500;
/// How many of the cores that have one id are named.
const SHOWN: usize = 20;

/// Where a crystal says which streams it is from.
const SOURCE: Source = Source {
    taken: "$.provenance.stream",
    said: listed::SAID,
    author: listed::AGENT,
};

/// Which crystals are looked for.
#[derive(Clone, Debug)]
pub struct Query {
    /// Words, any text; without it the newest come first.
    pub text: Option<String>,
    /// What must be so of them.
    pub filters: Filters,
    /// The greatest distance: 0 asks for all words, 0.5 for half of them, 1 for any.
    pub distance: Option<f64>,
    /// How much recency counts.
    pub boost: Boost,
    /// How many of the first ones to pass over.
    pub offset: usize,
    /// How many to give at most.
    pub limit: usize,
}

/// A page of crystals.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The crystals, best first.
    pub hits: Vec<Hit>,
    /// How many match in all: by a word, as the neighbour of one that does, or by what they mean.
    pub total: u64,
    /// Words that nothing has, and what was looked for instead.
    pub read_as: Vec<ReadAs>,
    /// Whether what the texts mean was looked at.
    pub by_meaning: bool,
}

/// A crystal that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The crystal.
    #[serde(flatten)]
    pub memory: Crystal,
    /// How far it is from what was asked: 1 less the share of the words that it has; 0 without words.
    pub dist: f64,
    /// How well it fits, 0 to 1, comparable between questions: where the best one has less than 0.5, nothing
    /// really fits. 0 without words.
    pub score: f64,
    /// What the score is made of: `keyword`, `semantic` or `hybrid`.
    pub score_type: String,
    /// Why it was found.
    pub why: Why,
}

impl Hit {
    /// Whether it is what was asked for: it scores well enough, or has every word of the question.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.score >= FITS || self.dist == 0.0
    }
}

/// Why a crystal was found: each part's share of its score, from 0 to 1.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// Its words.
    pub lexical: Option<Lexical>,
    /// What was said before and after it in its session.
    pub neighbours: Option<Neighbours>,
    /// What it means.
    pub meaning: Option<Meaning>,
    /// The share of its author, where the question is about them.
    pub author: Option<f64>,
    /// The share of the words of its session as a whole.
    pub session: Option<f64>,
    /// The share of when it happened, where the question says when.
    pub date: Option<f64>,
    /// By how much recency changed the score: above 1 it raised it.
    pub recency: Option<f64>,
}

/// What a crystal's words say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lexical {
    /// Its place by words alone, from 1, among those that were weighed.
    pub rank: u64,
    /// The BM25 score of its words; larger is better.
    pub score: f64,
    /// How many of the words it has.
    pub words: u32,
    /// How many words were looked for.
    pub of: u32,
    /// Which ones it has.
    pub matched: Vec<String>,
    /// Their share of its score.
    pub share: f64,
}

/// What a crystal's neighbours say.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Neighbours {
    /// The one that says most.
    pub id: Option<String>,
    /// Their share of its score.
    pub share: f64,
}

/// What a crystal means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// How near that is to what was asked, from -1 to 1.
    pub cosine: f64,
    /// Its share of the score.
    pub share: f64,
}

/// The best crystals for some words, or the newest.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub async fn find(view: &View, query: &Query) -> Result<Results> {
    find_by(view, query, By::Both).await
}

/// The same, by words or by meaning alone.
///
/// # Errors
/// As [`find`].
pub async fn find_by(view: &View, query: &Query, by: By) -> Result<Results> {
    let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
    let mut results = match text {
        Some(text) => asked(view, query, text, by).await?,
        None => newest(view, query).await?,
    };
    let hits = results.hits.iter_mut().map(|hit| &mut hit.memory);
    shown(view, hits.collect()).await?;
    Ok(results)
}

async fn newest(view: &View, query: &Query) -> Result<Results> {
    let ask = ask(view, query, query.filters.current(view.now))?;
    let finding = page(view, &ask, query.offset, query.limit).await?;
    let hits = finding.found.into_iter().map(|found| {
        Ok(Hit {
            memory: crystal(found, view.now)?,
            dist: 0.0,
            score: 0.0,
            score_type: "keyword".into(),
            why: Why::default(),
        })
    });
    Ok(Results {
        hits: hits.collect::<Result<_>>()?,
        total: finding.total,
        ..Results::default()
    })
}

async fn asked(view: &View, query: &Query, text: &str, by: By) -> Result<Results> {
    let end = query.offset.saturating_add(query.limit);
    let recall = Recall {
        text: text.into(),
        find: ask(view, query, query.filters.current(view.now))?,
        shelves: shelves::of(&query.filters),
        share: query
            .distance
            .map(|distance| 1.0 - distance)
            .filter(|share| *share > 0.0),
        by,
        when: when::asked(text, view.now),
        most: end,
    };
    let index = view.services.index();
    let recalled = index.recall(&recall).await?;
    let ranked = ranked(&recalled, by, query.boost, view.now);
    let page = ranked.iter().skip(query.offset).take(query.limit);
    let page: Vec<&Ranked<'_>> = page.collect();
    let places: Vec<_> = page
        .iter()
        .map(|ranked| (ranked.candidate.place, ranked.candidate.lender))
        .collect();
    let mut hits = Vec::with_capacity(page.len());
    let mut page = page.into_iter();
    for (place, mut found, lender) in index.fetch(&places).await? {
        // What went meanwhile is left out.
        let Some(ranked) = page.find(|ranked| ranked.candidate.place == place) else {
            break;
        };
        let times = ranked.candidate.times.iter();
        found.times = times
            .map(|(field, at, count)| (field.to_string(), *at, *count))
            .collect();
        let memory = crystal(found, view.now)?;
        hits.push(hit(memory, ranked, lender, &recalled, by));
    }
    Ok(Results {
        hits,
        total: recalled.total,
        read_as: recalled.read_as,
        by_meaning: recalled.by_meaning,
    })
}

/// All crystals that a filter asks for, oldest first, at most `limit`; and how many there are.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub async fn all(view: &View, filters: &Filters, limit: usize) -> Result<(Vec<Crystal>, u64)> {
    let query = Query {
        text: None,
        filters: filters.clone(),
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit: 0,
    };
    let ask = Find {
        order: Order::Oldest("created_at"),
        ..ask(view, &query, filters.tests(view.now))?
    };
    let mut crystals = Vec::new();
    loop {
        let at_once = AT_ONCE.min(limit - crystals.len());
        let finding = page(view, &ask, crystals.len(), at_once).await?;
        let (total, count) = (finding.total, finding.found.len());
        for found in finding.found {
            crystals.push(crystal(found, view.now)?);
        }
        if count == 0 || crystals.len() >= limit || crystals.len() as u64 >= total {
            shown(view, crystals.iter_mut().collect()).await?;
            return Ok((crystals, total));
        }
    }
}

/// The first and the last moment of that field, of all crystals that a search with these filters finds.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub(crate) async fn ends(
    view: &View,
    filters: &Filters,
    field: &'static str,
) -> Result<Option<(Time, Time)>> {
    let query = Query {
        text: None,
        filters: filters.clone(),
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit: 0,
    };
    let mut ends = Vec::new();
    for order in [Order::Oldest(field), Order::Newest(field)] {
        let ask = Find {
            order,
            ..ask(view, &query, filters.current(view.now))?
        };
        let found = page(view, &ask, 0, 1).await?.found;
        let times = found.into_iter().flat_map(|found| found.times);
        ends.extend(
            times
                .filter(|(name, ..)| name == field)
                .map(|(_, at, _)| at),
        );
    }
    Ok(ends.iter().min().copied().zip(ends.iter().max().copied()))
}

/// Whether a crystal passes the filters' tests of fields; those of moments are not looked at.
#[must_use]
pub fn admits(filters: &Filters, crystal: &Crystal) -> bool {
    let tags = listed::tags(crystal);
    filters.tests(Time(0)).tags.iter().all(|(field, test)| {
        let values = tags.iter().filter(|(name, _)| name == field);
        let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
        test.passes(&values)
    })
}

/// The crystal of that id, in that core or in the one that has it. Messages of a session are passed over
/// where anything else has the id.
///
/// # Errors
/// `not_found` when there is none that the caller may read, `conflict` (`ambiguous`) when several have
/// that id.
pub async fn get(view: &View, id: &str, core: Option<&str>) -> Result<Crystal> {
    let filters = Filters {
        id: Some(Tag::eq(id)),
        core: core.map(Tag::eq),
        ..Filters::default()
    };
    let (mut found, _) = all(view, &filters, AT_ONCE).await?;
    let is_message = |crystal: &Crystal| holds_messages(&stream(&crystal.core));
    if !found.iter().all(is_message) {
        found.retain(|crystal| !is_message(crystal));
    }
    match found.pop() {
        None => Err(Error::not_found(format!("There is no memory {id}."))),
        Some(only) if found.is_empty() => Ok(only),
        Some(last) => Err(ambiguous(id, found.iter().chain([&last]))),
    }
}

/// That several crystals have an id.
#[must_use]
pub fn ambiguous<'a>(id: &str, crystals: impl IntoIterator<Item = &'a Crystal>) -> Error {
    let mut cores: Vec<&str> = crystals.into_iter().map(|one| one.core.as_str()).collect();
    cores.sort_unstable();
    cores.truncate(SHOWN);
    Error::conflict(
        "ambiguous",
        format!(
            "Several cores have a memory {id}, so say which is meant, by `core` (under /v1 in the \
             query, where `namespace` names a namespace's own): {}.",
            cores.join(", ")
        ),
    )
}

/// A crystal as the log has it, for a decision that changes it.
#[derive(Clone, Debug)]
pub struct Current {
    /// Its core's stream.
    pub stream: StreamId,
    /// The fact that holds it.
    pub version: Version,
    /// The record; its recalls are the state's.
    pub record: Crystal,
}

/// The crystal of that id as its core's newest fact says.
///
/// # Errors
/// As [`get`]; `conflict` when it is a message of a session.
pub async fn current(view: &View, id: &str, core: Option<&str>) -> Result<Current> {
    let missing = || Error::not_found(format!("There is no memory {id}."));
    let stream = match core {
        Some(core) => existing("/core", core)?,
        None => stream(&get(view, id, None).await?.core),
    };
    if holds_messages(&stream) {
        return Err(Error::conflict(
            "message",
            format!("{id} is a message of a session: it is changed there."),
        ));
    }
    let (state, _) = view.state::<Core>(&stream).await.map_err(|_| missing())?;
    let version = state.crystals.get(id).ok_or_else(missing)?.version();
    let fact = view
        .services
        .log()
        .read(&stream, version.saturating_sub(1), 1)
        .await?
        .pop();
    let fact = fact.ok_or_else(missing)?;
    let record = match facts::Event::read(&fact.kind, fact.schema, &fact.body) {
        facts::Event::CrystalAdded(body) => body.record,
        facts::Event::CrystalEdited(body) => body.record,
        _ => return Err(missing()),
    };
    Ok(Current {
        stream,
        version,
        record,
    })
}

/// Tells the cores that an agent recalled these. A person's look is no recall, and messages are only
/// looked up.
///
/// # Errors
/// `unauthenticated` when nobody is known.
pub fn recalled(view: &View, hits: &[Hit]) -> Result<()> {
    let actor = view.actor()?;
    if !actor.role.is_agent() {
        return Ok(());
    }
    let mut cores: BTreeMap<StreamId, Vec<String>> = BTreeMap::new();
    for Hit { memory, .. } in hits {
        let core = stream(&memory.core);
        if memory.memory_type != MemoryType::Message && !holds_messages(&core) {
            cores.entry(core).or_default().push(memory.id.clone());
        }
    }
    for (core, ids) in cores {
        view.services.recalled(core, actor, ids);
    }
    Ok(())
}

/// What the index is asked, without words and without a page.
fn ask(view: &View, query: &Query, tests: Tests) -> Result<Find> {
    let tests = bond::tests(tests, view.looker()?);
    Ok(Find {
        kind: Some(Core::KIND),
        stream: None,
        order: Order::Newest("created_at"),
        words: None,
        tags: tests.tags,
        times: tests.times,
        either: tests.either,
        // Which session a memory is from is no way to find out which sessions others have.
        source: names_source(&query.filters).then_some(SOURCE),
        reader: restricted(view.actor()?).map(Into::into),
        offset: 0,
        limit: 0,
    })
}

/// Whether these ask where crystals are from.
fn names_source(filters: &Filters) -> bool {
    filters.session_id.is_some() || filters.source.is_some()
}

async fn page(view: &View, ask: &Find, offset: usize, limit: usize) -> Result<Finding> {
    let ask = Find {
        offset,
        limit,
        ..ask.clone()
    };
    view.services.index().find(&ask).await
}

fn hit(
    memory: Crystal,
    ranked: &Ranked<'_>,
    lender: Option<String>,
    recalled: &Recalled,
    by: By,
) -> Hit {
    let Ranked {
        candidate,
        score,
        parts,
    } = ranked;
    let better = |other: &&kernel::ports::index::Candidate| other.words > candidate.words;
    let asked = recalled.words.iter().enumerate();
    let matched: Vec<String> = asked
        .filter(|(bit, _)| candidate.has >> bit & 1 == 1)
        .map(|(_, word)| word.clone())
        .collect();
    let (words, of) = (number(matched.len()), number(recalled.words.len()));
    let lexical = (words > 0).then(|| Lexical {
        rank: recalled.candidates.iter().filter(better).count() as u64 + 1,
        score: candidate.words,
        words,
        of,
        matched,
        share: parts.words,
    });
    let score_type = match by {
        By::Both if recalled.by_meaning => "hybrid",
        By::Meaning if recalled.by_meaning => "semantic",
        By::Both | By::Meaning | By::Words => "keyword",
    };
    Hit {
        memory,
        dist: 1.0 - f64::from(words) / f64::from(of.max(1)),
        score: *score,
        score_type: score_type.into(),
        why: why(candidate.cosine, parts, lexical, lender),
    }
}

fn why(
    cosine: Option<f64>,
    parts: &Parts,
    lexical: Option<Lexical>,
    lender: Option<String>,
) -> Why {
    let part = |share: f64| (share > 0.0).then_some(share);
    Why {
        lexical,
        neighbours: part(parts.neighbours).map(|share| Neighbours { id: lender, share }),
        meaning: cosine.map(|cosine| Meaning {
            cosine,
            share: parts.meaning,
        }),
        author: part(parts.author),
        session: part(parts.session),
        date: part(parts.date),
        recency: parts.recency,
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The record that a thing in the index stands for.
fn crystal(found: Found, now: Time) -> Result<Crystal> {
    let doc = found.doc.unwrap_or_default();
    let mut crystal: Crystal = serde_json::from_str(&doc).map_err(|error| {
        let (stream, item) = (&found.stream, &found.item);
        Error::internal(format!(
            "the index cannot say what {item} of {stream} is: {error}"
        ))
    })?;
    crystal.text = found.body;
    let recall = found
        .times
        .iter()
        .find(|(field, _, _)| field == listed::LAST_ACCESSED);
    if let Some((_, at, count)) = recall {
        crystal.last_accessed = *at;
        crystal.access_count = *count;
    }
    crystal.stand(now);
    Ok(crystal)
}
