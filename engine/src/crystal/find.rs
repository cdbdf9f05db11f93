//! How crystals are found: one by its id, all that a filter asks for, the best for some words. Asks the
//! index, and only for what the caller may read.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::filter::{Filters, Tag, Tests};
use crate::crystal::ops::existing;
use crate::crystal::rank::Boost;
use crate::crystal::record::Crystal;
use crate::crystal::source::shown;
use crate::crystal::state::Core;
use crate::crystal::{facts, holds_messages, listed, stream};
use crate::session::record::MemoryType;
use kernel::access::restricted;
use kernel::error::{Error, Result};
use kernel::event::Event as _;
use kernel::memory::Memory as _;
use kernel::ports::index::{Find, Finding, Found, Order, Wanted, Words};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use kernel::view::View;

/// So many of the best matches are put in order by recency too; those after them stay in the order of
/// their words.
const WINDOW: usize = 200;
/// How many are read at a time when all are wanted.
const AT_ONCE: usize = 500;
/// How many of the cores that have one id are named.
const SHOWN: usize = 20;

/// Where a crystal's document says which stream it was taken from.
const SOURCE: &str = "$.provenance.stream";

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
    /// How many match in all.
    pub total: u64,
}

/// A crystal that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The crystal.
    #[serde(flatten)]
    pub memory: Crystal,
    /// How far it is from what was asked: 1 less the share of the words that it has; 0 without words.
    pub dist: f64,
    /// How well it matches, recency included; larger is better, at most a little above 1.
    pub score: f64,
    /// What the score is made of: `keyword`.
    pub score_type: String,
    /// Why it was found.
    pub why: Why,
}

/// Why a crystal was found: each signal's rank and score.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// Its words.
    pub lexical: Option<Lexical>,
    /// By how much recency changed the score of its words: above 1 it raised it.
    pub recency: Option<f64>,
}

/// What a crystal's words say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lexical {
    /// Its place by words alone, from 1.
    pub rank: u64,
    /// The BM25 score of its words; larger is better.
    pub score: f64,
    /// How many of the words it has.
    pub words: u32,
    /// How many words were looked for.
    pub of: u32,
}

/// The best crystals for some words, or the newest.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub async fn find(view: &View, query: &Query) -> Result<Results> {
    let ask = ask(view, query, query.filters.current(view.now))?;
    let text = ask.words.is_some();
    let boost = if text { query.boost } else { Boost::None };
    if boost == Boost::None {
        let finding = page(view, &ask, query.offset, query.limit).await?;
        let total = finding.total;
        let best = match query.offset {
            0 => best(&finding),
            _ if text => best(&page(view, &ask, 0, 1).await?),
            _ => 0.0,
        };
        let mut hits = hits(finding, query.offset, best, boost, view)?;
        shown(view, hits.iter_mut().map(|hit| &mut hit.memory).collect()).await?;
        return Ok(Results { hits, total });
    }
    let window = page(view, &ask, 0, WINDOW).await?;
    let (total, best) = (window.total, best(&window));
    let mut ranked = hits(window, 0, best, boost, view)?;
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
    let inside = ranked.into_iter().skip(query.offset).take(query.limit);
    let mut found: Vec<Hit> = inside.collect();
    let left = query.limit - found.len();
    let from = query.offset.max(WINDOW);
    if left > 0 && total > from as u64 {
        let rest = page(view, &ask, from, left).await?;
        found.extend(hits(rest, from, best, boost, view)?);
    }
    shown(view, found.iter_mut().map(|hit| &mut hit.memory).collect()).await?;
    Ok(Results { hits: found, total })
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
            "Several cores have a memory {id}, so say which is meant, by `core` (by `namespace` under \
             /v1): {}.",
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

/// What the index is asked, without a page.
fn ask(view: &View, query: &Query, tests: Tests) -> Result<Find> {
    let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
    let words = text.map(|text| Words {
        text: text.into(),
        wanted: Wanted::Share(query.distance.map_or(0.0, |distance| 1.0 - distance)),
    });
    Ok(Find {
        kind: Some(Core::KIND),
        stream: None,
        order: match words {
            Some(_) => Order::Best,
            None => Order::Newest("created_at"),
        },
        words,
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

fn best(finding: &Finding) -> f64 {
    finding.found.first().map_or(0.0, |found| found.score)
}

fn hits(finding: Finding, from: usize, best: f64, boost: Boost, view: &View) -> Result<Vec<Hit>> {
    let of = finding.words;
    let ranked = finding.found.into_iter().enumerate();
    ranked
        .map(|(at, found)| {
            let rank = (from as u64).saturating_add(at as u64 + 1);
            let (words, score) = (found.words, found.score);
            let memory = crystal(found, view.now)?;
            let plain = Boost::None.score(score, best, &memory, view.now);
            let boosted = boost.score(score, best, &memory, view.now);
            let is_boosted = boost != Boost::None && plain > 0.0;
            Ok(Hit {
                dist: if of == 0 {
                    0.0
                } else {
                    1.0 - f64::from(words.min(of)) / f64::from(of)
                },
                score: if of == 0 { 0.0 } else { boosted },
                score_type: "keyword".into(),
                why: Why {
                    lexical: (of > 0).then_some(Lexical {
                        rank,
                        score,
                        words,
                        of,
                    }),
                    recency: is_boosted.then(|| boosted / plain),
                },
                memory,
            })
        })
        .collect()
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
