//! Who may do what: sets of roles for operations, and one function for reading.

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
    /// Everyone who is known.
    pub const ALL: Self = Self::of(&Role::GRANTABLE);
    /// Loci itself.
    pub const SYSTEM: Self = Self::of(&[Role::System]);

    /// The set of those roles.
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

    /// The roles of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `role` is in the set.
    #[must_use]
    pub const fn allows(self, role: Role) -> bool {
        self.0 & (1 << role as u16) != 0
    }

    /// The grantable roles of the set.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::GRANTABLE
            .into_iter()
            .filter(move |role| self.allows(*role))
    }
}

/// Who may read a stream: what its memory says, judged by [`may_read`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Readers {
    /// Everyone in the workspace.
    #[default]
    Everyone,
    /// The agents of those names; beside them orchestrators and people.
    Agents(BTreeSet<String>),
    /// Those of another stream, to which this one belongs. As long as that is nothing yet and would be
    /// everyone's, the agents of those names.
    Of {
        /// The other stream.
        stream: StreamId,
        /// Who may read until it is something.
        before: BTreeSet<String>,
    },
}

impl Readers {
    /// The readers by name, when those of the stream that [`Readers::Of`] names are `owners`.
    #[must_use]
    pub fn given(self, owners: Self) -> Self {
        match (self, owners) {
            (Self::Of { before, .. }, Self::Everyone) => Self::Agents(before),
            (Self::Of { .. }, owners) => owners,
            (own, _) => own,
        }
    }
}

/// Whether `actor` may read what `readers` may read, at every door: get, list, search, context, feeds.
/// Readers that are those of another stream are nobody before they are [`Readers::given`].
#[must_use]
pub fn may_read(actor: &Actor, readers: &Readers) -> bool {
    match (restricted(actor), readers) {
        (None, _) | (_, Readers::Everyone) => true,
        (Some(name), Readers::Agents(names)) => names.contains(name),
        (Some(_), Readers::Of { .. }) => false,
    }
}

/// The name under which `actor` must be among the [`Readers`]; `None` for those who may read
/// everything: people, orchestrators, Loci itself.
#[must_use]
pub fn restricted(actor: &Actor) -> Option<&str> {
    let role = actor.role;
    (role.is_agent() && role != Role::Orchestrator).then_some(actor.id.as_str())
}
