//! `memory_timeline`.

use crate::crystal::filter::Filters;
use crate::crystal::find::recalled;
use crate::crystal::hit::Hit;
use crate::crystal::ops::switched_off;
use crate::crystal::when::{self, Span};
use crate::timeline::asked::{About, Asked};
use crate::timeline::entry::{Candidate, TimelineEntry};
use crate::timeline::memories::memories;
use crate::timeline::talks::talks;
use crate::timeline::works::works;
use crate::timeline::{Chosen, choose};
use crate::workspace::settings::Settings;
use kernel::prelude::*;
use kernel::time::last_of_day;

/// The tokens of a timeline when the caller does not say.
const USUAL: u32 = 2_000;
/// The fewest and the most that can be asked for.
const FEWEST: u32 = 200;
const MOST: u32 = 16_000;

/// What scores less does not really fit.
const FITS: f64 = 0.5;

/// Answers a question about the order of events, about a time, or about a whole conversation: "which came first, A
/// or B", "what happened in March", "summarise our talk about X". What memory has of it stands in the order of time,
/// each entry with its date and where it is from: long-term memories by when what they tell of happened, sessions
/// with their stored summaries, and what was decided, learned, made and done in workflows. The text has at most
/// `budget` tokens, however much there is. What an agent is told counts as recalled.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryTimeline {
    /// The question, in any words; everything that happened in the time without it. A time that it names, as in
    /// "in March", is the time that is asked for unless `from` or `to` says another.
    pub query: Option<String>,
    /// Only what happened at this moment or later.
    pub from: Option<Time>,
    /// Only what happened at this moment or earlier; a date alone includes the day.
    #[serde(default, deserialize_with = "last_of_day")]
    pub to: Option<Time>,
    /// What must be so of the memories, as in `memory_search`; memories that are so no longer are told too, unless
    /// `superseded` is `false`. Sessions come in unless anything but `namespace`, `user_id` and `session_id` is
    /// asked for, and workflows unless anything but `workflow` is.
    #[serde(default, skip_serializing_if = "Filters::is_empty")]
    pub filters: Filters,
    /// How many tokens the text may have, 200 to 16,000; 2,000 unless given.
    #[schemars(range(min = FEWEST, max = MOST))]
    pub budget: Option<u32>,
}

/// What memory has of a question, in the order of time.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timeline {
    /// The timeline as an agent reads it: a line for each entry, with its date, and its kind and id in brackets.
    pub text: String,
    /// The entries, in the order of time.
    pub entries: Vec<TimelineEntry>,
    /// The first moment of the time that was looked at; absent without a limit.
    pub from: Option<Time>,
    /// The last moment of it; absent without a limit.
    pub to: Option<Time>,
    /// The tokens of the text.
    pub tokens: u32,
    /// How many it may have.
    pub budget: u32,
    /// How many entries were found for which there was no room.
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
        // The searches that it makes are confined.
        Ok(())
    }
}

async fn run(op: MemoryTimeline, view: View) -> Result<Timeline> {
    if !Settings::seen_by(&view).await?.long_term_memory {
        return Err(switched_off());
    }
    let budget = op.budget.unwrap_or(USUAL);
    if !(FEWEST..=MOST).contains(&budget) {
        return Err(Error::field(
            "/budget",
            format!("expected {FEWEST} to {MOST}"),
        ));
    }
    op.filters.check()?;
    let asked = Asked::read(op.query.as_deref());
    let said = given(op.from, op.to)?;
    let named = op
        .query
        .as_deref()
        .and_then(|text| when::asked(text, view.now));
    // A question about the order of several things may name the time of one of them.
    let named = named.filter(|_| asked.parts.is_empty());
    let mut span = said.or(named);
    let mut found = gather(&view, &asked, &op.filters, span, budget).await?;
    let is_there = found.iter().any(|one| one.score >= FITS);
    if asked.about != About::Period && said.is_none() && span.is_some() && !is_there {
        // What is asked for happened at another time than the question says.
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
    recalled(&view, &hits)?;
    Ok(answer(chosen, span, budget))
}

/// The time that the caller gives.
fn given(from: Option<Time>, to: Option<Time>) -> Result<Option<Span>> {
    match (from, to) {
        (None, None) => Ok(None),
        (Some(from), Some(to)) if to < from => Err(Error::field(
            "/to",
            format!("is before `from` ({from}): expected that moment or a later one"),
        )),
        (from, to) => Ok(Some((
            from.unwrap_or(Time(i64::MIN)),
            to.unwrap_or(Time(i64::MAX)),
        ))),
    }
}

async fn gather(
    view: &View,
    asked: &Asked,
    filters: &Filters,
    span: Option<Span>,
    budget: u32,
) -> Result<Vec<Candidate>> {
    let filters = Filters {
        // What was so once is a part of what happened.
        superseded: Some(filters.superseded != Some(false)),
        happened: span,
        ..filters.clone()
    };
    let mut all = memories(view, asked, &filters).await?;
    // A whole conversation takes most of the room; beside others a few lines do.
    let share = match asked.about {
        About::Conversation => 3,
        About::Order | About::Period => 8,
    };
    let talks = talks(view, asked, &filters, &all, budget / share).await?;
    all.extend(talks);
    all.extend(works(view, asked, &filters).await?);
    Ok(all)
}

fn answer(chosen: Chosen, span: Option<Span>, budget: u32) -> Timeline {
    let from = span.map(|(from, _)| from).filter(|from| from.0 > i64::MIN);
    let to = span.map(|(_, to)| to).filter(|to| to.0 < i64::MAX);
    Timeline {
        text: chosen.text,
        entries: chosen.candidates.into_iter().map(|one| one.entry).collect(),
        from,
        to,
        tokens: chosen.tokens,
        budget,
        left_out: chosen.left_out,
    }
}
