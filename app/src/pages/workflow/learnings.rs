//! Learnings of the workflow: open ones, ones promoted to long-term memory, and dismissed ones. They are derived
//! from the state, independent of the time; people's decisions on them are part of the state.

mod entry;

use engine::learning::{Known, LearningRow, OnlyTold, rows};
use engine::workflow::learning::LearningStatus;
use leptos::prelude::*;

use self::entry::entry;
use super::keeping::Keeping;
use super::pages::{in_all, on_page, page_links, page_of};
use super::scene::Scene;
use crate::pages::crystal::core_word;
use crate::parts::{Empty, Sect};
use crate::paths;

/// Number of learnings per page.
const PAGE: usize = 30;

/// Statuses of learnings, in the order of the page.
const STATUSES: [(LearningStatus, &str); 3] = [
    (LearningStatus::Open, "To decide"),
    (LearningStatus::Promoted, "Kept in long-term memory"),
    (LearningStatus::Dismissed, "Dismissed"),
];

/// Renders the lists of the learnings.
pub fn learnings(scene: &Scene, keeping: &Keeping) -> AnyView {
    let known = rows(&scene.workflow, OnlyTold::No);
    let of = |status| known.iter().filter(move |known| known.status() == status);
    let all = known.len();
    let page = page_of(scene, all, PAGE);
    let sorted = STATUSES.iter().flat_map(|(status, _)| of(*status));
    let shown: Vec<_> = on_page(sorted, page, PAGE).map(Known::whole).collect();
    let sections = STATUSES.iter().enumerate();
    let sections = sections.filter_map(|(nth, (status, title))| {
        let own: Vec<_> = shown.iter().filter(|row| row.status == *status).collect();
        let count = of(*status).count();
        // The total number is shown if not all of them are on the page.
        let total = (count > own.len() || page > 1).then_some(count);
        (!own.is_empty()).then(|| section(scene, keeping, (nth, title), &own, total))
    });
    view! {
        <section class="view flow" tabindex="0" id="learnings" data-hold="" aria-label="Learnings">
            {(all == 0).then(|| view! {
                <Empty
                    title="No learnings yet."
                    text="Decisions, insights, failures and recurring patterns appear here. You choose which become long-term memories."
                />
            })}
            {sections.collect_view()}
            {page_links(scene, all, PAGE, "learnings")}
            {core_choices(scene)}
        </section>
    }
    .into_any()
}

/// Learnings of one status on the page.
fn section(
    scene: &Scene,
    keeping: &Keeping,
    (nth, title): (usize, &'static str),
    rows: &[&LearningRow],
    total: Option<usize>,
) -> AnyView {
    let aside = move || total.map(in_all);
    let entries: Vec<_> = rows.iter().map(|row| entry(scene, keeping, row)).collect();
    view! {
        <Sect id=format!("h-{nth}") title aside>
            <div class="entries">{entries}</div>
        </Sect>
    }
    .into_any()
}

/// Cores whose memories the workflow's tasks get from earlier workflows.
fn core_choices(scene: &Scene) -> Option<AnyView> {
    let cores = &scene.workflow.memory_core_refs;
    if cores.is_empty() {
        return None;
    }
    let links = cores.iter().enumerate().map(|(nth, core)| {
        let href = paths::crystals_of_core(core);
        view! { {(nth > 0).then_some(", ")} <a href=href dir="auto">{core_word(core)}</a> }
    });
    let links = links.collect_view();
    let section = view! {
        <Sect id="h-offered" title="From earlier workflows">
            <p class="quiet">"Agents that claim a task get matching memories from " {links} "."</p>
        </Sect>
    };
    Some(section.into_any())
}
