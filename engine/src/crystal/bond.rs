//! Access to The Bond, the part of a mind about relations with others, and the memories and searches that it concerns.

use crate::crystal::filter::Tests;
use crate::crystal::listed::YES;
use crate::crystal::record::Crystal;
use crate::crystal::{agent_of, of_mind, stream};
use kernel::access::reader_name;
use kernel::actor::Actor;
use kernel::ports::index::{Group, TagTest};

/// Tag of memories that belong to The Bond.
pub const BOND: &str = "bond";
/// Topics of notes that belong to The Bond.
const TOPICS: [&str; 2] = ["preference", "relationship"];

/// Returns true if `actor`, who may read the mind of `agent`, may also read The Bond: the agent itself and people may.
/// Orchestrators read all the rest.
#[must_use]
pub fn may_read_bond(actor: &Actor, agent: &str) -> bool {
    !actor.role.is_agent() || actor.is_agent_named(agent)
}

/// Returns true if notes with this topic belong to The Bond.
#[must_use]
pub fn is_bond(topic: &str) -> bool {
    TOPICS.contains(&topic)
}

/// Returns the agent whose Bond a record belongs to, or `None` if it belongs to no Bond.
#[must_use]
pub fn bond_of(record: &Crystal) -> Option<String> {
    let core = stream(&record.core);
    let is_of_bond = record.topics.iter().any(|topic| is_bond(topic));
    agent_of(&core).filter(|_| is_of_bond).map(Into::into)
}

/// Adds the conditions that keep a search from finding memories of a Bond that `looker` may not read.
pub(super) fn tests(mut tests: Tests, looker: &Actor) -> Tests {
    // A restricted caller reads no other mind at all.
    if !looker.role.is_agent() || reader_name(looker).is_some() {
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
