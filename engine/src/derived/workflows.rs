//! What was made of a workflow: the memories that what it taught became.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Derivation, Walk, cores, takes};
use crate::crystal;
use crate::workflow::learning::{self, LearningName};
use crate::workflow::{Event, Workflow};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::memory::Memory as _;
use kernel::view::Erase;

/// The memories that rest on things of which something is said in these facts of a workflow.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let Erase::Facts(stream, _) = what else {
        return Ok(());
    };
    let mut state = Workflow::default();
    let mut gone: BTreeSet<String> = BTreeSet::new();
    let mut promoted: Vec<Promoted> = Vec::new();
    for fact in walk.read(stream).await? {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        state.apply(&fact.meta(), &event);
        if takes(what, fact.version) {
            gone.extend(thing(&fact, &event));
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
    Ok(())
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
