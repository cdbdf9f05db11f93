//! Running workflows. A fact of a workflow updates its row; rows keep their places while the user points at them.

use engine::workflow::find::Summary;
use kernel::Id;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::mini;
use super::run_row::RunRow;
use super::scene::{self, RUNS, Run};
use crate::pages::fresh::{fresh, is_news, workflow_of};
use crate::pages::still::Pointer;
use crate::parts::alive;
use crate::parts::{Empty, Sect};
use crate::paths;

/// A live row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    id: Id,
    /// Workflow of the row.
    pub run: RwSignal<Run>,
}

impl Cell {
    fn of(run: Run) -> Self {
        Self {
            id: run.summary.id,
            run: RwSignal::new(run),
        }
    }
}

/// Section with the running workflows.
#[component]
pub fn Runs(
    /// Workflows as loaded with the page.
    runs: Vec<Run>,
    /// Total number of running workflows.
    running: usize,
    /// Recently finished workflows, if none was running when the page was rendered.
    lately: Vec<Run>,
    /// Pointer state, shared by the rows of the page.
    pointer: Pointer,
) -> impl IntoView {
    let owner = Owner::current().unwrap_or_default();
    let cells = RwSignal::new(runs.into_iter().map(Cell::of).collect::<Vec<_>>());
    let running = RwSignal::new(running);
    let lately = StoredValue::new(lately);
    follow(owner, cells, running);
    let shown = pointer.still(move || cells.get());
    view! {
        <Sect
            id="h-runs"
            title="Active workflows"
            aside=move || {
                view! {
                    <a class="push" href=paths::workflows()>
                        {alive(move || match running.get() {
                            n if n > cells.with(Vec::len) => format!("All {n} active workflows"),
                            _ => "All workflows".to_owned(),
                        })}
                    </a>
                }
            }
        >
            <Show when=move || shown.with(Vec::is_empty)>
                <Empty title="No workflow is active." text="An orchestrator begins one, or you do.">
                    <a class="btn" href=paths::new_workflow()>"New workflow"</a>
                </Empty>
                <Lately lately=lately.get_value() />
            </Show>
            <ol
                class="runs"
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
            >
                <For
                    each=move || shown.get()
                    key=|cell| cell.id
                    children=|cell| view! { <RunRow run=cell.run /> }
                />
            </ol>
        </Sect>
    }
}

/// Recently finished workflows, shown while none is running.
#[component]
fn Lately(lately: Vec<Run>) -> impl IntoView {
    (!lately.is_empty()).then(|| {
        let rows = lately
            .into_iter()
            .map(|run| view! { <RunRow run=RwSignal::new(run) /> })
            .collect_view();
        view! {
            <h3>"Lately finished"</h3>
            <ol class="runs">{rows}</ol>
        }
    })
}

/// Reloads the rows after facts of workflows, all at once because that is one cheap request; reloads the plan only
/// of the workflow that the fact belongs to.
fn follow(owner: Owner, cells: RwSignal<Vec<Cell>>, running: RwSignal<usize>) {
    fresh(
        |fact| workflow_of(fact).filter(|_| is_news(&fact.kind)),
        move |workflow| {
            let owner = owner.clone();
            spawn_local(async move {
                let Ok((news, total)) = scene::runs().await else {
                    return;
                };
                running.try_set(total);
                // A workflow that left the list only because others are more recent stays in place.
                let ended = total <= news.len();
                let known = cells.try_get_untracked().unwrap_or_default();
                if ended && known.iter().any(|cell| !is_in(&news, cell.id)) {
                    cells.try_update(|cells| cells.retain(|cell| is_in(&news, cell.id)));
                }
                for (nth, summary) in news.into_iter().enumerate() {
                    if let Some(cell) = known.iter().find(|cell| cell.id == summary.id) {
                        change(*cell, summary, workflow).await;
                    } else if nth < RUNS {
                        let mini = mini::load(&summary).await;
                        let cell = owner.with(|| Cell::of(Run { summary, mini }));
                        cells.try_update(|cells| cells.push(cell));
                    }
                }
            });
        },
    );
}

fn is_in(summaries: &[Summary], id: Id) -> bool {
    summaries.iter().any(|summary| summary.id == id)
}

async fn change(cell: Cell, summary: Summary, touched: Id) {
    let Some(run) = cell.run.try_get_untracked() else {
        return;
    };
    if run.summary == summary {
        return;
    }
    let mut mini = run.mini;
    if summary.id == touched {
        let moved = match &mini {
            Some(old) => mini::statuses(touched).await.and_then(|now| old.with(&now)),
            None => None,
        };
        mini = match moved {
            Some(moved) => Some(moved),
            None => mini::load(&summary).await,
        };
    }
    cell.run.try_set(Run { summary, mini });
}
