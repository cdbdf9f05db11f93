//! `/settings/memory`: settings of summaries, long-term memory and dreams, each with the origin of its value.

mod known;
mod row;

use engine::workspace::ops::settings_get::{InForce, SettingsGet};
use leptos::prelude::*;
use leptos_meta::Title;

use super::side::Side;
use crate::call::fetch;
use crate::pages::ask::ask;
use crate::pages::form_result::FormResult;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::parts::{Notice, Sect, Tone};
use known::GROUPS;
use row::Row;

/// Page of the memory settings.
#[component]
pub fn MemorySettings() -> impl IntoView {
    let settings = fetch(|| (), |()| async { ask(SettingsGet {}).await });
    view! {
        <Title text="Memory, settings" />
        <Transition>
            {alive(move || settings.get().map(|outcome| match outcome {
                Ok(in_force) => view! { <Body in_force /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Body(in_force: InForce) -> impl IntoView {
    let groups = GROUPS
        .into_iter()
        .map(|(id, title, settings)| {
            let rows: Vec<_> = settings
                .iter()
                .map(|known| {
                    let (value, origin) = known.of(&in_force);
                    (*known, value, origin)
                })
                .collect();
            // The key of a row includes its value, so that a changed value discards typed text.
            let rows = view! {
                <For
                    each=move || rows.clone()
                    key=|(known, value, origin)| (known.name, value.clone(), *origin as u8)
                    children=|(known, value, origin)| view! { <Row known value origin /> }
                />
            };
            view! { <Sect id title><div class="knobs">{rows}</div></Sect> }
        })
        .collect_view();
    let warnings = in_force
        .warnings
        .into_iter()
        .map(|warning| view! { <Notice tone=Tone::Hold>{warning}</Notice> })
        .collect_view();
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Memory"</h1>
                    <p class="lede">
                        "How sessions are summarised, what of them is kept, and when minds dream. What is set here goes before the server's configuration."
                    </p>
                </div>
            </header>
            <div class="notices"><FormResult/>{warnings}</div>
            <div class="settings">
                <Side here=crate::paths::settings_memory() />
                <div class="flow">{groups}</div>
            </div>
        </main>
    }
}
