//! Kinds of webhook messages: `needs_you`, and facts by the names of their kinds.

use std::sync::Arc;

use similar::get_close_matches;

use crate::activity::is_receipt;
use crate::memories::fact_kinds;
use crate::webhook::Webhook;
use crate::workspace::audit::is_for_audit;
use kernel::error::{Error, Result};
use kernel::memory::Memory as _;

/// An item needs a person now.
pub const NEEDS_YOU: &str = "needs_you";
/// A test message.
pub const TEST: &str = "webhook_test";
/// Every fact except receipts.
const EVERYTHING: &str = "*";
/// Maximum number of kinds of a webhook.
const MAX_KINDS: usize = 50;
/// Maximum number of suggestions for an unknown kind.
const NEAR: usize = 3;

/// The kinds of a webhook.
#[derive(Clone, Copy, Debug)]
pub struct Kinds<'a>(pub &'a [Arc<str>]);

impl Kinds<'_> {
    /// Returns true if it sends items that need a person.
    #[must_use]
    pub fn ask(self) -> bool {
        self.0.iter().any(|name| &**name == NEEDS_YOU)
    }

    /// Returns true if it sends facts of this kind.
    #[must_use]
    pub fn want(self, kind: &str) -> bool {
        self.0.iter().any(|name| match &**name {
            EVERYTHING => !is_receipt(kind),
            name => is_named(name, kind),
        })
    }
}

fn is_named(name: &str, kind: &str) -> bool {
    match name.strip_suffix('*') {
        Some(beginning) => kind.starts_with(beginning),
        None => name == kind,
    }
}

/// Returns the kinds of facts that can be sent, sorted. Excludes audit-only facts and those of webhooks.
#[must_use]
pub fn list_kinds() -> Vec<&'static str> {
    let all = fact_kinds().into_iter();
    let told = all.filter(|(memory, kind)| *memory != Webhook::KIND && !is_for_audit(kind));
    let mut kinds: Vec<&'static str> = told.map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Validates the kinds, and removes duplicates.
///
/// # Errors
/// Returns `invalid` for none, too many, and for an unknown name, with suggestions.
pub fn check(names: &[String]) -> Result<Vec<Arc<str>>> {
    if names.is_empty() || names.len() > MAX_KINDS {
        let detail = format!("expected 1 to {MAX_KINDS} kinds, such as `{NEEDS_YOU}` or `task_*`");
        return Err(Error::field("/kinds", detail));
    }
    let known = list_kinds();
    let mut kinds: Vec<Arc<str>> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let name = name.trim();
        let is_any = |kind: &&str| is_named(name, kind);
        if name != NEEDS_YOU && !known.iter().any(is_any) {
            return Err(Error::field(
                format!("/kinds/{at}"),
                describe_unknown(name, &known),
            ));
        }
        if !kinds.iter().any(|kind| &**kind == name) {
            kinds.push(name.into());
        }
    }
    Ok(kinds)
}

fn describe_unknown(name: &str, known: &[&'static str]) -> String {
    let all = format!("`{NEEDS_YOU}`, the kind of a fact, its beginning with `*`, or `*` for all");
    // A malformed name resembles no kind, so suggestions would not help.
    if name.is_empty() || name.len() > 64 {
        return format!("is no kind of message; expected {all}");
    }
    let names: Vec<&str> = known.iter().copied().chain([NEEDS_YOU]).collect();
    let near = get_close_matches(name, &names, NEAR, 0.7);
    let near: Vec<String> = near.iter().map(|kind| format!("`{kind}`")).collect();
    match near.as_slice() {
        [] => format!("there is no such kind of message; expected {all}"),
        near => {
            let near = near.join(" or ");
            format!("there is no such kind of message. Did you mean {near}? Expected {all}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Arc<str>> {
        names.iter().map(|name| (*name).into()).collect()
    }

    #[test]
    fn kinds_are_named_whole_by_their_beginning_or_all() {
        for (names, kind, is_wanted) in [
            (&["task_completed"][..], "task_completed", true),
            (&["task_completed"], "task_completed_twice", false),
            (&["task_completed"], "task_failed", false),
            (&["task_*"], "task_failed", true),
            (&["task_*"], "subtask_failed", false),
            (&["*"], "task_failed", true),
            (&["*"], "notices_delivered", false),
            (&["notices_delivered"], "notices_delivered", true),
            (&["needs_you"], "task_failed", false),
            (&["task_failed", "needs_you"], "task_failed", true),
        ] {
            let names = named(names);
            assert_eq!(Kinds(&names).want(kind), is_wanted, "{names:?} {kind}");
        }
        assert!(Kinds(&named(&["x", "needs_you"])).ask());
        assert!(!Kinds(&named(&["*"])).ask());
    }

    #[test]
    fn a_kind_that_there_is_not_is_refused_with_those_that_are_near() {
        let refusal = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).into()).collect();
            check(&names).unwrap_err().to_string()
        };
        for (names, said) in [
            (
                &["task_complete"][..],
                "/kinds/0: there is no such kind of message. Did you mean `task_completed`",
            ),
            (
                &["*", "need_you"],
                "/kinds/1: there is no such kind of message. Did you mean `needs_you`",
            ),
            (&["webhook_delivered"], "/kinds/0"),
            (&["signed_in"], "/kinds/0"),
            (
                &["zzz_*"],
                "/kinds/0: there is no such kind of message; expected",
            ),
            (&[""], "/kinds/0: is no kind"),
            (&[], "/kinds: expected 1 to 50"),
        ] {
            let refused = refusal(names);
            assert!(refused.contains(said), "{names:?}: {refused}");
        }
        let many = vec!["needs_you".to_owned(); MAX_KINDS + 1];
        assert!(check(&many).is_err());
        let names = ["task_*", " task_completed", "task_*", "needs_you", "*"].map(String::from);
        let kinds = named(&["task_*", "task_completed", "needs_you", "*"]);
        assert_eq!(check(&names).unwrap(), kinds);
    }
}
