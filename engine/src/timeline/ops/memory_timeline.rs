//! `memory_timeline`: returns a timeline for a question.

use crate::crystal::filter::{Filters, Range};
use crate::crystal::find::record_recalls;
use crate::crystal::hit::Hit;
use crate::crystal::ops::memory_off_error;
use crate::crystal::when;
use crate::timeline::asked::{About, Asked};
use crate::timeline::entry::{Candidate, TimelineEntry};
use crate::timeline::memories::memories;
use crate::timeline::talks::talks;
use crate::timeline::works::works;
use crate::timeline::{Chosen, choose};
use crate::workspace::settings::Settings;
use kernel::prelude::*;
use kernel::time::Period;

/// Default number of tokens of a timeline.
const DEFAULT_TOKENS: u32 = 2_000;
/// Minimum and maximum number of tokens that can be requested.
const MIN_TOKENS: u32 = 200;
const MAX_TOKENS: u32 = 16_000;

/// Minimum score of an entry that answers the question.
const FITS: f64 = 0.5;

/// Answers a question about the order of events, about a period, or about a whole conversation: "which came first, A or
/// B", "what happened in March", "summarise our talk about X". Returns the content of memory in chronological order,
/// each entry with its date and source: long-term memories by the time of the event, sessions with their stored
/// summaries, and decisions, discoveries, artifacts and completed tasks of workflows. The text has at most `budget`
/// tokens, however much there is. Memories shown to an agent count as recalled.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryTimeline {
    /// The question, in any words. Default: everything that happened in the period. A period that it names, as in "in
    /// March", applies unless `from` or `to` is given.
    pub query: Option<String>,
    /// Only events at this time or later; a date alone is a local day of the event.
    pub from: Option<Period>,
    /// Only events at this time or earlier; a date alone includes the day.
    pub to: Option<Period>,
    /// Filters for memories, as in `memory_search`; superseded memories are included unless `superseded` is `false`.
    /// Sessions are included unless filters other than `namespace`, `user_id` and `session_id` are given, workflows
    /// unless filters other than `workflow` are given.
    #[serde(default, skip_serializing_if = "Filters::is_empty")]
    pub filters: Filters,
    /// Maximum tokens of the text, 200 to 16,000. Default: 2,000.
    #[schemars(range(min = MIN_TOKENS, max = MAX_TOKENS))]
    pub budget: Option<u32>,
}

/// A timeline for a question.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timeline {
    /// The timeline as text: one line per entry, with its date, and its kind and id in brackets.
    pub text: String,
    /// The entries in chronological order.
    pub entries: Vec<TimelineEntry>,
    /// Start of the period; absent if unlimited.
    pub from: Option<Time>,
    /// End of the period; absent if unlimited.
    pub to: Option<Time>,
    /// Token count of the text.
    pub tokens: u32,
    /// Maximum tokens of the text.
    pub budget: u32,
    /// Number of entries that did not fit.
    pub left_out: u32,
}

impl Operation for MemoryTimeline {
    type Output = Timeline;
    const SPEC: Spec =
        spec!(Read "memory_timeline" Access::ALL, &["text", "from", "to", "tokens", "left_out"])
            .refuses(&["switched_off"])
            .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn confine(&mut self, _tenant: &kernel::tenant::Tenant) -> Result<()> {
        // Its searches are confined.
        Ok(())
    }
}

async fn run(op: MemoryTimeline, view: View) -> Result<Timeline> {
    if !Settings::for_view(&view).await?.long_term_memory {
        return Err(memory_off_error());
    }
    let budget = op.budget.unwrap_or(DEFAULT_TOKENS);
    if !(MIN_TOKENS..=MAX_TOKENS).contains(&budget) {
        return Err(Error::field(
            "/budget",
            format!("expected {MIN_TOKENS} to {MAX_TOKENS}"),
        ));
    }
    op.filters.check()?;
    let asked = Asked::read(op.query.as_deref());
    let said = validate_span(op.from, op.to)?;
    let named = op
        .query
        .as_deref()
        .and_then(|text| when::parse_span(text, view.now));
    // A question about the order of several things may name the date of one of them.
    let named = named.filter(|_| asked.parts.is_empty()).map(Range::days);
    let mut span = said.clone().or(named);
    let mut found = gather(&view, &asked, &op.filters, span.clone(), budget).await?;
    let is_there = found.iter().any(|one| one.score >= FITS);
    if asked.about != About::Period && said.is_none() && span.is_some() && !is_there {
        // The events happened at another time than the question says.
        span = None;
        found = gather(&view, &asked, &op.filters, None, budget).await?;
    }
    let (services, about) = (view.services.clone(), asked.about);
    let chosen =
        kernel::view::aside(move || choose(found, about, budget, services.tokens())).await?;
    let hits: Vec<Hit> = chosen
        .candidates
        .iter()
        .filter_map(|one| one.hit.clone())
        .collect();
    record_recalls(&view, &hits)?;
    Ok(answer(chosen, &span.unwrap_or_default(), budget))
}

/// Returns the period given by the caller.
fn validate_span(from: Option<Period>, to: Option<Period>) -> Result<Option<Range>> {
    let range = Range {
        gte: from,
        lte: to,
        ..Range::default()
    };
    let (from, to) = range.span();
    if to < from {
        let detail = format!("is before `from` ({from}): expected that moment or a later one");
        return Err(Error::field("/to", detail));
    }
    Ok(Some(range).filter(|range| !range.is_empty()))
}

async fn gather(
    view: &View,
    asked: &Asked,
    filters: &Filters,
    span: Option<Range>,
    budget: u32,
) -> Result<Vec<Candidate>> {
    let filters = Filters {
        // A timeline includes superseded memories, because they were true once.
        superseded: Some(filters.superseded != Some(false)),
        happened: span,
        ..filters.clone()
    };
    let mut all = memories(view, asked, &filters).await?;
    // A whole conversation takes most of the room; next to other entries a few lines are enough.
    let share = match asked.about {
        About::Conversation => 3,
        About::Order | About::Period => 8,
    };
    let talks = talks(view, asked, &filters, &all, budget / share).await?;
    all.extend(talks);
    all.extend(works(view, asked, &filters).await?);
    Ok(all)
}

fn answer(chosen: Chosen, span: &Range, budget: u32) -> Timeline {
    Timeline {
        text: chosen.text,
        entries: chosen.candidates.into_iter().map(|one| one.entry).collect(),
        from: span.gte.map(|from| from.first),
        to: span.lte.map(|to| to.last),
        tokens: chosen.tokens,
        budget,
        left_out: chosen.left_out,
    }
}
