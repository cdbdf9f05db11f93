//! Data derived from scratchpads: copies for other owners, changes merged back from them, and restored versions.

use std::collections::{BTreeMap, BTreeSet};

use super::{Derivation, Walk, takes};
use crate::scratchpad::address::of_stream;
use crate::scratchpad::{Event, Scope, Scratchpads, stream};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::memory::Memory as _;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use kernel::view::Erase;

/// Identity of a call: its facts have the same request and time.
type Call = (String, Time);

/// The calls of erased facts, and the scratchpads that they wrote, each from a version on.
#[derive(Default)]
struct Gone {
    pads: BTreeMap<String, Version>,
    /// Calls that merged a copy's changes back, with the owner of the original.
    merged: BTreeSet<(String, Call)>,
}

/// Finds the data derived from facts of an owner's scratchpads.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let own = what.stream().clone();
    let facts = walk.read(&own).await?;
    let mut gone = Gone::default();
    for fact in facts.iter().filter(|fact| takes(what, fact.version)) {
        gone.take(fact);
    }
    for fact in &facts {
        if let Event::ScratchpadReverted(body) = read(fact)
            && let Some(from) = gone.pads.get(&body.name)
            && body.version >= *from
        {
            walk.facts(Derivation::Copy, &own, Some(&body.name), [fact.version]);
        }
    }
    for (owner, call) in &gone.merged {
        let parent = stream(Scope::Resource, owner);
        for fact in walk.read(&parent).await? {
            if of_call(&fact) == *call
                && let Some(name) = pad_name(&fact)
            {
                walk.facts(Derivation::Copy, &parent, Some(&name), [fact.version]);
            }
        }
    }
    copies(walk, &own, &gone).await
}

/// Finds the copies of these scratchpads that other owners have.
async fn copies(walk: &mut Walk<'_>, own: &StreamId, gone: &Gone) -> Result<()> {
    let Some((Scope::Resource, owner)) = of_stream(own) else {
        return Ok(());
    };
    for other in walk.streams(Scratchpads::KIND).await? {
        if other == *own || !matches!(of_stream(&other), Some((Scope::Resource, _))) {
            continue;
        }
        for fact in walk.read(&other).await? {
            let (name, origin) = match read(&fact) {
                Event::ScratchpadDefined(body) => (body.name, body.origin),
                Event::ScratchpadMerged(body) => (body.name, Some(body.origin)),
                _ => continue,
            };
            let origin = origin.filter(|origin| origin.owner == owner);
            let from = gone.pads.get(&name);
            if origin.is_some_and(|origin| from.is_some_and(|from| origin.version >= *from)) {
                walk.facts(Derivation::Copy, &other, Some(&name), [fact.version]);
            }
        }
    }
    Ok(())
}

/// Finds the scratchpad states that calls wrote in a session's thread.
pub(super) async fn pads_of_calls(
    walk: &mut Walk<'_>,
    session: &StreamId,
    calls: &BTreeSet<Call>,
) -> Result<()> {
    let pads = stream(Scope::Thread, session.id());
    for fact in walk.read(&pads).await? {
        if calls.contains(&of_call(&fact))
            && let Some(name) = pad_name(&fact)
        {
            let made = Derivation::Scratchpad;
            walk.facts(made, &pads, Some(&name), [fact.version]);
        }
    }
    Ok(())
}

/// Returns the call of a fact.
pub(super) fn of_call(fact: &Fact) -> Call {
    (fact.request.clone(), fact.at)
}

impl Gone {
    fn take(&mut self, fact: &Fact) {
        if let Event::ScratchpadMerged(body) = read(fact) {
            self.merged.insert((body.origin.owner, of_call(fact)));
        }
        if let Some(name) = pad_name(fact) {
            self.pads.entry(name).or_insert(fact.version);
        }
    }
}

/// Returns the scratchpad whose state a fact wrote.
fn pad_name(fact: &Fact) -> Option<String> {
    match read(fact) {
        Event::ScratchpadDefined(body) => Some(body.name),
        Event::ScratchpadUpdated(body) => Some(body.name),
        Event::ScratchpadWritten(body) => Some(body.name),
        Event::ScratchpadReverted(body) => Some(body.name),
        _ => None,
    }
}

fn read(fact: &Fact) -> Event {
    Event::read(&fact.kind, fact.schema, &fact.body)
}
