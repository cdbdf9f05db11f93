//! `workflow_plan`: the task graph as a floor plan.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::numbers::{Ref, TaskNo};
use crate::workflow::ops::read;
use crate::workflow::sketch::{DEFAULT_STEPS, Scope};
use crate::workflow::state::Workflow;
use crate::workflow::task::TaskStatus;
use kernel::ports::layout::Plan;
use kernel::view::aside;

/// Maximum number of steps around a task.
const MAX_STEPS: u32 = 20;

/// Returns the task graph as a drawing: positions of nodes, rooms, edges and doors. Groups are rooms; a folded room is
/// one node with the id `room:` and the group. With more than 300 tasks, rooms start folded.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowPlan {
    /// Id of the workflow.
    pub workflow: Id,
    /// Groups whose initial state is inverted: folded, or unfolded if they start folded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flip: Vec<String>,
    /// Only the neighbourhood of this task.
    pub focus: Option<Ref<TaskNo>>,
    /// Size of the neighbourhood in steps along the edges, 1 to 20; default 2.
    #[schemars(range(min = 1, max = MAX_STEPS))]
    pub steps: Option<u32>,
}

/// Drawing of a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drawn {
    /// Id of the workflow.
    pub workflow: Id,
    /// Drawing in CSS pixels; each node is 196 wide and 40 high.
    pub plan: Plan,
    /// Folded rooms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<FoldedRoom>,
    /// Number of tasks outside of the neighbourhood.
    #[serde(default)]
    pub outside: usize,
}

/// Room that is drawn as one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FoldedRoom {
    /// Name of the group.
    pub name: String,
    /// Tasks of the room that are in the scope of the drawing.
    pub tasks: Vec<TaskNo>,
    /// Number of these tasks by status; statuses without tasks are left out.
    #[schemars(with = "BTreeMap<String, u32>")]
    pub counts: BTreeMap<TaskStatus, u32>,
}

impl Operation for WorkflowPlan {
    type Output = Drawn;
    const SPEC: Spec = spec!(Read "workflow_plan" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: WorkflowPlan, view: View) -> Result<Drawn> {
    let steps = op.steps.unwrap_or(DEFAULT_STEPS);
    if !(1..=MAX_STEPS).contains(&steps) {
        return Err(Error::field("/steps", format!("expected 1 to {MAX_STEPS}")));
    }
    let focus = op
        .focus
        .map(|task| task.within(op.workflow).map(|task| (task, steps)))
        .transpose()?;
    let state = read(&view, op.workflow).await?;
    let scoped = state.sketch(&Scope {
        flip: &op.flip,
        focus,
    })?;
    let folded = scoped
        .folded
        .into_iter()
        .map(|(name, tasks)| FoldedRoom {
            counts: counts(&state, &tasks),
            name,
            tasks,
        })
        .collect();
    let sketch = scoped.sketch;
    let plan = aside(move || view.services.layout().draw(&sketch)).await?;
    Ok(Drawn {
        workflow: op.workflow,
        plan,
        folded,
        outside: scoped.outside,
    })
}

fn counts(state: &Workflow, tasks: &[TaskNo]) -> BTreeMap<TaskStatus, u32> {
    let mut counts = BTreeMap::new();
    for task in tasks.iter().filter_map(|no| state.tasks.get(*no)) {
        *counts
            .entry(state.visible_status_and_reason(task).0)
            .or_default() += 1;
    }
    counts
}
