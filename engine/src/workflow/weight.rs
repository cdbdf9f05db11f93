//! Renders decisions and discoveries for contexts, and tracks the count and tokens of those that concern the whole
//! workflow: contexts show the newest, and report the rest without reading it.

use std::fmt::Write as _;

use crate::fence::data;
use crate::workflow::shared::{Decision, Discovery};

/// Number of things and their estimated tokens in a context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Number of things.
    pub count: u64,
    /// Estimated tokens.
    pub tokens: u64,
}

impl Weight {
    /// Adds a thing by its text.
    pub(crate) fn add(&mut self, text: &str) {
        self.count += 1;
        self.tokens += u64::from(estimate(text));
    }

    /// Subtracts a thing by its text.
    pub(crate) fn take(&mut self, text: &str) {
        self.count = self.count.saturating_sub(1);
        self.tokens = self.tokens.saturating_sub(estimate(text).into());
    }

    /// Adds a decision if it is valid and concerns the whole workflow.
    pub(crate) fn add_decision(&mut self, decision: &Decision) {
        if counts(decision) {
            self.add(&decision_text(decision));
        }
    }

    /// Subtracts a decision if it is valid and concerns the whole workflow.
    pub(crate) fn take_decision(&mut self, decision: &Decision) {
        if counts(decision) {
            self.take(&decision_text(decision));
        }
    }

    /// Adds a discovery if it concerns the whole workflow.
    pub(crate) fn add_discovery(&mut self, found: &Discovery) {
        if found.affects_tasks.is_empty() {
            self.add(&discovery_text(found));
        }
    }
}

fn counts(decision: &Decision) -> bool {
    decision.holds() && decision.affects_tasks.is_empty()
}

/// Estimates the tokens of a text: four bytes each.
pub(crate) fn estimate(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}

/// Renders a decision as contexts show it.
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

/// Renders a discovery as contexts show it.
pub(crate) fn discovery_text(found: &Discovery) -> String {
    format!(
        "{} {}: {}",
        found.id,
        found.kind.name(),
        data(&found.content)
    )
}
