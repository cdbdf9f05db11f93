//! `task_context`.

use crate::crystal::scope::MemoryScope;
use crate::fence::Tags;
use crate::numbers::{Ref, TaskNo};
use crate::workflow::context::{Count, Format, Shape, TaskContext, assemble};
use crate::workflow::ops::read;
use crate::workflow::ops::recall::recall;
use kernel::prelude::*;

/// Returns everything that applies to a task, for a worker's prompt: goal, constraints, the task with earlier attempts
/// and reviews, decisions, discoveries, results, artifacts, entries of the workflow's memory cores and messages, within
/// a token budget.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskContextRead {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Maximum number of tokens, 500 to 1,000,000; default 12,000.
    #[schemars(range(min = crate::workflow::context::MIN_BUDGET, max = 1_000_000))]
    pub budget: Option<u32>,
    /// Format: one `text`, or `blocks` with the source of each item; default text.
    #[serde(default)]
    pub format: Format,
}

/// Context of a task.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Given {
    /// Id of the workflow.
    pub workflow: Id,
    /// The task.
    pub task: TaskNo,
    /// The context.
    #[serde(flatten)]
    pub context: TaskContext,
    /// Encoding in which tokens were counted.
    pub encoding: String,
}

impl Operation for TaskContextRead {
    type Output = Given;
    const SPEC: Spec = spec!(Read "task_context" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: TaskContextRead, view: View) -> Result<Given> {
    let shape = Shape {
        budget: op.budget,
        format: op.format,
    };
    shape.check()?;
    let workflow = op.task.workflow(op.workflow)?;
    let state = read(&view, workflow).await?;
    let recalled = recall(&view, &state, Some(op.task.number), &MemoryScope::default()).await?;
    let tokens = view.services.tokens();
    let count = |text: &str| tokens.count(text);
    let actor = view.actor()?;
    let tags = Tags::of(&actor.id, |text| view.services.hash_text(text));
    let prompt = (&tags, &count as Count<'_>);
    let context = assemble(&state, op.task.number, shape, view.now, &recalled, prompt)?;
    // Reading by a person does not count as use.
    if actor.role.is_agent() {
        for (core, receipt) in context.usage_receipts(workflow, op.task.number) {
            view.services.record_receipt(core, actor, receipt);
        }
    }
    let encoding = view.services.tokens().encoding().name().into();
    Ok(Given {
        workflow,
        task: op.task.number,
        context,
        encoding,
    })
}
