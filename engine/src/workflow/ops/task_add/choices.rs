//! Planned decisions, and edges that wait for one of their options: an edge never names an unknown decision or an
//! impossible option.

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

/// Maximum number of decisions that an error names.
const NAMED: usize = 10;
/// Minimum number of options of a choice.
const MIN_OPTIONS: usize = 2;

/// Decision that is to be made later: edges of the same plan can wait for one of its options.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDecision {
    /// Name by which edges and the decider may refer to it.
    #[schemars(with = "Option<TextLine>")]
    pub key: Option<String>,
    /// Question to be decided, in one line of at most 300 characters.
    #[schemars(with = "TextLine")]
    pub question: String,
    /// Options to choose from, 2 to 100; without any, every choice is allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<TextLine>", length(max = ENTRIES))]
    pub options: Vec<String>,
}

/// Condition under which a dependency allows the dependent task to start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewWhen {
    /// The dependency was completed.
    #[default]
    Success,
    /// The dependency failed for good.
    Failure,
    /// The dependency has ended, with any result.
    Done,
    /// The dependency was completed and the decision chose the option.
    Choice {
        /// Decision: its name (`D3`), or the key of a planned one.
        decision: String,
        /// Choice that opens this edge; case and surrounding spaces are ignored.
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

/// Records planned decisions; returns their names.
///
/// # Errors
/// Returns `invalid` with the invalid field, `too_large` if there is no room for more.
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
    if !options.is_empty() && options.len() < MIN_OPTIONS {
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

/// Returns the decision with a name or key, made or planned.
///
/// # Errors
/// Returns `invalid` at `pointer`, with the decisions that exist.
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

/// Lists the newest decisions, with their keys.
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

/// Resolves the condition of an edge: finds the decision and checks that the option is possible.
///
/// # Errors
/// Returns `invalid` at `pointer`, with the decisions or options that exist.
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
    /// Returns the options of a decision: those of the plan, otherwise the choices and alternatives of all decisions in
    /// its lineage, earlier and later. Empty if every choice is still allowed.
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
            // A later decision only supersedes an earlier one, so the loop ends.
            next = made.superseded_by.filter(|later| *later > made.id);
        }
        known
    }

    /// Describes a decision by name, key and question for messages.
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

    /// Returns the next free number of a decision; planned ones have theirs already.
    ///
    /// # Errors
    /// Returns `too_large` if there is no room for more.
    pub fn next_decision(&self) -> Result<DecisionNo> {
        let made = self.decisions.another()?;
        let planned = self.planned_decisions.another()?;
        Ok(DecisionNo::new(made.get().max(planned.get())))
    }
}
