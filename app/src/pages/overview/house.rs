//! Overview of a workspace in use: a headline and four sections.

use engine::workflow::attention::{Item, ItemKind};
use leptos::prelude::*;

use super::activity::Activity;
use super::asks::Asks;
use super::lede::lede;
use super::roster::roster;
use super::runs::Runs;
use super::scene::Scene;

/// Lists that wait together while somebody points at one of them: a new row in the first moves those below it.
pub const GROUP: &str = "overview";

/// Body of the page.
#[component]
pub fn House(
    /// Data of the page.
    scene: Scene,
) -> impl IntoView {
    let Scene {
        inbox,
        runs,
        running,
        lately,
        agents,
        lines,
        ..
    } = scene;
    let (items, memories) = (inbox.items, inbox.memories);
    let lede = lede(&items, &memories, &agents);
    let roster = roster(&agents, &items);
    view! {
        <main class="page" id="main">
            {lede}
            <div class="columns">
                <Asks items memories />
                {roster}
                <Runs runs running lately />
                <Activity lines />
            </div>
        </main>
    }
}

/// Returns the agent's work that waits for a review, if any.
#[must_use]
pub fn in_review<'a>(items: &'a [Item], agent: &str) -> Option<&'a str> {
    items
        .iter()
        .find(|item| item.kind == ItemKind::Review && item.from.as_deref() == Some(agent))
        .map(|item| item.thing.as_str())
}

/// Returns the agents whose lease on a task expired.
#[must_use]
pub fn quiet(items: &[Item]) -> Vec<&str> {
    let mut names: Vec<&str> = items
        .iter()
        .filter(|item| item.kind == ItemKind::LeaseExpired)
        .filter_map(|item| item.from.as_deref())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
