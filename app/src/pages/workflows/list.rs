//! List of the workflows.

use engine::workflow::find::Summary;
use engine::workflow::state::{Status, Workflow};
use leptos::prelude::*;

use super::WorkflowsQuery;
use crate::live::feed;
use crate::pages::run::{RunBody, RunTally};
use crate::pages::shown::life_of;
use crate::pages::words::long;
use crate::parts::{Empty, Glyph, Icon, Sect};
use crate::paths::{self, with_query};

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
    let none = items.is_empty();
    let rows = items.into_iter().map(|row| view! { <Row row /> });
    view! {
        <Sect
            id="h-list"
            title=if is_filtered { "Found" } else { "All workflows" }
            aside=|| view! { <p>"most recently changed first"</p> }
        >
            {none.then(|| view! { <Nothing is_filtered /> })}
            <ol class="runs" id="workflows" data-hold="">{rows.collect_view()}</ol>
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

#[component]
fn Row(row: Summary) -> impl IntoView {
    let quiet = feed().now().saturating_sub(row.updated_at.0);
    let is_stale = row.status == Status::Active && quiet >= Workflow::STALE_AFTER;
    let stale = is_stale.then(|| {
        view! {
            <span class="badge" data-status="blocked">
                <Glyph icon=Icon::Warn />
                {format!("quiet for {}", long(quiet))}
            </span>
        }
    });
    let id = row.id.to_string();
    view! {
        <li class="run" id=format!("run-{id}") data-row=id>
            <p class="run-foot"><span>{life_of(&row)}</span> {stale}</p>
            <RunBody summary=row.clone() />
            <RunTally summary=row />
        </li>
    }
}
