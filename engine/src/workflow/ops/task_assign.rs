//! `task_assign`: work is only assigned to an agent that can take it, and the agent is notified.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::{TaskAssigned, TaskRetried};
use crate::workflow::ops::task_review::{artifact_authors, own_work};
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{expire, plan_task, settle, settle_at, tell, wrong_status};
use crate::workflow::people::{KEPT, Priority, Target};
use crate::workflow::state::Workflow;
use crate::workflow::task::TaskStatus;
use crate::workspace::{Agent, Workspace};
use kernel::prelude::*;

/// Assigns a task to one agent, which alone may then claim it; without `agent` opens it to all. A failed task becomes
/// claimable again. For a task in review, assigns the review to a reviewer, and no other agent may give it. A task can
/// be assigned to a worker, an orchestrator or a reviewer, which is notified with its next call. If it could claim the
/// task and does not for the duration of a lease, the lead and people are warned.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskAssign {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Agent, which must be registered, not paused, and have a valid token or none yet; absent opens the task to all.
    pub agent: Option<String>,
    /// State of the agent's tokens; looked up before the decision.
    #[serde(skip)]
    pub tokens: Tokens,
}

/// State of an agent's tokens for a workflow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tokens {
    /// Not looked up.
    #[default]
    Unknown,
    /// It has never had a token.
    Never,
    /// All of its tokens have ended, or are for other workflows.
    Ended,
    /// It has valid tokens with these roles.
    Live(Vec<Role>),
}

impl Operation for TaskAssign {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_assign" Access::LEADERS, LEAN)
        .everyday(&["workflow", "task", "agent"])
        .refuses(&["ended", "no_token", "paused", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)));
}

async fn prepare(mut op: TaskAssign, view: View) -> Result<TaskAssign> {
    let Some(agent) = &op.agent else {
        return Ok(op);
    };
    let workflow = op.workflow.or(op.task.workflow);
    let mut found = Tokens::Never;
    for token in view.services.accounts().tokens().await? {
        if token.agent != *agent {
            continue;
        }
        let is_live = token.revoked_at.is_none()
            && token.expires_at.is_none_or(|at| view.now < at)
            && (token.workflow.is_none() || token.workflow == workflow);
        found = match found {
            Tokens::Live(roles) if !is_live => Tokens::Live(roles),
            Tokens::Live(mut roles) => {
                roles.push(token.role);
                Tokens::Live(roles)
            }
            _ if is_live => Tokens::Live(vec![token.role]),
            _ => Tokens::Ended,
        };
    }
    op.tokens = found;
    Ok(op)
}

fn decide(op: &TaskAssign, tx: &mut Tx) -> Result<Tasked> {
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let (draft, no) = plan_task(tx, op.workflow, op.task)?;
    // An expired lease does not prevent the assignment.
    expire(draft, no);
    let status = draft.tasks.find(no)?.status;
    if let Some(name) = &op.agent {
        let agent = workspace.agents.get(name).ok_or_else(|| {
            let detail = format!("no agent named {name} is registered; `agent_list` lists them");
            Error::field("/agent", detail)
        })?;
        check_role(agent, &op.tokens, status)?;
        check_able(agent, &op.tokens)?;
    }
    let task = draft.tasks.find(no)?;
    if !task.can_be_assigned() {
        return Err(wrong_status(task, "assigned"));
    }
    if status == TaskStatus::Review {
        keep_review(draft, no, op.agent.as_ref())?;
    } else {
        keep(draft, no, op.agent.as_ref())?;
    }
    let mut answer = task_response(draft, no)?;
    if let (Some(name), Tokens::Never) = (&op.agent, &op.tokens) {
        answer.warnings.push(format!(
            "{name} has no token yet: it can take {no} once it has one (`token_create`)."
        ));
    }
    Ok(answer)
}

/// Rejects an agent whose role cannot take the work: the roles of its valid tokens, or without any the role it is
/// registered with.
fn check_role(agent: &Agent, tokens: &Tokens, status: TaskStatus) -> Result<()> {
    let (name, role) = (&agent.name, agent.role);
    let is_review = status == TaskStatus::Review;
    let may = |role: &Role| match role {
        Role::Reviewer => true,
        Role::Worker | Role::Orchestrator => !is_review,
        _ => false,
    };
    let able = match tokens {
        Tokens::Live(roles) => roles.iter().any(may),
        _ => may(&role),
    };
    if able {
        return Ok(());
    }
    if may(&role) {
        return Err(Error::conflict(
            "no_token",
            format!(
                "{name} has no token for this workflow with which it could take {}: give it another with \
                 `token_create`, or name another agent.",
                if is_review { "the review" } else { "the task" }
            ),
        ));
    }
    let detail = if is_review {
        format!(
            "{name} is registered as {}: only a reviewer reviews, or a person; `agent_list` lists the agents",
            role.name()
        )
    } else {
        format!(
            "{name} is registered as {} and could not claim it: name a worker, an orchestrator or a reviewer \
             (`agent_list` lists them)",
            role.name()
        )
    };
    Err(Error::field("/agent", detail))
}

/// Rejects an agent that cannot take it now: it is paused, or all its tokens have ended.
fn check_able(agent: &Agent, tokens: &Tokens) -> Result<()> {
    let name = &agent.name;
    if agent.paused_at.is_some() {
        return Err(Error::conflict(
            "paused",
            format!(
                "{name} is paused and could not claim it: let it go on with `agent_resume`, or name another \
                 agent."
            ),
        ));
    }
    if *tokens == Tokens::Ended {
        return Err(Error::conflict(
            "no_token",
            format!(
                "All tokens of {name} for this workflow have ended, so it could not claim it: give it another \
                 with `token_create`, or name another agent."
            ),
        ));
    }
    Ok(())
}

fn keep_review(draft: &mut Draft<Workflow>, no: TaskNo, agent: Option<&String>) -> Result<()> {
    let task = draft.tasks.find(no)?;
    if task.reviewer.as_ref() == agent {
        return Ok(());
    }
    let before = task.reviewer.clone();
    if let Some(agent) = agent {
        let reviewer = Actor::new(agent, Role::Reviewer);
        if own_work(task, artifact_authors(draft, task), &reviewer).is_some() {
            let detail = format!(
                "{agent} worked on {no} itself: somebody else has to review it; name another reviewer"
            );
            return Err(Error::field("/agent", detail));
        }
        let words = format!(
            "The review of {no} is {KEPT}: look at what was handed in with `task_get` and \
             `artifact_list`, then judge it with `task_review`."
        );
        let target = Target::Agent(agent.clone());
        tell(draft, target, Priority::Normal, &words, None);
    }
    free(draft, before, &format!("The review of {no}"), agent);
    draft.record(TaskAssigned {
        id: no,
        agent: agent.cloned(),
        for_review: true,
    });
    Ok(())
}

fn keep(draft: &mut Draft<Workflow>, no: TaskNo, agent: Option<&String>) -> Result<()> {
    let task = draft.tasks.find(no)?;
    if task.status == TaskStatus::Failed {
        draft.record(TaskRetried {
            id: no,
            reason: None,
        });
        settle_at(draft, vec![no]);
        settle(draft, &[no]);
    }
    // Repeating the assignment of an unclaimed task, or of one whose lease expired, settles the warning about it.
    let task = draft.tasks.find(no)?;
    if task.assigned_to.as_ref() == agent && task.stalled.is_none() && !task.untaken {
        return Ok(());
    }
    let before = task.assigned_to.clone();
    if let Some(agent) = agent.filter(|agent| before.as_ref() != Some(agent)) {
        let words = format!("{no} is {KEPT}: claim it when it is ready.");
        let target = Target::Agent(agent.clone());
        tell(draft, target, Priority::Normal, &words, None);
    }
    free(draft, before, &no.to_string(), agent);
    draft.record(TaskAssigned {
        id: no,
        agent: agent.cloned(),
        for_review: false,
    });
    Ok(())
}

/// Notifies the agent to which the work was assigned before that it is no longer.
fn free(draft: &mut Draft<Workflow>, before: Option<String>, work: &str, now: Option<&String>) {
    let Some(before) = before.filter(|before| Some(before) != now) else {
        return;
    };
    let words = match now {
        Some(agent) => format!("{work} is not {KEPT} any more, but for {agent}."),
        None => format!("{work} is not {KEPT} any more: anybody may take it."),
    };
    let target = Target::Agent(before);
    tell(draft, target, Priority::Normal, &words, None);
}
