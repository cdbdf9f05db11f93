//! What is known and to be decided: the items of a context that come from decisions and discoveries.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::gather::{Rendered, item};
use super::near::{Near, listed};
use crate::fence::data;
use crate::numbers::{DecisionNo, DiscoveryNo};
use crate::workflow::edge::When;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;

/// The planned decisions for which tasks behind this one wait: whoever does this one is to make them.
pub(super) fn to_be_decided(workflow: &Workflow, task: &Task) -> Vec<Rendered> {
    let behind = task.blocks.iter().filter_map(|no| workflow.tasks.get(*no));
    let needs = behind.flat_map(|behind| &behind.depends_on);
    let waited: BTreeSet<DecisionNo> = needs
        .filter(|need| need.task == task.id)
        .filter_map(|need| match &need.when {
            When::Choice { decision, .. } => Some(*decision),
            _ => None,
        })
        .filter(|no| workflow.decisions.get(*no).is_none())
        .collect();
    let planned = waited
        .into_iter()
        .filter_map(|no| workflow.planned_decisions.get(no));
    planned
        .map(|planned| {
            let options = match planned.options.as_slice() {
                [] => String::new(),
                options => format!(" ({})", data(&options.join(" or "))),
            };
            let text = format!(
                "{no} is to be decided: {}{options}. `decision_record` with `decision` {no} does it",
                data(&planned.question),
                no = planned.id
            );
            item(planned.id, 0, "tasks behind this one wait for it", text)
        })
        .collect()
}

/// What was decided and holds.
pub(super) fn decisions(workflow: &Workflow, near: &[(u32, Near)]) -> Vec<Rendered> {
    listed(&workflow.derived().decisions_of, near)
        .into_iter()
        .filter_map(|(no, why)| Some((workflow.decisions.get(DecisionNo(no))?, why)))
        .filter(|(decision, _)| decision.holds())
        .map(|(decision, why)| {
            let mut text = format!(
                "{} {} → {}. {}",
                decision.id,
                data(&decision.question),
                data(&decision.choice),
                data(&decision.rationale)
            );
            if !decision.alternatives.is_empty() {
                let _ = write!(text, " Not: {}.", data(&decision.alternatives.join(", ")));
            }
            item(decision.id, decision.changed, why, text)
        })
        .collect()
}

/// What was learned.
pub(super) fn discoveries(workflow: &Workflow, near: &[(u32, Near)]) -> Vec<Rendered> {
    listed(&workflow.derived().discoveries_of, near)
        .into_iter()
        .filter_map(|(no, why)| Some((workflow.discoveries.get(DiscoveryNo(no))?, why)))
        .map(|(found, why)| {
            let text = format!(
                "{} {}: {}",
                found.id,
                found.kind.name(),
                data(&found.content)
            );
            item(found.id, found.changed, why, text)
        })
        .collect()
}
