//! What an operation says of itself whose calls can wait until they can be done. Knows neither who waits
//! nor for how long.

use std::collections::BTreeSet;

use crate::actor::Actor;
use crate::stream::StreamId;
use crate::time::Time;
use crate::tx::States;

/// How the calls of an operation wait.
pub struct Waiting<O> {
    /// How many seconds this call waits at most.
    pub seconds: fn(&O) -> u32,
    /// The stream in which has to happen what it waits for.
    pub stream: fn(&O) -> Option<StreamId>,
    /// The reasons of refusals that a call waits after.
    pub idle: &'static [&'static str],
    /// Whether the call could be done now. It only looks; the decision decides.
    pub look: fn(&O, &Scene) -> Outlook,
}

/// What a call that waits can look at.
pub struct Scene<'a> {
    /// The committed states of the stream that it waits for and of the workspace.
    pub states: &'a dyn States,
    /// Who waits.
    pub actor: &'a Actor,
    /// The one clock's time.
    pub now: Time,
    /// What was promised to others who wait.
    pub taken: &'a BTreeSet<u64>,
}

/// How it looks for a call that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It can be tried, and would take this, if anything: nobody else is promised the same.
    Now(Option<u64>),
    /// Nothing for it before something is recorded; or before that moment, where one is known.
    Later(Option<Time>),
}
