//! Learnings of the workflow: open ones, ones promoted to long-term memory, and dismissed ones. They are derived
//! from the state, independent of the time; people's decisions on them are part of the state.

mod entry;

use engine::learning::{Known, LearningRow, OnlyTold, rows};
use engine::workflow::Workflow;
use engine::workflow::learning::LearningStatus;
use leptos::prelude::*;

use self::entry::Entry;
use super::pages::{Pages, on_page};
use super::scene::scene;
use crate::parts::{Empty, Sect, group_digits};
use crate::paths;

/// Number of learnings per page.
const PAGE: usize = 30;

/// Statuses of learnings, in the order of the page.
const STANDS: [(LearningStatus, &str); 3] = [
    (LearningStatus::Open, "To decide"),
    (LearningStatus::Promoted, "Kept in long-term memory"),
    (LearningStatus::Dismissed, "Dismissed"),
];

/// Learnings on a page, and the total number of each status.
struct Shown {
    page: usize,
    rows: Vec<LearningRow>,
    counts: [usize; STANDS.len()],
}

impl Shown {
    fn of(workflow: &Workflow, page: usize) -> Self {
        let all = rows(workflow, OnlyTold::No);
        let of = |status| all.iter().filter(move |known| known.status() == status);
        let counts = STANDS.map(|(status, _)| of(status).count());
        let all: usize = counts.iter().sum();
        let page = page.min(all.div_ceil(PAGE)).max(1);
        let sorted = STANDS.iter().flat_map(|(status, _)| of(*status));
        let rows = on_page(sorted, page, PAGE).map(Known::whole);
        Self {
            page,
            rows: rows.collect(),
            counts,
        }
    }
}

/// Lists of the learnings.
#[component]
pub fn Learnings() -> impl IntoView {
    let scene = scene();
    let wanted = scene.address.with_untracked(|address| address.page);
    let shown = scene
        .state
        .with_untracked(|workflow| Shown::of(workflow, wanted));
    let all: usize = shown.counts.iter().sum();
    let mut rows = shown.rows.into_iter().peekable();
    let stands = STANDS.into_iter().zip(shown.counts).enumerate();
    let stands = stands.map(|(nth, ((status, title), count))| {
        let own = std::iter::from_fn(|| rows.next_if(|row| row.status == status));
        let own: Vec<_> = own.collect();
        // The total number is shown if not all of them are on the page.
        let total = (count > own.len() || shown.page > 1).then_some(count);
        (!own.is_empty()).then(|| view! { <Stand nth title rows=own total/> })
    });
    let stands: Vec<_> = stands.collect();
    view! {
        <section
            class="view flow"
            tabindex="0"
            id="learnings"
            data-hold=""
            aria-label="Learnings"
        >
            {(all == 0).then(|| view! {
                <Empty
                    title="No learnings yet."
                    text="Decisions, insights, failures and recurring patterns appear here. You choose which become long-term memories."
                />
            })}
            {stands}
            <Pages all=Memo::new(move |_| all) per=PAGE what="learnings"/>
            <OfferedCores/>
        </section>
    }
}

/// Learnings of one status on the page.
#[component]
fn Stand(
    nth: usize,
    title: &'static str,
    rows: Vec<LearningRow>,
    total: Option<usize>,
) -> impl IntoView {
    let aside = move || {
        total.map(
            |all| view! { <p class="push">{format!("{} in all", group_digits(all as u64))}</p> },
        )
    };
    let entries = rows.into_iter().map(|row| view! { <Entry row/> });
    view! {
        <Sect id=format!("h-{nth}") title aside>
            <div class="entries">{entries.collect_view()}</div>
        </Sect>
    }
}

/// Cores whose memories the workflow's tasks get from earlier workflows.
#[component]
fn OfferedCores() -> impl IntoView {
    let scene = scene();
    let cores = scene
        .state
        .with_untracked(|workflow| workflow.memory_core_refs.to_vec());
    (!cores.is_empty()).then(|| {
        let links = cores.into_iter().enumerate().map(|(nth, core)| {
            let href = paths::crystals_of_core(&core);
            view! { {(nth > 0).then_some(", ")} <a href=href dir="auto">{crate::pages::crystal::core_word(&core)}</a> }
        });
        view! {
            <Sect id="h-offered" title="From earlier workflows">
                <p class="quiet">"Agents that claim a task get matching memories of " {links.collect_view()} "."</p>
            </Sect>
        }
    })
}
