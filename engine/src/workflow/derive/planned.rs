//! Indexes planned decisions by question and by key, and tracks those that are not made yet.

use super::put;
use crate::numbers::DecisionNo;
use crate::workflow::graph::normalize;
use crate::workflow::shared::PlannedDecision;
use crate::workflow::state::Workflow;

impl Workflow {
    /// Adds a planned decision to the sets.
    pub(crate) fn derive_planned(&mut self, no: DecisionNo) {
        let Self { body, derived } = self;
        let Some(planned) = body.planned_decisions.get(no) else {
            return;
        };
        put(&mut derived.asked, &normalize(&planned.question), no.0);
        if let Some(key) = &planned.key {
            derived.planned_keys.entry(key.clone()).or_insert(no.0);
        }
        if body.decisions.get(no).is_none() {
            derived.undecided.insert(no.0);
        }
    }

    /// Returns the planned decisions with the same question as `question`, ordered by number.
    pub(crate) fn plans_asking(&self, question: &str) -> impl Iterator<Item = &PlannedDecision> {
        let asked = self.derived.asked.get(&normalize(question));
        let asked = asked.into_iter().flatten();
        asked.filter_map(|no| self.planned_decisions.get(DecisionNo(*no)))
    }

    /// Returns the planned decisions that are not made yet, ordered by number.
    pub(crate) fn open_plans(&self) -> impl Iterator<Item = &PlannedDecision> {
        let undecided = self.derived.undecided.iter();
        undecided.filter_map(|no| self.planned_decisions.get(DecisionNo(*no)))
    }
}
