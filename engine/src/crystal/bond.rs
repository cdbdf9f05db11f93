//! Who may read The Bond of a mind, how an agent is with others: the one rule, and which crystals and searches it is
//! about. Knows no document.

use crate::crystal::filter::Tests;
use crate::crystal::listed::YES;
use crate::crystal::record::Crystal;
use crate::crystal::{agent_of, of_mind, stream};
use kernel::access::restricted;
use kernel::actor::Actor;
use kernel::ports::index::{Group, TagTest};

/// The tag of crystals that are of The Bond.
pub const BOND: &str = "bond";
/// The topics of notes that go into The Bond.
const TOPICS: [&str; 2] = ["preference", "relationship"];

/// Whether `actor`, who may read the mind of `agent`, may read The Bond too: the agent itself may, and people.
/// Orchestrators read all the rest.
#[must_use]
pub fn may_read_bond(actor: &Actor, agent: &str) -> bool {
    !actor.role.is_agent() || actor.is_agent_named(agent)
}

/// Whether what has that topic goes into The Bond.
#[must_use]
pub fn is_bond(topic: &str) -> bool {
    TOPICS.contains(&topic)
}

/// The agent of whose Bond a record is, as far as it says so.
#[must_use]
pub fn bond_of(record: &Crystal) -> Option<String> {
    let core = stream(&record.core);
    let is_of_bond = record.topics.iter().any(|topic| is_bond(topic));
    agent_of(&core).filter(|_| is_of_bond).map(Into::into)
}

/// The tests with which a search finds nothing of a Bond that `looker` may not read.
pub(super) fn tests(mut tests: Tests, looker: &Actor) -> Tests {
    // Whoever is restricted reads no other mind at all.
    if !looker.role.is_agent() || restricted(looker).is_some() {
        return tests;
    }
    let nobodys = (BOND, TagTest::None(vec![YES.into()]));
    let own = ("core", TagTest::Is(of_mind(&looker.id).id().into()));
    if tests.either.is_empty() {
        tests.either.push(Group::default());
    }
    let each = tests.either.into_iter().flat_map(|group| {
        [&nobodys, &own].map(|test| {
            let mut group = group.clone();
            group.tags.push(test.clone());
            group
        })
    });
    tests.either = each.collect();
    tests
}
