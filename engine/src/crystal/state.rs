//! State of a core, with the fields of memories that rules need.

use std::collections::BTreeSet;
use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::entry::{CrystalEntry, Forgotten, Proposal, Ruling};
use crate::crystal::governing::Approval;
use crate::crystal::key::Key;
use crate::crystal::overview::{CoreSummary, Lifecycles};
use crate::crystal::record::Trust;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// State of a core.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Core {
    /// Description of its purpose.
    pub description: Option<String>,
    /// True if it was created explicitly, not by its first memory.
    pub made: bool,
    /// Readers.
    pub readers: Readers,
    /// Agents that may write to it. `None`: everyone who may read it.
    pub writers: Option<BTreeSet<String>>,
    /// Readers of memories that sessions promote into it. `None`: as set by the workspace.
    pub promoted_readers: Option<PromotedReaders>,
    /// Creation time.
    pub created_at: Time,
    /// Time of the last change to a memory or a proposal.
    pub updated_at: Time,
    /// Memories by id.
    pub crystals: OrdMap<Arc<str>, Arc<CrystalEntry>>,
    /// Forgotten memories that are hidden and not erased yet, by id.
    pub forgotten: OrdMap<Arc<str>, Arc<Forgotten>>,
    /// Memories of agents that need a person's approval.
    #[serde(default)]
    pub approval: Approval,
    /// Trust levels of memories that are quarantined until a person has reviewed them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
    /// Agents and other sources from which there ever was a memory.
    pub sources: OrdSet<Arc<str>>,
    /// Pending proposals, and rejected ones until they are erased, by id.
    pub proposals: OrdMap<Arc<str>, Arc<Proposal>>,
    /// Rulings on proposals that agents have not been notified of, by notice.
    pub rulings: OrdMap<Arc<str>, Arc<Ruling>>,
    /// Number of facts in this state.
    pub version: Version,
    /// Derived: memories by expiry time, and rejected proposals by erasure time.
    #[serde(skip)]
    pub(super) ending: OrdSet<(Time, Arc<str>)>,
    /// Derived: number of pending proposals.
    #[serde(skip)]
    pub(super) awaiting: u32,
    /// Derived: memories by key.
    #[serde(skip)]
    pub(super) keys: OrdSet<(Key, Arc<str>)>,
    /// Derived: forgotten memories by erasure time.
    #[serde(skip)]
    pub(super) leaving: OrdSet<(Time, Arc<str>)>,
}

/// Serialized form of a core in a snapshot.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    description: Option<String>,
    made: bool,
    readers: Readers,
    #[serde(default)]
    writers: Option<BTreeSet<String>>,
    #[serde(default)]
    promoted_readers: Option<PromotedReaders>,
    created_at: Time,
    updated_at: Time,
    crystals: OrdMap<Arc<str>, Arc<CrystalEntry>>,
    forgotten: OrdMap<Arc<str>, Arc<Forgotten>>,
    #[serde(default)]
    approval: Approval,
    #[serde(default)]
    quarantine: BTreeSet<Trust>,
    sources: OrdSet<Arc<str>>,
    proposals: OrdMap<Arc<str>, Arc<Proposal>>,
    rulings: OrdMap<Arc<str>, Arc<Ruling>>,
    version: Version,
}

impl From<Stored> for Core {
    fn from(stored: Stored) -> Self {
        let keys = stored.crystals.iter();
        let keys = keys.filter(|(_, kept)| kept.fate.is_own());
        let leaving = stored.forgotten.iter();
        let expiring = stored.crystals.iter();
        let expiring = expiring.filter_map(|(id, kept)| Some((kept.expires_at?, id.clone())));
        let refused = stored.proposals.iter();
        let refused =
            refused.filter_map(|(id, one)| Some((one.refused.as_ref()?.purge_at, id.clone())));
        let awaiting = stored.proposals.values();
        let awaiting = awaiting.filter(|one| one.refused.is_none()).count();
        Self {
            awaiting: u32::try_from(awaiting).unwrap_or(u32::MAX),
            ending: expiring.chain(refused).collect(),
            approval: stored.approval,
            quarantine: stored.quarantine,
            sources: stored.sources,
            proposals: stored.proposals.clone(),
            rulings: stored.rulings,
            keys: keys.map(|(id, kept)| (kept.key, id.clone())).collect(),
            leaving: leaving
                .map(|(id, gone)| (gone.purge_at, id.clone()))
                .collect(),
            description: stored.description,
            made: stored.made,
            readers: stored.readers,
            writers: stored.writers,
            promoted_readers: stored.promoted_readers,
            created_at: stored.created_at,
            updated_at: stored.updated_at,
            crystals: stored.crystals,
            forgotten: stored.forgotten,
            version: stored.version,
        }
    }
}

impl Core {
    /// Returns the memories with this key.
    pub fn same(&self, key: Key) -> impl Iterator<Item = (&str, &CrystalEntry)> {
        let same = self.keys.range((key, Arc::from(""))..);
        let same = same.take_while(move |(found, _)| *found == key);
        same.filter_map(|(_, id)| Some((id.as_ref(), &**self.crystals.get(id)?)))
    }

    /// Returns the forgotten memories that can no longer be restored, with the facts that hold them.
    pub fn memories_to_purge(&self, now: Time) -> impl Iterator<Item = (&str, &[Version])> {
        let overdue = self.leaving.iter().take_while(move |(at, _)| *at <= now);
        overdue.filter_map(|(_, id)| {
            let gone = self.forgotten.get(id)?;
            Some((id.as_ref(), gone.versions.as_slice()))
        })
    }

    /// Returns the facts that hold expired memories, and those that hold rejected proposals due for erasure.
    pub fn facts_to_erase(&self, now: Time) -> impl Iterator<Item = &[Version]> {
        let ended = self.ending.iter().take_while(move |(at, _)| *at <= now);
        ended.flat_map(move |(_, id)| {
            let kept = self.crystals.get(id);
            let kept = kept.filter(|kept| kept.expires_at.is_some_and(|at| at <= now));
            let refused = self.proposals.get(id);
            let refused = refused.filter(|one| {
                let refused = one.refused.as_ref();
                refused.is_some_and(|refused| refused.purge_at <= now)
            });
            let kept = kept.map(|kept| kept.versions.as_slice());
            kept.into_iter()
                .chain(refused.map(|one| one.versions.as_slice()))
        })
    }

    /// Returns the pending proposals by id.
    pub fn waiting(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<Proposal>)> {
        self.proposals
            .iter()
            .filter(|(_, one)| one.refused.is_none())
    }

    /// Counts the memories at each stage of life.
    #[must_use]
    pub fn lifecycles(&self, now: Time) -> Lifecycles {
        let mut counts = Lifecycles::default();
        for kept in self.crystals.values() {
            *counts.of(kept.life().lifecycle(now)) += 1;
        }
        counts
    }

    /// Returns the core as lists show it.
    #[must_use]
    pub fn summary(&self, stream: &StreamId) -> CoreSummary {
        CoreSummary {
            name: stream.id().into(),
            description: self.description.clone(),
            promoted_readers: self.promoted_readers,
            readers: match &self.readers {
                Readers::Agents(names) => Some(names.clone()),
                Readers::Everyone | Readers::Of { .. } => None,
            },
            writers: self.writers.clone(),
            approval: self.approval,
            quarantine: self.quarantine.clone(),
            waiting: self.awaiting,
            lifecycles: None,
            crystals: self.crystals.len() as u64,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}
