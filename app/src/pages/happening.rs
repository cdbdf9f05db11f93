//! What happened, as feeds show it: one line for a fact, whether it came with the page or over the live
//! connection. Knows the kinds of facts by name, and no rule.

use engine::actor::Actor;
use engine::stream::Position;
use engine::workflow::describe::describe;
use engine::workflow::ops::activity_list::Happening;
use engine::{Fact, Id, Time};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::pages::fresh::workflow_of;
use crate::pages::sentence::Sentence;
use crate::parts::{Glyph, Icon, Since};
use crate::paths;

/// One line of a feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The fact's place in the log.
    pub position: Position,
    /// When it happened.
    pub at: Time,
    /// Who made it happen.
    pub actor: Actor,
    /// What kind of thing happened, as `shade` names it.
    pub kind: String,
    /// What happened, without who did it.
    pub text: String,
    /// The workflow it happened in.
    pub workflow: Option<Id>,
}

impl Line {
    /// The line of a fact that came over the live connection.
    #[must_use]
    pub fn of(fact: &Fact) -> Self {
        Self {
            position: fact.position,
            at: fact.at,
            actor: fact.actor.clone(),
            kind: shade(&fact.kind, || said(fact)),
            text: describe(fact),
            workflow: workflow_of(fact),
        }
    }

    /// The line of a fact that a list gave.
    #[must_use]
    pub fn told(happening: Happening) -> Self {
        let stream = &happening.stream;
        Self {
            workflow: (stream.kind() == "workflow")
                .then(|| stream.id().parse().ok())
                .flatten(),
            position: happening.position,
            at: happening.at,
            actor: happening.actor,
            kind: shade(&happening.kind, || happening.body),
            text: happening.summary,
        }
    }
}

/// The kind of a fact by which it looks: of an end it says which one.
#[must_use]
pub fn shade(kind: &str, body: impl FnOnce() -> serde_json::Value) -> String {
    if kind != "workflow_ended" {
        return kind.to_owned();
    }
    let body = body();
    let status = body.get("status").and_then(serde_json::Value::as_str);
    format!("{kind} {}", status.unwrap_or_default())
}

/// The shape beside a kind of fact, and the status whose tone it has. None is in the rubric: what happened is past,
/// and what still needs a person stands in the inbox.
#[must_use]
pub fn look(kind: &str) -> (Icon, Option<&'static str>) {
    match kind {
        "task_claimed" | "task_updated" => (Icon::InProgress, Some("in_progress")),
        "task_completed" | "workflow_ended completed" => (Icon::Completed, Some("completed")),
        "task_reviewed" | "review_dismissed" => (Icon::Review, None),
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
        "task_added" | "task_edited" | "task_linked" | "task_unlinked" => (Icon::Plus, None),
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

/// The particulars of a fact.
#[must_use]
pub fn said(fact: &Fact) -> serde_json::Value {
    serde_json::from_str(fact.body.get()).unwrap_or_default()
}

/// The line in a feed.
#[component]
pub fn FeedLine(
    /// What happened.
    line: Line,
    /// The page's moment.
    #[prop(into)]
    now: Signal<i64>,
) -> impl IntoView {
    let (icon, status) = look(&line.kind);
    let who = line.actor.id.clone();
    let who = if line.actor.role.is_agent() {
        view! { <a href=paths::agent(&who)><b>{who.clone()}</b></a> }.into_any()
    } else {
        view! { <b>{who}</b> }.into_any()
    };
    view! {
        <li data-status=status>
            <Since at=line.at.0 now />
            <Glyph icon />
            <p>{who} " " <Sentence text=line.text workflow=line.workflow /></p>
        </li>
    }
}
