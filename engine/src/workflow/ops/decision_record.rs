//! `decision_record`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::error::Result;
use crate::id::Id;
use crate::numbers::{DecisionNo, Ref, TaskNo};
use crate::operation::{How, Operation, Spec};
use crate::spec;
use crate::tx::{Draft, Tx};
use crate::workflow::facts::DecisionRecorded;
use crate::workflow::graph::Gate;
use crate::workflow::ops::{active, check_entries, check_text, known_tasks, settle_at, within};
use crate::workflow::shared::Decision;
use crate::workflow::state::Workflow;
use crate::workflow::task::TaskStatus;

/// Records a decision: what was chosen, what was not, and why. Tasks whose edges wait for this choice
/// follow it at once.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionRecord {
    /// The workflow.
    pub workflow: Id,
    /// What was decided.
    #[schemars(regex(pattern = r"\S"))]
    pub question: String,
    /// What was chosen.
    #[schemars(regex(pattern = r"\S"))]
    pub choice: String,
    /// What was not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub alternatives: Vec<String>,
    /// Why.
    #[schemars(regex(pattern = r"\S"))]
    pub rationale: String,
    /// Which tasks it concerns; none means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub affects_tasks: Vec<Ref<TaskNo>>,
    /// Whether it can be undone later; it can unless given.
    #[serde(default = "reversible")]
    pub reversible: bool,
}

const fn reversible() -> bool {
    true
}

/// The decision that was made.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionMade {
    /// The workflow.
    pub workflow: Id,
    /// The decision.
    pub decision: Decision,
    /// What may want a second look: work under way on a branch that is not taken now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for DecisionRecord {
    type Output = DecisionMade;
    const SPEC: Spec = spec!(Write "decision_record" Access::VOICES, &["decision.id", "warnings"]);
    const HOW: How<Self> = How::Decide(decide);

    fn measured(&self) -> Option<String> {
        Some(rendered(
            &self.question,
            &self.choice,
            &self.alternatives,
            &self.rationale,
        ))
    }
}

/// A decision as contexts show it, for counting its tokens.
#[must_use]
pub fn rendered(question: &str, choice: &str, alternatives: &[String], rationale: &str) -> String {
    let instead = match alternatives {
        [] => String::new(),
        some => format!(" (not: {})", some.join(", ")),
    };
    format!("{question}: {choice}{instead}\n{rationale}")
}

fn decide(op: &DecisionRecord, tx: &mut Tx) -> Result<DecisionMade> {
    let draft = active(tx, op.workflow)?;
    let fact = DecisionRecorded {
        id: draft.decisions.another()?,
        question: op.question.clone(),
        choice: op.choice.clone(),
        alternatives: op.alternatives.clone(),
        rationale: op.rationale.clone(),
        affects_tasks: within(&op.affects_tasks, op.workflow)?,
        reversible: op.reversible,
        supersedes: None,
        tokens: draft.cx.tokens,
    };
    made(draft, fact)
}

/// Records a decision that was checked for nothing yet, and what follows from it.
///
/// # Errors
/// `invalid` with the field that is wrong.
pub fn made(draft: &mut Draft<Workflow>, fact: DecisionRecorded) -> Result<DecisionMade> {
    check_text("/question", &fact.question)?;
    check_text("/choice", &fact.choice)?;
    check_text("/rationale", &fact.rationale)?;
    check_entries("/alternatives", &fact.alternatives)?;
    check_entries("/affects_tasks", &fact.affects_tasks)?;
    known_tasks(draft, "/affects_tasks", &fact.affects_tasks)?;
    let no = fact.id;
    draft.record(fact);
    let warnings = follow_choice(draft, no);
    Ok(DecisionMade {
        workflow: draft.id,
        decision: draft.decisions.find(no)?.clone(),
        warnings,
    })
}

/// Lets the tasks that wait for this choice follow it: those of a branch not taken are skipped, those
/// skipped for an earlier choice come back. Gives what is under way on a branch not taken.
pub fn follow_choice(draft: &mut Draft<Workflow>, decision: DecisionNo) -> Vec<String> {
    // An edge names the first decision of a chain; the last one has the word.
    let mut deciders = Vec::new();
    for earlier in draft.lineage(decision) {
        deciders.extend(draft.choosers(earlier));
    }
    settle_at(draft, deciders.clone());
    deciders
        .iter()
        .filter_map(|no| draft.tasks.get(*no))
        .filter(|task| draft.gate(task) == Gate::Skip && task.status != TaskStatus::Skipped)
        .map(|task| {
            let status = task.status.name();
            format!("{} is {status} on a branch that is not taken.", task.id)
        })
        .collect()
}
