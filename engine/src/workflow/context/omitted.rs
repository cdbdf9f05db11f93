//! Counts by kind the items that a context omits, so that the list of omissions stays short.

use super::{Omitted, Recalled};
use crate::workflow::weight::estimate;

/// Maximum number of omitted things that are named for each kind.
pub(super) const NAMED: usize = 10;

/// Name of the block with the entries of memory cores.
pub(crate) const MEMORY: &str = "memory";

/// Omitted things of one kind.
#[derive(Default)]
pub(crate) struct Tally {
    count: u64,
    tokens: u64,
    named: Vec<String>,
    is_guessed: bool,
}

impl Tally {
    pub(crate) fn add(&mut self, name: String, tokens: u32) {
        self.count += 1;
        self.tokens += u64::from(tokens);
        // One task has many attempts.
        if self.named.len() < NAMED && !name.is_empty() && !self.named.contains(&name) {
            self.named.push(name);
        }
    }

    /// Adds `count` things without names, with their tokens.
    pub(crate) fn all(&mut self, count: u64, tokens: u64) {
        self.count += count;
        self.tokens += tokens;
    }

    /// Adds the memory core entries that were not loaded; estimates their tokens by the average of the loaded ones.
    pub(crate) fn more(&mut self, recalled: &Recalled) {
        let known = recalled.entries.iter();
        self.unseen(recalled.more, known.map(|entry| estimate(&entry.text)));
    }

    /// Adds `more` things that were not loaded; estimates their tokens by the average of `known`.
    pub(crate) fn unseen(&mut self, more: u64, known: impl Iterator<Item = u32>) {
        if more == 0 {
            return;
        }
        let (mut sum, mut many) = (0, 0);
        for tokens in known {
            sum += u64::from(tokens);
            many += 1;
        }
        self.count += more;
        self.tokens += more.saturating_mul(sum.div_ceil(u64::max(many, 1)));
        self.is_guessed = true;
    }

    /// Returns the summary of the omissions, or `None` if there are none.
    pub(crate) fn summarize(self, kind: &str, why: &str) -> Option<Omitted> {
        let guessed = if self.is_guessed {
            "; the tokens of those not looked at are estimated"
        } else {
            ""
        };
        (self.count > 0).then(|| Omitted {
            kind: kind.into(),
            count: self.count,
            what: self.named,
            tokens: self.tokens,
            why: format!("{why}{guessed}"),
            get: format!("{}{LARGER}", way_to(kind)),
        })
    }
}

/// Appended to the call: a larger budget also makes room.
pub(crate) const LARGER: &str = ", or a larger `budget`";

/// Returns the call that returns the items for which a block had no room.
fn way_to(kind: &str) -> &'static str {
    match kind {
        "guidance" => "`settings_get`",
        "goal" => "`workflow_get`",
        "mind" => "`mind_get`",
        "session_summary" => "`session_get` with `fields` [\"context\"]",
        "scratchpads" => "`scratchpad_read`",
        "task" => "`task_get` with `fields` [\"*\"]",
        "attempts" => "`task_get` with `fields` [\"task.attempts\", \"task.reviews\"]",
        "decisions" => "`workflow_get` with `fields` [\"decisions\"]",
        "discoveries" => "`workflow_get` with `fields` [\"discoveries\"]",
        "results" => "`task_get` of each with `fields` [\"task.result\"]",
        "artifacts" => "`artifact_get` of each",
        "entities" => "`entity_list`",
        "notes" => "`mind_get` with `fields` [\"notes\"]",
        MEMORY => "`memory_search`",
        "messages" => "`session_get`",
        _ => "`workflow_get` with `fields` [\"questions\", \"nudges\"]",
    }
}
