//! `workflow_create`.

use crate::crystal::ops::CoreName;
use crate::numbers::{DecisionNo, TaskNo};
use crate::workflow::facts::{LeadTaken, WorkflowCreated};
use crate::workflow::ops::task_add::choices::foresee;
use crate::workflow::ops::task_add::{NewDecision, NewTask, add};
use crate::workflow::ops::{ENTRIES, TextLine, check_cores, check_entries, check_line, check_text};
use crate::workflow::state::{Policy, Workflow};
use crate::workflow::{self};
use kernel::prelude::*;
use kernel::time::SECOND;

/// Creates a workflow: one goal that a team pursues. An orchestrator that creates one leads it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowCreate {
    /// Name, in one line of at most 300 characters.
    #[schemars(with = "TextLine")]
    pub name: String,
    /// Goal of the workflow.
    #[schemars(regex(pattern = r"\S"))]
    pub goal: String,
    /// Constraints: limits and requirements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub constraints: Vec<String>,
    /// Memory cores that give context.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<CoreName>", length(max = ENTRIES))]
    pub memory_core_refs: Vec<String>,
    /// Policy, where it differs from the default.
    pub policy: Option<Policy>,
    /// First tasks; they may refer to each other by `key`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<NewTask>,
    /// Decisions that are to be made later: the edges of `tasks` may refer to them by `key`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES))]
    pub decisions: Vec<NewDecision>,
}

/// The new workflow.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Created {
    /// Id of the new workflow.
    pub workflow: Id,
    /// Names of its first tasks, in the order of the request.
    pub tasks: Vec<TaskNo>,
    /// Names of the planned decisions, in the order of the request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionNo>,
    /// Epoch of the lead, if the creator leads.
    pub lead_epoch: Option<u32>,
    /// Things to check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for WorkflowCreate {
    type Output = Created;
    const SPEC: Spec = spec!(Write "workflow_create" Access::LEADERS)
        .everyday(&[
            "name",
            "goal",
            "constraints",
            "tasks.key",
            "tasks.title",
            "tasks.description",
            "tasks.acceptance",
            "tasks.depends_on",
            "tasks.needs_review",
        ])
        .refuses(&["cycle"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(format!("{}\n{}", self.goal, self.constraints.join("\n")))
    }
}

/// Validates the ranges of a policy's numbers.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_policy(policy: &Policy) -> Result<()> {
    for (name, seconds) in [
        ("lease_seconds", policy.lease_seconds),
        ("lead_seconds", policy.lead_seconds),
    ] {
        if !(15..=86_400).contains(&seconds) {
            return Err(Error::field(
                format!("/policy/{name}"),
                "expected 15 to 86400 seconds",
            ));
        }
    }
    for (name, times) in [
        ("retries", policy.retries),
        ("rework_limit", policy.rework_limit),
    ] {
        if times > 100 {
            return Err(Error::field(format!("/policy/{name}"), "expected 0 to 100"));
        }
    }
    for (name, days, most) in [
        ("restore_days", policy.restore_days, 365),
        ("archive_days", policy.archive_days, 3_650),
        ("delete_days", policy.delete_days, 3_650),
    ] {
        if days > most {
            let detail = format!("expected 0 to {most} days");
            return Err(Error::field(format!("/policy/{name}"), detail));
        }
    }
    Ok(())
}

fn decide(op: &WorkflowCreate, tx: &mut Tx) -> Result<Created> {
    check_line("/name", &op.name)?;
    check_text("/goal", &op.goal)?;
    check_entries("/constraints", &op.constraints)?;
    check_entries("/memory_core_refs", &op.memory_core_refs)?;
    check_cores(tx, &op.memory_core_refs, &[])?;
    let policy = op.policy.clone().unwrap_or_default();
    check_policy(&policy)?;
    let id = tx.cx.id;
    let draft = tx.draft::<Workflow>(&workflow::stream(id))?;
    let cx = draft.cx.clone();
    draft.record(WorkflowCreated {
        id,
        name: op.name.clone(),
        goal: op.goal.clone(),
        constraints: op.constraints.clone(),
        memory_core_refs: op.memory_core_refs.clone(),
        policy: policy.clone(),
        tokens: cx.tokens,
    });
    let leads = cx.actor.role == Role::Orchestrator;
    if leads {
        let until = cx.now.plus(i64::from(policy.lead_seconds) * SECOND);
        draft.record(LeadTaken {
            agent: cx.actor.id.clone(),
            epoch: 1,
            until,
        });
    }
    let decisions = foresee(draft, &op.decisions)?;
    let (tasks, warnings) = match op.tasks.as_slice() {
        [] => (Vec::new(), Vec::new()),
        tasks => add(draft, tasks, "/tasks")?,
    };
    Ok(Created {
        workflow: id,
        tasks,
        decisions,
        lead_epoch: leads.then_some(1),
        warnings,
    })
}
