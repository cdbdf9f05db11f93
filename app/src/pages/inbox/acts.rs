//! Confirmation texts of inbox actions.

use engine::words::short;
use serde_json::Value;

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
        "task_retry" => format!("Retried {title}: it can be claimed again."),
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
            format!("Message sent to {target}. It is delivered with the agent's next call.")
        }
        "warning_settle" => format!(
            "Acknowledged the warning about {}.",
            text(&answer["warning"]["task"])
        ),
        "item_snooze" => {
            let title = quote(&answer["item"]["title"]);
            if answer["item"]["snoozed_until"].is_null() {
                format!("Ended the snooze of {title}.")
            } else {
                format!("Snoozed {title}.")
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
                "Retried “Token service”: it can be claimed again.",
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
                "Acknowledged the warning about T4.",
            ),
            (
                "item_snooze",
                until(json!("2026-11-28T10:00:00.000Z")),
                "Snoozed “May I?”.",
            ),
            (
                "item_snooze",
                until(Value::Null),
                "Ended the snooze of “May I?”.",
            ),
        ];
        for (operation, answer, expected) in table {
            let told = confirmation(operation, &answer);
            assert_eq!(told.as_deref(), Some(expected));
        }
        assert_eq!(confirmation("task_claim", &json!({})), None);
    }
}
