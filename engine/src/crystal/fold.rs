//! Folds facts into a core's state and derives the index entries from them. Never fails.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::crystal::entry::{CrystalEntry, Fate, Forgotten, Proposal, Refused, Ruling};
use crate::crystal::facts::{CrystalRejected, CrystalsRecalled, Event, RulingsTold};
use crate::crystal::key::Key;
use crate::crystal::listed;
use crate::crystal::owner::Owner;
use crate::crystal::record::{Crystal, Provenance, Trust};
use crate::crystal::rules::full_hour;
use crate::crystal::said::Said;
use crate::crystal::standing::weigh;
use crate::crystal::state::Core;
use crate::crystal::usage::{self, Use};
use crate::crystal::{governing, holds_messages, is_mind, is_private, source, stream};
use crate::session::record::MemoryType;
use kernel::access::Readers;
use kernel::actor::Actor;
use kernel::fact::{Fact, Meta};
use kernel::memory::{Guard, Memory, Receipt};
use kernel::notice::Notice;
use kernel::ports::index::{Change, Entry};
use kernel::stream::{StreamId, Version};
use kernel::tenant::{Tenancy, Tenant};
use kernel::time::Time;

/// Status of a core that lists show.
pub(super) const ACTIVE: &str = "active";
/// Status of a core that holds the messages of a session.
const MESSAGES: &str = "messages";
/// Status of a core that holds the memories promoted from a session for its readers alone.
const PRIVATE: &str = "private";
/// Status of a core that holds the notes of an agent's mind.
const MIND: &str = "mind";

impl Memory for Core {
    const KIND: &'static str = "core";
    const SCHEMA: u16 = 10;
    const KEEPS_READERS: bool = true;
    type Event = Event;

    fn tenancy(_: &StreamId, _: &Tenant) -> Tenancy {
        Tenancy::Mixed
    }

    fn admits(&self, stream: &StreamId, tenant: &Tenant, event: &Event) -> bool {
        let is_own = |id: &str| self.crystals.get(id).is_none_or(|kept| kept.is_of(tenant));
        let puts = |record: &Crystal| {
            tenant.owns(record.user_id.as_deref(), record.namespace.as_deref())
                && is_own(&record.id)
        };
        match event {
            Event::CrystalAdded(body) => puts(&body.record),
            Event::CrystalEdited(body) => puts(&body.record),
            Event::CrystalProposed(body) => puts(&body.record),
            Event::CrystalsForgotten(body) => body.ids.iter().all(|id| is_own(id)),
            Event::CrystalsRecalled(_) => true,
            // Only a session's own cores are shared with its agents.
            Event::CoreShared(_) => holds_messages(stream) || is_private(stream),
            Event::CoreCreated(_)
            | Event::CoreEdited(_)
            | Event::CoreGoverned(_)
            | Event::CrystalApproved(_)
            | Event::CrystalRejected(_)
            | Event::RulingsTold(_)
            | Event::Unreadable(_) => false,
        }
    }

    fn apply(&mut self, meta: &Meta, event: &Event) {
        if self.version == 0 {
            self.created_at = meta.at;
            self.updated_at = meta.at;
        }
        self.version = meta.version;
        match event {
            Event::CoreCreated(body) => {
                self.made = true;
                self.description.clone_from(&body.description);
                self.writers.clone_from(&body.writers);
                self.promoted_readers = body.promoted_readers;
                self.approval = body.approval;
                self.quarantine.clone_from(&body.quarantine);
            }
            Event::CoreGoverned(body) => {
                self.description.clone_from(&body.description);
                self.writers.clone_from(&body.writers);
                self.approval = body.approval;
                self.quarantine.clone_from(&body.quarantine);
            }
            Event::CoreEdited(body) => self.promoted_readers = body.promoted_readers,
            Event::CoreShared(body) => self.readers = body.readers.clone(),
            Event::CrystalAdded(body) => self.take(meta, &body.record),
            Event::CrystalEdited(body) => self.take(meta, &body.record),
            Event::CrystalsForgotten(body) => {
                self.updated_at = meta.at;
                for id in &body.ids {
                    self.leave(id, body.purge_at);
                }
            }
            Event::CrystalProposed(body) => self.propose(meta, &body.record),
            Event::CrystalApproved(body) => self.approve(meta, &body.id),
            Event::CrystalRejected(body) => self.reject(meta, body),
            Event::RulingsTold(body) => {
                for notice in &body.notices {
                    let is_theirs = |told: &&Arc<Ruling>| told.agent == body.agent;
                    if self
                        .rulings
                        .get(notice.as_str())
                        .as_ref()
                        .is_some_and(is_theirs)
                    {
                        self.rulings.remove(notice.as_str());
                    }
                }
            }
            Event::CrystalsRecalled(body) => {
                let by: Arc<str> = body.agent.as_str().into();
                let of = body.workflow.zip(body.task);
                for id in &body.ids {
                    if let Some(kept) = self.crystals.get_mut(id.as_str()) {
                        let kept = Arc::make_mut(kept);
                        kept.recalled_by = Some(by.clone());
                        kept.accessed = kept.accessed.max(meta.at);
                        kept.recalls = kept.recalls.saturating_add(1);
                        if let Some((workflow, task)) = of {
                            let at = meta.at;
                            usage::remember(&mut kept.uses, Use { workflow, task, at });
                        }
                    }
                }
            }
            Event::Unreadable(_) => {}
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        let status = match stream {
            stream if holds_messages(stream) => MESSAGES,
            stream if is_private(stream) => PRIVATE,
            stream if is_mind(stream) => MIND,
            _ => ACTIVE,
        };
        let leaving = self.leaving.get_min().map(|(at, _)| *at);
        // Ended memories are hidden already. They are erased together with all others that end in that hour.
        let ending = self.ending.get_min().map(|(at, _)| full_hour(*at));
        let due = leaving.into_iter().chain(ending).min();
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at.max(self.created_at),
            attention: u32::try_from(self.waiting().count()).unwrap_or(u32::MAX),
            readers: self.readers.clone(),
            due,
            doc: serde_json::to_string(&self.summary(stream)).ok()?,
        })
    }

    fn items(&self, _: &StreamId, _: &Meta, event: &Event) -> Vec<Change> {
        let kept = |id: &str| self.crystals.get(id);
        match event {
            Event::CrystalAdded(body) => listed::put(&body.record, kept(&body.record.id)),
            Event::CrystalEdited(body) => listed::put(&body.record, kept(&body.record.id)),
            Event::CrystalsForgotten(body) => {
                body.ids.iter().cloned().map(Change::Forget).collect()
            }
            Event::CrystalsRecalled(body) => {
                let known = body.ids.iter().filter_map(|id| Some((id, kept(id)?)));
                let touched = known.map(|(id, kept)| Change::Touch {
                    item: id.clone(),
                    stamps: listed::recall_stamps(kept),
                });
                touched.collect()
            }
            Event::CoreCreated(_)
            | Event::CoreEdited(_)
            | Event::CoreGoverned(_)
            | Event::CoreShared(_)
            | Event::CrystalProposed(_)
            | Event::CrystalApproved(_)
            | Event::CrystalRejected(_)
            | Event::RulingsTold(_)
            | Event::Unreadable(_) => Vec::new(),
        }
    }

    fn readers(&self, _: &StreamId) -> Readers {
        self.readers.clone()
    }

    fn guards(kind: &str) -> bool {
        matches!(
            kind,
            "crystal_added" | "crystal_edited" | "crystal_proposed" | "crystal_rejected"
        )
    }

    fn guard(fact: &Fact) -> Guard {
        // Proposals and rejections are for people alone.
        if matches!(&*fact.kind, "crystal_proposed" | "crystal_rejected") {
            return Guard::People;
        }
        let sources = source::sources_of(fact);
        if let Some(agent) = source::bond_of(fact) {
            return Guard::Own { agent, sources };
        }
        match sources {
            sources if sources.is_empty() => Guard::Open,
            sources => Guard::Sources(sources),
        }
    }

    fn without_sources(fact: &Fact, hidden: &[StreamId]) -> Option<Box<RawValue>> {
        source::without_sources(fact, hidden)
    }

    fn inbox(&self, actor: &Actor, _: Time) -> Vec<Notice> {
        let own = self.rulings.iter();
        let own = own.filter(|(_, ruling)| actor.is_agent_named(&ruling.agent));
        own.map(|(id, ruling)| ruling.notice(&stream(&ruling.core), id))
            .collect()
    }

    fn receipt(&self, actor: &Actor, receipt: &Receipt) -> Option<Event> {
        let (things, purpose) = match receipt {
            Receipt::Delivered(notices) => {
                let mut known = notices.iter();
                let is_known = known.any(|id| self.rulings.contains_key(id.as_str()));
                let (agent, notices) = (actor.id.clone(), notices.clone());
                return is_known.then(|| RulingsTold { agent, notices }.into());
            }
            Receipt::Read { items, purpose } => (items, purpose.as_ref()),
            Receipt::Missed(_) => return None,
        };
        let of = purpose.and_then(usage::task);
        // Repeated reads of one task's context count as one recall.
        let is_news = |kept: &CrystalEntry| {
            let mut uses = kept.uses.iter();
            of.is_none_or(|of| !uses.any(|one| (one.workflow, one.task) == of))
        };
        let known = things.iter().filter(|id| {
            let kept = self.crystals.get(id.as_str());
            kept.is_some_and(|kept| is_news(kept))
        });
        let recalled = CrystalsRecalled {
            agent: actor.id.clone(),
            ids: known.cloned().collect(),
            workflow: of.map(|(workflow, _)| workflow),
            task: of.map(|(_, task)| task),
        };
        (!recalled.ids.is_empty()).then(|| recalled.into())
    }
}

impl Core {
    /// Stores a record, new or changed. If its first fact was redacted, the later fact is used as it is.
    fn take(&mut self, meta: &Meta, record: &Crystal) {
        self.updated_at = meta.at;
        let id: Arc<str> = record.id.as_str().into();
        let mut versions: Vec<Version> = Vec::new();
        let (mut accessed, mut recalls) = (record.last_accessed, record.access_count);
        let (mut recalled_by, mut uses) = (None, Vec::new());
        let gone = self.forgotten.remove(&id);
        if let Some(gone) = &gone {
            self.leaving.remove(&(gone.purge_at, id.clone()));
            versions.extend(&gone.versions);
            if gone.recalls > 0 && recalls == gone.recalls {
                recalled_by.clone_from(&gone.recalled_by);
            }
        }
        let known = self.crystals.get(&id).map(|kept| &kept.owner);
        let owner = Owner::of(
            record,
            &meta.actor,
            known,
            gone.as_ref().map(|gone| &gone.owner),
        );
        if let Some(kept) = self.crystals.get(&id).cloned() {
            versions.extend(&kept.versions);
            accessed = accessed.max(kept.accessed);
            recalls = recalls.max(kept.recalls);
            recalled_by.clone_from(&kept.recalled_by);
            uses.clone_from(&kept.uses);
            self.let_go(&id, &kept);
        }
        versions.push(meta.version);
        let (weight, feeling) = weigh(record);
        let kept = CrystalEntry {
            versions,
            key: Key::of(record),
            said: Said::of(record),
            pinned: record.pinned,
            frozen: record.frozen,
            held_by: record.held_by.as_deref().map(Into::into),
            quarantined: record.trust == Trust::Quarantined,
            fate: Fate::of(record),
            weight,
            feeling,
            is_message: record.memory_type == MemoryType::Message,
            stored: record.persisted_at,
            changed: record.updated_at,
            valid_from: record.valid_from,
            valid_to: record.valid_to,
            expires_at: record.expires_at,
            source: record.provenance.as_ref().map(|from| from.stream.clone()),
            seeded: record.provenance.as_ref().is_some_and(Provenance::is_seed),
            owner,
            user_id: record.user_id.as_deref().map(Into::into),
            namespace: record.namespace.as_deref().map(Into::into),
            created: record.created_at,
            accessed,
            recalls,
            recalled_by,
            uses,
        };
        let from = governing::source(record);
        if record.trust != Trust::Human && !from.is_empty() {
            self.sources.insert(from.into());
        }
        // A merged or superseded memory does not prevent its text from being stored again.
        if kept.fate.is_own() {
            self.keys.insert((kept.key, id.clone()));
        }
        if let Some(at) = kept.expires_at {
            self.ending.insert((at, id.clone()));
        }
        self.crystals.insert(id, Arc::new(kept));
    }

    /// Removes the derived entries of a memory.
    fn let_go(&mut self, id: &Arc<str>, kept: &CrystalEntry) {
        self.keys.remove(&(kept.key, id.clone()));
        if let Some(at) = kept.expires_at {
            self.unend(at, id);
        }
    }

    /// Removes an expiry or erasure time, unless the memory and the rejected proposal with this id share it.
    fn unend(&mut self, at: Time, id: &Arc<str>) {
        let expires = self.crystals.get(id).and_then(|kept| kept.expires_at) == Some(at);
        let refused = self.proposals.get(id).and_then(|one| one.refused.as_ref());
        let is_refused = refused.is_some_and(|refused| refused.purge_at == at);
        if !(expires && is_refused) {
            self.ending.remove(&(at, id.clone()));
        }
    }

    fn leave(&mut self, id: &str, purge_at: Time) {
        let id: Arc<str> = id.into();
        let Some(kept) = self.crystals.get(&id).cloned() else {
            return;
        };
        self.let_go(&id, &kept);
        self.crystals.remove(&id);
        self.leaving.insert((purge_at, id.clone()));
        let gone = Forgotten {
            versions: kept.versions.clone(),
            source: kept.source.clone(),
            owner: kept.owner.clone(),
            accessed: kept.accessed,
            recalls: kept.recalls,
            recalled_by: kept.recalled_by.clone(),
            purge_at,
        };
        self.forgotten.insert(id, Arc::new(gone));
    }

    /// Stores an agent's proposal, in place of the earlier one with the same id.
    fn propose(&mut self, meta: &Meta, record: &Crystal) {
        self.updated_at = meta.at;
        let id: Arc<str> = record.id.as_str().into();
        let mut versions = self
            .withdraw(&id)
            .map_or_else(Vec::new, |known| known.versions.clone());
        versions.push(meta.version);
        let proposal = Proposal {
            versions,
            core: record.core.as_str().into(),
            said: Said::of(record),
            source: record.provenance.as_ref().map(|from| from.stream.clone()),
            by: meta.actor.clone(),
            at: meta.at,
            refused: None,
        };
        self.proposals.insert(id, Arc::new(proposal));
        self.awaiting += 1;
    }

    /// Removes the pending or rejected proposal with this id.
    fn withdraw(&mut self, id: &Arc<str>) -> Option<Arc<Proposal>> {
        let known = self.proposals.get(id).cloned()?;
        match &known.refused {
            Some(refused) => self.unend(refused.purge_at, id),
            None => self.awaiting = self.awaiting.saturating_sub(1),
        }
        self.proposals.remove(id)
    }

    /// Accepts a proposal. Its facts become part of the memory, so that they are erased with it.
    fn approve(&mut self, meta: &Meta, id: &str) {
        self.updated_at = meta.at;
        let id: Arc<str> = id.into();
        let Some(known) = self.withdraw(&id) else {
            return;
        };
        if let Some(kept) = self.crystals.get_mut(&id) {
            let kept = Arc::make_mut(kept);
            let before = kept.versions.len().saturating_sub(1);
            kept.versions
                .splice(before..before, known.versions.iter().copied());
        }
        self.rule(meta, &known, &id, None);
    }

    fn reject(&mut self, meta: &Meta, body: &CrystalRejected) {
        self.updated_at = meta.at;
        let id: Arc<str> = body.id.as_str().into();
        let Some(known) = self.withdraw(&id) else {
            return;
        };
        let refused = Refused {
            by: meta.actor.clone(),
            at: meta.at,
            reason: body.reason.clone(),
            purge_at: body.purge_at,
        };
        self.ending.insert((body.purge_at, id.clone()));
        let why = body.reason.clone().unwrap_or_default();
        self.rule(meta, &known, &id, Some(why));
        let known = Proposal {
            refused: Some(refused),
            ..Proposal::clone(&known)
        };
        self.proposals.insert(id, Arc::new(known));
    }

    /// Keeps a person's ruling on a memory for the agent that proposed it.
    fn rule(&mut self, meta: &Meta, known: &Proposal, id: &Arc<str>, refused: Option<String>) {
        if !known.by.role.is_agent() {
            return;
        }
        let ruling = Ruling {
            agent: known.by.id.clone(),
            core: known.core.clone(),
            memory: id.clone(),
            by: meta.actor.clone(),
            at: meta.at,
            refused,
        };
        let notice = format!("ruling/{}", meta.version);
        self.rulings.insert(notice.into(), Arc::new(ruling));
    }
}
