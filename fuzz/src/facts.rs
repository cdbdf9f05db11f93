//! Facts of any form, parsed and folded: none prevents a state from being loaded, and a stored state is read back
//! unchanged. One fact per line: memory, kind, schema and body.

use engine::activity::describe::describe;
use engine::crystal::Core;
use engine::scratchpad::Scratchpads;
use engine::session::Session;
use engine::summary_view::SummaryView;
use engine::workflow::Workflow;
use engine::workspace::Workspace;
use kernel::actor::{Actor, Door, Role};
use kernel::event::Event as _;
use kernel::memory::Memory;
use kernel::{Fact, StreamId, Time};
use serde_json::value::RawValue;

/// Time of the first fact.
const START: Time = Time(1_800_000_000_000);
/// Maximum number of facts in one input: more find no further faults.
const MAX_FACTS: usize = 64;

/// Folds the facts of one memory, with the kernel's steps after each.
fn fold<M: Memory>(text: &str) {
    let facts = facts(text, M::KIND);
    if facts.is_empty() {
        return;
    }
    let mut state = M::default();
    let now = START.plus(3_600_000);
    for fact in &facts {
        let event = M::Event::read(&fact.kind, fact.schema, &fact.body);
        state.apply_fact(fact);
        state.entry(&fact.stream);
        state.items(&fact.stream, &fact.meta(), &event);
        state.readers(&fact.stream);
        state.hides(fact, now);
        state.inbox(&fact.actor, now);
        state.blobs();
        let (_guard, _words) = (M::guard(fact), describe(fact));
    }
    let stored = serde_json::to_value(&state).expect("a state can be stored");
    let read: M = serde_json::from_str(&stored.to_string()).expect("a stored state can be read");
    let again = serde_json::to_value(&read).expect("a state can be stored");
    assert_eq!(stored, again, "a stored state is read back whole");
}

/// Returns the facts of a memory in an input.
fn facts(text: &str, memory: &str) -> Vec<Fact> {
    let of_memory = text.lines().filter_map(|line| {
        let mut words = line.splitn(4, ' ');
        let named = words.next()? == memory;
        let kind = words.next()?.to_owned();
        let schema = words.next()?.parse().ok()?;
        let body = RawValue::from_string(words.next()?.to_owned()).ok()?;
        named.then_some((kind, schema, body))
    });
    (1..)
        .zip(of_memory.take(MAX_FACTS))
        .map(|(version, (kind, schema, body))| Fact {
            workspace: "main".into(),
            stream: StreamId::new(memory, "one"),
            version,
            position: version,
            at: START.plus(i64::try_from(version).unwrap_or(0)),
            actor: Actor::new("ada", Role::Worker),
            door: Door::Http,
            request: "one".into(),
            kind,
            schema,
            body,
        })
        .collect()
}

/// Folds all facts of an input, each into the state of its memory.
pub fn check(text: &str) {
    fold::<Workflow>(text);
    fold::<Scratchpads>(text);
    fold::<Workspace>(text);
    fold::<Session>(text);
    fold::<Core>(text);
    fold::<SummaryView>(text);
}
