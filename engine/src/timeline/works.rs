//! Workflow events for a timeline: decisions, discoveries, completed tasks and artifacts. They are found by words, and
//! in workflows that the filters name also without. Reads only workflows that the caller may read.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::crystal::filter::Filters;
use crate::numbers::{ArtifactNo, DecisionNo, DiscoveryNo, Number as _, TaskNo};
use crate::timeline::asked::{About, Asked};
use crate::timeline::entry::{Candidate, EntryKind, TimelineEntry, cut};
use crate::workflow::ops::read;
use crate::workflow::shared::DecisionStatus;
use crate::workflow::state::Workflow;
use kernel::access::reader_name;
use kernel::actor::Actor;
use kernel::error::Result;
use kernel::id::Id;
use kernel::ports::index::{Find, TagTest, Wanted, Words};
use kernel::time::Time;
use kernel::view::View;

/// Maximum number of search results.
const FOUND: usize = 30;
/// Maximum number of workflows to read.
const WORKFLOWS: usize = 6;
/// Maximum number of items of each kind in a named workflow, the newest.
const OF_EACH: usize = 100;
/// Minimum share of the topic's words that an item must contain.
const SHARE: f64 = 0.5;
/// Score of an item with all words: memories that fit equally well come first.
const ALL_WORDS: f64 = 0.8;
/// Score of an item that only falls into the period.
const THEN: f64 = 0.4;
/// Maximum characters of each item.
const LETTERS: usize = 240;

/// Finds the workflow events for a timeline.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub(super) async fn works(view: &View, asked: &Asked, filters: &Filters) -> Result<Vec<Candidate>> {
    let wanted = Wants::of(filters, view);
    let named: &[Id] = match &wanted {
        Wants::None => return Ok(Vec::new()),
        Wants::Any => &[],
        Wants::These(ids) => ids,
    };
    let mut happened: BTreeMap<(Id, String), Candidate> = BTreeMap::new();
    let mut states: BTreeMap<Id, Arc<Workflow>> = BTreeMap::new();
    if asked.about != About::Order {
        for id in named.iter().take(WORKFLOWS) {
            if let Ok(state) = read(view, *id).await {
                for candidate in all_of(&state) {
                    happened.insert((*id, candidate.entry.id.clone()), candidate);
                }
            }
        }
    }
    for (id, item, kind, score) in find_things(view, &asked.topic).await? {
        if !wanted.admits(&id) {
            continue;
        }
        if !states.contains_key(&id) {
            if states.len() == WORKFLOWS {
                continue;
            }
            let Ok(state) = read(view, id).await else {
                continue;
            };
            states.insert(id, state);
        }
        let entry = states
            .get(&id)
            .and_then(|state| entry_of(state, &kind, &item));
        if let Some(entry) = entry {
            let key = (id, entry.id.clone());
            happened.insert(
                key,
                Candidate {
                    entry,
                    score,
                    hit: None,
                },
            );
        }
    }
    let (from, to) = filters.happened.clone().unwrap_or_default().span();
    let during = |at: Time| from <= at && at <= to;
    Ok(happened
        .into_values()
        .filter(|one| during(one.entry.at.time()))
        .collect())
}

/// Workflows that the filters ask for.
enum Wants {
    /// All workflows.
    Any,
    /// These workflows.
    These(Vec<Id>),
    /// No workflows: the filters ask for properties that only memories have.
    None,
}

impl Wants {
    fn of(filters: &Filters, view: &View) -> Self {
        let own = Filters {
            happened: None,
            superseded: None,
            ..filters.clone()
        };
        let tests = own.tests(view.now);
        if !tests.times.is_empty() || !tests.either.is_empty() {
            return Self::None;
        }
        let ids = |values: &[String]| values.iter().filter_map(|id| id.parse().ok()).collect();
        match tests.tags.as_slice() {
            [] => Self::Any,
            [("workflow", TagTest::Is(id))] => Self::These(ids(std::slice::from_ref(id))),
            [("workflow", TagTest::Any(values))] => Self::These(ids(values)),
            _ => Self::None,
        }
    }

    fn admits(&self, id: &Id) -> bool {
        match self {
            Self::Any => true,
            Self::These(ids) => ids.contains(id),
            Self::None => false,
        }
    }
}

/// Finds items with words of the topic: workflow, name, kind and score.
async fn find_things(view: &View, topic: &str) -> Result<Vec<(Id, String, String, f64)>> {
    if topic.is_empty() {
        return Ok(Vec::new());
    }
    let find = Find {
        kind: Some("workflow"),
        words: Some(Words {
            text: topic.into(),
            wanted: Wanted::Share(SHARE),
        }),
        reader: reader_name(view.actor()?).map(Into::into),
        limit: FOUND,
        ..Find::default()
    };
    let finding = view.services.index().find(&find).await?;
    let of = f64::from(finding.words.max(1));
    let found = finding.found.into_iter().filter_map(|found| {
        let id = found.stream.id().parse().ok()?;
        Some((
            id,
            found.item,
            found.kind,
            ALL_WORDS * f64::from(found.words) / of,
        ))
    });
    Ok(found.collect())
}

/// Returns the entry for an index item, if it is an event.
fn entry_of(state: &Workflow, kind: &str, item: &str) -> Option<TimelineEntry> {
    match kind {
        "decision" => decision(state, DecisionNo::parse(item)?),
        "discovery" => discovery(state, DiscoveryNo::parse(item)?),
        "task" => task(state, TaskNo::parse(item)?),
        "artifact" => artifact(state, ArtifactNo::parse(item)?),
        _ => Some(workflow_start(state)),
    }
}

/// Returns the newest items of each kind.
fn all_of(state: &Workflow) -> Vec<Candidate> {
    let decisions = state.decisions.iter().rev().take(OF_EACH);
    let decisions = decisions.filter_map(|one| decision(state, one.id));
    let discoveries = state.discoveries.iter().rev().take(OF_EACH);
    let discoveries = discoveries.filter_map(|one| discovery(state, one.id));
    let tasks = state
        .tasks
        .iter()
        .rev()
        .filter_map(|one| task(state, one.id))
        .take(OF_EACH);
    let all = decisions
        .chain(discoveries)
        .chain(tasks)
        .chain([workflow_start(state)]);
    let of_then = |entry| Candidate {
        entry,
        score: THEN,
        hit: None,
    };
    all.map(of_then).collect()
}

fn decision(state: &Workflow, no: DecisionNo) -> Option<TimelineEntry> {
    let decision = state.decisions.get(no)?;
    let why = match decision.rationale.trim() {
        "" => String::new(),
        why => format!(" ({why})"),
    };
    let stands = match decision.status {
        DecisionStatus::Rejected => " [rejected]".to_owned(),
        DecisionStatus::Superseded => match decision.superseded_by {
            Some(by) => format!(" [replaced by {by}]"),
            None => " [replaced]".to_owned(),
        },
        DecisionStatus::Recorded | DecisionStatus::Approved => String::new(),
    };
    let text = format!(
        "Decided: {} {}{why}{stands}",
        decision.question, decision.choice
    );
    Some(entry(
        state,
        EntryKind::Decision,
        &no.to_string(),
        decision.made_at,
        Some(&decision.made_by),
        &text,
    ))
}

fn discovery(state: &Workflow, no: DiscoveryNo) -> Option<TimelineEntry> {
    let found = state.discoveries.get(no)?;
    let text = format!("Learned: {}", found.content);
    Some(entry(
        state,
        EntryKind::Discovery,
        &no.to_string(),
        found.discovered_at,
        Some(&found.discovered_by),
        &text,
    ))
}

/// Returns the entry of a completed task; open tasks are no events.
fn task(state: &Workflow, no: TaskNo) -> Option<TimelineEntry> {
    let task = state.tasks.get(no)?;
    let at = task.completed_at?;
    let result = task.result.as_ref();
    let text = match result
        .map(|result| result.summary.trim())
        .filter(|summary| !summary.is_empty())
    {
        Some(summary) => format!("Done: {}: {summary}", task.title),
        None => format!("Done: {}", task.title),
    };
    let by = result.and_then(|result| result.by.as_ref());
    Some(entry(
        state,
        EntryKind::Task,
        &no.to_string(),
        at,
        by,
        &text,
    ))
}

fn artifact(state: &Workflow, no: ArtifactNo) -> Option<TimelineEntry> {
    let made = state.artifacts.get(no)?;
    let text = match made.description.trim() {
        "" => format!("Made: {}", made.path),
        what => format!("Made: {}: {what}", made.path),
    };
    Some(entry(
        state,
        EntryKind::Artifact,
        &no.to_string(),
        made.created_at,
        Some(&made.created_by),
        &text,
    ))
}

fn workflow_start(state: &Workflow) -> TimelineEntry {
    let text = format!("Workflow began: {}: {}", state.name, state.goal);
    entry(
        state,
        EntryKind::Workflow,
        "",
        state.created_at,
        state.created_by.as_deref(),
        &text,
    )
}

fn entry(
    state: &Workflow,
    kind: EntryKind,
    name: &str,
    at: Time,
    by: Option<&Actor>,
    text: &str,
) -> TimelineEntry {
    let (text, is_cut) = cut(text, LETTERS);
    let id = match name {
        "" => state.id.to_string(),
        name => format!("{}.{name}", state.id),
    };
    TimelineEntry {
        at: at.into(),
        until: None,
        noted: false,
        kind,
        id,
        text,
        is_cut,
        ended_at: None,
        agent: by.filter(|by| by.role.is_agent()).map(|by| by.id.clone()),
        core: None,
        session: None,
        workflow: Some(state.id),
        provenance: None,
    }
}
