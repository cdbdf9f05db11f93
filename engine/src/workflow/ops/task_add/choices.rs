//! Decisions that a plan foresees, and edges that wait for one of their options: an edge never names a decision
//! or an option that cannot come.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{DecisionNo, Number, Ref};
use crate::workflow::edge::When;
use crate::workflow::facts::DecisionPlanned;
use crate::workflow::graph::is_same_option;
use crate::workflow::ops::task_add::at_pointer;
use crate::workflow::ops::{ENTRIES, TextLine, check_entries, check_line};
use crate::workflow::shared::PlannedDecision;
use crate::workflow::state::Workflow;
use kernel::error::{Error, Result};
use kernel::tx::Draft;

/// How many of what exists a refusal names.
const NAMED: usize = 10;
/// The fewest options that leave a choice.
const FEWEST: usize = 2;

/// A decision that is still to be made: edges of the same plan can wait for one of its options.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDecision {
    /// A name by which edges, and whoever makes it, may refer to it.
    #[schemars(with = "Option<TextLine>")]
    pub key: Option<String>,
    /// What is to be decided, in a line of at most 300 characters.
    #[schemars(with = "TextLine")]
    pub question: String,
    /// What can be chosen, 2 to 100; anything unless given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<TextLine>", length(max = ENTRIES))]
    pub options: Vec<String>,
}

/// When an edge lets the task behind it start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewWhen {
    /// When the task before it was completed.
    #[default]
    Success,
    /// When the task before it failed for good.
    Failure,
    /// When the task before it has ended, however.
    Done,
    /// When the task before it was completed and the decision chose the option.
    Choice {
        /// The decision: its name (`D3`), or the key of one that is planned.
        decision: String,
        /// The choice that opens this edge; case and spaces around it say nothing.
        #[schemars(regex(pattern = r"\S"))]
        option: String,
    },
}

impl From<When> for NewWhen {
    fn from(when: When) -> Self {
        match when {
            When::Success => Self::Success,
            When::Failure => Self::Failure,
            When::Done => Self::Done,
            When::Choice { decision, option } => Self::Choice {
                decision: decision.to_string(),
                option,
            },
        }
    }
}

/// Writes down the decisions that a plan foresees; gives their names.
///
/// # Errors
/// `invalid` with what is wrong, `too_large` when there is no room for more.
pub(in crate::workflow::ops) fn foresee(
    draft: &mut Draft<Workflow>,
    decisions: &[NewDecision],
) -> Result<Vec<DecisionNo>> {
    check_entries("/decisions", decisions)?;
    let mut ids = Vec::with_capacity(decisions.len());
    for (at, new) in decisions.iter().enumerate() {
        let pointer = |field: &str| at_pointer("/decisions", at, field);
        check_line(&pointer("question"), &new.question)?;
        check_options(&new.options, pointer)?;
        if let Some(key) = &new.key {
            check_line(&pointer("key"), key)?;
            if key.parse::<Ref<DecisionNo>>().is_ok() {
                let detail = format!("`{key}` is how decisions themselves are named: take a word");
                return Err(Error::field(pointer("key"), detail));
            }
            if let Some(other) = of_key(draft, key) {
                let detail = format!("{} has this key already: take another one", other.id);
                return Err(Error::field(pointer("key"), detail));
            }
        }
        let id = draft.next_decision()?;
        draft.record(DecisionPlanned {
            id,
            key: new.key.clone(),
            question: new.question.clone(),
            options: new.options.clone(),
        });
        ids.push(id);
    }
    Ok(ids)
}

fn check_options(options: &[String], pointer: impl Fn(&str) -> String) -> Result<()> {
    check_entries(&pointer("options"), options)?;
    if !options.is_empty() && options.len() < FEWEST {
        let detail = "expected at least 2: leave it out when anything can be chosen";
        return Err(Error::field(pointer("options"), detail));
    }
    for (nth, option) in options.iter().enumerate() {
        let field = pointer(&format!("options/{nth}"));
        check_line(&field, option)?;
        if options[..nth]
            .iter()
            .any(|earlier| is_same_option(earlier, option))
        {
            let detail =
                "is there already: leave it out, case and spaces around it make no other option";
            return Err(Error::field(field, detail));
        }
    }
    Ok(())
}

fn of_key<'a>(workflow: &'a Workflow, key: &str) -> Option<&'a PlannedDecision> {
    let no = workflow.derived().planned_keys.get(key)?;
    workflow.planned_decisions.get(DecisionNo(*no))
}

/// The decision that a name or a key stands for: one that was made or is planned.
///
/// # Errors
/// `invalid` at `pointer`, with those there are.
pub(in crate::workflow::ops) fn decision(
    workflow: &Workflow,
    name: &str,
    pointer: impl FnOnce() -> String,
) -> Result<DecisionNo> {
    if let Some(planned) = of_key(workflow, name) {
        return Ok(planned.id);
    }
    if let Ok(reference) = name.parse::<Ref<DecisionNo>>() {
        let no = reference.within(workflow.id)?;
        let is_there = workflow.decisions.get(no).is_some();
        if is_there || workflow.planned_decisions.get(no).is_some() {
            return Ok(no);
        }
    }
    let detail = format!(
        "there is no decision `{name}` here: {}. Plan it with `decisions` in `task_add`, or record it with \
         `decision_record`",
        those_there_are(workflow)
    );
    Err(Error::field(pointer(), detail))
}

/// The newest decisions, with their keys.
fn those_there_are(workflow: &Workflow) -> String {
    let made = workflow.decisions.iter().map(|made| made.id);
    let planned = workflow.planned_decisions.iter().map(|planned| planned.id);
    let all: BTreeSet<DecisionNo> = made.chain(planned).collect();
    let named = all.iter().rev().take(NAMED);
    let mut named: Vec<String> = named.map(|no| workflow.decision_in_words(*no)).collect();
    match all.len() {
        0 => return "there is none yet".into(),
        all if all > NAMED => named.push(format!("{} more", all - NAMED)),
        _ => {}
    }
    format!("there are {}", named.join(", "))
}

/// The condition of an edge, with the decision found and the option known to be one that can come.
///
/// # Errors
/// `invalid` at `pointer`, with the decisions or the options there are.
pub(in crate::workflow::ops) fn condition(
    workflow: &Workflow,
    when: &NewWhen,
    pointer: impl Fn() -> String,
) -> Result<When> {
    let (name, option) = match when {
        NewWhen::Success => return Ok(When::Success),
        NewWhen::Failure => return Ok(When::Failure),
        NewWhen::Done => return Ok(When::Done),
        NewWhen::Choice { decision, option } => (decision, option),
    };
    let no = decision(workflow, name, &pointer)?;
    if option.trim().is_empty() {
        let detail = format!("say which option of {no} opens the edge: it must not be empty");
        return Err(Error::field(pointer(), detail));
    }
    let known = workflow.options(no);
    if !known.is_empty() && !known.iter().any(|known| is_same_option(known, option)) {
        let detail = format!(
            "{} has no option `{option}`: it is between {}. Name one of them, or wait for another decision",
            workflow.decision_in_words(no),
            known.join(", ")
        );
        return Err(Error::field(pointer(), detail));
    }
    Ok(When::Choice {
        decision: no,
        option: option.clone(),
    })
}

impl Workflow {
    /// What a decision is or was between: the options of the plan, else what was chosen and what was not, also
    /// by those whose place it took and that took its place. Nothing when anything can still be chosen.
    #[must_use]
    pub fn options(&self, no: DecisionNo) -> Vec<&str> {
        let first = self.lineage(no).last().copied().unwrap_or(no);
        if let Some(planned) = self.planned_decisions.get(first)
            && !planned.options.is_empty()
        {
            return planned.options.iter().map(String::as_str).collect();
        }
        let mut known: Vec<&str> = Vec::new();
        let mut next = Some(first);
        while let Some(made) = next.and_then(|no| self.decisions.get(no)) {
            for option in std::iter::once(&made.choice).chain(&made.alternatives) {
                if !known.iter().any(|known| is_same_option(known, option)) {
                    known.push(option);
                }
            }
            // A later decision only takes the place of an earlier one, so this ends.
            next = made.superseded_by.filter(|later| *later > made.id);
        }
        known
    }

    /// A decision by its name and question, as messages say it.
    #[must_use]
    pub fn decision_in_words(&self, no: DecisionNo) -> String {
        let planned = self.planned_decisions.get(no);
        let question = self.decisions.get(no).map(|made| &made.question);
        let question = question.or(planned.map(|planned| &planned.question));
        let key = planned.and_then(|planned| planned.key.as_ref());
        match (question, key) {
            (Some(question), Some(key)) => format!("{no} (`{key}`, {question})"),
            (Some(question), None) => format!("{no} ({question})"),
            (None, _) => no.to_string(),
        }
    }

    /// The number of one decision more: those that are planned have theirs already.
    ///
    /// # Errors
    /// `too_large` when there is no room for more.
    pub fn next_decision(&self) -> Result<DecisionNo> {
        let made = self.decisions.another()?;
        let planned = self.planned_decisions.another()?;
        Ok(DecisionNo::new(made.get().max(planned.get())))
    }
}
