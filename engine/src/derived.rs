//! Derived data of erased data: memories, summaries, copies, forks, and everything derived from these.
//!
//! Finds it, and erases it if the caller wants that. Each kind of derivation is in a file of its own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::{Core, holds_messages};
use crate::mind::Mind;
use crate::scratchpad::Scratchpads;
use crate::session::Session;
use crate::workflow::Workflow;
use crate::workspace::erasing::{note, summarize};
use kernel::actor::Role;
use kernel::error::{Code, Result};
use kernel::fact::Fact;
use kernel::memory::Memory;
use kernel::ports::log::Streams;
use kernel::stream::{StreamId, Version};
use kernel::tx::Loaded;
use kernel::view::{Erase, View};

mod cores;
mod minds;
pub mod ops;
mod partitions;
mod scratchpads;
mod sessions;
mod workflows;

/// Number of facts read at a time.
const PAGE: usize = 1_000;

/// Relation of derived data to its source.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Derivation {
    /// A long-term memory that was taken from it.
    Memory,
    /// An indexed message of it.
    Message,
    /// A summary that includes it, or the document of a mind that dreamt of it.
    Summary,
    /// Memories that a language model, or the session's writer, extracted from it.
    Extraction,
    /// Entities that were seen in it.
    Entities,
    /// A scratchpad state written by a tool call in it.
    Scratchpad,
    /// The same content again: a copied scratchpad, a restored version, the note of a memory.
    Copy,
    /// A session that began with its content.
    Fork,
    /// A partition of a summary view that may include it.
    Partition,
}

/// Data derived from erased data.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Derived {
    /// Relation to its source.
    pub derivation: Derivation,
    /// Stream that holds it.
    pub stream: StreamId,
    /// Name within the stream, such as a memory's id or a scratchpad's name.
    pub id: Option<String>,
    /// The facts that hold it; empty for the whole stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Version>,
}

/// Finds everything derived from the erased data, directly or not. Derived data comes after its source.
async fn of(view: &View, erased: &[Erase]) -> Result<Vec<Derived>> {
    let mut walk = Walk {
        view,
        queue: erased.iter().cloned().collect(),
        whole: BTreeSet::new(),
        seen: BTreeSet::new(),
        found: Vec::new(),
        streams: BTreeMap::new(),
    };
    for what in erased {
        walk.mark(what);
    }
    while let Some(what) = walk.queue.pop_front() {
        match what.stream().kind() {
            Session::KIND => sessions::follow(&mut walk, &what).await?,
            Core::KIND => {
                partitions::follow(&mut walk, &what).await?;
                minds::notes_from(&mut walk, &what).await?;
            }
            Mind::KIND => minds::follow(&mut walk, &what).await?,
            Workflow::KIND => workflows::follow(&mut walk, &what).await?,
            Scratchpads::KIND => scratchpads::follow(&mut walk, &what).await?,
            _ => {}
        }
        if let Erase::Stream(stream) = &what {
            cores::memories_from(&mut walk, stream).await?;
        }
    }
    Ok(walk.found)
}

/// Erases data, and with `cascade` its derived data, which is returned in any case. `only_look` erases nothing. The
/// data itself goes last: after an interruption, all derived data is found again.
///
/// # Errors
/// Returns `unavailable` if the log or the index cannot be read or written.
pub async fn erase(
    view: &View,
    erased: Vec<Erase>,
    cascade: bool,
    only_look: bool,
) -> Result<Vec<Derived>> {
    // Erasures that are due by time do not cascade, and no caller sees their derived data.
    let actor = view.actor()?;
    let derived = match actor.role {
        Role::System => Vec::new(),
        _ => of(view, &erased).await?,
    };
    if only_look {
        return Ok(derived);
    }
    let gone: &[Derived] = if cascade { &derived } else { &[] };
    let also = gone.iter().map(|thing| &thing.stream);
    let noted = summarize(&erased, also, cascade);
    // Recorded first, so that every erasure is recorded.
    if actor.role != Role::System {
        note(view, noted.clone()).await?;
    }
    if cascade {
        erase_derived(view, &derived).await?;
    }
    for what in erased {
        view.services.erase(what, actor).await?;
    }
    if actor.role == Role::System {
        note(view, noted).await?;
    }
    Ok(derived)
}

/// Erases derived data in reverse order, all facts of a stream at once.
async fn erase_derived(view: &View, derived: &[Derived]) -> Result<()> {
    let mut order: Vec<&StreamId> = Vec::new();
    let mut facts: BTreeMap<&StreamId, Vec<Version>> = BTreeMap::new();
    for thing in derived.iter().rev() {
        if !order.contains(&&thing.stream) {
            order.push(&thing.stream);
        }
        let facts = facts.entry(&thing.stream).or_default();
        facts.extend(&thing.facts);
    }
    for stream in order {
        let is_whole = |thing: &&Derived| thing.stream == *stream && thing.facts.is_empty();
        let what = match facts.remove(stream) {
            Some(facts) if !derived.iter().any(|thing| is_whole(&thing)) => {
                Erase::facts(stream.clone(), facts)
            }
            _ => Erase::Stream(stream.clone()),
        };
        view.services.erase(what, view.actor()?).await?;
    }
    Ok(())
}

/// The search for derived data.
struct Walk<'a> {
    view: &'a View,
    queue: VecDeque<Erase>,
    /// Streams that are erased completely.
    whole: BTreeSet<StreamId>,
    /// Facts that are erased.
    seen: BTreeSet<(StreamId, Version)>,
    found: Vec<Derived>,
    /// Streams by kind, loaded on first use.
    streams: BTreeMap<String, Vec<StreamId>>,
}

impl Walk<'_> {
    fn mark(&mut self, what: &Erase) {
        match what {
            Erase::Stream(stream) => {
                self.whole.insert(stream.clone());
            }
            Erase::Facts(stream, runs) => {
                let versions = runs.iter().cloned().flatten();
                self.seen
                    .extend(versions.map(|version| (stream.clone(), version)));
            }
        }
    }

    /// Records derived facts, and queues them for the search.
    fn facts(
        &mut self,
        derivation: Derivation,
        stream: &StreamId,
        id: Option<&str>,
        facts: impl IntoIterator<Item = Version>,
    ) {
        if self.whole.contains(stream) {
            return;
        }
        let is_new = |version: &Version| self.seen.insert((stream.clone(), *version));
        let facts: Vec<Version> = facts.into_iter().filter(is_new).collect();
        if facts.is_empty() {
            return;
        }
        self.queue
            .push_back(Erase::facts(stream.clone(), facts.iter().copied()));
        self.found.push(Derived {
            derivation,
            stream: stream.clone(),
            id: id.map(ToOwned::to_owned),
            facts,
        });
    }

    /// Records a derived stream, and queues it for the search.
    fn stream(&mut self, derivation: Derivation, stream: &StreamId) {
        if self.whole.insert(stream.clone()) {
            self.queue.push_back(Erase::Stream(stream.clone()));
            self.found.push(Derived {
                derivation,
                stream: stream.clone(),
                id: None,
                facts: Vec::new(),
            });
        }
    }

    /// Returns the streams of a kind. Leaves out cores with the messages of a session, of which there may be as many as
    /// sessions: they belong to it and are erased with it.
    async fn streams(&mut self, kind: &str) -> Result<Vec<StreamId>> {
        if let Some(known) = self.streams.get(kind) {
            return Ok(known.clone());
        }
        let mut found = Vec::new();
        let (log, mut all) = (self.view.services.log(), Streams::after(0));
        while let Some(stream) = all.next(log).await? {
            if stream.kind() == kind && !holds_messages(&stream) {
                found.push(stream);
            }
        }
        self.streams.insert(kind.to_owned(), found.clone());
        Ok(found)
    }

    /// Returns the state of a stream; `None` if it has no facts, or was erased.
    async fn state<M: Memory>(&self, stream: &StreamId) -> Result<Option<std::sync::Arc<M>>> {
        match self.view.services.state(stream).await {
            Ok(Loaded { state, version }) if version > 0 => Ok(state.downcast().ok()),
            Ok(_) => Ok(None),
            Err(error) if error.code == Code::Gone => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads all facts of a stream.
    async fn read(&self, stream: &StreamId) -> Result<Vec<Fact>> {
        let mut facts: Vec<Fact> = Vec::new();
        loop {
            let after = facts.last().map_or(0, |fact| fact.version);
            let page = self.view.services.log().read(stream, after, PAGE).await?;
            if page.is_empty() {
                return Ok(facts);
            }
            facts.extend(page);
        }
    }
}

/// Returns true if `what` includes a fact of its stream.
fn takes(what: &Erase, version: Version) -> bool {
    match what {
        Erase::Stream(_) => true,
        Erase::Facts(_, runs) => runs.iter().any(|run| run.contains(&version)),
    }
}
