//! `decision_supersede`.

use crate::numbers::{DecisionNo, Ref, TaskNo};
use crate::workflow::facts::DecisionRecorded;
use crate::workflow::ops::decision_record::{DecisionMade, record, render_decision};
use crate::workflow::ops::{ENTRIES, active, within};
use crate::workflow::shared::DecisionStatus;
use kernel::prelude::*;

/// Replaces an earlier decision, which is kept with a link to the new one. Tasks whose edges wait for the choice follow
/// the new one. Only a person may replace a decision that a person made or approved; an agent asks for that with
/// `question_ask`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionSupersede {
    /// Id of the workflow; optional if `decision` names it.
    pub workflow: Option<Id>,
    /// Earlier decision.
    pub decision: Ref<DecisionNo>,
    /// Question that was decided; unchanged by default.
    #[schemars(regex(pattern = r"\S"))]
    pub question: Option<String>,
    /// New choice.
    #[schemars(regex(pattern = r"\S"))]
    pub choice: String,
    /// Alternatives that were not chosen. Those of the earlier decision are not copied: the new choice may be among
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES))]
    pub alternatives: Vec<String>,
    /// Rationale, including the reason for the change.
    #[schemars(regex(pattern = r"\S"))]
    pub rationale: String,
    /// Tasks that it affects; unchanged by default.
    #[schemars(length(max = ENTRIES))]
    pub affects_tasks: Option<Vec<Ref<TaskNo>>>,
    /// True if it can be undone later; unchanged by default.
    pub reversible: Option<bool>,
}

impl Operation for DecisionSupersede {
    type Output = DecisionMade;
    const SPEC: Spec = spec!(Write "decision_supersede" Access::VOICES, &["decision.id", "decision.supersedes", "warnings"]).everyday(&["workflow", "decision", "choice", "rationale"]).refuses(&["ended", "superseded"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        let question = self.question.as_deref().unwrap_or_default();
        Some(render_decision(
            question,
            &self.choice,
            &self.alternatives,
            &self.rationale,
        ))
    }
}

fn decide(op: &DecisionSupersede, tx: &mut Tx) -> Result<DecisionMade> {
    let workflow = op.decision.workflow(op.workflow)?;
    let draft = active(tx, workflow)?;
    let earlier = draft.decisions.find(op.decision.number)?.clone();
    draft.expect_of(earlier.id, earlier.changed)?;
    if let Some(later) = earlier.superseded_by {
        return Err(Error::conflict(
            "superseded",
            format!(
                "{later} has taken the place of {}: send `decision_supersede` for that one.",
                earlier.id
            ),
        ));
    }
    let word = match (earlier.status, &earlier.ruled_by) {
        (DecisionStatus::Approved, Some(person)) => Some(("approved", person)),
        (DecisionStatus::Recorded, _) => Some(("made", &earlier.made_by)),
        // A rejected decision is not valid any more.
        _ => None,
    };
    if let Some((verb, person)) = word.filter(|(_, person)| !person.role.is_agent())
        && draft.cx.actor.role.is_agent()
    {
        return Err(Error::forbidden(format!(
            "{} was {verb} by {}, and only a person puts another decision in its place: ask for it with \
             `question_ask`, naming {} and what you would choose instead.",
            earlier.id, person.id, earlier.id
        )));
    }
    let affects_tasks = match &op.affects_tasks {
        Some(tasks) => within(tasks, workflow)?,
        None => earlier.affects_tasks,
    };
    let fact = DecisionRecorded {
        id: draft.next_decision()?,
        question: op.question.clone().unwrap_or(earlier.question),
        choice: op.choice.clone(),
        alternatives: op.alternatives.clone(),
        rationale: op.rationale.clone(),
        affects_tasks,
        reversible: op.reversible.unwrap_or(earlier.reversible),
        supersedes: Some(earlier.id),
        tokens: draft.cx.tokens,
    };
    record(draft, fact)
}
