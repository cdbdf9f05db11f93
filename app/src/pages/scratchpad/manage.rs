//! Actions on a whole scratchpad: set its schema, clear, delete and restore it.

use engine::scratchpad::find::PadSummary;
use engine::scratchpad::ops::scratchpad_clear::ScratchpadClear;
use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::state::Definition;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::place;
use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::json::pretty;
use crate::parts::{Ago, Area, Glyph, Icon, Need, Notice, Tone};
use crate::paths;

/// Menu of actions.
#[component]
pub fn Manage(
    /// Definition of the scratchpad.
    definition: Definition,
) -> impl IntoView {
    let name = &place().name;
    let clear = ConfirmedAction {
        spec: ScratchpadClear::SPEC,
        label: "Clear",
        title: format!("Clear “{name}”?"),
        follows: "The content is removed. The history keeps it.",
        field: None,
        hidden: Vec::new(),
        then: None,
    };
    let delete = ConfirmedAction {
        spec: ScratchpadDelete::SPEC,
        label: "Delete",
        title: format!("Delete “{name}”?"),
        follows: "It can be restored until it is erased, after the number of days in the settings.",
        field: Some(("reason", "Reason")),
        hidden: Vec::new(),
        then: Some(paths::scratchpads()),
    };
    let actions = [clear, delete].map(|action| {
        let refusal = forbids(&action.spec);
        view! { <Ask action refusal/> }
    });
    view! {
        <details class="manage">
            <summary class="btn btn--quiet">"Manage" <Glyph icon=Icon::Down/></summary>
            <div class="manage-menu">{schema_form(definition)} {actions.into_iter().collect_view()}</div>
        </details>
    }
}

/// Form that sets the schema. It replaces the whole definition.
fn schema_form(definition: Definition) -> impl IntoView {
    let action = ConfirmedAction {
        spec: ScratchpadDefine::SPEC,
        label: if definition.schema.is_some() {
            "Change schema"
        } else {
            "Add schema"
        },
        title: format!("Schema of “{}”", place().name),
        follows: "The content must be an object that matches this JSON Schema (2020-12). Content that does not \
                  match is set aside; the history keeps it.",
        field: None,
        hidden: Vec::new(),
        then: None,
    };
    let refusal = forbids(&action.spec);
    let more = move || definition_fields(definition.clone());
    view! { <Ask action refusal more/> }
}

/// Fields of the form: the schema, and the rest of the definition unchanged.
fn definition_fields(definition: Definition) -> impl IntoView {
    let schema = definition.schema.as_ref().map(pretty).unwrap_or_default();
    let template = definition.template.as_ref().map(pretty);
    let hidden = [
        ("template", template),
        ("read_only", Some(definition.read_only.to_string())),
        ("min_tokens", Some(definition.min_tokens.to_string())),
        ("max_tokens", Some(definition.max_tokens.to_string())),
    ];
    let hidden = hidden.map(|(name, value)| {
        value.map(|value| view! { <input type="hidden" name=name value=value/> })
    });
    view! {
        {hidden.into_iter().collect_view()}
        <div class="of-code">
            <Area
                label="JSON Schema"
                name="schema"
                id="pad-schema"
                rows=12
                value=schema
                hint="For example {\"type\": \"object\", \"properties\": {\"goal\": {\"type\": \"string\"}}}"
                need=Need::Required
            />
        </div>
    }
}

/// Notice that the scratchpad was deleted, and the button that restores it.
#[component]
pub fn Gone(pad: PadSummary) -> impl IntoView {
    let spec = ScratchpadRestore::SPEC;
    let deleted = pad.deleted.map(|deleted| {
        view! {
            " by " {deleted.by.id} " " <Ago at=deleted.at.0/>
            ". It is erased " <Ago at=deleted.purge_at.0/>
        }
    });
    view! {
        <Notice tone=Tone::Hold>
            <b>"It was deleted"</b> {deleted} "."
            <Act spec id="restore" class="btns btns--start">
                <Press label="Restore".to_owned() refusal=forbids(&spec)/>
            </Act>
        </Notice>
    }
}
