//! Searches of the agent without a matching result: gaps in its knowledge.

use engine::mind::state::Miss;
use leptos::prelude::*;

use super::here;
use crate::parts::{Ago, Sect};
use crate::paths::CrystalsAddress;

/// Maximum number of searches shown.
const SHOWN: usize = 10;

/// Section with the searches; empty if every search found a match.
pub fn misses_section() -> impl IntoView {
    let misses = &here().there.mind.misses;
    let all = misses.len();
    let rows = misses
        .iter()
        .take(SHOWN)
        .map(|miss| view! { <Row miss=miss.clone()/> });
    let rows = rows.collect_view();
    let aside = move || {
        (all > SHOWN).then(|| view! { <p class="push">{format!("last {SHOWN} of {all}")}</p> })
    };
    (all > 0).then(|| {
        view! {
            <Sect id="h-misses" title="Searches without results" aside>
                <table class="rows"><tbody>{rows}</tbody></table>
            </Sect>
        }
    })
}

#[component]
fn Row(miss: Miss) -> impl IntoView {
    let address = CrystalsAddress {
        query: miss.query.to_string(),
        ..CrystalsAddress::default()
    };
    let times = match miss.count {
        1 => "once".to_owned(),
        n => format!("{n} times"),
    };
    view! {
        <tr>
            <td><a href=address.href() dir="auto">{miss.query.to_string()}</a></td>
            <td class="num">{times}</td>
            <td><Ago at=miss.at.0/></td>
        </tr>
    }
}
