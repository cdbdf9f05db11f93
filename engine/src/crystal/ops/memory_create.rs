//! `memory_create`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::confine;
use crate::crystal::check::SUPERSEDES;
use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::{Query, Search, find_by};
use crate::crystal::one::Current;
use crate::crystal::ops::{
    CoreName, WRITERS, core_stream as named_core, memory_off_error, repeated_id_error,
};
use crate::crystal::rank::Boost;
use crate::crystal::record::{Crystal, NewCrystal};
use crate::crystal::rules::{Added, Duplicates, put_own};
use crate::crystal::similar::Shape;
use crate::crystal::subject::{Subject, statement_time};
use crate::crystal::supersede::{find_superseded, supersede};
use crate::crystal::{core_of, stream};
use crate::words::short;
use crate::workspace::settings::Settings;
use kernel::access::reader_name;
use kernel::ports::index::By;
use kernel::prelude::*;

/// Maximum number of memories per call.
const MAX_MEMORIES: usize = 1000;
/// Maximum number of new memories per call for related ones to be looked up.
const MAX_COMPARED: usize = 20;
/// Maximum number of characters of a new memory used to search for related ones.
const MAX_ASKED: usize = 400;
/// Maximum number of hits read for each new memory, and of related memories in its answer.
const MAX_LOOKED_AT: usize = 10;
const MAX_NEAR: usize = 3;

/// Stores long-term memories: one in `memory`, or several in `memories`, all or none. They can be found at once. A
/// memory with the same text, namespace, user and session as a known one is not written again; another content under a
/// known id replaces that memory.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryCreate {
    /// One memory.
    pub memory: Option<NewCrystal>,
    /// Several memories, at most 1,000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_MEMORIES))]
    pub memories: Vec<NewCrystal>,
    /// Core to store them in. Defaults to the core of each memory's namespace, or `default` without one.
    #[schemars(with = "Option<CoreName>")]
    pub core: Option<String>,
    /// Skip memories that are known already; true by default.
    pub deduplicate: Option<bool>,
    /// Memories to replace, found before the decision.
    #[serde(skip)]
    pub old: Vec<Current>,
    /// Memories about the same subject, by the text of the new one, found before the decision.
    #[serde(skip)]
    pub near: BTreeMap<String, Vec<NearMemory>>,
}

/// Results, in the order of the memories.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Created {
    /// Id and outcome of each memory.
    pub memories: Vec<CreatedOne>,
}

/// Result for one memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreatedOne {
    /// Id under which the memory is found.
    pub id: String,
    /// Core that holds it.
    pub core: String,
    /// `new`, `same` (known already, nothing was written), `replaced` (it replaced another content with its id) or
    /// `waiting` (a person has to approve it first).
    pub outcome: Outcome,
    /// Up to 3 memories about the same subject with a different statement. If the new one makes them obsolete, name
    /// them in `supersedes`. Only set if the call has at most 20 memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<NearMemory>,
}

/// A memory about the same subject with a different statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NearMemory {
    /// Id of the memory.
    pub id: String,
    /// Beginning of its text.
    pub text: String,
    /// Event date, else the start of its validity, else its creation time.
    pub at: Time,
}

/// Outcome of storing a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CreateOutcome")]
pub enum Outcome {
    /// Created.
    New,
    /// Known already; nothing was written.
    Same,
    /// Replaced another content with its id.
    Replaced,
    /// Waits for a person's approval; until then no search finds it.
    Waiting,
}

impl Operation for MemoryCreate {
    type Output = Created;
    const SPEC: Spec = spec!(Write "memory_create" WRITERS)
        .everyday(&["memory.text", "memory.topics", "memory.namespace"])
        .refuses(&[
            "ambiguous",
            "changed",
            "frozen",
            "full",
            "merged",
            "message",
            "superseded",
            "switched_off",
        ])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        for memory in self.memory.iter_mut().chain(&mut self.memories) {
            confine::owner(tenant, &mut memory.user_id, &mut memory.namespace)?;
        }
        Ok(())
    }
}

/// Looks up the memories to replace, and those about the same subjects.
async fn prepare(op: MemoryCreate, view: View) -> Result<MemoryCreate> {
    let mut old: Vec<Current> = Vec::new();
    for memory in op.memory.iter().chain(&op.memories) {
        if memory.supersedes.is_empty() || memory.supersedes.len() > SUPERSEDES {
            continue;
        }
        let core = core_for(&op, memory)?;
        old.extend(find_superseded(&view, &core, &memory.supersedes).await?);
    }
    let near = if Settings::for_view(&view).await?.long_term_memory {
        near(&op, &view).await?
    } else {
        BTreeMap::new()
    };
    Ok(MemoryCreate { old, near, ..op })
}

/// Finds memories about the same subjects as the new ones.
async fn near(op: &MemoryCreate, view: &View) -> Result<BTreeMap<String, Vec<NearMemory>>> {
    let new: Vec<&NewCrystal> = op.memory.iter().chain(&op.memories).collect();
    let mut near = BTreeMap::new();
    if new.len() > MAX_COMPARED {
        return Ok(near);
    }
    for memory in new {
        let core = core_for(op, memory)?;
        let Some(subject) = Subject::of_new(memory, core.id()) else {
            continue;
        };
        let query = Query {
            text: Some(memory.text.chars().take(MAX_ASKED).collect()),
            filters: Filters {
                core: Some(Tag::eq(core.id())),
                ..Filters::default()
            },
            distance: None,
            boost: Boost::None,
            offset: 0,
            limit: MAX_LOOKED_AT,
        };
        let search = Search {
            by: By::Words,
            ..Search::default()
        };
        let shape = Shape::of(&memory.text);
        let found = find_by(view, &query, &search).await?.hits.into_iter();
        let others = found.map(|hit| hit.memory).filter(|other| {
            let is_old =
                memory.id.as_ref() == Some(&other.id) || memory.supersedes.contains(&other.id);
            let is_about_it = Subject::of(other).is_some_and(|other| subject.is_same(&other));
            !is_old && is_about_it && !shape.says_the_same(&Shape::of(&other.text))
        });
        let others: Vec<NearMemory> = others.take(MAX_NEAR).map(NearMemory::from).collect();
        if !others.is_empty() {
            near.insert(memory.text.clone(), others);
        }
    }
    Ok(near)
}

impl From<Crystal> for NearMemory {
    fn from(memory: Crystal) -> Self {
        Self {
            at: statement_time(&memory),
            text: short(&memory.text),
            id: memory.id,
        }
    }
}

/// Returns the core that a memory goes to.
fn core_for(op: &MemoryCreate, memory: &NewCrystal) -> Result<StreamId> {
    match &op.core {
        Some(core) => named_core("/core", core),
        None => Ok(stream(&core_of(memory.namespace.as_deref()))),
    }
}

fn decide(op: &MemoryCreate, tx: &mut Tx) -> Result<Created> {
    let given: Vec<(String, &NewCrystal)> = match (&op.memory, op.memories.as_slice()) {
        (Some(memory), []) => vec![("/memory".into(), memory)],
        (None, many) if !many.is_empty() => {
            let places = (0..many.len()).map(|at| format!("/memories/{at}"));
            places.zip(many).collect()
        }
        _ => {
            return Err(Error::field(
                "/memory",
                "give one `memory`, or several `memories`",
            ));
        }
    };
    if given.len() > MAX_MEMORIES {
        return Err(Error::field(
            "/memories",
            format!("expected at most {MAX_MEMORIES}"),
        ));
    }
    if !Settings::of(tx)?.long_term_memory {
        return Err(memory_off_error());
    }
    let duplicates = match op.deduplicate {
        Some(false) => Duplicates::Keep,
        _ => Duplicates::Merge,
    };
    let cores = given.iter().map(|(_, memory)| core_for(op, memory));
    tx.need(cores.collect::<Result<BTreeSet<_>>>()?)?;
    let mut memories = Vec::with_capacity(given.len());
    let mut seen: HashMap<(StreamId, &str), (usize, &NewCrystal)> = HashMap::new();
    for (at, (place, memory)) in given.into_iter().enumerate() {
        let core = core_for(op, memory)?;
        if let Some(id) = &memory.id {
            let (first, known) = *seen
                .entry((core.clone(), id.as_str()))
                .or_insert((at, memory));
            // A number that is none differs from itself, and has an error of its own.
            if first != at && *known != *memory {
                return Err(repeated_id_error("memories", first, at));
            }
        }
        let (takes, from, text) = (&memory.supersedes, memory.valid_from, &memory.text);
        let memory = with_author(memory, &tx.cx.actor).map_err(|error| within(&place, error))?;
        let added =
            put_own(tx, &core, memory, duplicates).map_err(|error| within(&place, error))?;
        if !takes.is_empty() && !matches!(added, Added::Waiting(_)) {
            let is_meant = |one: &&Current| one.stream == core && takes.contains(&one.record.id);
            let old: Vec<Current> = op.old.iter().filter(is_meant).cloned().collect();
            supersede(tx, &core, added.id(), from, &old)?;
        }
        let outcome = match added {
            Added::New(_) => Outcome::New,
            Added::Same(_) => Outcome::Same,
            Added::Replaced(_) => Outcome::Replaced,
            Added::Waiting(_) => Outcome::Waiting,
        };
        memories.push(CreatedOne {
            id: added.id().into(),
            core: core.id().into(),
            outcome,
            near: match outcome {
                Outcome::Same => Vec::new(),
                _ => op.near.get(text).cloned().unwrap_or_default(),
            },
        });
    }
    Ok(Created { memories })
}

/// Sets the author of a memory. Agents write in their own name; orchestrators and people may name an agent.
fn with_author(memory: &NewCrystal, actor: &Actor) -> Result<NewCrystal> {
    let own = actor.role.is_agent().then(|| actor.id.clone());
    if reader_name(actor).is_some() && memory.agent.is_some() && memory.agent != own {
        return Err(Error::field(
            "/agent",
            "expected your own name, or none: orchestrators and people name other agents",
        ));
    }
    Ok(NewCrystal {
        agent: memory.agent.clone().or(own),
        ..memory.clone()
    })
}

/// Prefixes the field of an error with its position in the arguments.
fn within(place: &str, error: Error) -> Error {
    match error.extra.fields.first() {
        Some(fault) => Error::field(format!("{place}{}", fault.pointer), fault.detail.clone()),
        None => error,
    }
}
