//! Activity lines of feeds: one line for a fact, from a list.

use engine::activity::Happening;
use engine::session::SessionKey;
use kernel::actor::Actor;
use kernel::stream::Position;
use kernel::{Id, Time};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::pages::sentence::Sentence;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Since};
use crate::paths;

/// One line of a feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Position of the fact in the log.
    pub position: Position,
    /// Time of the fact.
    pub at: Time,
    /// Actor who caused the fact.
    pub actor: Actor,
    /// Kind of the fact, as returned by `shade`.
    pub kind: String,
    /// Summary of the fact, without its actor.
    pub text: String,
    /// Workflow of the fact.
    pub workflow: Option<Id>,
    /// Session of the fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionKey>,
    /// Number of messages that the fact added to the session.
    #[serde(default)]
    pub messages: usize,
}

/// Maximum time between two additions to a conversation that share a line, in milliseconds.
const TOGETHER: i64 = 3_600_000;

impl Line {
    /// Creates the line of a fact from a list.
    #[must_use]
    pub fn of_fact(happening: Happening) -> Self {
        let stream = &happening.stream;
        Self {
            workflow: (stream.kind() == "workflow")
                .then(|| stream.id().parse().ok())
                .flatten(),
            session: SessionKey::of(stream),
            messages: messages(&happening.kind, || happening.body.clone()),
            position: happening.position,
            at: happening.at,
            actor: happening.actor,
            kind: shade(&happening.kind, || happening.body),
            text: happening.summary,
        }
    }

    /// Returns true if this line continues an older one: the same actor adds messages to the same session.
    fn goes_on(&self, older: &Self) -> bool {
        self.messages > 0
            && older.messages > 0
            && self.session == older.session
            && self.actor.is_same(&older.actor)
            && self.at.since(older.at) < TOGETHER
    }
}

/// Merges the lines of one actor's additions to one session. The lines are sorted, newest first.
pub fn merge_lines(lines: impl IntoIterator<Item = Line>) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for line in lines {
        match all.iter_mut().find(|newer| newer.goes_on(&line)) {
            Some(newer) => {
                newer.messages += line.messages;
                newer.text = format!("added {}", many(newer.messages, "message"));
            }
            None => all.push(line),
        }
    }
    all
}

/// Returns the number of messages that a fact adds to a session.
fn messages(kind: &str, body: impl FnOnce() -> serde_json::Value) -> usize {
    if kind != "messages_appended" {
        return 0;
    }
    let body = body();
    body.get("messages")
        .and_then(serde_json::Value::as_array)
        .map_or(0, Vec::len)
}

/// Returns the kind of a fact that selects its icon: an ended workflow with its outcome, a completed task with or
/// without review.
#[must_use]
pub fn shade(kind: &str, body: impl FnOnce() -> serde_json::Value) -> String {
    if kind == "task_completed" {
        let for_review = body()
            .get("for_review")
            .and_then(serde_json::Value::as_bool);
        let end = if for_review == Some(true) {
            " for_review"
        } else {
            ""
        };
        return format!("{kind}{end}");
    }
    if kind != "workflow_ended" {
        return kind.to_owned();
    }
    let body = body();
    let status = body.get("status").and_then(serde_json::Value::as_str);
    format!("{kind} {}", status.unwrap_or_default())
}

/// Returns the icon of a kind of fact, and the status whose color it has. None has the accent color: feeds show the
/// past, and the inbox shows open items.
#[must_use]
pub fn look(kind: &str) -> (Icon, Option<&'static str>) {
    match kind {
        "task_claimed" | "task_updated" => (Icon::InProgress, Some("in_progress")),
        "task_completed" | "workflow_ended completed" => (Icon::Completed, Some("completed")),
        "task_reviewed" | "review_dismissed" | "task_completed for_review" => (Icon::Review, None),
        "warning_raised" => (Icon::Escalation, None),
        "task_failed" => (Icon::Failed, Some("failed")),
        "task_skipped" => (Icon::Skipped, None),
        "task_cancelled" | "workflow_deleted" | "workflow_ended cancelled" => {
            (Icon::Cancelled, None)
        }
        "workflow_paused" | "agent_paused" => (Icon::Pause, None),
        "workflow_resumed" | "agent_resumed" => (Icon::Play, None),
        "lease_expired" => (Icon::Lease, None),
        "lead_ended" | "lead_taken" | "agent_registered" | "token_created" | "token_revoked" => {
            (Icon::Agent, None)
        }
        "task_added" | "task_edited" | "task_imported" | "task_linked" | "task_unlinked" => {
            (Icon::Plus, None)
        }
        "task_assigned" => (Icon::Assigned, None),
        "task_released" | "task_retried" => (Icon::Pending, None),
        "decision_recorded" | "decision_ruled" => (Icon::Decision, None),
        "discovery_recorded" => (Icon::Discovery, None),
        "artifact_recorded" => (Icon::Artifact, None),
        "nudge_sent" | "nudge_acknowledged" => (Icon::Nudge, None),
        "question_asked" | "question_answered" | "question_withdrawn" => (Icon::Question, None),
        "approval_requested" | "approval_given" | "approval_withdrawn" => (Icon::Approval, None),
        "workflow_ended completed_with_failures" => (Icon::Warn, Some("failed")),
        kind if kind.starts_with("workflow_") => (Icon::Workflow, None),
        _ => (Icon::Info, None),
    }
}

/// Renders a line of a feed.
pub fn feed_line(line: Line) -> AnyView {
    let (icon, status) = look(&line.kind);
    let who = line.actor.id.clone();
    let who = if line.actor.role.is_agent() {
        view! { <a href=paths::agent(&who)><b>{who.clone()}</b></a> }.into_any()
    } else {
        view! { <b>{who}</b> }.into_any()
    };
    view! {
        <li id=format!("e{}", line.position) data-row=line.position.to_string() data-status=status>
            <Since at=line.at.0 />
            <Glyph icon />
            <p>{who} " " <Sentence text=line.text workflow=line.workflow />{line.session.map(within)}</p>
        </li>
    }
    .into_any()
}

/// Link to the session.
fn within(session: SessionKey) -> impl IntoView {
    let href = paths::session(&session);
    view! { ", in " <a href=href dir="auto">{session.id.to_string()}</a> }
}

#[cfg(test)]
mod tests {
    use kernel::Time;
    use serde_json::json;

    use super::{Line, merge_lines};

    fn line(position: u64, session: &str, who: &str, messages: usize, at: i64) -> Line {
        let line = json!({
            "position": position, "at": Time(at), "actor": {"id": who, "role": "worker"}, "kind": "k",
            "text": format!("added {messages} messages"), "workflow": null, "session": session,
            "messages": messages,
        });
        serde_json::from_value(line).unwrap()
    }

    #[test]
    fn what_goes_on_in_a_session_is_one_line() {
        const HOUR: i64 = 3_600_000;
        let old = vec![
            line(5, "chat", "ada", 2, 5),
            line(4, "chat", "tam", 2, 4),
            line(3, "chat", "ada", 2, 3),
        ];
        let new: Vec<_> = (6..22)
            .rev()
            .map(|at| line(at, if at == 9 { "other" } else { "chat" }, "ada", 2, 9))
            .collect();
        let texts = |lines: Vec<Line>| -> Vec<_> {
            let lines = lines.into_iter();
            lines
                .map(|line| (line.position, line.messages, line.text))
                .collect()
        };
        assert_eq!(
            texts(merge_lines(new.into_iter().chain(old))),
            [
                (21, 34, "added 34 messages".to_owned()),
                (9, 2, "added 2 messages".to_owned()),
                (4, 2, "added 2 messages".to_owned()),
            ]
        );
        // Neither an addition long before nor a line of another kind is merged.
        let apart = vec![
            line(2, "chat", "ada", 1, HOUR),
            line(1, "chat", "ada", 1, 0),
        ];
        assert_eq!(merge_lines(apart).len(), 2);
        let others = vec![line(2, "chat", "ada", 1, 1), line(1, "chat", "ada", 0, 1)];
        assert_eq!(merge_lines(others).len(), 2);
    }
}
