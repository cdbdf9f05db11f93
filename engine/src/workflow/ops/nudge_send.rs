//! `nudge_send`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::NudgeSent;
use crate::workflow::ops::{active, check_text, known_tasks};
use crate::workflow::people::{Nudge, Priority, Target};
use crate::workspace::Workspace;
use kernel::prelude::*;
use kernel::time::SECOND;

/// How long a nudge waits to be delivered unless the sender says otherwise, in seconds.
pub const TTL_SECONDS: u32 = 24 * 60 * 60;
/// The longest that a nudge waits, in seconds.
pub const MAX_TTL_SECONDS: u32 = 30 * TTL_SECONDS;

/// Says something to an agent, to whoever leads, or to all. It arrives with the answer to whatever
/// they call next.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NudgeSend {
    /// The workflow.
    pub workflow: Id,
    /// For whom.
    #[schemars(regex(pattern = r"\S"))]
    pub target: Target,
    /// The words.
    #[schemars(regex(pattern = r"\S"))]
    pub message: String,
    /// How urgent; normal unless given.
    #[serde(default)]
    pub priority: Priority,
    /// How long it waits to be delivered, in seconds (1 to 2,592,000); a day unless given.
    #[schemars(range(min = 1, max = MAX_TTL_SECONDS))]
    pub ttl_seconds: Option<u32>,
    /// The task it is about; the task's context then shows it.
    pub task: Option<Ref<TaskNo>>,
}

/// The nudge.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Nudged {
    /// The workflow.
    pub workflow: Id,
    /// The nudge with its receipts.
    pub nudge: Nudge,
    /// What may want a second look: an agent that nobody knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for NudgeSend {
    type Output = Nudged;
    const SPEC: Spec = spec!(Write "nudge_send" Access::LEADERS, &["nudge.id", "warnings"])
        .everyday(&["workflow", "target", "message", "priority"])
        .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);

    fn measured(&self) -> Option<String> {
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
    // The workflow is opened first: the answer's version is about it.
    let task = match op.task {
        Some(task) => Some(task.within(op.workflow)?),
        None => None,
    };
    active(tx, op.workflow)?;
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let draft = active(tx, op.workflow)?;
    if let Some(no) = task {
        known_tasks(draft, "/task", &[no])?;
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
