//! Context items of decisions and discoveries, and of planned decisions that the task has to make.

use std::collections::BTreeSet;

use imbl::{OrdMap, Vector};

use super::cut::LOOKED_AT;
use super::gather::{Rendered, item};
use super::near::Near;
use super::omitted::NAMED;
use crate::fence::data;
use crate::numbers::{DecisionNo, DiscoveryNo};
use crate::workflow::edge::When;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;
use crate::workflow::weight::{Weight, decision_text, discovery_text};

/// Renders the planned decisions for which dependent tasks wait: the worker of this task has to make them.
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

/// Renders the valid decisions, as many as a block of `max` tokens considers, and returns the count and tokens of the
/// rest.
pub(super) fn decisions(
    workflow: &Workflow,
    near: &[(u32, Near)],
    max: u32,
) -> (Vec<Rendered>, Weight) {
    let derived = workflow.derived();
    let listed = (&derived.decisions_of, derived.decisions_for_all);
    render_known(listed, near, max, |no, why| {
        let decision = workflow.decisions.get(DecisionNo(no))?;
        let text = decision.holds().then(|| decision_text(decision))?;
        Some(item(decision.id, decision.changed, why, text))
    })
}

/// Renders the discoveries in the same way.
pub(super) fn discoveries(
    workflow: &Workflow,
    near: &[(u32, Near)],
    max: u32,
) -> (Vec<Rendered>, Weight) {
    let derived = workflow.derived();
    let listed = (&derived.discoveries_of, derived.discoveries_for_all);
    render_known(listed, near, max, |no, why| {
        let found = workflow.discoveries.get(DiscoveryNo(no))?;
        Some(item(found.id, found.changed, why, discovery_text(found)))
    })
}

/// Renders the items listed under any of `near`, newest first within each: twice as much as a block considers, and some
/// more for the list of omitted items. The rest of the items that concern all tasks is not rendered, because it grows
/// with the workflow; its count and tokens come from `for_all`.
fn render_known(
    (listed, for_all): (&OrdMap<u32, Vector<u32>>, Weight),
    near: &[(u32, Near)],
    max: u32,
    render: impl Fn(u32, String) -> Option<Rendered>,
) -> (Vec<Rendered>, Weight) {
    let (mut seen, mut items) = (BTreeSet::new(), Vec::new());
    let (mut rest, mut left) = (Weight::default(), for_all);
    let (mut tokens, mut beyond) = (0_u32, 0);
    for (task, near) in near {
        for no in listed
            .get(task)
            .into_iter()
            .flat_map(|list| list.iter().rev())
        {
            let is_enough = beyond >= NAMED;
            if is_enough && *task == 0 {
                break;
            }
            if !seen.insert(*no) {
                continue;
            }
            let Some(item) = render(*no, near.why(*task)) else {
                continue;
            };
            if *task == 0 {
                left.take(&item.text);
            }
            if is_enough {
                rest.add(&item.text);
                continue;
            }
            if tokens > max.saturating_mul(2 * LOOKED_AT) {
                beyond += 1;
            }
            tokens = tokens.saturating_add(item.about.tokens);
            items.push(item);
        }
    }
    rest.count += left.count;
    rest.tokens += left.tokens;
    (items, rest)
}
