//! Actions on a whole mind: delete and restore.

use engine::mind::ops::mind_delete::MindDelete;
use engine::mind::ops::mind_restore::MindRestore;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::here;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::{Glyph, Icon};
use crate::paths;

/// Menu of actions.
#[component]
pub fn Manage() -> impl IntoView {
    let agent = here().agent();
    let spec = MindDelete::SPEC;
    let action = ConfirmedAction {
        spec,
        label: "Delete",
        title: format!("Delete the mind of {agent}?"),
        follows: "The document with its versions, the notes that wait and the mood are gone at once. A person can bring \
                  them back for some days, as the settings say; then they are erased for good. What the agent \
                  remembers stays among the crystals.",
        field: None,
        hidden: Vec::new(),
        then: Some(paths::mind(&agent)),
    };
    view! {
        <details class="manage">
            <summary class="btn btn--quiet">"Manage" <Glyph icon=Icon::Down/></summary>
            <div class="manage-menu"><Ask action refusal=Memo::new(move |_| forbids(&spec))/></div>
        </details>
    }
}

/// Button that restores a deleted mind.
#[component]
pub fn BringBack(
    /// Name of the agent.
    agent: String,
) -> impl IntoView {
    let spec = MindRestore::SPEC;
    let then = Some(paths::mind(&agent));
    view! {
        <Act spec id="restore" class="btns btns--start" then after=After::Keep>
            <Press label="Bring it back".to_owned() refusal=Signal::derive(move || forbids(&spec))/>
        </Act>
    }
}
