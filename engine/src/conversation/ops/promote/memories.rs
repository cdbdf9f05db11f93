//! Promotes memories of a session to long-term memories, once each, in cores where the caller may write.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use imbl::OrdSet;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::conversation::ops::promote::{share, text};
use crate::crystal::rules::{content_hash, is_full};
use crate::crystal::{self, Core, Destination, NewCrystal, Provenance, ReadBy, owner};
use crate::session::facts::{MemoriesPromoted, Promotion};
use crate::session::key::SessionKey;
use crate::session::moment::Moment;
use crate::session::record::MemoryRecord;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::actor::{Actor, Role};
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::stream::StreamId;
use kernel::time::Time;
use kernel::tx::Tx;

/// Result of a promotion.
#[derive(Debug, Default)]
pub struct Promoted {
    /// The promoted memories.
    pub memories: Vec<Promotion>,
    /// Destinations of the memories, with their readers.
    pub to: Vec<Destination>,
    /// Reasons why other memories were not promoted.
    pub warnings: Vec<String>,
}

/// Promotes all memories of the session that are not long-term memories yet.
pub fn memories(tx: &mut Tx, key: &SessionKey, settings: &Settings) -> Result<Promoted> {
    if !settings.long_term_memory {
        return Ok(Promoted::default());
    }
    let draft = tx.draft::<Session>(&key.stream())?;
    let waiting = draft
        .memories
        .iter()
        .filter(|memory| memory.persisted_at.is_none());
    let waiting = waiting.cloned().collect();
    these(tx, key, waiting)
}

/// Promotes the given memories. Those for a core in which the caller may not write, or that is full, keep waiting, so
/// that the session's write does not fail with them.
pub fn these(tx: &mut Tx, key: &SessionKey, waiting: Vec<Arc<MemoryRecord>>) -> Result<Promoted> {
    let stream = key.stream();
    let draft = tx.draft::<Session>(&stream)?;
    let now = draft.cx.now;
    let actor = draft.cx.actor.clone();
    let session = draft.state().clone();
    let writers = session.writers.clone();
    let agent = actor.role.is_agent().then(|| actor.id.clone());
    let settings = Settings::of(tx)?;
    let mut cores: BTreeMap<String, Vec<Arc<MemoryRecord>>> = BTreeMap::new();
    for memory in waiting {
        let namespace = memory.namespace.as_ref().or(key.namespace.as_ref());
        let core = crystal::core_of(namespace.map(|name| &**name)).into_owned();
        cores.entry(core).or_default().push(memory);
    }
    tx.need(cores.keys().map(|core| crystal::stream(core)))?;
    let mut promoted = Promoted::default();
    for (core, waiting) in cores {
        let home = crystal::stream(&core);
        let draft = tx.draft::<Core>(&home)?;
        let to = Destination::of(&home, draft, &session, &settings);
        if !may_promote(draft, &actor, &writers) {
            promoted.warnings.push(format!(
                "These memories wait, because you may not write in the core {core}: {}. Somebody who may, \
                 an orchestrator or a person can make them long-term memories with `session_promote`.",
                names(&waiting)
            ));
            continue;
        }
        let home = to.stream();
        if is_full(&*tx.read::<Core>(&home)?) {
            promoted.warnings.push(format!(
                "These memories wait, because the core {core} is full: {}.",
                names(&waiting)
            ));
            continue;
        }
        if to.read_by == ReadBy::Session {
            share(tx, key, &home)?;
        }
        let mut memories = Vec::with_capacity(waiting.len());
        for memory in waiting {
            let crystal = match promote(tx, key, &home, &memory, agent.clone()) {
                Ok(crystal) => crystal,
                Err(error) => {
                    let mut all = tx.draft::<Session>(&stream)?.memories.iter();
                    let at = all.position(|known| known.id == memory.id).unwrap_or(0);
                    return Err(error.within(&format!("/memories/{at}")));
                }
            };
            let id = memory.id.clone();
            memories.push(Promotion { id, crystal });
        }
        promoted.memories.extend(memories.iter().cloned());
        tx.draft::<Session>(&stream)?.record(MemoriesPromoted {
            core: to.core.as_str().into(),
            memories,
            at: now.into(),
        });
        promoted.to.push(to);
    }
    Ok(promoted)
}

fn names(memories: &[Arc<MemoryRecord>]) -> String {
    let ids: Vec<&str> = memories.iter().map(|memory| &*memory.id).collect();
    ids.join(", ")
}

/// Rejects memories that name a namespace in whose core the caller may not write. Each comes with its index in the
/// call.
pub fn check(tx: &mut Tx, key: &SessionKey, named: &[(usize, Arc<MemoryRecord>)]) -> Result<()> {
    let draft = tx.draft::<Session>(&key.stream())?;
    let (actor, writers) = (draft.cx.actor.clone(), draft.writers.clone());
    let core = |memory: &MemoryRecord| crystal::core_of(memory.namespace.as_deref()).into_owned();
    let cores: BTreeSet<String> = named.iter().map(|(_, memory)| core(memory)).collect();
    tx.need(cores.iter().map(|core| crystal::stream(core)))?;
    for (at, memory) in named {
        let core = core(memory);
        let home = tx.read::<Core>(&crystal::stream(&core))?;
        if !may_promote(&home, &actor, &writers) {
            return Err(Error::forbidden(format!(
                "/memories/{at}/namespace: you may not write in the core {core}. Take another namespace, or \
                 ask an orchestrator or a person."
            )));
        }
    }
    Ok(())
}

/// Returns true if memories of a session may go to a core. Memories that Loci extracts may go wherever one of the
/// session's agents may write.
fn may_promote(core: &Core, actor: &Actor, writers: &OrdSet<Arc<str>>) -> bool {
    let mut agents = writers.iter().map(|name| Actor::new(&**name, Role::Worker));
    match actor.role {
        Role::System if !writers.is_empty() => agents.any(|agent| owner::may_write(core, &agent)),
        _ => owner::may_write(core, actor),
    }
}

/// Promotes one memory and returns its id in long-term memory. Never replaces a memory of another origin, or one that a
/// person changed since: then it gets an id of its own.
fn promote(
    tx: &mut Tx,
    key: &SessionKey,
    core: &StreamId,
    memory: &MemoryRecord,
    agent: Option<String>,
) -> Result<Arc<str>> {
    let mut new = NewCrystal {
        agent,
        ..of_memory(memory, key)
    };
    // Waiting memories from before future times were rejected must not be lost.
    let now = tx.cx.now;
    for moment in [
        &mut new.created_at,
        &mut new.updated_at,
        &mut new.last_accessed,
    ] {
        *moment = moment.map(|moment| moment.min(now));
    }
    let mut times = 0;
    while let Some(id) = &new.id
        && let Some(known) = tx.draft::<Core>(core)?.crystals.get(id.as_str()).cloned()
    {
        let source = known.source.as_ref().and_then(SessionKey::of);
        let is_own = source.as_ref() == Some(key);
        if is_own && owner::admits_to(tx, core, id)? {
            break;
        }
        // A fork holds the memories that its origin promoted.
        if source.is_some_and(|source| known.said.holds(&content_hash(of_memory(memory, &source))))
        {
            return Ok(id.as_str().into());
        }
        new.id = Some(own_id(key, &memory.id, times));
        times += 1;
    }
    let added = crystal::add(tx.draft::<Core>(core)?, new)?;
    Ok(added.id().into())
}

/// Derives the id for a memory whose own id is taken. The result is stable, so that the memory is found again when it
/// changes. `times` counts derived ids that are taken as well.
fn own_id(key: &SessionKey, id: &str, times: u32) -> String {
    let hash = Sha256::new()
        .chain_update(key.stream().as_str())
        .chain_update([0])
        .chain_update(id)
        .chain_update(times.to_be_bytes())
        .finalize();
    let mut begin = [0; 16];
    begin.copy_from_slice(&hash[..16]);
    Id::from_parts(Time(0), u128::from_be_bytes(begin)).to_string()
}

fn texts(names: &[Arc<str>]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn object(value: Option<&Arc<Value>>) -> Option<Map<String, Value>> {
    value.and_then(|value| value.as_object()).cloned()
}

fn of_memory(memory: &MemoryRecord, key: &SessionKey) -> NewCrystal {
    let time = |moment: Option<Moment>| moment.map(Moment::time);
    NewCrystal {
        id: Some(memory.id.to_string()),
        text: memory.text.to_string(),
        memory_type: memory.memory_type,
        namespace: text(memory.namespace.as_ref().or(key.namespace.as_ref())),
        user_id: text(memory.user_id.as_ref().or(key.user_id.as_ref())),
        session_id: text(memory.session_id.as_ref().or(Some(&key.id))),
        topics: texts(&memory.topics),
        entities: texts(&memory.entities),
        importance: memory.importance,
        pinned: memory.pinned,
        event_date: memory.event_date,
        discrete_memory_extracted: memory.discrete_memory_extracted.then(|| "t".into()),
        extracted_from: texts(&memory.extracted_from),
        extraction_strategy: text(memory.extraction_strategy.as_ref()),
        extraction_strategy_config: object(memory.extraction_strategy_config.as_ref()),
        metadata: object(memory.metadata.as_ref()),
        created_at: time(memory.created_at),
        updated_at: time(memory.updated_at),
        last_accessed: time(memory.last_accessed),
        access_count: Some(memory.access_count),
        provenance: Some(Provenance {
            stream: key.stream(),
            message: None,
            version: None,
        }),
        ..NewCrystal::default()
    }
}
