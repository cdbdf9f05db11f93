//! An earlier version of the session: a notice, the actions on it, and its differences from the current one.

use std::collections::HashSet;
use std::sync::Arc;

use engine::conversation::ops::session_diff::{FieldDiff, MessageDiff, SessionDiffs};
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_restore::SessionRestore;
use engine::session::{Message, Session};
use kernel::operation::Operation;
use leptos::prelude::*;
use serde_json::Value;

use super::scene::scene;
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::trouble::RefusalBox;
use crate::pages::words::{begin, lasting, many};
use crate::parts::alive;
use crate::parts::json::pretty;
use crate::parts::{Ago, Diff, DiffRow, Empty, Glyph, Icon, Notice, Sect, Tone};
use crate::paths;

/// Notice that an earlier version is open.
#[component]
pub fn Past() -> impl IntoView {
    let scene = scene();
    let version = scene.past?;
    let at = scene.state.with_untracked(|session| session.updated_at.0);
    let now = scene.href(|address| (address.at, address.from) = (None, None));
    let versioned = || vec![("version", version.to_string())];
    // A response leads to the page of the current session.
    let then = scene.address.with_untracked(|address| {
        address
            .with(|address| (address.at, address.from) = (None, None))
            .href()
    });
    let restore = ConfirmedAction {
        spec: SessionRestore::SPEC,
        label: "Restore this version",
        title: format!("Restore version {version}?"),
        follows: "The session holds again what it held then. It is a new version: nothing of what happened \
                  since is cut off, and what became long-term memory stays.",
        field: None,
        hidden: versioned(),
        then: Some(then),
    };
    let fork = ConfirmedAction {
        spec: SessionFork::SPEC,
        label: "Fork from here",
        title: format!("Fork version {version}?"),
        follows: "Another session begins with what this one held then. This one stays as it is.",
        field: Some(("new_id", "Id of the new session")),
        hidden: versioned(),
        then: Some(format!("{}/{{session}}", paths::sessions())),
    };
    let actions = [restore, fork].map(|action| {
        let spec = action.spec;
        view! { <Ask action refusal=Memo::new(move |_| forbids(&spec))/> }
    });
    Some(view! {
        <Notice tone=Tone::Hold>
            "This is version " <b>{version}</b> ", as it was " <Ago at=Signal::stored(at) now=scene.clock()/>
            ". It can be read, not changed. " <a href=now>"Go to now"</a> "."
            <div class="btns btns--start">{actions.into_iter().collect_view()}</div>
        </Notice>
    })
}

/// Differences between the open version and the current or an earlier one.
#[component]
pub fn Differences() -> impl IntoView {
    let scene = scene();
    let version = scene.past?;
    let loaded = scene.loads().diff;
    let compared = move || scene.address.with(|address| address.from);
    let with_now = scene.href(|address| address.from = None);
    let with_before = scene.href(move |address| address.from = Some(version.saturating_sub(1)));
    let links = StoredValue::new((
        Callback::new(move |()| with_now()),
        Callback::new(move |()| with_before()),
    ));
    let aside = move || {
        let (now, before) = links.get_value();
        let is_now = compared().is_none();
        view! {
            <p>{match compared() {
                None => "since then".to_owned(),
                Some(from) => format!("from version {from} to {version}"),
            }}</p>
            <p class="push btns">
                <a href=now.run(()) aria-current=is_now.then_some("true") data-noscroll="true">"since then"</a>
                {(version > 1).then(|| view! {
                    <a href=before.run(()) aria-current=(!is_now).then_some("true") data-noscroll="true">
                        {format!("what version {version} changed")}
                    </a>
                })}
            </p>
        }
    };
    Some(view! {
        <Sect id="h-diff" title="Differences" aside>
            <Transition>
                {alive(move || loaded.get().flatten().map(|outcome| match outcome {
                    Ok(diffs) => view! { <Rows diffs/> }.into_any(),
                    Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                }))}
            </Transition>
        </Sect>
    })
}

#[component]
fn Rows(diffs: SessionDiffs) -> impl IntoView {
    if diffs.messages.is_empty() && diffs.fields.is_empty() {
        return view! { <Empty title="Both versions hold the same."/> }.into_any();
    }
    let session = scene();
    let folded = session
        .state
        .with_untracked(|session| find_folded(&diffs, session));
    let (folded, messages): (Vec<_>, Vec<_>) = diffs
        .messages
        .into_iter()
        .partition(|diff| folded.contains(&diff.id));
    let folded = (!folded.is_empty()).then(|| {
        let count = many(folded.len(), "message");
        view! {
            <details class="fold">
                <summary><Glyph icon=Icon::Right/>{count} " folded into the summary"</summary>
                <div class="diffs">{folded.into_iter().map(message).collect_view()}</div>
            </details>
        }
    });
    let messages = messages.into_iter().map(message).collect_view();
    let fields = diffs.fields.into_iter().map(field).collect_view();
    view! { <div class="diffs">{folded} {messages} {fields}</div> }.into_any()
}

/// Returns the messages that were folded by a summary between the versions: messages that are removed and older
/// than the first one that is kept. `session` is one of the two versions.
fn find_folded(diffs: &SessionDiffs, session: &Session) -> HashSet<Arc<str>> {
    let gone = diffs.messages.iter().filter(|diff| diff.after.is_none());
    let gone: Vec<&Arc<Message>> = gone.filter_map(|diff| diff.before.as_ref()).collect();
    let ids: HashSet<&Arc<str>> = gone.iter().map(|message| &message.id).collect();
    let mut kept = session.messages.iter();
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

fn message(diff: MessageDiff) -> impl IntoView {
    let text = |message: &Option<Arc<Message>>| message.as_deref().map(format_message);
    let before = text(&diff.before).unwrap_or_default();
    let after = text(&diff.after).unwrap_or_default();
    let what = match (&diff.before, &diff.after) {
        (None, _) => "Message added",
        (_, None) => "Message gone",
        _ => "Message changed",
    };
    view! { <Change what=what.to_owned() before after/> }
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

fn field(diff: FieldDiff) -> impl IntoView {
    let is_time = diff.field == "ttl_seconds";
    let what = match diff.field.as_str() {
        "ttl_seconds" => "How long it lasts".into(),
        "context" => "Summary".into(),
        other => begin(&other.replace('_', " ")),
    };
    let text = |value: &Value| match value {
        Value::Null if is_time => "For ever".into(),
        Value::Null => String::new(),
        value => match value.as_u64().filter(|_| is_time) {
            Some(seconds) => lasting(seconds),
            None => pretty(value),
        },
    };
    view! { <Change what before=text(&diff.before) after=text(&diff.after)/> }
}

#[component]
fn Change(what: String, before: String, after: String) -> impl IntoView {
    let mut rows = changes(&before, &after);
    let is_hunk = |row: &DiffRow| matches!(row, DiffRow::Hunk(_));
    // A single hunk needs no heading.
    if rows.iter().filter(|row| is_hunk(row)).count() == 1 {
        rows.retain(|row| !is_hunk(row));
    }
    view! {
        <div class="diffs-one">
            <h3>{what.clone()}</h3>
            <Diff label=what rows/>
        </div>
    }
}
