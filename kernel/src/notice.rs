//! What others want to tell an agent. Knows neither who keeps it nor how it is delivered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::stream::StreamId;
use crate::time::Time;

/// Something for an agent to hear, carried by the answer to whatever it called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// The stream it is from.
    pub stream: StreamId,
    /// Its name there, such as `N3`.
    pub id: String,
    /// `nudge`, `answer`, `approval`, `pause`, `resume`; or what others did: `handed_in`, `completed`,
    /// `failed`, `blocked`, `waiting`, `given_back`, `lease_expired`, `lease_lost`, `reviewed`,
    /// `called_off`, `warning`.
    pub kind: String,
    /// Who says it, as Loci authenticated them.
    pub from: Actor,
    /// `low`, `normal` or `urgent`.
    pub priority: String,
    /// What they say.
    pub message: String,
    /// When they said it.
    pub at: Time,
    /// How several of its kind are told in one.
    #[serde(skip)]
    #[schemars(skip)]
    pub group: Option<Group>,
}

/// How notices of one kind become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What is said of several: `tasks were handed in`.
    pub several: &'static str,
    /// What is said of this one among several: `T4 by dev-ada`.
    pub brief: String,
}
