//! `memory_waiting`.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::crystal::entry::Proposal;
use crate::crystal::fold::ACTIVE;
use crate::crystal::ops::existing;
use crate::crystal::record::Crystal;
use crate::crystal::source::hide_sources;
use crate::crystal::state::Core;
use crate::crystal::waiting::{changes, proposal_record, record_at};
use kernel::access::reader_name;
use kernel::memory::Memory as _;
use kernel::page::{Page, Place, behind, limit};
use kernel::ports::index::{Attention, ListQuery};
use kernel::prelude::*;

/// Maximum number of cores to read if none is given.
const CORES: usize = 200;

/// Lists the memories that wait for a person's approval, longest waiting first, each with its changes: of one core, or
/// of up to 200 cores. Agents see only their own, including those that a person rejected.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryWaiting {
    /// Core they are for.
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// Only the memory with this id.
    pub id: Option<String>,
    /// Page size, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// Cursor of the next page.
    pub cursor: Option<String>,
}

/// A memory that waits for a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WaitingMemory {
    /// Id of the memory.
    pub id: String,
    /// Core it is for.
    pub core: String,
    /// Version of the proposal. Send it as `If-Match` to approve or reject exactly this version.
    pub version: Version,
    /// Time since which it waits.
    pub at: Time,
    /// Author.
    pub by: Actor,
    /// The proposed memory.
    pub memory: Crystal,
    /// Current memory with that id.
    pub before: Option<Crystal>,
    /// Changed fields; all fields if the memory is new.
    pub changes: Vec<FieldChange>,
    /// Memories that it would replace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<Crystal>,
    /// Rejection: by whom, when and why.
    pub refused: Option<Refusal>,
}

/// A changed field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldChange {
    /// Name of the field.
    pub field: String,
    /// Current value; null if there is none.
    pub before: Value,
    /// Proposed value.
    pub after: Value,
}

/// Rejection of a memory by a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// Person who rejected it.
    pub by: Actor,
    /// Time of the rejection.
    pub at: Time,
    /// Reason.
    pub reason: Option<String>,
}

/// A core with memories that wait for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoreWaiting {
    /// Name of the core.
    pub core: String,
    /// Number of waiting memories.
    pub count: u32,
    /// Time since which the first of them waits.
    pub since: Time,
    /// Agents that wrote them.
    pub from: BTreeSet<String>,
}

impl Operation for MemoryWaiting {
    type Output = Page<WaitingMemory>;
    const SPEC: Spec = spec!(Read "memory_waiting" Access::ALL).refuses(&["ambiguous"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

/// A proposal before its text is read.
type Waiting = (StreamId, Arc<str>, Arc<Proposal>);

async fn run(op: MemoryWaiting, view: View) -> Result<Page<WaitingMemory>> {
    let limit = limit(op.limit)?;
    let place = Place::of(op.cursor.as_deref())?;
    let mut all: Vec<(Place, Waiting)> = Vec::new();
    for core in cores(&op, &view).await? {
        let (state, _) = view.state::<Core>(&core).await?;
        let actor = view.actor()?;
        let wanted = state.proposals.iter().filter(|(id, one)| {
            let is_meant = op.id.as_deref().is_none_or(|only| only == &***id);
            let may_know = if actor.role.is_person() {
                one.refused.is_none()
            } else {
                one.by.is_same(actor)
            };
            is_meant && may_know
        });
        all.extend(wanted.map(|(id, one)| {
            let name = format!("{id} {}", core.id());
            let place = Place { at: one.at.0, name };
            (place, (core.clone(), id.clone(), one.clone()))
        }));
    }
    let total = all.len();
    let (wanted, next_cursor) = behind(place.as_ref(), all, limit);
    let mut items = Vec::new();
    for (core, id, one) in wanted {
        items.extend(look(&view, &core, &id, &one).await?);
    }
    Ok(Page {
        items,
        next_cursor,
        total: Some(total as u64),
    })
}

/// Returns the cores to read. Cores with an agent's rejected memories need no person, so for agents all are listed.
async fn cores(op: &MemoryWaiting, view: &View) -> Result<Vec<StreamId>> {
    if let Some(core) = &op.core {
        let core = existing("/core", core)?;
        view.must_read(&core).await?;
        return Ok(vec![core]);
    }
    list_cores(
        view,
        if view.actor()?.role.is_person() {
            Attention::Needed
        } else {
            Attention::Any
        },
    )
    .await
}

async fn list_cores(view: &View, attention: Attention) -> Result<Vec<StreamId>> {
    let actor = view.actor()?;
    let query = ListQuery {
        kind: Core::KIND,
        status: Some(ACTIVE.into()),
        attention,
        reader: reader_name(actor).map(Into::into),
        limit: CORES,
        ..ListQuery::default()
    };
    let page = view
        .list(query, |entry| Ok(Some(entry.stream.clone())))
        .await?;
    Ok(page.items)
}

/// Returns the cores in which memories wait for a person, longest waiting first.
pub(crate) async fn waiting(view: &View) -> Result<Vec<CoreWaiting>> {
    let mut all = Vec::new();
    for core in list_cores(view, Attention::Needed).await? {
        let state = match view.state::<Core>(&core).await {
            Ok((state, _)) => state,
            // It may have been erased since the index was read.
            Err(error) if matches!(error.code, Code::Gone | Code::NotFound) => continue,
            Err(error) => return Err(error),
        };
        let open: Vec<_> = state.waiting().map(|(_, one)| one).collect();
        let Some(since) = open.iter().map(|one| one.at).min() else {
            continue;
        };
        all.push(CoreWaiting {
            core: core.id().into(),
            count: u32::try_from(open.len()).unwrap_or(u32::MAX),
            since,
            from: open.iter().map(|one| one.by.id.clone()).collect(),
        });
    }
    all.sort_by(|one, other| (one.since, &one.core).cmp(&(other.since, &other.core)));
    Ok(all)
}

/// Returns a proposal with its changes, or `None` if its text was erased in the meantime.
async fn look(
    view: &View,
    core: &StreamId,
    id: &str,
    one: &Proposal,
) -> Result<Option<WaitingMemory>> {
    let Some(mut memory) = proposal_record(view, core, one).await? else {
        return Ok(None);
    };
    let (state, _) = view.state::<Core>(core).await?;
    let mut before = now(view, core, &state, id).await?;
    let mut supersedes = Vec::new();
    for id in &memory.supersedes {
        supersedes.extend(now(view, core, &state, id).await?);
    }
    let known = before.iter_mut().chain(&mut supersedes);
    hide_sources(view, known.chain([&mut memory]).collect()).await?;
    let changes = changes(before.as_ref(), &memory).into_iter();
    let changes = changes.map(|one| FieldChange {
        field: one.field,
        before: one.before,
        after: one.after,
    });
    Ok(Some(WaitingMemory {
        id: id.into(),
        core: core.id().into(),
        version: one.version(),
        at: one.at,
        by: one.by.clone(),
        changes: changes.collect(),
        memory: memory.standing(view.now),
        before: before.map(|before| before.standing(view.now)),
        supersedes,
        refused: one.refused.as_ref().map(|refused| Refusal {
            by: refused.by.clone(),
            at: refused.at,
            reason: refused.reason.clone(),
        }),
    }))
}

/// Returns the current memory with that id.
async fn now(view: &View, core: &StreamId, state: &Core, id: &str) -> Result<Option<Crystal>> {
    match state.crystals.get(id) {
        Some(kept) => record_at(view, core, kept.version()).await,
        None => Ok(None),
    }
}
