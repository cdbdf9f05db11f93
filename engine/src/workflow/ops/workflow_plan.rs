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

/// The most steps around a task.
const MAX_STEPS: u32 = 20;

/// The task graph as a drawing: where nodes, rooms, edges and doors lie. Groups are rooms; a folded
/// room is one node named `room:` and the group. With more than 300 tasks, rooms start folded.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowPlan {
    /// The workflow.
    pub workflow: Id,
    /// Groups to draw the other way than they start: folded, or unfolded where they start folded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flip: Vec<String>,
    /// Only the neighbourhood of this task.
    pub focus: Option<Ref<TaskNo>>,
    /// How many steps up and down the edges the neighbourhood reaches: 1 to 20; 2 unless given.
    #[schemars(range(min = 1, max = MAX_STEPS))]
    pub steps: Option<u32>,
}

/// The drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drawn {
    /// The workflow.
    pub workflow: Id,
    /// The drawing, in CSS pixels; each node is 196 wide and 40 high.
    pub plan: Plan,
    /// The folded rooms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<FoldedRoom>,
    /// How many tasks lie outside of the neighbourhood.
    #[serde(default)]
    pub outside: usize,
}

/// A room that is drawn as one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FoldedRoom {
    /// The group.
    pub name: String,
    /// The tasks in it that the drawing would show.
    pub tasks: Vec<TaskNo>,
    /// How many of them have each status; those with none are left out.
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
        *counts.entry(state.shown_status(task).0).or_default() += 1;
    }
    counts
}
