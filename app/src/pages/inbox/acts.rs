//! Confirmation texts of inbox actions, and the navigation to the next item.

use engine::words::short;
use kernel::operation::Operation;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use serde_json::Value;

use super::Chosen;
use super::next::Course;
use crate::pages::answered::{FormAction, when_done};
use crate::pages::queue::key;
use crate::paths::use_navigate;

/// Returns the confirmation of an operation, from its response; `None` for operations that are no inbox actions.
#[must_use]
pub fn confirmation(operation: &str, answer: &Value) -> Option<String> {
    let text = |value: &Value| value.as_str().map_or_else(String::new, short);
    let title = quote(&answer["task"]["title"]);
    Some(match operation {
        "task_review" => {
            let last = answer["task"]["reviews"]
                .as_array()
                .and_then(|all| all.last());
            match last.and_then(|last| last["status"].as_str()) {
                Some("approved") => format!("Approved {title}."),
                Some("rejected") => format!("Rejected {title}."),
                _ => format!("Asked for rework of {title}."),
            }
        }
        "question_answer" => {
            let question = &answer["question"];
            let (asked, given) = (quote(&question["question"]), quote(&question["answer"]));
            format!("Answered {asked} with {given}.")
        }
        "approval_give" => {
            let approval = &answer["approval"];
            let verb = match approval["status"].as_str() {
                Some("approved") => "Approved",
                _ => "Refused",
            };
            let subject = approval["subject"]
                .as_object()
                .and_then(|all| all.values().next());
            format!("{verb} {}.", quote(subject.unwrap_or(&Value::Null)))
        }
        "task_retry" => format!("Put {title} back: it can be claimed again."),
        "task_release" => format!("Released {title}."),
        "task_skip" => format!("Skipped {title}."),
        "task_cancel" => format!("Cancelled {title}."),
        "task_accept_failed" => format!("Accepted the failure of {title}."),
        "task_assign" => match answer["task"]["assigned_to"].as_str() {
            Some(agent) => format!("Assigned {title} to {agent}."),
            None => format!("Opened {title} to all agents."),
        },
        "nudge_send" => {
            let target = text(&answer["nudge"]["target"]);
            format!("Sent your message to {target}. It arrives with the agent's next call.")
        }
        "warning_settle" => format!(
            "Settled the warning about {}.",
            text(&answer["warning"]["task"])
        ),
        "item_snooze" => {
            let title = quote(&answer["item"]["title"]);
            if answer["item"]["snoozed_until"].is_null() {
                format!("Brought back {title}.")
            } else {
                format!("Put off {title}.")
            }
        }
        _ => return None,
    })
}

/// Quotes a user's text within a sentence.
fn quote(text: &Value) -> String {
    let text = short(text.as_str().unwrap_or_default());
    format!("“{}”", text.trim_end_matches('.'))
}

/// Creates a form action on `item`, after which the page opens the next item.
pub fn act<O: Operation>(course: Course, item: StoredValue<Chosen>) -> FormAction<O> {
    let action = FormAction::<O>::new();
    let navigate = use_navigate();
    let item = item.get_value();
    when_done(action, move |output| {
        name_it::<O>(course, &output);
        course.rest();
        let next = untrack(|| course.after(&item));
        course
            .all
            .update(|items| items.retain(|other| key(other) != item));
        navigate(&next, NavigateOptions::default());
    });
    action
}

/// Shows the confirmation of an operation, from its response.
pub fn name_it<O: Operation>(course: Course, output: &O::Output) {
    let answer = serde_json::to_value(output).unwrap_or_default();
    course.said.set(confirmation(O::SPEC.name, &answer));
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::confirmation;

    #[test]
    fn what_was_done_is_named() {
        let task = |status: &str| {
            json!({ "task": {
                "title": "Token service",
                "reviews": [{ "status": "needs_rework" }, { "status": status }],
            } })
        };
        let until = |until: Value| json!({ "item": { "title": "May I?", "snoozed_until": until } });
        let table: [(&str, Value, &str); 13] = [
            ("task_review", task("approved"), "Approved “Token service”."),
            (
                "task_review",
                task("needs_rework"),
                "Asked for rework of “Token service”.",
            ),
            ("task_review", task("rejected"), "Rejected “Token service”."),
            (
                "question_answer",
                json!({ "question": { "question": "May I?", "answer": "Yes." } }),
                "Answered “May I?” with “Yes”.",
            ),
            (
                "approval_give",
                json!({ "approval": { "status": "approved", "subject": { "plan": "Drop it." } } }),
                "Approved “Drop it”.",
            ),
            (
                "approval_give",
                json!({ "approval": { "status": "refused", "subject": { "decision": "D3" } } }),
                "Refused “D3”.",
            ),
            (
                "task_retry",
                task("rejected"),
                "Put “Token service” back: it can be claimed again.",
            ),
            (
                "task_assign",
                json!({ "task": { "title": "T", "assigned_to": "dev-ada" } }),
                "Assigned “T” to dev-ada.",
            ),
            (
                "task_assign",
                json!({ "task": { "title": "T" } }),
                "Opened “T” to all agents.",
            ),
            (
                "task_release",
                task("rejected"),
                "Released “Token service”.",
            ),
            (
                "warning_settle",
                json!({ "warning": { "task": "T4" } }),
                "Settled the warning about T4.",
            ),
            (
                "item_snooze",
                until(json!("2026-11-28T10:00:00.000Z")),
                "Put off “May I?”.",
            ),
            ("item_snooze", until(Value::Null), "Brought back “May I?”."),
        ];
        for (operation, answer, expected) in table {
            let told = confirmation(operation, &answer);
            assert_eq!(told.as_deref(), Some(expected));
        }
        assert_eq!(confirmation("task_claim", &json!({})), None);
    }
}
