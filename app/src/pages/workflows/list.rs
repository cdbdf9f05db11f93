//! List of the workflows.

use engine::workflow::find::Summary;
use engine::workflow::state::{Status, Workflow};
use kernel::page::Page;
use leptos::prelude::*;

use super::WorkflowsQuery;
use crate::moment::moment;
use crate::pages::run::{RunTally, run_body};
use crate::pages::shown::life_of;
use crate::pages::words::long;
use crate::parts::{Empty, Glyph, Icon, Sect};
use crate::paths::{self, with_query};

/// Renders one page of the list.
pub fn list(wish: &WorkflowsQuery, page: Page<Summary>) -> AnyView {
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
    let next = page.next_cursor.map(|cursor| address(Some(&cursor)));
    let none = page.items.is_empty();
    let rows = page.items.into_iter().map(row);
    view! {
        <Sect
            id="h-list"
            title=if is_filtered { "Found" } else { "All workflows" }
            aside=|| view! { <p>"most recently changed first"</p> }
        >
            {none.then(|| nothing(is_filtered))}
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
    .into_any()
}

fn nothing(is_filtered: bool) -> AnyView {
    if is_filtered {
        view! {
            <Empty title="No workflows found." text="Try fewer words, or another status.">
                <a class="btn" href=paths::workflows()>"All workflows"</a>
            </Empty>
        }
        .into_any()
    } else {
        view! {
            <Empty title="No workflows yet." text="Workflows appear here when an agent or you create one.">
                <a class="btn" href=paths::import()>"Import one"</a>
            </Empty>
        }
        .into_any()
    }
}

fn row(row: Summary) -> AnyView {
    let quiet = moment().now.0.saturating_sub(row.updated_at.0);
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
            {run_body(row.clone())}
            <RunTally summary=row />
        </li>
    }
    .into_any()
}
