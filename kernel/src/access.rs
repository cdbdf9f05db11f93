//! Access control: sets of roles for operations, and one function for reading.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::actor::{Actor, Role};
use crate::stream::StreamId;

/// A set of roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access(u16);

impl Access {
    /// Agents that lead, and people who take part: `o h`.
    pub const LEADERS: Self = Self::of(&[Role::Orchestrator, Role::Member, Role::Owner]);
    /// Agents that do tasks: `w o`.
    pub const DOERS: Self = Self::of(&[Role::Worker, Role::Orchestrator]);
    /// Doers and people who take part: `o w h`.
    pub const HANDS: Self = Self::LEADERS.and(Self::DOERS);
    /// Everyone who contributes: `o w r h`.
    pub const VOICES: Self = Self::HANDS.and(Self::of(&[Role::Reviewer]));
    /// Agents that contribute: `o w r`.
    pub const AGENTS: Self = Self::of(&[Role::Orchestrator, Role::Worker, Role::Reviewer]);
    /// Agents of every role.
    pub const ANY_AGENT: Self = Self::AGENTS.and(Self::of(&[Role::Librarian, Role::Observer]));
    /// Reviewers and people who take part: `r h`.
    pub const JUDGES: Self = Self::of(&[Role::Reviewer, Role::Member, Role::Owner]);
    /// People who take part: `h`.
    pub const PEOPLE: Self = Self::of(&[Role::Member, Role::Owner]);
    /// Owners: `H`.
    pub const OWNERS: Self = Self::of(&[Role::Owner]);
    /// Orchestrators alone: `o`.
    pub const ORCHESTRATORS: Self = Self::of(&[Role::Orchestrator]);
    /// Every grantable role.
    pub const ALL: Self = Self::of(&Role::GRANTABLE);
    /// Only [`Role::System`], which no caller can have.
    pub const SYSTEM: Self = Self::of(&[Role::System]);

    /// Returns the set of `roles`.
    #[must_use]
    pub const fn of(roles: &[Role]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < roles.len() {
            bits |= 1 << roles[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if `role` is in the set.
    #[must_use]
    pub const fn allows(self, role: Role) -> bool {
        self.0 & (1 << role as u16) != 0
    }

    /// Iterates over the grantable roles of the set.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::GRANTABLE
            .into_iter()
            .filter(move |role| self.allows(*role))
    }
}

/// Read access to a stream, as declared by its memory and checked by [`may_read`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Readers {
    /// Everyone in the workspace.
    #[default]
    Everyone,
    /// The named agents, and also all orchestrators and people.
    Agents(BTreeSet<String>),
    /// The readers of another stream, to which this one belongs. While that stream has no facts and would be readable
    /// by everyone, only the agents in `before`.
    Of {
        /// The other stream.
        stream: StreamId,
        /// Readers until the other stream exists.
        before: BTreeSet<String>,
    },
}

impl Readers {
    /// Resolves [`Readers::Of`] to names; `owners` are the readers of the stream that it refers to.
    #[must_use]
    pub fn resolve_owners(self, owners: Self) -> Self {
        match (self, owners) {
            (Self::Of { before, .. }, Self::Everyone) => Self::Agents(before),
            (Self::Of { .. }, owners) => owners,
            (own, _) => own,
        }
    }
}

/// Returns true if `actor` may read what is restricted to `readers`. Used by every door: get, list, search, context,
/// feeds. An unresolved [`Readers::Of`] admits no restricted agent; resolve it with [`Readers::resolve_owners`] first.
#[must_use]
pub fn may_read(actor: &Actor, readers: &Readers) -> bool {
    match (reader_name(actor), readers) {
        (None, _) | (_, Readers::Everyone) => true,
        (Some(name), Readers::Agents(names)) => names.contains(name),
        (Some(_), Readers::Of { .. }) => false,
    }
}

/// Returns the name under which `actor` must be among the [`Readers`]. `None` for callers who may read everything:
/// people, orchestrators, Loci itself.
#[must_use]
pub fn reader_name(actor: &Actor) -> Option<&str> {
    let role = actor.role;
    (role.is_agent() && role != Role::Orchestrator).then_some(actor.id.as_str())
}
