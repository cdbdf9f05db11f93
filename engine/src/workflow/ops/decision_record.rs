//! `decision_record`.

use crate::numbers::{DecisionNo, Ref, TaskNo};
use crate::workflow::facts::DecisionRecorded;
use crate::workflow::graph::{Gate, is_same_option};
use crate::workflow::ops::task_add::choices::decision;
use crate::workflow::ops::{
    active, check_entries, check_tasks_exist, check_text, settle_at, within,
};
use crate::workflow::shared::{Decision, PlannedDecision};
use crate::workflow::state::Workflow;
use kernel::prelude::*;

/// Records a decision: the choice, the alternatives and the rationale. Name a planned decision with `decision`, or ask
/// the same question. Tasks whose edges wait for this choice follow it at once.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionRecord {
    /// Id of the workflow.
    pub workflow: Id,
    /// Planned decision that is made: its name (`D3`) or its key.
    pub decision: Option<String>,
    /// Question that was decided; optional with `decision`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(regex(pattern = r"\S"))]
    pub question: String,
    /// Choice that was made.
    #[schemars(regex(pattern = r"\S"))]
    pub choice: String,
    /// Alternatives that were not chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub alternatives: Vec<String>,
    /// Rationale.
    #[schemars(regex(pattern = r"\S"))]
    pub rationale: String,
    /// Tasks that it affects; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub affects_tasks: Vec<Ref<TaskNo>>,
    /// True if it can be undone later; default true.
    #[serde(default = "reversible")]
    pub reversible: bool,
}

const fn reversible() -> bool {
    true
}

/// Recorded decision.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionMade {
    /// Id of the workflow.
    pub workflow: Id,
    /// The decision.
    pub decision: Decision,
    /// Things to check: work in progress on a branch that is not taken now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for DecisionRecord {
    type Output = DecisionMade;
    const SPEC: Spec = spec!(Write "decision_record" Access::VOICES, &["decision.id", "warnings"])
        .everyday(&[
            "workflow",
            "question",
            "choice",
            "rationale",
            "alternatives",
            "affects_tasks",
        ])
        .refuses(&["decided", "ended"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(render_decision(
            &self.question,
            &self.choice,
            &self.alternatives,
            &self.rationale,
        ))
    }
}

/// Renders a decision as contexts show it, to count its tokens.
#[must_use]
pub fn render_decision(
    question: &str,
    choice: &str,
    alternatives: &[String],
    rationale: &str,
) -> String {
    let instead = match alternatives {
        [] => String::new(),
        some => format!(" (not: {})", some.join(", ")),
    };
    format!("{question}: {choice}{instead}\n{rationale}")
}

fn decide(op: &DecisionRecord, tx: &mut Tx) -> Result<DecisionMade> {
    let draft = active(tx, op.workflow)?;
    let planned = find_planned(draft, op)?.cloned();
    let (id, question) = match &planned {
        Some(planned) => (planned.id, planned.question.clone()),
        None => (draft.next_decision()?, String::new()),
    };
    let mut alternatives = op.alternatives.clone();
    if let Some(planned) = planned.filter(|_| alternatives.is_empty()) {
        let others = planned.options.into_iter();
        alternatives.extend(others.filter(|option| !is_same_option(option, &op.choice)));
    }
    let fact = DecisionRecorded {
        id,
        question: if op.question.is_empty() {
            question
        } else {
            op.question.clone()
        },
        choice: op.choice.clone(),
        alternatives,
        rationale: op.rationale.clone(),
        affects_tasks: within(&op.affects_tasks, op.workflow)?,
        reversible: op.reversible,
        supersedes: None,
        tokens: draft.cx.tokens,
    };
    let mut done = record(draft, fact)?;
    done.warnings.extend(earlier_decision_warning(draft, id));
    done.warnings.extend(still_planned(draft, id));
    Ok(done)
}

/// Returns the planned decision that is made: the named one, otherwise one with the same question.
fn find_planned<'a>(
    draft: &'a Draft<Workflow>,
    op: &DecisionRecord,
) -> Result<Option<&'a PlannedDecision>> {
    let is_open = |planned: &&PlannedDecision| draft.decisions.get(planned.id).is_none();
    let Some(name) = &op.decision else {
        return Ok(draft.plans_asking(&op.question).find(is_open));
    };
    let no = decision(draft, name, || "/decision".into())?;
    if let Some(made) = draft.decisions.get(no) {
        let detail = format!(
            "{no} was decided by {} at {}: {}. `decision_supersede` puts another decision in its place; without \
             `decision` this one is recorded beside it.",
            made.made_by.id, made.made_at, made.choice
        );
        return Err(Error::conflict("decided", detail));
    }
    draft.planned_decisions.find(no).map(Some)
}

/// Returns a warning if the same planned question was decided before, for example by a concurrent call.
fn earlier_decision_warning(draft: &Draft<Workflow>, made: DecisionNo) -> Option<String> {
    let question = &draft.decisions.get(made)?.question;
    let planned = draft.plans_asking(question);
    let first = planned
        .filter(|planned| planned.id != made)
        .find_map(|planned| draft.decisions.get(planned.id))?;
    Some(format!(
        "{} asked the same, and {} chose {}: edges follow that one. `decision_supersede` puts another in its \
         place.",
        first.id, first.made_by.id, first.choice
    ))
}

/// Returns a warning if another decision was planned for which tasks wait: it may have been meant.
fn still_planned(draft: &Draft<Workflow>, made: DecisionNo) -> Option<String> {
    if draft.planned_decisions.get(made).is_some() {
        return None;
    }
    let mut undecided = draft.open_plans();
    let planned = undecided.find(|planned| !draft.choosers(planned.id).is_empty())?;
    let waiting = draft.choosers(planned.id);
    Some(format!(
        "{} is still to be decided, and {} waits for it: if this was meant, record it with `decision` {}.",
        draft.decision_in_words(planned.id),
        waiting.first()?,
        planned.id
    ))
}

/// Validates and records a decision, and applies its consequences.
///
/// # Errors
/// Returns `invalid` with the invalid field.
pub fn record(draft: &mut Draft<Workflow>, fact: DecisionRecorded) -> Result<DecisionMade> {
    check_text("/question", &fact.question)?;
    check_text("/choice", &fact.choice)?;
    check_text("/rationale", &fact.rationale)?;
    check_entries("/alternatives", &fact.alternatives)?;
    check_entries("/affects_tasks", &fact.affects_tasks)?;
    check_tasks_exist(draft, "/affects_tasks", &fact.affects_tasks)?;
    check_choice(draft, &fact)?;
    let no = fact.id;
    draft.record(fact);
    let warnings = follow_choice(draft, no);
    Ok(DecisionMade {
        workflow: draft.id,
        decision: draft.decisions.find(no)?.clone(),
        warnings,
    })
}

/// Rejects a choice that is not among the planned options: edges wait for these, and no other choice opens one.
fn check_choice(draft: &Draft<Workflow>, fact: &DecisionRecorded) -> Result<()> {
    let earlier = fact.supersedes.map(|earlier| draft.lineage(earlier));
    let first = earlier.and_then(|lineage| lineage.last().copied());
    let planned = draft.planned_decisions.get(first.unwrap_or(fact.id));
    let Some(planned) = planned.filter(|planned| !planned.options.is_empty()) else {
        return Ok(());
    };
    let mut options = planned.options.iter();
    if options.any(|option| is_same_option(option, &fact.choice)) {
        return Ok(());
    }
    let detail = format!(
        "{} is between {}: choose one of them. When none fits, plan another decision with `task_add` and give \
         the edges to it with `task_link`",
        draft.decision_in_words(planned.id),
        planned.options.join(", ")
    );
    Err(Error::field("/choice", detail))
}

/// Updates the tasks that wait for this choice: those on a branch not taken are skipped, those skipped for an earlier
/// choice become pending. Returns warnings about work in progress on a branch not taken.
pub fn follow_choice(draft: &mut Draft<Workflow>, decision: DecisionNo) -> Vec<String> {
    // An edge names the first decision of a lineage; the last one counts.
    let mut deciders = Vec::new();
    for earlier in draft.lineage(decision) {
        deciders.extend(draft.choosers(earlier));
    }
    settle_at(draft, deciders.clone());
    deciders
        .iter()
        .filter_map(|no| draft.tasks.get(*no))
        .filter(|task| draft.gate(task) == Gate::Skip && !task.status.is_terminal())
        .map(|task| {
            format!(
                "{} {} on a branch that is not taken: `task_cancel` calls it off.",
                task.id,
                task.standing()
            )
        })
        .collect()
}
