//! Data derived from a workflow: memories of its learnings, and documents of minds.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Derivation, Walk, cores, minds, takes};
use crate::crystal;
use crate::numbers::DecisionNo;
use crate::workflow::learning::{self, LearningName};
use crate::workflow::{Event, Workflow};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::memory::Memory as _;
use kernel::stream::{Position, StreamId};
use kernel::view::Erase;

/// Finds the data derived from a workflow, or from some of its facts.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let facts = walk.read(what.stream()).await?;
    if let Erase::Facts(stream, _) = what {
        memories(walk, stream, &facts, what).await?;
    }
    let first = facts.iter().find(|fact| {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        takes(what, fact.version) && is_dreamt(&event)
    });
    match first {
        Some(first) => minds::dreamt_of(walk, &facts, first.position).await,
        None => Ok(()),
    }
}

/// Finds the memories that rest on items in erased facts of a workflow, or that dreams derived from them.
async fn memories(
    walk: &mut Walk<'_>,
    stream: &StreamId,
    facts: &[Fact],
    what: &Erase,
) -> Result<()> {
    let mut state = Workflow::default();
    let mut gone: BTreeSet<String> = BTreeSet::new();
    let mut promoted: Vec<Promoted> = Vec::new();
    let mut renamed: Option<Position> = None;
    for fact in facts {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        state.apply(&fact.meta(), &event);
        if takes(what, fact.version) {
            gone.extend(thing(fact, &event));
            if matches!(&event, Event::WorkflowEdited(body) if body.name.is_some()) {
                renamed = renamed.or(Some(fact.position));
            }
        }
        if let Event::LearningPromoted(body) = event
            && !body.was_known
        {
            promoted.push(Promoted {
                rests_on: rests_on(&state, body.id),
                core: body.core,
                memory: body.memory,
            });
        }
    }
    let mut made: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for one in promoted {
        if !one.rests_on.is_disjoint(&gone) {
            made.entry(one.core).or_default().insert(one.memory);
        }
    }
    for (core, ids) in made {
        let core = crystal::stream(&core);
        cores::memories(walk, &core, stream, Some(&ids), Derivation::Memory).await?;
    }
    // A decision includes the choice that it superseded.
    let replaced = |old: DecisionNo| gone.contains(&old.to_string());
    let later = state.decisions.iter();
    let later = later.filter(|made| made.supersedes.is_some_and(replaced));
    let later: Vec<String> = later.map(|made| made.id.to_string()).collect();
    gone.extend(later);
    minds::dream_memories(walk, stream, |fact, from| {
        let is_named = from.message.as_ref().is_some_and(|id| gone.contains(id));
        // Each memory includes the workflow's name.
        is_named || renamed.is_some_and(|renamed| renamed < fact.position)
    })
    .await
}

/// Returns true if dreams read a fact. Lists the kinds that they do not read, so that new kinds count as read.
fn is_dreamt(event: &Event) -> bool {
    !matches!(
        event,
        Event::LeadRenewed(_)
            | Event::LeaseRenewed(_)
            | Event::ArtifactRecorded(_)
            | Event::NoticesDelivered(_)
            | Event::NudgeAcknowledged(_)
            | Event::ApprovalRequested(_)
            | Event::ApprovalGiven(_)
            | Event::ApprovalWithdrawn(_)
            | Event::UsageReported(_)
            | Event::WarningRaised(_)
            | Event::WarningSettled(_)
            | Event::ItemSnoozed(_)
            | Event::LearningNoted(_)
            | Event::LearningEdited(_)
            | Event::LearningPromoted(_)
            | Event::LearningDismissed(_)
            | Event::LearningReopened(_)
            | Event::TaskImported(_)
            | Event::WorkflowImported(_)
            | Event::Unreadable(_)
    )
}

/// A learning that became a memory.
struct Promoted {
    core: String,
    memory: String,
    /// The items that it rests on.
    rests_on: BTreeSet<String>,
}

/// Returns the items that a learning rests on, and the learning itself, which may have been edited.
fn rests_on(workflow: &Workflow, id: LearningName) -> BTreeSet<String> {
    let name = id.to_string();
    let mut things: BTreeSet<String> = [name.trim_start_matches("L-").to_owned(), name].into();
    if let Some(source) = learning::find(workflow, id) {
        let (evidence, _) = source.evidence();
        things.extend(evidence.into_iter().map(|piece| piece.thing));
    }
    things
}

/// Returns the item that a fact is about.
fn thing(fact: &Fact, event: &Event) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    match event {
        // The status of a learning reveals nothing of its content.
        Event::LearningPromoted(_) | Event::LearningDismissed(_) | Event::LearningReopened(_) => {
            None
        }
        _ => {
            let named: Named = serde_json::from_str(fact.body.get()).ok()?;
            Some(named.id)
        }
    }
}
