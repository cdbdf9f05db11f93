//! Searches of the agent without a matching result: gaps in its knowledge.

use engine::mind::state::Miss;
use leptos::prelude::*;

use super::here;
use crate::live::feed;
use crate::parts::{Ago, Sect, alive};
use crate::paths::CrystalsAddress;

/// Maximum number of searches shown.
const SHOWN: usize = 10;

/// Section with the searches; empty if every search found a match.
#[component]
pub fn Misses() -> impl IntoView {
    let here = here();
    let misses = Memo::new(move |_| here.there.with(|there| there.mind.misses.clone()));
    alive(move || {
        let mut misses = misses.get();
        let all = misses.len();
        misses.truncate(SHOWN);
        (all > 0).then(|| {
            let rows = misses.into_iter().map(|miss| view! { <Row miss/> });
            let aside = move || {
                (all > SHOWN)
                    .then(|| view! { <p class="push">{format!("the last {SHOWN} of {all}")}</p> })
            };
            view! {
                <Sect id="h-misses" title="Searches that found nothing" aside>
                    <table class="rows"><tbody>{rows.collect_view()}</tbody></table>
                </Sect>
            }
        })
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
            <td><Ago at=Signal::stored(miss.at.0) now=feed().clock()/></td>
        </tr>
    }
}
