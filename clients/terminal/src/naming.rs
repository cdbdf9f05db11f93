//! Names of the commands, and their positional arguments.

use kernel::registry::Entry;

use crate::schema::{Argument, Signature};

/// Workflow of an operation; a flag unless it is the operation's own noun.
pub const WORKFLOW: &str = "workflow";

/// Aliases of the operations that agents use most.
pub const SHORT: &[(&str, &str)] = &[
    ("ready", "task_ready"),
    ("claim", "task_claim"),
    // An alias takes precedence over a noun of the same name.
    ("context", "context_read"),
    ("note", "note_write"),
    ("ask", "question_ask"),
    ("search", "memory_search"),
];

/// Returns the operation with this name.
#[must_use]
pub fn operation(name: &str) -> Option<&'static Entry> {
    let mut all = engine::operations::ALL.iter().copied();
    all.find(|entry| entry.spec.name == name)
}

/// Splits an operation's name into noun and verb: its first word, and the others with hyphens. An operation of one word
/// has no verb.
#[must_use]
pub fn words(name: &str) -> (&str, Option<String>) {
    match name.split_once('_') {
        Some((noun, verb)) => (noun, Some(verb.replace('_', "-"))),
        None => (name, None),
    }
}

/// Returns the positional arguments, in order: those named like words of the operation, as the task in `task_get`; if
/// there are none, `id`, else a required `name`, else `query` or `phrase`, else the only required argument.
#[must_use]
pub fn positional<'a>(name: &str, signature: &'a Signature) -> Vec<&'a str> {
    let noun = words(name).0;
    let fits = |argument: &&Argument| {
        argument.kind.is_word() && (argument.name != WORKFLOW || noun == WORKFLOW)
    };
    let called = |name: &str| {
        let mut fitting = signature.arguments.iter().filter(fits);
        fitting.find(|argument| argument.name == name)
    };
    let own: Vec<&str> = name
        .split('_')
        .filter_map(called)
        .map(|argument| argument.name.as_str())
        .collect();
    if !own.is_empty() {
        return own;
    }
    let named = called("id")
        .or_else(|| called("name").filter(|argument| argument.required))
        .or_else(|| called("query"))
        .or_else(|| called("phrase"));
    let only = || {
        let mut required = signature.arguments.iter().filter(|argument| {
            argument.required && (argument.name != WORKFLOW || noun == WORKFLOW)
        });
        match (required.next(), required.next()) {
            (Some(only), None) => Some(only).filter(|only| only.kind.is_word()),
            _ => None,
        }
    };
    let one = named.or_else(only);
    one.map(|argument| argument.name.as_str())
        .into_iter()
        .collect()
}

/// Returns the id of the hidden flag for a positional argument.
#[must_use]
pub fn flag_name(argument: &str) -> String {
    format!("--{argument}")
}

/// Returns the flag of an argument.
#[must_use]
pub fn flag(argument: &str) -> String {
    argument.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_commands() {
        for (name, noun, verb) in [
            ("task_claim", "task", Some("claim")),
            ("task_accept_failed", "task", Some("accept-failed")),
            ("mind_version_get", "mind", Some("version-get")),
            ("purge", "purge", None),
        ] {
            assert_eq!(words(name), (noun, verb.map(str::to_owned)));
        }
    }

    #[test]
    fn what_a_command_is_about_needs_no_flag() {
        for (name, expected) in [
            ("task_get", &["task"][..]),
            ("task_list", &[]),
            ("task_claim", &["task"]),
            ("task_link", &[]),
            ("workflow_get", &["workflow"]),
            ("workflow_create", &["name"]),
            ("workflow_list", &["query"]),
            ("question_answer", &["question", "answer"]),
            ("question_ask", &["question"]),
            ("agent_register", &["name"]),
            ("memory_get", &["id"]),
            ("memory_search", &["query"]),
            ("memory_merge", &[]),
            ("note_write", &["note"]),
            ("mood_signal", &["signal"]),
            ("summary_view_get", &["view"]),
            ("inbox_get", &["item"]),
            ("session_append", &["session"]),
            ("session_merge", &["child"]),
            ("entity_resolve", &["phrase"]),
            ("scratchpad_put", &[]),
            ("nudge_send", &[]),
            ("purge", &["stream"]),
        ] {
            let entry = operation(name).expect("an operation");
            let signature = Signature::of(entry);
            assert_eq!(positional(name, &signature), expected, "{name}");
        }
    }

    #[test]
    fn short_forms_are_of_operations() {
        for (short, name) in SHORT {
            assert!(operation(name).is_some(), "{short}");
        }
    }
}
