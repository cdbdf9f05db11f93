//! Actions on the whole session: summarize, set the time to live, fork, delete. Each asks for confirmation and
//! explains the consequences.

use engine::conversation::ops::session_delete::SessionDelete;
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_keep::SessionKeep;
use engine::conversation::ops::session_summarize::SessionSummarize;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::scene::scene;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::words::lasting;
use crate::parts::{Choice, Glyph, Icon, Pick};
use crate::paths;

/// Times to live to choose from, in seconds.
const LASTS: [u64; 5] = [3_600, 86_400, 604_800, 2_592_000, 31_536_000];

/// Menu of actions.
#[component]
pub fn Manage() -> impl IntoView {
    let scene = scene();
    let id = &scene.key().id;
    let fold = ConfirmedAction {
        spec: SessionSummarize::SPEC,
        label: "Summarize now",
        title: format!("Summarize “{id}” now?"),
        follows: "The oldest messages are folded into the summary, even if the context window is not full. They \
                  stay readable here.",
        field: None,
        hidden: Vec::new(),
        then: None,
    };
    let keep = ConfirmedAction {
        spec: SessionKeep::SPEC,
        label: "Change expiry",
        title: format!("Expiry of “{id}”"),
        follows: "Counted from the last write, and from now. Messages of expired sessions are erased.",
        field: None,
        hidden: Vec::new(),
        then: None,
    };
    let keep = {
        let refusal = scene.refusal(&keep.spec);
        view! { <Ask action=keep refusal more=|| lifetimes()/> }
    };
    let fork = ConfirmedAction {
        spec: SessionFork::SPEC,
        label: "Fork",
        title: format!("Fork “{id}”?"),
        follows: "A new session starts with the content of this one. Later changes to one do not affect the \
                  other.",
        field: Some(("new_id", "Id of the new session")),
        hidden: Vec::new(),
        then: Some(format!("{}/{{session}}", paths::sessions())),
    };
    let delete = ConfirmedAction {
        spec: SessionDelete::SPEC,
        label: "Delete",
        title: format!("Delete “{id}”?"),
        follows: "It disappears for everyone. It can be restored until it is erased, after the number of days in \
                  the settings. Long-term memories stay.",
        field: Some(("reason", "Reason")),
        hidden: Vec::new(),
        then: Some(paths::sessions()),
    };
    let ask = |action: ConfirmedAction| {
        let refusal = scene.refusal(&action.spec);
        view! { <Ask action refusal/> }
    };
    view! {
        <details class="manage">
            <summary class="btn btn--quiet">"Manage" <Glyph icon=Icon::Down/></summary>
            <div class="manage-menu">{ask(fold)} {keep} {ask(fork)} {ask(delete)}</div>
        </details>
    }
}

/// Time to live: the current value, and the values to choose from.
fn lifetimes() -> impl IntoView {
    let now = scene().view.ttl_seconds;
    let mut lasts: Vec<u64> = LASTS.into_iter().chain(now).collect();
    lasts.sort_unstable();
    lasts.dedup();
    let lasts = lasts
        .into_iter()
        .map(|seconds| Choice::new(seconds.to_string(), lasting(seconds)));
    let choices = [Choice::new("", "Never")].into_iter().chain(lasts);
    let choices: Vec<Choice> = choices.collect();
    let value = now.map(|now| now.to_string()).unwrap_or_default();
    view! { <Pick label="Expires after" name="ttl_seconds" choices value/> }
}
