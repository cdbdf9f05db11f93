//! What is not in a context, counted by kind: however much it is, the list of it is short.

use super::{Omitted, Recalled};
use crate::workflow::weight::estimate;

/// How many things of a kind are named.
pub(super) const NAMED: usize = 10;

/// The block of what memory cores say.
pub(crate) const MEMORY: &str = "memory";

/// Things of one kind that are not there.
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

    /// So many that are not named, with their tokens.
    pub(crate) fn all(&mut self, count: u64, tokens: u64) {
        self.count += count;
        self.tokens += tokens;
    }

    /// The entries that nobody has looked at: taken to be as long as those that were.
    pub(crate) fn more(&mut self, recalled: &Recalled) {
        let known = recalled.entries.iter();
        self.unseen(recalled.more, known.map(|entry| estimate(&entry.text)));
    }

    /// So many that nobody has looked at, beside others of which these are the tokens.
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

    /// What is said of them, if there are any.
    pub(crate) fn told(self, kind: &str, why: &str) -> Option<Omitted> {
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

/// What else gives it, where it is the budget that has no room for it.
pub(crate) const LARGER: &str = ", or a larger `budget`";

/// The call that gives what a block had no room for.
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
