//! What a core keeps of each crystal: what rules need of one that is there, is forgotten, or waits for a
//! person. Knows no texts.

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

/// What rules need of a crystal.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of it, and any of them may be so at once"
)]
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrystalEntry {
    /// The facts that hold a record of it; the last one holds what it is now.
    pub versions: Vec<Version>,
    /// What makes it the same as another.
    pub key: Key,
    /// All that it says.
    pub said: Said,
    /// Whether it is never forgotten by a rule.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// Whether it stays as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub frozen: bool,
    /// The person who pinned or froze it.
    pub held_by: Option<Arc<str>>,
    /// Whether it is not to be believed until a person has looked at it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quarantined: bool,
    /// What became of it, if another one stands in its place.
    #[serde(default, skip_serializing_if = "Fate::is_own")]
    pub fate: Fate,
    /// How much it matters, in millionths.
    pub weight: u32,
    /// How strongly it was felt, in millionths.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub feeling: u32,
    /// Whether it lasts as long as its session.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_message: bool,
    /// When it was stored first.
    pub stored: Time,
    /// When it was stored or changed last.
    pub changed: Time,
    /// From when on what it says is so.
    pub valid_from: Option<Time>,
    /// From when on what it says is so no longer.
    pub valid_to: Option<Time>,
    /// When its time runs out.
    pub expires_at: Option<Time>,
    /// What it was taken from.
    pub source: Option<StreamId>,
    /// Whether somebody had written it down to keep before it was a memory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeded: bool,
    /// Whose it is.
    pub owner: Owner,
    /// The user it is about.
    pub user_id: Option<Arc<str>>,
    /// The namespace it belongs to.
    pub namespace: Option<Arc<str>>,
    /// When it came to be.
    pub created: Time,
    /// When it was recalled last.
    pub accessed: Time,
    /// How often it was recalled.
    pub recalls: u32,
    /// The agent that recalled it last.
    pub recalled_by: Option<Arc<str>>,
    /// In the contexts of which tasks it was given, the last one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
}

/// Whether another crystal stands in a crystal's place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It stands for itself.
    #[default]
    Own,
    /// That one took its place.
    Superseded(Arc<str>),
    /// That one says the same and took it in.
    Merged(Arc<str>),
}

impl Fate {
    /// That of a record.
    #[must_use]
    pub fn of(record: &Crystal) -> Self {
        match (&record.merged_into, &record.superseded_by) {
            (Some(id), _) => Self::Merged(id.as_str().into()),
            (None, Some(id)) => Self::Superseded(id.as_str().into()),
            (None, None) => Self::Own,
        }
    }

    /// Whether it stands for itself.
    #[must_use]
    pub fn is_own(&self) -> bool {
        *self == Self::Own
    }
}

/// What an agent wants to write where people approve first.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The facts that hold it; the last one holds what its author wants now.
    pub versions: Vec<Version>,
    /// The core.
    pub core: Arc<str>,
    /// All that it says.
    pub said: Said,
    /// What it was taken from.
    pub source: Option<StreamId>,
    /// Who wants it.
    pub by: Actor,
    /// Since when.
    pub at: Time,
    /// What a person said to it, if they refused it.
    pub refused: Option<Refused>,
}

/// That a person refused a crystal.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Who.
    pub by: Actor,
    /// When.
    pub at: Time,
    /// Why.
    pub reason: Option<String>,
    /// When it is erased.
    pub purge_at: Time,
}

impl Proposal {
    /// The fact that holds what its author wants now.
    #[must_use]
    pub fn version(&self) -> Version {
        self.versions.last().copied().unwrap_or(0)
    }
}

/// What a person said to an agent's crystal, until the agent was told.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The agent.
    pub agent: String,
    /// The core.
    pub core: Arc<str>,
    /// The crystal.
    pub memory: Arc<str>,
    /// Who ruled.
    pub by: Actor,
    /// When.
    pub at: Time,
    /// Why not; nothing where it was approved.
    pub refused: Option<String>,
}

impl Ruling {
    /// What the agent is told.
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
    /// The fact that holds what it is now.
    #[must_use]
    pub fn version(&self) -> Version {
        self.versions.last().copied().unwrap_or(0)
    }

    /// Whether it is a tenant's own.
    #[must_use]
    pub fn is_of(&self, tenant: &Tenant) -> bool {
        tenant.owns(self.user_id.as_deref(), self.namespace.as_deref())
    }

    /// What decides how it fades.
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

    /// From when on a search leaves it out that does not ask for such; nothing for what stays.
    #[must_use]
    pub fn until(&self) -> Option<Time> {
        if self.quarantined {
            return Some(Time(0));
        }
        let ends = [self.life().archives_at(), self.expires_at, self.valid_to];
        ends.into_iter().flatten().min()
    }
}

/// What is left of a forgotten crystal until it is erased.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// The facts that hold a record of it.
    pub versions: Vec<Version>,
    /// What it was taken from.
    pub source: Option<StreamId>,
    /// Whose it was.
    pub owner: Owner,
    /// When it was recalled last.
    #[serde(default)]
    pub accessed: Time,
    /// How often it was recalled.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub recalls: u32,
    /// The agent that recalled it last.
    pub recalled_by: Option<Arc<str>>,
    /// When they are to be erased.
    pub purge_at: Time,
}
