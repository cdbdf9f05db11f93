//! What is not in a context, counted by kind: however much it is, the list of it is short.

use super::gather::count;
use super::{Omitted, Recalled};

/// How many things of a kind are named.
const NAMED: usize = 10;

/// The block of what memory cores say.
pub(super) const MEMORY: &str = "memory";

/// Things of one kind that are not there.
#[derive(Default)]
pub(super) struct Tally {
    count: u64,
    tokens: u64,
    named: Vec<String>,
    is_guessed: bool,
}

impl Tally {
    pub(super) fn add(&mut self, name: String, tokens: u32) {
        self.count += 1;
        self.tokens += u64::from(tokens);
        // One task has many attempts.
        if self.named.len() < NAMED && !name.is_empty() && !self.named.contains(&name) {
            self.named.push(name);
        }
    }

    /// The entries that nobody has looked at: taken to be as long as those that were.
    pub(super) fn more(&mut self, recalled: &Recalled) {
        if recalled.more == 0 {
            return;
        }
        let known = recalled.entries.iter();
        let known: u64 = known.map(|entry| u64::from(count(&entry.text))).sum();
        let each = known.div_ceil((recalled.entries.len() as u64).max(1));
        self.count += recalled.more;
        self.tokens += recalled.more.saturating_mul(each);
        self.is_guessed = true;
    }

    /// What is said of them, if there are any.
    pub(super) fn told(self, kind: &str, why: &str) -> Option<Omitted> {
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
            get: format!("{}, or a larger `budget`", way_to(kind)),
        })
    }
}

/// The call that gives what a block had no room for.
fn way_to(kind: &str) -> &'static str {
    match kind {
        "goal" => "`workflow_get`",
        "task" => "`task_get` with `fields` [\"*\"]",
        "attempts" => "`task_get` with `fields` [\"task.attempts\", \"task.reviews\"]",
        "decisions" => "`workflow_get` with `fields` [\"decisions\"]",
        "discoveries" => "`workflow_get` with `fields` [\"discoveries\"]",
        "results" => "`task_get` of each with `fields` [\"task.result\"]",
        "artifacts" => "`artifact_get` of each",
        MEMORY => "`memory_search` in the workflow's cores",
        _ => "`workflow_get` with `fields` [\"questions\", \"nudges\"]",
    }
}
