//! List of the workflows. A fact of a workflow updates its row; rows keep their places.

use engine::workflow::find::Summary;
use engine::workflow::state::{Status, Workflow};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{WorkflowsQuery, load};
use crate::live::feed;
use crate::pages::fresh::{fresh, is_news, workflow_of};
use crate::pages::run::{RunBody, RunTally};
use crate::pages::shown::life_of;
use crate::pages::words::long;
use crate::parts::alive;
use crate::parts::{Empty, Glyph, Icon, Sect};
use crate::paths::{self, with_query};

/// Maximum number of rows, including those of workflows that were created while the page is open.
const MAX_ROWS: usize = 200;

/// Section with the list.
#[component]
pub fn List(
    /// Search that was run.
    wish: WorkflowsQuery,
    /// Workflows of this page.
    items: Vec<Summary>,
    /// Cursor of the next page.
    next: Option<String>,
) -> impl IntoView {
    let is_filtered = !wish.query.is_empty() || !wish.status.is_empty();
    let address = |cursor: Option<&str>| {
        with_query(
            &paths::workflows(),
            &[
                ("q", Some(wish.query.as_str())),
                ("status", Some(wish.status.as_str())),
                ("cursor", cursor),
            ],
        )
    };
    let first = wish.cursor.is_some().then(|| address(None));
    let next = next.map(|cursor| address(Some(&cursor)));
    let rows = RwSignal::new(items);
    follow(wish, rows);
    let ids =
        Memo::new(move |_| rows.with(|rows| rows.iter().map(|row| row.id).collect::<Vec<_>>()));
    view! {
        <Sect
            id="h-list"
            title=if is_filtered { "Found" } else { "All workflows" }
            aside=|| view! { <p>"most recently changed first"</p> }
        >
            <Show when=move || ids.with(Vec::is_empty)>
                <Nothing is_filtered />
            </Show>
            <ol class="runs">
                <For
                    each=move || ids.get()
                    key=|id| *id
                    children=move |id| {
                        let row = rows.with_untracked(|rows| rows.iter().find(|row| row.id == id).cloned());
                        row.map(|row| view! { <Row row rows /> })
                    }
                />
            </ol>
            {(first.is_some() || next.is_some())
                .then(|| {
                    view! {
                        <nav class="btns btns--start" aria-label="Pages of workflows">
                            {first.map(|href| view! { <a class="btn" href=href>"First page"</a> })}
                            {next.map(|href| view! { <a class="btn" href=href rel="next">"Older"</a> })}
                        </nav>
                    }
                })}
        </Sect>
    }
}

#[component]
fn Nothing(is_filtered: bool) -> impl IntoView {
    if is_filtered {
        view! {
            <Empty title="Nothing was found." text="Try fewer words, or another status.">
                <a class="btn" href=paths::workflows()>"All workflows"</a>
            </Empty>
        }
        .into_any()
    } else {
        view! {
            <Empty title="No workflow yet." text="An orchestrator begins one, or you do.">
                <a class="btn" href=paths::import()>"Import one"</a>
            </Empty>
        }
        .into_any()
    }
}

fn follow(wish: WorkflowsQuery, rows: RwSignal<Vec<Summary>>) {
    fresh(
        |fact| {
            workflow_of(fact)
                .filter(|_| is_news(&fact.kind))
                .map(|_| ())
        },
        move |()| {
            let wish = wish.clone();
            let is_first = wish.cursor.is_none();
            spawn_local(async move {
                let Ok((news, _)) = load(wish).await else {
                    return;
                };
                rows.try_update(|rows| {
                    for new in news {
                        match rows.iter_mut().find(|row| row.id == new.id) {
                            Some(row) => *row = new,
                            None if is_first => rows.insert(0, new),
                            None => {}
                        }
                    }
                    rows.truncate(MAX_ROWS);
                });
            });
        },
    );
}

#[component]
fn Row(row: Summary, rows: RwSignal<Vec<Summary>>) -> impl IntoView {
    let now = feed().clock();
    let id = row.id;
    let summary = Memo::new(move |before: Option<&Summary>| {
        let found = rows.with(|rows| rows.iter().find(|row| row.id == id).cloned());
        found
            .or_else(|| before.cloned())
            .unwrap_or_else(|| row.clone())
    });
    let stale = move || {
        summary.with(|summary| {
            let quiet = now.get().saturating_sub(summary.updated_at.0);
            (summary.status == Status::Active && quiet >= Workflow::STALE_AFTER)
                .then(|| long(quiet))
        })
    };
    view! {
        <li class="run">
            <p class="run-foot">
                <span>{alive(move || summary.with(life_of))}</span>
                {alive(move || {
                    stale()
                        .map(|quiet| {
                            view! {
                                <span class="badge" data-status="blocked">
                                    <Glyph icon=Icon::Warn />
                                    {format!("quiet for {quiet}")}
                                </span>
                            }
                        })
                })}
            </p>
            <RunBody summary />
            <RunTally summary />
        </li>
    }
}
