//! Learnings of the workflow: open ones, ones promoted to long-term memory, and dismissed ones. They are derived
//! from the state, independent of the time; people's decisions on them are part of the state.

mod entry;

use engine::learning::{Known, LearningRow, OnlyTold, rows};
use engine::workflow::Workflow;
use engine::workflow::learning::LearningStatus;
use leptos::prelude::*;

use self::entry::Entry;
use super::pages::{Pages, on_page, page_of};
use super::scene::scene;
use crate::live::feed;
use crate::pages::still::{Pointer, still_while};
use crate::parts::{Empty, Sect, alive, group_digits};
use crate::paths;

/// Number of learnings per page.
const PAGE: usize = 30;

/// Statuses of learnings, in the order of the page.
const STANDS: [(LearningStatus, &str); 3] = [
    (LearningStatus::Open, "To decide"),
    (LearningStatus::Promoted, "Kept in long-term memory"),
    (LearningStatus::Dismissed, "Not kept"),
];

/// Learnings on a page, and the total number of each status.
#[derive(Clone, Debug, Default, PartialEq)]
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
    let wanted = Memo::new(move |_| scene.address.with(|address| address.page));
    // New entries wait while the user points at one, and while they arrive faster than anyone can read.
    let (pointer, floods) = (Pointer::away(), feed().floods);
    let shown = still_while(
        move |before: &(usize, Shown)| {
            (pointer.is_over() || floods.get()) && before.0 == wanted.get()
        },
        move || {
            let wanted = wanted.get();
            (
                wanted,
                scene.state.with(|workflow| Shown::of(workflow, wanted)),
            )
        },
    );
    let shown = Memo::new(move |_| shown.with(|(_, shown)| shown.clone()));
    let all = Memo::new(move |_| shown.with(|shown| shown.counts.iter().sum::<usize>()));
    let page = page_of(all, PAGE);
    let stands = (0..STANDS.len()).map(move |nth| view! { <Stand nth shown page/> });
    view! {
        <section
            class="view flow"
            tabindex="0"
            aria-label="Learnings"
            on:pointerenter=move |_| pointer.enter()
            on:pointerleave=move |_| pointer.leave()
            on:submit=move |_| pointer.leave()
        >
            {alive(move || (all.get() == 0).then(|| view! {
                <Empty
                    title="Nothing to learn yet."
                    text="Decisions with their reasons, insights, failures and what came up again and again are found here, so that they can be kept in long-term memory."
                />
            }))}
            {stands.collect_view()}
            <Pages all per=PAGE what="learnings"/>
            <OfferedCores/>
        </section>
    }
}

/// Learnings of one status on the page.
#[component]
fn Stand(nth: usize, shown: Memo<Shown>, page: Memo<usize>) -> impl IntoView {
    let (status, title) = STANDS[nth];
    let rows = Memo::new(move |_| {
        shown.with(|shown| {
            let own = shown.rows.iter().filter(|row| row.status == status);
            own.cloned().collect::<Vec<_>>()
        })
    });
    let any = Memo::new(move |_| rows.with(|rows| !rows.is_empty()));
    // Total number of the status, if not all of them are on the page.
    let more = Memo::new(move |_| {
        let all = shown.with(|shown| shown.counts[nth]);
        (all > rows.with(Vec::len) || page.get() > 1).then_some(all)
    });
    move || {
        any.get().then(|| {
            let aside = move || {
                let all = more.get();
                all.map(|all| view! { <p class="push">{format!("{} in all", group_digits(all as u64))}</p> })
            };
            view! {
                <Sect id=format!("h-{nth}") title aside>
                    <div class="entries">
                        <For each=move || rows.get() key=|row| (row.id.to_string(), row.changed) children=|row| view! { <Entry row/> }/>
                    </div>
                </Sect>
            }
        })
    }
}

/// Cores whose memories the workflow's tasks get from earlier workflows.
#[component]
fn OfferedCores() -> impl IntoView {
    let scene = scene();
    let cores = scene.read(|workflow| workflow.memory_core_refs.to_vec());
    alive(move || {
        let cores = cores.get();
        (!cores.is_empty()).then(|| {
            let links = cores.into_iter().enumerate().map(|(nth, core)| {
                let href = paths::crystals_of_core(&core);
                view! { {(nth > 0).then_some(", ")} <a href=href dir="auto">{crate::pages::crystal::core_word(&core)}</a> }
            });
            view! {
                <Sect id="h-offered" title="Offered from before">
                    <p class="quiet">"Whoever takes a task is given what fits it of " {links.collect_view()} ": there is what earlier workflows have taught."</p>
                </Sect>
            }
        })
    })
}
