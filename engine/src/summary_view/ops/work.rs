//! Internal operations for runs of a view: start a run, read the source of a partition, write the partition, end the
//! run. No API exposes them: the worker calls them and has the summaries written in between.

use kernel::prelude::*;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::summary::Request;
use crate::summary_view::compute;
use crate::summary_view::facts::{PartitionWritten, ViewRunAsked, ViewRunEnded, ViewRunStarted};
use crate::summary_view::ops::summary_view_delete::open;
use crate::summary_view::ops::{PartitionShown, read};
use crate::summary_view::state::key;
use crate::summary_view::{Group, RunStatus, SummaryView, stream};

/// Access to partitions: those who may request them, and Loci itself.
const WRITERS: Access = Access::VOICES.and(Access::SYSTEM);

/// Starts the work that is due for a view.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewBegin {
    /// Id of the view.
    pub view: String,
}

/// Work to do now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Begun {
    /// Number of the run whose partitions have to be written.
    pub run: Option<u32>,
    /// True if the view has to be erased.
    pub purge: bool,
}

impl Operation for ViewBegin {
    type Output = Begun;
    const SPEC: Spec = spec!(Write "view_begin" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(begin);
}

fn begin(op: &ViewBegin, tx: &mut Tx) -> Result<Begun> {
    let draft = tx.draft::<SummaryView>(&stream(&op.view))?;
    if draft.due().is_none_or(|due| due > draft.cx.now) {
        return Ok(Begun::default());
    }
    if draft.purge_at.is_some() {
        let (run, purge) = (None, true);
        return Ok(Begun { run, purge });
    }
    let (run, status) = if let Some(run) = draft.waiting() {
        (run.run, run.status)
    } else {
        let last = draft.runs.get_max().map_or(0, |(last, _)| *last);
        let run = last.saturating_add(1);
        draft.record(ViewRunAsked { run, force: false });
        (run, RunStatus::Pending)
    };
    // An interrupted run is continued.
    if status == RunStatus::Pending {
        draft.record(ViewRunStarted { run });
    }
    let (run, purge) = (Some(run), false);
    Ok(Begun { run, purge })
}

/// Returns the partitions that a run has to write.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewGroups {
    /// Id of the view.
    pub view: String,
    /// Number of the run.
    pub run: u32,
}

/// Partitions of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupsFound {
    /// Groups to write.
    pub write: Vec<Group>,
    /// Groups without memories.
    pub gone: Vec<Group>,
}

impl Operation for ViewGroups {
    type Output = GroupsFound;
    const SPEC: Spec = spec!(Read "view_groups" Access::SYSTEM);
    const HOW: How<Self> = How::Run(groups);
}

fn groups(op: ViewGroups, view: View) -> Fut<'static, Result<GroupsFound>> {
    Box::pin(async move {
        let state = read(&view, &op.view).await?;
        let groups = compute::groups(&view, &state, state.definition(&op.view)?).await?;
        let mut write = groups.changed;
        if let Some(run) = state.runs.get(&op.run).filter(|run| run.force) {
            // An interrupted run continues with the remaining partitions.
            let is_left = |group: &Group| {
                let known = state.partitions.get(&key(group));
                known.is_none_or(|known| run.started_at.is_none_or(|at| known.computed_at < at))
            };
            write.extend(groups.same.into_iter().filter(is_left));
        }
        let gone = groups.gone;
        Ok(GroupsFound { write, gone })
    })
}

/// Returns the source of a partition.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartitionSource {
    /// Id of the view.
    pub view: String,
    /// Values of the group, by field.
    pub group: Group,
}

/// Source of a partition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceFound {
    /// Number of memories.
    pub memory_count: u64,
    /// Hash of the memories.
    pub digest: Arc<str>,
    /// Request for the writer. Absent if there are no memories.
    pub request: Option<Request>,
}

impl Operation for PartitionSource {
    type Output = SourceFound;
    const SPEC: Spec = spec!(Read "partition_source" WRITERS);
    const HOW: How<Self> = How::Run(source);
}

fn source(op: PartitionSource, view: View) -> Fut<'static, Result<SourceFound>> {
    Box::pin(async move {
        let state = read(&view, &op.view).await?;
        let definition = state.definition(&op.view)?;
        let source = compute::source(&view, &state, definition, &op.group).await?;
        Ok(SourceFound {
            memory_count: source.memory_count,
            digest: source.digest.into(),
            request: source.request,
        })
    })
}

/// Stores a written partition.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartitionWrite {
    /// Id of the view.
    pub view: String,
    /// The written partition.
    pub written: PartitionWritten,
    /// Lease of the run.
    pub lease: Option<Version>,
}

impl Operation for PartitionWrite {
    type Output = PartitionShown;
    const SPEC: Spec = spec!(Write "partition_write" WRITERS);
    const HOW: How<Self> = How::Decide(keep);
}

fn keep(op: &PartitionWrite, tx: &mut Tx) -> Result<PartitionShown> {
    let draft = open(tx, &op.view)?;
    draft.jobs.check(JobKind::View, op.lease)?;
    draft.definition(&op.view)?.check_group(&op.written.group)?;
    draft.record(op.written.clone());
    let partition = draft.partitions.get(&key(&op.written.group));
    partition
        .map(|partition| PartitionShown::of(&op.view, partition))
        .ok_or_else(|| Error::internal("the partition that was written is not there"))
}

/// Ends a run.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewEnd {
    /// Id of the view.
    pub view: String,
    /// Result of the run.
    pub ended: ViewRunEnded,
    /// Lease of the run.
    pub lease: Option<Version>,
}

/// Empty result of ending a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ended {}

impl Operation for ViewEnd {
    type Output = Ended;
    const SPEC: Spec = spec!(Write "view_end" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(end);
}

fn end(op: &ViewEnd, tx: &mut Tx) -> Result<Ended> {
    let draft = open(tx, &op.view)?;
    draft.jobs.check(JobKind::View, op.lease)?;
    let run = draft.runs.get(&op.ended.run);
    if run.is_some_and(|run| run.status == RunStatus::Running) {
        draft.record(op.ended.clone());
    }
    Ok(Ended {})
}
