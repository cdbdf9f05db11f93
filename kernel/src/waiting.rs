//! Queueing of calls that cannot be served at once, as declared by their operation.

use std::collections::BTreeSet;

use crate::actor::Actor;
use crate::stream::StreamId;
use crate::time::Time;
use crate::tx::States;

/// Queueing of an operation's calls.
pub struct Waiting<O> {
    /// Maximum time to wait, in seconds; 0 to not wait.
    pub seconds: fn(&O) -> u32,
    /// Stream whose changes may make the call possible.
    pub stream: fn(&O) -> Option<StreamId>,
    /// Reasons of rejections after which a call waits.
    pub idle: &'static [&'static str],
    /// Checks whether the call is possible now. Only a hint: the decision is authoritative.
    pub look: fn(&O, &Scene) -> Outlook,
}

/// Input of that check.
pub struct Scene<'a> {
    /// Committed states of the stream that it waits for and of the workspace.
    pub states: &'a dyn States,
    /// Waiting actor.
    pub actor: &'a Actor,
    /// Current time.
    pub now: Time,
    /// Numbers promised to other waiting calls.
    pub taken: &'a BTreeSet<u64>,
}

/// Result of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Can be tried, and would take the thing with this number, if any; it is then promised to no other call.
    Now(Option<u64>),
    /// Not possible before a new fact is recorded, or before this time, if known.
    Later(Option<Time>),
}
