//! List of the cores, next to the memories while none of them is open.

use engine::crystal::overview::CoreSummary;
use leptos::prelude::*;

use super::around::Around;
use crate::pages::ask::Loaded;
use crate::pages::crystal::core_word;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Empty, Sect, group_digits};
use crate::paths::CrystalsAddress;

/// Section with the cores.
pub fn cores(address: CrystalsAddress, around: Loaded<Around>) -> impl IntoView {
    let cores = match around {
        Ok(around) if around.cores.is_empty() => view! {
            <Empty title="No core yet." text="The first memory of a namespace creates its core."/>
        }
        .into_any(),
        Ok(around) => {
            let more = around.has_more.then(|| view! {
                <p class="field-hint">"The most recently written cores. Search covers all cores."</p>
            });
            let rows = around
                .cores
                .into_iter()
                .map(|core| render_core(core, &address));
            view! { <ul class="cores">{rows.collect_view()}</ul> {more} }.into_any()
        }
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! { <Sect id="h-cores" title="Cores">{cores}</Sect> }
}

/// Renders a core, with the link that selects it or removes the selection.
fn render_core(core: CoreSummary, address: &CrystalsAddress) -> impl IntoView + use<> {
    let is_chosen = address.core == core.name;
    let chosen = if is_chosen {
        String::new()
    } else {
        core.name.clone()
    };
    let href = address.with(|address| {
        address.cursor = None;
        address.core = chosen;
    });
    view! {
        <li>
            <a href=href.href() aria-current=is_chosen.then_some("true") data-noscroll="true" dir="auto">{core_word(&core.name)}</a>
            <span class="num">{group_digits(core.crystals)}</span>
            {core.description.map(|text| view! { <p dir="auto">{text}</p> })}
        </li>
    }
}
