//! `workflow_edit`.

use crate::crystal::ops::CoreName;
use crate::workflow::facts::WorkflowEdited;
use crate::workflow::ops::workflow_create::check_policy;
use crate::workflow::ops::{
    ENTRIES, TextLine, WorkflowNow, active, check_cores, check_entries, check_line, check_text,
    draft, must_not_be_replaced,
};
use crate::workflow::state::{Policy, Workflow};
use crate::workflow::{self};
use kernel::prelude::*;

/// Changes a workflow's name, goal, constraints, cores or policy; absent fields stay unchanged.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowEdit {
    /// Id of the workflow.
    pub workflow: Id,
    /// Name, in one line of at most 300 characters.
    #[schemars(with = "Option<TextLine>")]
    pub name: Option<String>,
    /// Goal of the workflow.
    #[schemars(regex(pattern = r"\S"))]
    pub goal: Option<String>,
    /// Constraints; replaces all of them.
    #[schemars(length(max = 100))]
    pub constraints: Option<Vec<String>>,
    /// Memory cores that give context; replaces all of them.
    #[schemars(with = "Option<Vec<CoreName>>", length(max = ENTRIES))]
    pub memory_core_refs: Option<Vec<String>>,
    /// Policy; absent members stay unchanged.
    pub policy: Option<PolicyChange>,
}

/// Changes of the policy.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PolicyChange {
    /// True if workers may add tasks.
    pub workers_add_tasks: Option<bool>,
    /// Duration of a lease unless renewed, in seconds (15 to 86,400).
    #[schemars(range(min = 15, max = 86_400))]
    pub lease_seconds: Option<u32>,
    /// Duration of a lead unless renewed, in seconds (15 to 86,400).
    #[schemars(range(min = 15, max = 86_400))]
    pub lead_seconds: Option<u32>,
    /// Default maximum number of retries of a task (0 to 100).
    #[schemars(range(min = 0, max = 100))]
    pub retries: Option<u32>,
    /// Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
    /// never.
    #[schemars(range(min = 0, max = 100))]
    pub rework_limit: Option<u32>,
    /// Days for which a deleted workflow can be restored (0 to 365); 0 erases at once.
    #[schemars(range(min = 0, max = 365))]
    pub restore_days: Option<u32>,
    /// Days after its end until it is archived automatically (0 to 3,650); 0 for never.
    #[schemars(range(min = 0, max = 3_650))]
    pub archive_days: Option<u32>,
    /// Days after its end until it is deleted automatically (0 to 3,650); 0 for never.
    #[schemars(range(min = 0, max = 3_650))]
    pub delete_days: Option<u32>,
    /// True if it is never archived or deleted automatically.
    pub pinned: Option<bool>,
}

impl PolicyChange {
    fn on(&self, before: &Policy) -> Policy {
        Policy {
            workers_add_tasks: self.workers_add_tasks.unwrap_or(before.workers_add_tasks),
            lease_seconds: self.lease_seconds.unwrap_or(before.lease_seconds),
            lead_seconds: self.lead_seconds.unwrap_or(before.lead_seconds),
            retries: self.retries.unwrap_or(before.retries),
            rework_limit: self.rework_limit.unwrap_or(before.rework_limit),
            restore_days: self.restore_days.unwrap_or(before.restore_days),
            archive_days: self.archive_days.unwrap_or(before.archive_days),
            delete_days: self.delete_days.unwrap_or(before.delete_days),
            pinned: self.pinned.unwrap_or(before.pinned),
        }
    }
}

impl Operation for WorkflowEdit {
    type Output = WorkflowNow;
    const SPEC: Spec = spec!(Write "workflow_edit" Access::LEADERS, WorkflowNow::LEAN)
        .refuses(&["cycle", "ended"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        let goal = self.goal.as_deref().unwrap_or_default();
        let constraints = self.constraints.as_deref().unwrap_or_default();
        Some(format!("{goal}\n{}", constraints.join("\n")))
    }
}

fn decide(op: &WorkflowEdit, tx: &mut Tx) -> Result<WorkflowNow> {
    if let Some(name) = &op.name {
        check_line("/name", name)?;
    }
    if let Some(goal) = &op.goal {
        check_text("/goal", goal)?;
    }
    check_entries(
        "/constraints",
        op.constraints.as_deref().unwrap_or_default(),
    )?;
    let cores = op.memory_core_refs.as_deref().unwrap_or_default();
    check_entries("/memory_core_refs", cores)?;
    // The policy of an ended workflow may change, too: it controls the retention.
    let draft = if op.is_policy_alone() {
        draft(tx, op.workflow)?
    } else {
        active(tx, op.workflow)?
    };
    must_not_be_replaced(draft)?;
    let known = draft.memory_core_refs.clone();
    check_cores(tx, cores, &known)?;
    let draft = tx.draft::<Workflow>(&workflow::stream(op.workflow))?;
    draft.expect_all_of("workflow", draft.changed)?;
    let policy = op.policy.as_ref().map(|change| change.on(&draft.policy));
    if let Some(policy) = &policy {
        check_policy(policy)?;
    }
    let fact = WorkflowEdited {
        name: op.name.clone(),
        goal: op.goal.clone(),
        constraints: op.constraints.clone(),
        memory_core_refs: op.memory_core_refs.clone(),
        policy,
        tokens: tokens(op, draft),
    };
    let changes_nothing = fact
        == WorkflowEdited {
            name: None,
            goal: None,
            constraints: None,
            memory_core_refs: None,
            policy: None,
            tokens: None,
        };
    if changes_nothing {
        return Err(Error::invalid("Say what to change: nothing was given."));
    }
    draft.record(fact);
    Ok(WorkflowNow::of(draft))
}

impl WorkflowEdit {
    const fn is_policy_alone(&self) -> bool {
        self.policy.is_some()
            && self.name.is_none()
            && self.goal.is_none()
            && self.constraints.is_none()
            && self.memory_core_refs.is_none()
    }
}

/// Returns the tokens of goal and constraints together. Only the given one was counted; the unchanged one is estimated
/// at four bytes a token.
fn tokens(op: &WorkflowEdit, draft: &Draft<Workflow>) -> Option<u32> {
    let stays = match (&op.goal, &op.constraints) {
        (None, None) => return None,
        (Some(_), Some(_)) => 0,
        (Some(_), None) => draft.constraints.iter().map(|line| line.len() + 1).sum(),
        (None, Some(_)) => draft.goal.len(),
    };
    let stays = u32::try_from(stays.div_ceil(4)).unwrap_or(u32::MAX);
    Some(draft.cx.tokens.saturating_add(stays))
}
