//! An earlier version of the session: a notice, the actions on it, and its differences from the current one.

use std::collections::HashSet;
use std::sync::Arc;

use engine::conversation::ops::session_diff::{FieldDiff, MessageDiff, SessionDiffs};
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_restore::SessionRestore;
use engine::session::Message;
use kernel::operation::Operation;
use leptos::prelude::*;
use serde_json::Value;

use super::scene::scene;
use crate::pages::ask::{Loaded, forbids};
use crate::pages::changes::changes as compare;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::trouble::RefusalBox;
use crate::pages::words::{begin, lasting, many};
use crate::parts::json::pretty;
use crate::parts::{Ago, Diff, DiffRow, Empty, Glyph, Icon, Notice, Sect, Tone};
use crate::paths;

/// Notice that an earlier version is open.
#[component]
pub fn Past() -> impl IntoView {
    let scene = scene();
    let version = scene.address.at?;
    let at = scene.view.updated_at.0;
    let now = scene.href(|address| (address.at, address.from) = (None, None));
    let versioned = || vec![("version", version.to_string())];
    let restore = ConfirmedAction {
        spec: SessionRestore::SPEC,
        label: "Restore this version",
        title: format!("Restore version {version}?"),
        follows: "The session gets the content of that version, as a new version. Its history and its long-term \
                  memories stay.",
        field: None,
        hidden: versioned(),
        // A response leads to the page of the current session.
        then: Some(now.clone()),
    };
    let fork = ConfirmedAction {
        spec: SessionFork::SPEC,
        label: "Fork from here",
        title: format!("Fork version {version}?"),
        follows: "A new session starts with the content of that version. This session does not change.",
        field: Some(("new_id", "Id of the new session")),
        hidden: versioned(),
        then: Some(format!("{}/{{session}}", paths::sessions())),
    };
    let actions = [restore, fork].map(|action| {
        let refusal = forbids(&action.spec);
        view! { <Ask action refusal/> }
    });
    Some(view! {
        <Notice tone=Tone::Hold>
            "This is version " <b>{version}</b> ", from " <Ago at=at/>
            ". Earlier versions are read-only. " <a href=now>"Go to the current version"</a> "."
            <div class="btns btns--start">{actions.into_iter().collect_view()}</div>
        </Notice>
    })
}

/// Differences between the open version and the current or an earlier one.
pub fn differences(diff: Loaded<SessionDiffs>) -> impl IntoView {
    let scene = scene();
    let version = scene.address.at.unwrap_or_default();
    let compared = scene.address.from;
    let aside = move || {
        let now = scene.href(|address| address.from = None);
        let before = scene.href(|address| address.from = Some(version.saturating_sub(1)));
        let is_now = compared.is_none();
        let is_before = compared == Some(version.saturating_sub(1));
        view! {
            <p>{match compared {
                None => format!("between version {version} and now"),
                Some(from) => format!("from version {from} to {version}"),
            }}</p>
            <p class="push btns">
                <a href=now aria-current=is_now.then_some("true") data-noscroll="true">{format!("since version {version}")}</a>
                {(version > 1).then(|| view! {
                    <a href=before aria-current=is_before.then_some("true") data-noscroll="true">
                        {format!("changes of version {version}")}
                    </a>
                })}
            </p>
        }
    };
    let body = match diff {
        Ok(diffs) => difference_rows(diffs).into_any(),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! { <Sect id="h-diff" title="Differences" aside>{body}</Sect> }
}

fn difference_rows(diffs: SessionDiffs) -> impl IntoView {
    if diffs.messages.is_empty() && diffs.fields.is_empty() {
        return view! { <Empty title="No differences."/> }.into_any();
    }
    let folded = find_folded(&diffs, &scene().view.messages);
    let (folded, messages): (Vec<_>, Vec<_>) = diffs
        .messages
        .into_iter()
        .partition(|diff| folded.contains(&diff.id));
    let folded = (!folded.is_empty()).then(|| {
        let count = many(folded.len(), "message");
        view! {
            <details class="fold">
                <summary><Glyph icon=Icon::Right/>{count} " folded into the summary"</summary>
                <div class="diffs">{changes(folded, Vec::new(), "Folded")}</div>
            </details>
        }
    });
    let changed = changes(messages, diffs.fields, "Differences");
    view! { <div class="diffs">{folded} {changed}</div> }.into_any()
}

/// Renders the changes of messages and fields. The regions are numbered, because several may have the same heading.
fn changes(messages: Vec<MessageDiff>, fields: Vec<FieldDiff>, group: &'static str) -> AnyView {
    let messages = messages.into_iter().map(message);
    let all = messages.chain(fields.into_iter().map(field)).enumerate();
    let rows = all.map(|(nth, (what, before, after))| {
        let label = format!("{group} {}: {what}", nth + 1);
        view! { <Change label what before after/> }
    });
    rows.collect_view().into_any()
}

/// Returns the messages that were folded by a summary between the versions: messages that are removed and older
/// than the first one that is kept. `messages` are those of one of the two versions.
fn find_folded(diffs: &SessionDiffs, messages: &[Arc<Message>]) -> HashSet<Arc<str>> {
    let gone = diffs.messages.iter().filter(|diff| diff.after.is_none());
    let gone: Vec<&Arc<Message>> = gone.filter_map(|diff| diff.before.as_ref()).collect();
    let ids: HashSet<&Arc<str>> = gone.iter().map(|message| &message.id).collect();
    let mut kept = messages.iter();
    let first = kept.find(|message| !ids.contains(&message.id));
    let is_summarised = diffs.fields.iter().any(|field| field.field == "context");
    let Some(first) = first.filter(|_| is_summarised) else {
        return HashSet::new();
    };
    let after: HashSet<&Arc<str>> = kept.map(|message| &message.id).collect();
    let is_older = |message: &&&Arc<Message>| {
        message.created_at <= first.created_at && !after.contains(&message.id)
    };
    let folded = gone.iter().filter(is_older);
    folded.map(|message| message.id.clone()).collect()
}

/// A change: its heading, and the texts before and after it.
type Texts = (String, String, String);

fn message(diff: MessageDiff) -> Texts {
    let text = |message: &Option<Arc<Message>>| message.as_deref().map(format_message);
    let before = text(&diff.before).unwrap_or_default();
    let after = text(&diff.after).unwrap_or_default();
    let what = match (&diff.before, &diff.after) {
        (None, _) => "Message added",
        (_, None) => "Message removed",
        _ => "Message changed",
    };
    (what.to_owned(), before, after)
}

/// Formats a message as text: its words, then its tool calls.
fn format_message(message: &Message) -> String {
    let role = &message.role;
    let said = message.text();
    let said = (!said.trim().is_empty()).then(|| format!("{role}: {said}"));
    let calls = message.tool_calls.iter().map(|call| {
        let name = call.name().unwrap_or("a tool");
        match call.arguments() {
            Value::Null => format!("{role} called {name}"),
            arguments => format!("{role} called {name} with {}", pretty(&arguments)),
        }
    });
    said.into_iter().chain(calls).collect::<Vec<_>>().join("\n")
}

fn field(diff: FieldDiff) -> Texts {
    let is_time = diff.field == "ttl_seconds";
    let what = match diff.field.as_str() {
        "ttl_seconds" => "Time to live".into(),
        "context" => "Summary".into(),
        other => begin(&other.replace('_', " ")),
    };
    let text = |value: &Value| match value {
        Value::Null if is_time => "Unlimited".into(),
        Value::Null => String::new(),
        value => match value.as_u64().filter(|_| is_time) {
            Some(seconds) => lasting(seconds),
            None => entities(value).unwrap_or_else(|| pretty(value)),
        },
    };
    let (before, after) = (text(&diff.before), text(&diff.after));
    (what, before, after)
}

/// Formats a list of entities as lines such as `page page-123: About`; `None` for other values.
fn entities(value: &Value) -> Option<String> {
    let line = |entity: &Value| {
        let part = |name| entity.get(name).and_then(Value::as_str);
        Some(format!(
            "{} {}: {}",
            part("type")?,
            part("id")?,
            part("name")?
        ))
    };
    let lines: Option<Vec<String>> = value.as_array()?.iter().map(line).collect();
    Some(lines?.join("\n"))
}

#[component]
fn Change(label: String, what: String, before: String, after: String) -> impl IntoView {
    let mut rows = compare(&before, &after);
    let is_hunk = |row: &DiffRow| matches!(row, DiffRow::Hunk(_));
    // A single hunk needs no heading.
    if rows.iter().filter(|row| is_hunk(row)).count() == 1 {
        rows.retain(|row| !is_hunk(row));
    }
    view! {
        <div class="diffs-one">
            <h3>{what}</h3>
            <Diff label rows/>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::entities;

    #[test]
    fn entities_are_lines() {
        let about = json!({ "type": "page", "id": "page-123", "name": "About" });
        let ridge = json!({ "type": "image", "id": "img-9", "name": "Ridge at dawn" });
        for (value, text) in [
            (json!([]), Some("")),
            (
                json!([about, ridge]),
                Some("page page-123: About\nimage img-9: Ridge at dawn"),
            ),
            (json!([{ "type": "page" }]), None),
            (json!({ "step": 3 }), None),
        ] {
            assert_eq!(entities(&value).as_deref(), text);
        }
    }
}
