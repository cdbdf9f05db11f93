//! An earlier version of a scratchpad: its content, its differences from the current one, and the button that
//! restores it.

use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::view::PadView;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::{current, place};
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::json::pretty;
use crate::parts::{Ago, Diff, Empty, Json, Notice, Sect, Tone};

/// Sections of the open version.
#[component]
pub fn Then(then: Box<PadView>, now: PadView) -> impl IntoView {
    let place = place();
    let version = place.at.unwrap_or_default();
    let now_href = current(&place);
    let spec = ScratchpadRestore::SPEC;
    let refusal = forbids(&spec);
    let action = ConfirmedAction {
        spec,
        label: "Restore this version",
        title: format!("Restore version {version}?"),
        follows: "The scratchpad gets the content of that version, as a new version. The history stays.",
        field: None,
        hidden: vec![("version", version.to_string())],
        then: Some(now_href.clone()),
    };
    let rows = changes(&pretty(&then.value), &pretty(&now.value));
    let at = then.updated_at.map(|at| at.0);
    view! {
        <Notice tone=Tone::Hold>
            "This is version " <b>{version}</b>
            {at.map(|at| view! { ", from " <Ago at=at/> })}
            ". " <a href=now_href>"Go to the current version"</a> "."
            <div class="btns btns--start"><Ask action refusal/></div>
        </Notice>
        <Sect id="h-then" title="State of this version">
            {if engine::scratchpad::state::is_empty(&then.value) {
                view! { <Empty title="Empty."/> }.into_any()
            } else {
                view! { <Json label=format!("Version {version}") value=then.value/> }.into_any()
            }}
        </Sect>
        <Sect id="h-diff" title="Changed since" aside=move || view! { <p class="push">{format!("version {version} to {}", now.version)}</p> }>
            {if rows.is_empty() {
                view! { <Empty title="No differences."/> }.into_any()
            } else {
                view! { <Diff label=format!("Changes since version {version}") rows/> }.into_any()
            }}
        </Sect>
    }
}
