//! `nudge_send`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::NudgeSent;
use crate::workflow::ops::{active, check_tasks_exist, check_text};
use crate::workflow::people::{Nudge, Priority, Target};
use crate::workspace::Workspace;
use kernel::prelude::*;
use kernel::time::SECOND;

/// Default time that a nudge waits for delivery, in seconds.
pub const TTL_SECONDS: u32 = 24 * 60 * 60;
/// Maximum time that a nudge waits for delivery, in seconds.
pub const MAX_TTL_SECONDS: u32 = 30 * TTL_SECONDS;

/// Sends a message to an agent, to the lead, or to all agents. It is delivered with the response to their next call.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NudgeSend {
    /// Id of the workflow.
    pub workflow: Id,
    /// Recipient.
    #[schemars(regex(pattern = r"\S"))]
    pub target: Target,
    /// Text of the message.
    #[schemars(regex(pattern = r"\S"))]
    pub message: String,
    /// Priority; default normal.
    #[serde(default)]
    pub priority: Priority,
    /// Time that it waits for delivery, in seconds (1 to 2,592,000); default one day.
    #[schemars(range(min = 1, max = MAX_TTL_SECONDS))]
    pub ttl_seconds: Option<u32>,
    /// Task that it is about; the task's context then includes it.
    pub task: Option<Ref<TaskNo>>,
}

/// The nudge after the call.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Nudged {
    /// Id of the workflow.
    pub workflow: Id,
    /// The nudge with its receipts.
    pub nudge: Nudge,
    /// Things to check: an unknown agent as recipient.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for NudgeSend {
    type Output = Nudged;
    const SPEC: Spec = spec!(Write "nudge_send" Access::LEADERS, &["nudge.id", "warnings"])
        .everyday(&["workflow", "target", "message", "priority"])
        .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(self.message.clone())
    }
}

fn decide(op: &NudgeSend, tx: &mut Tx) -> Result<Nudged> {
    check_text("/message", &op.message)?;
    check_text("/target", op.target.name())?;
    let ttl = op.ttl_seconds.unwrap_or(TTL_SECONDS);
    if !(1..=MAX_TTL_SECONDS).contains(&ttl) {
        let detail = format!("expected 1 to {MAX_TTL_SECONDS}");
        return Err(Error::field("/ttl_seconds", detail));
    }
    // The workflow is opened first: the version of the response refers to it.
    let task = match op.task {
        Some(task) => Some(task.within(op.workflow)?),
        None => None,
    };
    active(tx, op.workflow)?;
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let draft = active(tx, op.workflow)?;
    if let Some(no) = task {
        check_tasks_exist(draft, "/task", &[no])?;
    }
    let mut warnings = Vec::new();
    if let Target::Agent(agent) = &op.target
        && !workspace.agents.contains_key(agent)
        && !draft.agent_contributions.contains_key(agent)
    {
        warnings.push(format!(
            "No agent named {agent} is known yet; the nudge waits for one."
        ));
    }
    let id = draft.nudges.another()?;
    draft.record(NudgeSent {
        id,
        target: op.target.clone(),
        message: op.message.clone(),
        priority: op.priority,
        task,
        expires_at: draft.cx.now.plus(i64::from(ttl) * SECOND),
        tokens: draft.cx.tokens,
    });
    Ok(Nudged {
        workflow: op.workflow,
        nudge: draft.nudges.find(id)?.clone(),
        warnings,
    })
}
