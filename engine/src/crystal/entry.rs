//! Entries that a core keeps for stored, forgotten and proposed memories, with the fields that rules need.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::decay::{Hold, Life};
use crate::crystal::key::Key;
use crate::crystal::owner::Owner;
use crate::crystal::record::Crystal;
use crate::crystal::said::Said;
use crate::crystal::usage::Use;
use kernel::actor::Actor;
use kernel::notice::Notice;
use kernel::stream::{StreamId, Version};
use kernel::tenant::Tenant;
use kernel::time::Time;

/// Fields of a memory that rules need.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of it, and any of them may be so at once"
)]
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrystalEntry {
    /// Facts that hold a record of the memory. The last one holds the current record.
    pub versions: Vec<Version>,
    /// Deduplication key.
    pub key: Key,
    /// Content hash.
    pub said: Said,
    /// True if no rule may forget it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// True if it stays as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub frozen: bool,
    /// Person who pinned or froze it.
    pub held_by: Option<Arc<str>>,
    /// True if it is not trusted until a person has reviewed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quarantined: bool,
    /// Replacement by another memory, if there is one.
    #[serde(default, skip_serializing_if = "Fate::is_own")]
    pub fate: Fate,
    /// Importance, in millionths.
    pub weight: u32,
    /// Emotional intensity, in millionths.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub feeling: u32,
    /// True if it is a message, which lasts as long as its session.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_message: bool,
    /// Time at which it was first stored.
    pub stored: Time,
    /// Time at which it was last stored or changed.
    pub changed: Time,
    /// Start of validity.
    pub valid_from: Option<Time>,
    /// End of validity.
    pub valid_to: Option<Time>,
    /// Expiry time.
    pub expires_at: Option<Time>,
    /// Source stream.
    pub source: Option<StreamId>,
    /// True if somebody had written it down to keep before it became a memory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeded: bool,
    /// Owner.
    pub owner: Owner,
    /// User it is about.
    pub user_id: Option<Arc<str>>,
    /// Namespace it belongs to.
    pub namespace: Option<Arc<str>>,
    /// Creation time.
    pub created: Time,
    /// Time of the last recall.
    pub accessed: Time,
    /// Number of recalls.
    pub recalls: u32,
    /// Agent that recalled it last.
    pub recalled_by: Option<Arc<str>>,
    /// Tasks whose contexts contained it, latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
}

/// Replacement of a memory by another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Not replaced.
    #[default]
    Own,
    /// Replaced by that memory.
    Superseded(Arc<str>),
    /// Merged into that memory, which says the same.
    Merged(Arc<str>),
}

impl Fate {
    /// Returns the fate of a record.
    #[must_use]
    pub fn of(record: &Crystal) -> Self {
        match (&record.merged_into, &record.superseded_by) {
            (Some(id), _) => Self::Merged(id.as_str().into()),
            (None, Some(id)) => Self::Superseded(id.as_str().into()),
            (None, None) => Self::Own,
        }
    }

    /// Returns true if it is not replaced.
    #[must_use]
    pub fn is_own(&self) -> bool {
        *self == Self::Own
    }
}

/// Memory that an agent wants to write, where people approve first.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Facts that hold the proposal. The last one holds the current version.
    pub versions: Vec<Version>,
    /// Name of the core.
    pub core: Arc<str>,
    /// Content hash.
    pub said: Said,
    /// Source stream.
    pub source: Option<StreamId>,
    /// Author.
    pub by: Actor,
    /// Time of the current version.
    pub at: Time,
    /// Rejection, if a person rejected it.
    pub refused: Option<Refused>,
}

/// Rejection of a proposed memory by a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Person who rejected it.
    pub by: Actor,
    /// Time of the rejection.
    pub at: Time,
    /// Reason, if one was given.
    pub reason: Option<String>,
    /// Erasure time.
    pub purge_at: Time,
}

impl Proposal {
    /// Returns the fact that holds the current version, or 0 if there is none.
    #[must_use]
    pub fn version(&self) -> Version {
        self.versions.last().copied().unwrap_or(0)
    }
}

/// A person's ruling on an agent's memory, kept until the agent is notified.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Agent that proposed the memory.
    pub agent: String,
    /// Name of the core.
    pub core: Arc<str>,
    /// Id of the memory.
    pub memory: Arc<str>,
    /// Person who ruled.
    pub by: Actor,
    /// Time of the ruling.
    pub at: Time,
    /// Reason for rejection, empty if none was given. `None` if the memory was approved.
    pub refused: Option<String>,
}

impl Ruling {
    /// Returns the notice for the agent.
    #[must_use]
    pub fn notice(&self, core: &StreamId, id: &str) -> Notice {
        let (kind, message) = match self.refused.as_deref() {
            None => (
                "memory_approved",
                format!("Your memory {} was approved.", self.memory),
            ),
            Some("") => (
                "memory_rejected",
                format!("Your memory {} was refused.", self.memory),
            ),
            Some(why) => (
                "memory_rejected",
                format!("Your memory {} was refused: {why}", self.memory),
            ),
        };
        Notice {
            stream: core.clone(),
            id: id.into(),
            kind: kind.into(),
            from: self.by.clone(),
            priority: "normal".into(),
            message,
            at: self.at,
            group: None,
        }
    }
}

impl CrystalEntry {
    /// Returns the fact that holds the current record, or 0 if there is none.
    #[must_use]
    pub fn version(&self) -> Version {
        self.versions.last().copied().unwrap_or(0)
    }

    /// Returns true if a tenant owns it.
    #[must_use]
    pub fn is_of(&self, tenant: &Tenant) -> bool {
        tenant.owns(self.user_id.as_deref(), self.namespace.as_deref())
    }

    /// Returns the values that decide how it fades.
    #[must_use]
    pub fn life(&self) -> Life {
        let hold = match self.fate {
            Fate::Merged(_) => Hold::Merged,
            _ if self.frozen => Hold::Frozen,
            _ if self.pinned || self.is_message => Hold::Stays,
            _ => Hold::Fades,
        };
        Life {
            weight: self.weight,
            feeling: self.feeling,
            begun: self.stored,
            touched: self.accessed.max(self.stored).max(self.changed),
            recalls: self.recalls,
            seeded: self.seeded,
            hold,
            expires_at: self.expires_at,
        }
    }

    /// Returns the time from which searches leave it out by default, or `None` if it stays.
    #[must_use]
    pub fn until(&self) -> Option<Time> {
        if self.quarantined {
            return Some(Time(0));
        }
        let ends = [self.life().archives_at(), self.expires_at, self.valid_to];
        ends.into_iter().flatten().min()
    }
}

/// Remains of a forgotten memory, until it is erased.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// Facts that hold a record of the memory.
    pub versions: Vec<Version>,
    /// Source stream.
    pub source: Option<StreamId>,
    /// Owner.
    pub owner: Owner,
    /// Time of the last recall.
    #[serde(default)]
    pub accessed: Time,
    /// Number of recalls.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub recalls: u32,
    /// Agent that recalled it last.
    pub recalled_by: Option<Arc<str>>,
    /// Erasure time.
    pub purge_at: Time,
}
