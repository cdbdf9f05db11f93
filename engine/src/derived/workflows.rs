//! What was made of a workflow: the memories that what it taught became, and what minds dreamt of it.

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

/// What was made of a workflow, or of some of its facts.
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

/// The memories that rest on things of which something is said in these facts of a workflow, or that dreams made of them.
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
    // A decision says what was chosen before it.
    let replaced = |old: DecisionNo| gone.contains(&old.to_string());
    let later = state.decisions.iter();
    let later = later.filter(|made| made.supersedes.is_some_and(replaced));
    let later: Vec<String> = later.map(|made| made.id.to_string()).collect();
    gone.extend(later);
    minds::remembered(walk, stream, |fact, from| {
        let is_named = from.message.as_ref().is_some_and(|id| gone.contains(id));
        // Each says the workflow's name.
        is_named || renamed.is_some_and(|renamed| renamed < fact.position)
    })
    .await
}

/// Whether dreams read what a fact says. Those kinds are named that they do not: of a new one it is thought that they do.
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
    /// The things that it rests on.
    rests_on: BTreeSet<String>,
}

/// The things that a learning rests on, and the learning itself, which may have been worded otherwise.
fn rests_on(workflow: &Workflow, id: LearningName) -> BTreeSet<String> {
    let name = id.to_string();
    let mut things: BTreeSet<String> = [name.trim_start_matches("L-").to_owned(), name].into();
    if let Some(source) = learning::find(workflow, id) {
        let (evidence, _) = source.evidence();
        things.extend(evidence.into_iter().map(|piece| piece.thing));
    }
    things
}

/// The thing of which a fact says something.
fn thing(fact: &Fact, event: &Event) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    match event {
        // What became of a learning says nothing of what was learned.
        Event::LearningPromoted(_) | Event::LearningDismissed(_) | Event::LearningReopened(_) => {
            None
        }
        _ => {
            let named: Named = serde_json::from_str(fact.body.get()).ok()?;
            Some(named.id)
        }
    }
}
