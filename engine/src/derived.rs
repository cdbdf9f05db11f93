//! What was made of what is to be erased: memories, summaries, copies, forks, and what was made of these.
//!
//! Finds it, and erases it when it is told to; whether it goes too is the caller's choice. Each memory's
//! own way of making things of other things is in a file of its own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::Core;
use crate::mind::Mind;
use crate::scratchpad::Scratchpads;
use crate::session::Session;
use crate::workflow::Workflow;
use crate::workspace::erasing::{note, noted};
use kernel::actor::Role;
use kernel::error::{Code, Result};
use kernel::fact::Fact;
use kernel::memory::Memory;
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

/// How many facts are read at a time.
const PAGE: usize = 1_000;

/// How one thing came of another.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Derivation {
    /// A long-term memory that was taken from it.
    Memory,
    /// A message of it that search finds.
    Message,
    /// A summary into which it was folded, or the document of a mind into which it was dreamt.
    Summary,
    /// Memories that a language model, or whoever wrote the session, took from it.
    Extraction,
    /// Entities that were seen in it.
    Entities,
    /// What a tool call in it wrote to a scratchpad.
    Scratchpad,
    /// The same once more: a copied scratchpad, a return to an earlier version, the note that a memory is.
    Copy,
    /// A session that began with what it held.
    Fork,
    /// A partition of a summary view that it may have gone into.
    Partition,
}

/// One thing that was made of what is to be erased.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Derived {
    /// How it came of it.
    pub derivation: Derivation,
    /// The stream it is in.
    pub stream: StreamId,
    /// Its name there, where it has one: a memory's id, a scratchpad's name.
    pub id: Option<String>,
    /// The facts that hold it; none when it is the whole stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Version>,
}

/// Everything that was made of these, directly or not, in the order in which it was found: whatever was
/// made of a thing comes after it.
async fn of(view: &View, erased: &[Erase]) -> Result<Vec<Derived>> {
    let mut walk = Walk {
        view,
        queue: erased.iter().cloned().collect(),
        whole: BTreeSet::new(),
        seen: BTreeSet::new(),
        found: Vec::new(),
        streams: None,
    };
    for what in erased {
        walk.mark(what);
    }
    while let Some(what) = walk.queue.pop_front() {
        match what.stream().kind() {
            Session::KIND => sessions::follow(&mut walk, &what).await?,
            Core::KIND => {
                partitions::follow(&mut walk, &what).await?;
                minds::noted(&mut walk, &what).await?;
            }
            Mind::KIND => minds::follow(&mut walk, &what).await?,
            Workflow::KIND => workflows::follow(&mut walk, &what).await?,
            Scratchpads::KIND => scratchpads::follow(&mut walk, &what).await?,
            _ => {}
        }
        if let Erase::Stream(stream) = &what {
            cores::taken_from(&mut walk, stream).await?;
        }
    }
    Ok(walk.found)
}

/// Erases these, unless it is `only_look`, and with `cascade` what was made of them, which is given either
/// way. They themselves go last: broken off before, all of it is found again.
///
/// # Errors
/// `unavailable` when the log or the index cannot be read or written.
pub async fn erase(
    view: &View,
    erased: Vec<Erase>,
    cascade: bool,
    only_look: bool,
) -> Result<Vec<Derived>> {
    // Nobody looks at what Loci erases by itself when a time has passed, and it takes that alone.
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
    let noted = noted(&erased, also, cascade);
    // Before it is done, so that nothing is erased of which nothing says so.
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

/// What was made last goes first, a stream's facts at once.
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

/// The search for what was made of what.
struct Walk<'a> {
    view: &'a View,
    queue: VecDeque<Erase>,
    /// The streams that go whole.
    whole: BTreeSet<StreamId>,
    /// The facts that go.
    seen: BTreeSet<(StreamId, Version)>,
    found: Vec<Derived>,
    /// All streams, once they were asked for.
    streams: Option<Vec<StreamId>>,
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

    /// Notes facts that were made of what is to be erased, and looks for what was made of them.
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

    /// Notes a stream that was made of what is to be erased, and looks for what was made of it.
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

    /// The streams of that kind.
    async fn streams(&mut self, kind: &str) -> Result<Vec<StreamId>> {
        if self.streams.is_none() {
            self.streams = Some(self.view.services.log().changed_since(0).await?);
        }
        let all = self.streams.iter().flatten();
        Ok(all
            .filter(|stream| stream.kind() == kind)
            .cloned()
            .collect())
    }

    /// The state of a stream; nothing when it has no facts, or none any more.
    async fn state<M: Memory>(&self, stream: &StreamId) -> Result<Option<std::sync::Arc<M>>> {
        match self.view.services.state(stream).await {
            Ok(Loaded { state, version }) if version > 0 => Ok(state.downcast().ok()),
            Ok(_) => Ok(None),
            Err(error) if error.code == Code::Gone => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// All facts of a stream.
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

/// Whether `what` takes that fact of its stream.
fn takes(what: &Erase, version: Version) -> bool {
    match what {
        Erase::Stream(_) => true,
        Erase::Facts(_, runs) => runs.iter().any(|run| run.contains(&version)),
    }
}
