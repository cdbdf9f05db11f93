//! `sweep`: applies everything that is due by time. Internal: requires the system role, so no API exposes it.

use crate::numbers::{QuestionNo, TaskNo};
use crate::workflow::facts::{
    LeadEnded, QuestionAnswered, WarningRaised, WorkflowDeleted, WorkflowEnded,
};
use crate::workflow::ops::expire;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::warning::WarningKind;
use crate::workflow::{self};
use crate::workspace::Workspace;
use kernel::prelude::*;
use kernel::time::DAY;

/// Records what is due by time: expired leases, an expired lead, questions whose deadline passed and that have a
/// default answer; and the retention policy of a workflow that has ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// Id of the workflow.
    pub workflow: Id,
}

/// Facts that were recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swept {
    /// Tasks whose lease expired.
    pub leases: Vec<TaskNo>,
    /// Questions that got their default answer.
    pub questions: Vec<QuestionNo>,
    /// Tasks that their agent did not claim in time, or cannot claim without a valid token.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untaken: Vec<TaskNo>,
    /// True if the lead expired.
    pub lead: bool,
    /// True if the time to restore the workflow has passed: it has to be erased now.
    pub purge: bool,
}

impl Operation for Sweep {
    type Output = Swept;
    const SPEC: Spec = spec!(Write "sweep" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &Sweep, tx: &mut Tx) -> Result<Swept> {
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let draft = tx.draft::<Workflow>(&workflow::stream(op.workflow))?;
    if let Some(purge_at) = draft.purge_at {
        let purge = purge_at <= draft.cx.now;
        return Ok(Swept {
            purge,
            ..Swept::default()
        });
    }
    if draft.status != Status::Active {
        put_away(draft);
        return Ok(Swept::default());
    }
    // Answers first: an answer restarts the clock of a lease, which must not expire at the same moment.
    let questions = answer(draft);
    let now = draft.cx.now;
    let leases: Vec<TaskNo> = draft
        .derived()
        .leases
        .iter()
        .take_while(|(until, _)| *until <= now)
        .map(|(_, no)| TaskNo(*no))
        .collect();
    for no in &leases {
        expire(draft, *no);
    }
    let untaken = untaken(draft, &workspace);
    let lead = draft.lead.agent.is_some() && draft.lead.until.is_some_and(|until| until <= now);
    if lead {
        let epoch = draft.lead.epoch;
        draft.record(LeadEnded {
            epoch,
            handoff_note: None,
            expired: true,
        });
    }
    Ok(Swept {
        untaken,
        leases,
        questions,
        lead,
        purge: false,
    })
}

/// Raises warnings about tasks that an agent could have claimed for the duration of a lease and has not; at once if the
/// agent has no valid token any more.
fn untaken(draft: &mut Draft<Workflow>, workspace: &Workspace) -> Vec<TaskNo> {
    let now = draft.cx.now;
    let due: Vec<(kernel::time::Time, TaskNo)> = draft
        .derived()
        .kept
        .iter()
        .map(|(since, no)| (*since, TaskNo(*no)))
        .filter(|(since, no)| {
            let agent = draft
                .tasks
                .get(*no)
                .and_then(|task| task.assigned_to.as_deref());
            let without = agent.and_then(|agent| workspace.without_token_since(agent, now));
            draft.untaken_at(*since) <= now || without.is_some()
        })
        .collect();
    for (since, no) in &due {
        let task = draft.tasks.get(*no);
        let agent = task.and_then(|task| task.assigned_to.clone());
        let agent = agent.unwrap_or_default();
        let paused = workspace.agents.get(&agent).and_then(|it| it.paused_at);
        let without = workspace.without_token_since(&agent, now);
        let standing = match (without, paused) {
            (Some(at), _) => {
                format!("has had no valid token since {at}: make one with `token_create`,")
            }
            (None, Some(at)) => {
                format!("has been paused since {at}: let it go on with `agent_resume`,")
            }
            (None, None) => format!("could have claimed it since {since}:"),
        };
        let id = draft.warnings.next();
        draft.record(WarningRaised {
            id,
            kind: WarningKind::Untaken,
            task: *no,
            artifact: None,
            approval: None,
            text: format!(
                "{no} is kept for {agent}, who {standing} give it to somebody else with `task_assign`, or open \
                 it to all."
            ),
        });
    }
    due.into_iter().map(|(_, no)| no).collect()
}

/// Applies the retention policy to a workflow that ended long enough ago.
fn put_away(draft: &mut Draft<Workflow>) {
    let now = draft.cx.now;
    let reason = Some("Its policy says so.".to_owned());
    if draft.delete_at().is_some_and(|at| at <= now) {
        let purge_at = now.plus(i64::from(draft.policy.restore_days) * DAY);
        draft.record(WorkflowDeleted { reason, purge_at });
    } else if draft.archive_at().is_some_and(|at| at <= now) {
        let status = Status::Archived;
        draft.record(WorkflowEnded {
            status,
            reason,
            learned: None,
        });
    }
}

fn answer(draft: &mut Draft<Workflow>) -> Vec<QuestionNo> {
    let now = draft.cx.now;
    let due: Vec<(QuestionNo, String)> = draft
        .derived()
        .deadlines
        .iter()
        .take_while(|(deadline, _)| *deadline <= now)
        .filter_map(|(_, no)| draft.questions.get(QuestionNo(*no)))
        .filter_map(|question| Some((question.id, question.default.clone()?)))
        .collect();
    let mut answered = Vec::new();
    for (id, answer) in due {
        // Estimated at four bytes a token: nothing is measured for an internal call.
        let tokens = u32::try_from(answer.len().div_ceil(4)).unwrap_or(u32::MAX);
        draft.record(QuestionAnswered { id, answer, tokens });
        answered.push(id);
    }
    answered
}
