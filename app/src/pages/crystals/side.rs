//! List of the cores, next to the memories while none of them is open.

use engine::crystal::overview::CoreSummary;
use leptos::prelude::*;

use super::around::Around;
use crate::call::Fetch;
use crate::pages::ask::Loaded;
use crate::pages::crystal::core_word;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Empty, Sect, alive, group_digits};
use crate::paths::CrystalsAddress;

/// Section with the cores.
#[component]
pub fn Cores(
    /// Current search.
    wish: Memo<CrystalsAddress>,
    /// Data around the list.
    around: Fetch<Loaded<Around>>,
) -> impl IntoView {
    view! {
        <Sect id="h-cores" title="Cores">
            <Transition>
                {alive(move || around.get().map(|outcome| match outcome {
                    Ok(around) if around.cores.is_empty() => view! {
                        <Empty title="No core yet." text="A namespace's first memory makes its core; core_create makes one with writers of its own."/>
                    }
                    .into_any(),
                    Ok(around) => {
                        let more = around.has_more.then(|| view! {
                            <p class="field-hint">"Those that were written last. The search finds memories of all of them."</p>
                        });
                        let rows = around.cores.into_iter().map(|core| view! { <Core core wish/> });
                        view! { <ul class="cores">{rows.collect_view()}</ul> {more} }.into_any()
                    }
                    Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                }))}
            </Transition>
        </Sect>
    }
}

#[component]
fn Core(core: CoreSummary, wish: Memo<CrystalsAddress>) -> impl IntoView {
    let name = core.name.clone();
    let is_chosen = move || wish.with(|wish| wish.core == name);
    let name = core.name.clone();
    // The link of the selected core removes the selection.
    let href = move || {
        wish.with(|wish| {
            wish.with(|wish| {
                wish.cursor = None;
                wish.core = if wish.core == name {
                    String::new()
                } else {
                    name.clone()
                };
            })
            .href()
        })
    };
    view! {
        <li>
            <a href=href aria-current=move || is_chosen().then_some("true") data-noscroll="true" dir="auto">{core_word(&core.name)}</a>
            <span class="num">{group_digits(core.crystals)}</span>
            {core.description.map(|text| view! { <p dir="auto">{text}</p> })}
        </li>
    }
}
