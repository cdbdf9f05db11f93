//! An earlier version of a scratchpad: its content, its differences from the current one, and the button that
//! restores it.

use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::view::PadView;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::{clock, here};
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::json::pretty;
use crate::parts::{Ago, Diff, Empty, Json, Notice, Sect, Tone};

/// Sections of the open version.
#[component]
pub fn Then(then: Box<PadView>, now: PadView) -> impl IntoView {
    let here = here();
    let version = here.place.with_value(|place| place.at).unwrap_or_default();
    let spec = ScratchpadRestore::SPEC;
    let action = ConfirmedAction {
        spec,
        label: "Restore this version",
        title: format!("Restore version {version}?"),
        follows: "The scratchpad gets this state back. It is a new version: nothing of what happened since is \
                  cut off.",
        field: None,
        hidden: vec![("version", version.to_string())],
        then: Some(here.href()),
    };
    let rows = changes(&pretty(&then.value), &pretty(&now.value));
    let at = then.updated_at.map(|at| at.0);
    view! {
        <Notice tone=Tone::Hold>
            "This is version " <b>{version}</b>
            {at.map(|at| view! { ", as it was " <Ago at=Signal::stored(at) now=clock()/> })}
            ". " <a href=here.href()>"Go to now"</a> "."
            <div class="btns btns--start"><Ask action refusal=Memo::new(move |_| forbids(&spec))/></div>
        </Notice>
        <Sect id="h-then" title="State then">
            {if engine::scratchpad::state::is_empty(&then.value) {
                view! { <Empty title="It was empty."/> }.into_any()
            } else {
                view! { <Json label=format!("Version {version}") value=then.value/> }.into_any()
            }}
        </Sect>
        <Sect id="h-diff" title="Changed since" aside=move || view! { <p class="push">{format!("version {version} to {}", now.version)}</p> }>
            {if rows.is_empty() {
                view! { <Empty title="Both versions hold the same."/> }.into_any()
            } else {
                view! { <Diff label=format!("Changes since version {version}") rows/> }.into_any()
            }}
        </Sect>
    }
}
