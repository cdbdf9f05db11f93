//! The state of a core: of each crystal only what rules need. Knows no texts.

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

/// A core's state.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Core {
    /// What it is for.
    pub description: Option<String>,
    /// Whether somebody made it, rather than a first crystal.
    pub made: bool,
    /// Who may read it.
    pub readers: Readers,
    /// The agents that may write in it; whoever may read it without.
    pub writers: Option<BTreeSet<String>>,
    /// Who reads what sessions promote into it; as the workspace says without.
    pub promoted_readers: Option<PromotedReaders>,
    /// When it began.
    pub created_at: Time,
    /// When a crystal was last written.
    pub updated_at: Time,
    /// The crystals by id.
    pub crystals: OrdMap<Arc<str>, Arc<CrystalEntry>>,
    /// Those that are hidden and not erased yet.
    pub forgotten: OrdMap<Arc<str>, Arc<Forgotten>>,
    /// Which crystals of agents wait for a person.
    #[serde(default)]
    pub approval: Approval,
    /// Whose crystals are not to be believed until a person has looked at them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
    /// The agents, and what else, from which there was a crystal.
    pub sources: OrdSet<Arc<str>>,
    /// What waits for a person, and what one refused until it is erased, by id.
    pub proposals: OrdMap<Arc<str>, Arc<Proposal>>,
    /// What agents are to be told of that, by notice.
    pub rulings: OrdMap<Arc<str>, Arc<Ruling>>,
    /// How many facts this state is made of.
    pub version: Version,
    /// Beside the body: the crystals by the time at which they expire, and what was refused by that at which
    /// it is erased.
    #[serde(skip)]
    pub(super) ending: OrdSet<(Time, Arc<str>)>,
    /// Beside the body: how many of what was proposed wait for a person.
    #[serde(skip)]
    pub(super) awaiting: u32,
    /// Beside the body: the crystals of each key.
    #[serde(skip)]
    pub(super) keys: OrdSet<(Key, Arc<str>)>,
    /// Beside the body: the forgotten ones by the time at which they are erased.
    #[serde(skip)]
    pub(super) leaving: OrdSet<(Time, Arc<str>)>,
}

/// A core as a snapshot has it.
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
    /// The crystals that are the same as one of that key.
    pub fn same(&self, key: Key) -> impl Iterator<Item = (&str, &CrystalEntry)> {
        let same = self.keys.range((key, Arc::from(""))..);
        let same = same.take_while(move |(found, _)| *found == key);
        same.filter_map(|(_, id)| Some((id.as_ref(), &**self.crystals.get(id)?)))
    }

    /// The forgotten crystals whose time to be restored has passed, and the facts that hold them.
    pub fn overdue(&self, now: Time) -> impl Iterator<Item = (&str, &[Version])> {
        let overdue = self.leaving.iter().take_while(move |(at, _)| *at <= now);
        overdue.filter_map(|(_, id)| {
            let gone = self.forgotten.get(id)?;
            Some((id.as_ref(), gone.versions.as_slice()))
        })
    }

    /// The facts that hold crystals whose time has run out, and those that hold what was refused and is to
    /// be erased.
    pub fn ended(&self, now: Time) -> impl Iterator<Item = &[Version]> {
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

    /// What waits for a person: its id, and who wants it.
    pub fn waiting(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<Proposal>)> {
        self.proposals
            .iter()
            .filter(|(_, one)| one.refused.is_none())
    }

    /// How many crystals are at which stage of their lives.
    #[must_use]
    pub fn lifecycles(&self, now: Time) -> Lifecycles {
        let mut counts = Lifecycles::default();
        for kept in self.crystals.values() {
            *counts.of(kept.life().lifecycle(now)) += 1;
        }
        counts
    }

    /// The core as lists show it.
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
