//! Searches memories by filters and text, limited to what the caller may read.

use std::collections::BTreeMap;

use crate::crystal::end::End;
use crate::crystal::filter::{Filters, Tests};
use crate::crystal::hit::{Hit, Why, hit};
use crate::crystal::rank::{Boost, Ranked, rank};
use crate::crystal::record::Crystal;
use crate::crystal::source::hide_sources;
use crate::crystal::state::Core;
use crate::crystal::when;
use crate::crystal::{bond, holds_messages, listed, scope, shelves, stream};
use crate::session::record::MemoryType;
use kernel::access::reader_name;
use kernel::error::{Error, Result};
use kernel::memory::{Memory as _, Receipt};
use kernel::ports::index::{By, Find, Finding, Found, Order, Phrases, ReadAs, Recall, Source};
use kernel::stream::StreamId;
use kernel::time::Time;
use kernel::view::View;

/// Size of the first page when all matches are read.
const PAGE_SIZE: usize = 500;

/// Number of memories that may have moved ahead of a page since the previous page was returned.
const MOVED: usize = 200;
/// Time field that orders memories from newest to oldest.
const CREATED_AT: &str = "created_at";

/// Fields of a memory that name its source streams and its author.
const SOURCE: Source = Source {
    taken: "$.provenance.stream",
    said: listed::SAID,
    author: listed::AGENT,
};

/// A search for memories.
#[derive(Clone, Debug)]
pub struct Query {
    /// Search text. Without it the newest memories come first.
    pub text: Option<String>,
    /// Conditions on the memories.
    pub filters: Filters,
    /// Maximum distance; unlimited if unset. See [`Hit::dist`].
    pub distance: Option<f64>,
    /// Weight of recency.
    pub boost: Boost,
    /// Number of hits to skip.
    pub offset: usize,
    /// Maximum number of hits.
    pub limit: usize,
}

/// A page of memories.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The memories, best first.
    pub hits: Vec<Hit>,
    /// Total number of matches: by word, as the neighbour of a match, or by meaning.
    pub total: u64,
    /// Query words that no memory contains, and the words searched instead.
    pub read_as: Vec<ReadAs>,
    /// True if the meaning of the texts was searched.
    pub by_meaning: bool,
    /// End of the page, if there are more hits.
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

/// Returns the best memories for a text, or the newest ones without a text.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub async fn find(view: &View, query: &Query) -> Result<Results> {
    find_by(view, query, &Search::default()).await
}

/// Same as [`find`], with a mode, phrases and a cursor.
///
/// # Errors
/// Same as [`find`].
pub async fn find_by(view: &View, query: &Query, search: &Search) -> Result<Results> {
    let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
    let mut results = match text {
        Some(text) => search_text(view, query, text, search).await?,
        None => newest(view, query, search.behind, false).await?,
    };
    let hits = results.hits.iter_mut().map(|hit| &mut hit.memory);
    hide_sources(view, hits.collect()).await?;
    Ok(results)
}

/// Returns the newest memories that match a query's filters, ignoring its text and without a total.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub(crate) async fn some_of(view: &View, query: &Query) -> Result<Vec<Hit>> {
    let mut hits = newest(view, query, None, true).await?.hits;
    hide_sources(view, hits.iter_mut().map(|hit| &mut hit.memory).collect()).await?;
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

async fn search_text(view: &View, query: &Query, text: &str, search: &Search) -> Result<Results> {
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
        when: when::parse_span(text, view.now),
        most: given.saturating_add(query.limit).saturating_add(MOVED),
    };
    let index = view.services.index();
    let recalled = index.recall(&recall).await?;
    let mut ranked = rank(&recalled, by, query.boost, view.now);
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
    let end = last.map(|last| End::by_rank(given + page.len(), last));
    let places: Vec<_> = page
        .iter()
        .map(|ranked| (ranked.candidate.place, ranked.candidate.lender))
        .collect();
    let mut hits = Vec::with_capacity(page.len());
    let mut page = page.into_iter();
    for (mut found, lender) in index.fetch(&places).await? {
        // Memories removed in the meantime are left out.
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

/// Returns the memories that match the filters, oldest first, at most `limit`, and the total number of matches.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
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
        // Each page doubles the number read, because a page costs as much as all memories before it.
        let at_once = PAGE_SIZE.max(crystals.len()).min(limit - crystals.len());
        let finding = page(view, &ask, crystals.len(), at_once).await?;
        let (total, count) = (finding.total, finding.found.len());
        for found in finding.found {
            crystals.push(crystal(found, view.now)?);
        }
        if count == 0 || crystals.len() >= limit || crystals.len() as u64 >= total {
            hide_sources(view, crystals.iter_mut().collect()).await?;
            return Ok((crystals, total));
        }
    }
}

/// Returns the first and last values of a time field among all memories that a search with these filters finds.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
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

/// Returns true if a memory passes the filters' conditions on fields. Conditions on times are ignored.
#[must_use]
pub fn admits(filters: &Filters, crystal: &Crystal) -> bool {
    let tags = listed::tags(crystal);
    filters.tests(Time(0)).tags.iter().all(|(field, test)| {
        let values = tags.iter().filter(|(name, _)| name == field);
        let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
        test.passes(&values)
    })
}

/// Records in the cores that an agent recalled these memories. A person's view is no recall, and messages are only
/// looked up.
///
/// # Errors
/// Returns `unauthenticated` if there is no caller.
pub fn record_recalls(view: &View, hits: &[Hit]) -> Result<()> {
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
        view.services.record_receipt(core, actor, receipt);
    }
    Ok(())
}

/// Builds the index query, without words and without a page.
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
        // A filter on sessions must not reveal which sessions other agents have.
        source: names_source(&query.filters).then_some(SOURCE),
        reader: reader_name(view.actor()?).map(Into::into),
        now: Some(view.now),
        uncounted: false,
        offset: 0,
        behind: None,
        limit: 0,
    })
}

/// Returns true if the filters ask for a session or a source.
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

/// Parses the memory that an index item holds, and sets its text, its recalls and its stage.
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
