//! `artifact_list`.

use kernel::prelude::*;
use std::collections::BTreeSet;

use crate::numbers::{ArtifactNo, Number, Ref, TaskNo};
use crate::workflow::ops::read;
use crate::workflow::shared::Artifact;
use crate::workflow::state::Workflow;
use kernel::page::{Page, limit};

/// Lists the artifacts of a workflow, most recently recorded first: the newest version of each path.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtifactList {
    /// Id of the workflow.
    pub workflow: Id,
    /// Only artifacts made for this task.
    pub task: Option<Ref<TaskNo>>,
    /// Only paths with this prefix.
    pub path: Option<String>,
    /// Also lists earlier versions.
    #[serde(default)]
    pub all_versions: bool,
    /// Page size, 1 to 200; default 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for ArtifactList {
    type Output = Page<Artifact>;
    const SPEC: Spec = spec!(Read "artifact_list" Access::ALL, &["items.id", "items.path", "items.version", "items.type", "items.associated_task", "items.description"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: ArtifactList, view: View) -> Fut<'static, Result<Page<Artifact>>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        let state = read(&view, op.workflow).await?;
        page(&op, &state, limit)
    })
}

fn page(op: &ArtifactList, state: &Workflow, limit: usize) -> Result<Page<Artifact>> {
    let task = match op.task {
        Some(task) => Some(state.tasks.find(task.within(op.workflow)?)?.id),
        None => None,
    };
    let below = match &op.cursor {
        Some(cursor) => Some(ArtifactNo::parse(cursor).ok_or_else(|| {
            Error::field(
                "/cursor",
                "not a cursor of this list: give the `next_cursor` of the page before, or none",
            )
        })?),
        None => None,
    };
    let of_task = task.and_then(|task| state.derived().artifacts_of.get(&task.get()));
    let of_task: BTreeSet<u32> = of_task.into_iter().flatten().copied().collect();
    let is_wanted = |artifact: &&Artifact| {
        task.is_none_or(|task| artifact.associated_task == Some(task))
            && op
                .path
                .as_ref()
                .is_none_or(|path| artifact.path.starts_with(path.as_str()))
            && (op.all_versions
                || match task {
                    // With a task, the newest version made for that task counts.
                    Some(_) => of_task.contains(&artifact.id.get()),
                    None => state.derived().newest.get(&artifact.path) == Some(&artifact.id.get()),
                })
    };
    let wanted: Vec<&Artifact> = state.artifacts.iter().rev().filter(is_wanted).collect();
    let mut rest = wanted
        .iter()
        .filter(|artifact| below.is_none_or(|below| artifact.id < below));
    let items: Vec<Artifact> = rest
        .by_ref()
        .take(limit)
        .map(|found| Artifact::clone(found))
        .collect();
    Ok(Page {
        next_cursor: rest
            .next()
            .and(items.last())
            .map(|artifact| artifact.id.to_string()),
        total: Some(wanted.len() as u64),
        items,
    })
}
