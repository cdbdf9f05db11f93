//! How crystals are found: all that a filter asks for, the best for some words. Asks the index, and only for what the
//! caller may read.

use std::collections::BTreeMap;

use crate::crystal::end::End;
use crate::crystal::filter::{Filters, Tests};
use crate::crystal::hit::{Hit, Why, hit};
use crate::crystal::rank::{Boost, Ranked, ranked};
use crate::crystal::record::Crystal;
use crate::crystal::source::shown;
use crate::crystal::state::Core;
use crate::crystal::when;
use crate::crystal::{bond, holds_messages, listed, scope, shelves, stream};
use crate::session::record::MemoryType;
use kernel::access::restricted;
use kernel::error::{Error, Result};
use kernel::memory::{Memory as _, Receipt};
use kernel::ports::index::{By, Find, Finding, Found, Order, Phrases, ReadAs, Recall, Source};
use kernel::stream::StreamId;
use kernel::time::Time;
use kernel::view::View;

/// How many are read at a time when all are wanted.
const AT_ONCE: usize = 500;

/// How many may have come before a page since the one before it was given.
const MOVED: usize = 200;
/// The moment that says what is newest.
const CREATED_AT: &str = "created_at";

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
    /// The greatest distance; any without one. See [`Hit::dist`].
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
    /// Where the page ended, if there are more.
    pub end: Option<End>,
}

/// Mode, required phrases and cursor of a search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Match by words, by meaning or by both.
    pub by: By,
    /// Phrases that a memory must or must not contain.
    pub phrases: Phrases,
    /// The end of the previous page.
    pub behind: Option<End>,
}

/// The best crystals for some words, or the newest.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub async fn find(view: &View, query: &Query) -> Result<Results> {
    find_by(view, query, &Search::default()).await
}

/// As [`find`], with a mode, phrases and a cursor.
///
/// # Errors
/// As [`find`].
pub async fn find_by(view: &View, query: &Query, search: &Search) -> Result<Results> {
    let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
    let mut results = match text {
        Some(text) => asked(view, query, text, search).await?,
        None => newest(view, query, search.behind, false).await?,
    };
    let hits = results.hits.iter_mut().map(|hit| &mut hit.memory);
    shown(view, hits.collect()).await?;
    Ok(results)
}

/// The newest crystals that a query asks for, whatever its words, without a total.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub(crate) async fn some_of(view: &View, query: &Query) -> Result<Vec<Hit>> {
    let mut hits = newest(view, query, None, true).await?.hits;
    shown(view, hits.iter_mut().map(|hit| &mut hit.memory).collect()).await?;
    Ok(hits)
}

async fn newest(
    view: &View,
    query: &Query,
    behind: Option<End>,
    uncounted: bool,
) -> Result<Results> {
    let ask = Find {
        behind: behind.map(|end| end.behind()),
        uncounted,
        ..ask(view, query, query.filters.current(view.now))?
    };
    let mut finding = page(view, &ask, query.offset, query.limit + 1).await?;
    let is_last = finding.found.len() <= query.limit;
    finding.found.truncate(query.limit);
    let given = behind.map_or(query.offset, |end| end.given) + finding.found.len();
    let last = finding.found.last().filter(|_| !is_last);
    let end = last.and_then(|last| {
        let mut times = last.times.iter();
        let (_, at, _) = times.find(|(field, ..)| field == CREATED_AT)?;
        Some(End::at(given, *at, last.place))
    });
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
        end,
        ..Results::default()
    })
}

async fn asked(view: &View, query: &Query, text: &str, search: &Search) -> Result<Results> {
    let Search {
        by,
        ref phrases,
        behind,
    } = *search;
    let given = behind.map_or(query.offset, |end| end.given);
    let recall = Recall {
        text: text.into(),
        find: ask(view, query, query.filters.current(view.now))?,
        shelves: shelves::of(&query.filters),
        share: None,
        phrases: phrases.clone(),
        by,
        when: when::asked(text, view.now),
        most: given.saturating_add(query.limit).saturating_add(MOVED),
    };
    let index = view.services.index();
    let recalled = index.recall(&recall).await?;
    let mut ranked = ranked(&recalled, by, query.boost, view.now);
    let all = ranked.len();
    let most = query.distance.unwrap_or(f64::INFINITY);
    ranked.retain(|one| one.distance() <= most || one.is_nearest());
    let mut total = recalled.total;
    if ranked.len() < all {
        total = ranked.len() as u64;
    }
    let begin = behind.map_or(query.offset, |end| end.goes_on(&ranked));
    let page = ranked.iter().skip(begin).take(query.limit);
    let page: Vec<&Ranked<'_>> = page.collect();
    let is_last = ranked.len() <= begin.saturating_add(query.limit);
    let last = page.last().filter(|_| !is_last);
    let end = last.map(|last| End::ranked(given + page.len(), last));
    let places: Vec<_> = page
        .iter()
        .map(|ranked| (ranked.candidate.place, ranked.candidate.lender))
        .collect();
    let mut hits = Vec::with_capacity(page.len());
    let mut page = page.into_iter();
    for (mut found, lender) in index.fetch(&places).await? {
        // What went meanwhile is left out.
        let Some(ranked) = page.find(|ranked| ranked.candidate.place == found.place) else {
            break;
        };
        let times = ranked.candidate.times.iter();
        found.times = times
            .map(|(field, at, count)| (field.to_string(), *at, *count))
            .collect();
        let memory = crystal(found, view.now)?;
        let hit = hit(text, memory, ranked, lender, &recalled, by);
        if hit.dist <= most {
            hits.push(hit);
        } else {
            total = total.saturating_sub(1);
        }
    }
    Ok(Results {
        hits,
        total,
        read_as: recalled.read_as,
        by_meaning: recalled.by_meaning,
        end,
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
        order: Order::Oldest(CREATED_AT),
        ..ask(view, &query, filters.tests(view.now))?
    };
    let mut crystals = Vec::new();
    loop {
        // As many again as are there: each page costs as much as all of them.
        let at_once = AT_ONCE.max(crystals.len()).min(limit - crystals.len());
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
            uncounted: true,
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
    for (core, items) in cores {
        let purpose = None;
        let receipt = Receipt::Read { items, purpose };
        view.services.recalled(core, actor, receipt);
    }
    Ok(())
}

/// What the index is asked, without words and without a page.
fn ask(view: &View, query: &Query, tests: Tests) -> Result<Find> {
    let mut tests = bond::tests(tests, view.looker()?);
    tests.tags.extend(
        view.tenant()
            .into_iter()
            .flat_map(|tenant| scope::of(tenant)),
    );
    Ok(Find {
        kind: Some(Core::KIND),
        stream: None,
        order: Order::Newest(CREATED_AT),
        words: None,
        tags: tests.tags,
        times: tests.times,
        either: tests.either,
        // Which session a memory is from is no way to find out which sessions others have.
        source: names_source(&query.filters).then_some(SOURCE),
        reader: restricted(view.actor()?).map(Into::into),
        now: Some(view.now),
        uncounted: false,
        offset: 0,
        behind: None,
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
