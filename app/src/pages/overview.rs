//! `/`: open items, running workflows, agents and activity. Before the first agent has called: instructions to
//! connect one.

mod activity;
mod ask_row;
mod asks;
mod first_agent;
mod first_run;
mod house;
mod lede;
mod mini;
mod palace;
mod roster;
mod run_row;
mod runs;
mod scene;

use leptos::prelude::*;
use leptos_meta::Title;

use crate::call::fetch;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use first_run::FirstRun;
use house::House;

/// Overview page.
#[component]
pub fn Overview() -> impl IntoView {
    let scene = fetch(|| (), |()| scene::load());
    view! {
        <Title text="Overview" />
        <Transition>
            {alive(move || scene.get().map(|outcome| match outcome {
                Ok(scene) if scene.is_empty() => view! { <FirstRun scene /> }.into_any(),
                Ok(scene) => view! { <House scene /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}
