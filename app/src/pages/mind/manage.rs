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
    let here = here();
    let agent = here.agent();
    let spec = MindDelete::SPEC;
    let action = ConfirmedAction {
        spec,
        label: "Delete",
        title: format!("Delete the mind of {agent}?"),
        follows: "Deletes the document with its versions, the waiting notes and the mood. They can be restored for some days, \
                  then they are erased. The memories of the agent are kept.",
        field: None,
        hidden: Vec::new(),
        then: Some(paths::mind(agent)),
    };
    view! {
        <details class="manage">
            <summary class="btn btn--quiet">"Manage" <Glyph icon=Icon::Down/></summary>
            <div class="manage-menu"><Ask action refusal=forbids(&spec)/></div>
        </details>
    }
}

/// Button that restores a deleted mind.
pub fn bring_back(agent: String) -> impl IntoView {
    let spec = MindRestore::SPEC;
    let then = Some(paths::mind(&agent));
    view! {
        <Act spec id="restore" class="btns btns--start" then after=After::Keep>
            <Press label="Restore".to_owned() refusal=forbids(&spec)/>
        </Act>
    }
}
