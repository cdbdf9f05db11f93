//! Decisions and discoveries as contexts show them, and how much of them concerns the whole workflow: contexts show the
//! newest, and say of the rest how much it is without looking at each.

use std::fmt::Write as _;

use crate::fence::data;
use crate::workflow::shared::{Decision, Discovery};

/// How many things there are, and how many tokens they have as contexts estimate it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// How many.
    pub count: u64,
    /// Their tokens.
    pub tokens: u64,
}

impl Weight {
    /// Adds a thing by its text.
    pub(crate) fn add(&mut self, text: &str) {
        self.count += 1;
        self.tokens += u64::from(estimate(text));
    }

    /// Takes a thing away by its text.
    pub(crate) fn take(&mut self, text: &str) {
        self.count = self.count.saturating_sub(1);
        self.tokens = self.tokens.saturating_sub(estimate(text).into());
    }

    /// Adds a decision, if it holds and concerns the whole workflow.
    pub(crate) fn add_decision(&mut self, decision: &Decision) {
        if counts(decision) {
            self.add(&decision_text(decision));
        }
    }

    /// Takes such a decision away.
    pub(crate) fn take_decision(&mut self, decision: &Decision) {
        if counts(decision) {
            self.take(&decision_text(decision));
        }
    }

    /// Adds a discovery, if it concerns the whole workflow.
    pub(crate) fn add_discovery(&mut self, found: &Discovery) {
        if found.affects_tasks.is_empty() {
            self.add(&discovery_text(found));
        }
    }
}

fn counts(decision: &Decision) -> bool {
    decision.holds() && decision.affects_tasks.is_empty()
}

/// About how many tokens a text has.
pub(crate) fn estimate(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}

/// A decision as contexts show it.
pub(crate) fn decision_text(decision: &Decision) -> String {
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
    text
}

/// A discovery as contexts show it.
pub(crate) fn discovery_text(found: &Discovery) -> String {
    format!(
        "{} {}: {}",
        found.id,
        found.kind.name(),
        data(&found.content)
    )
}
