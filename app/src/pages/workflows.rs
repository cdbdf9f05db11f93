//! `/workflows`: all workflows, filtered by text and status, and a form that creates one.

mod create;
mod filter;
mod list;

use engine::workflow::find::Summary;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::state::Status;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::ask::ask;
use crate::pages::trouble::show_page;
use filter::Filter;

/// Search of the list.
#[derive(Clone)]
pub struct WorkflowsQuery {
    /// Text to search for.
    pub query: String,
    /// Name of a status; empty for all but archived workflows.
    pub status: String,
    /// Cursor of the page.
    pub cursor: Option<String>,
}

/// Statuses to choose from.
pub const STATUSES: [Status; 5] = [
    Status::Active,
    Status::Completed,
    Status::CompletedWithFailures,
    Status::Cancelled,
    Status::Archived,
];

/// Page of the workflows.
#[component]
pub fn Workflows() -> impl IntoView {
    let wish = use_query_map().with_untracked(|query| WorkflowsQuery {
        query: query.get("q").unwrap_or_default(),
        status: query.get("status").unwrap_or_default(),
        cursor: query.get("cursor").filter(|cursor| !cursor.is_empty()),
    });
    let mut statuses = STATUSES.into_iter();
    let list = WorkflowList {
        status: statuses.find(|status| status.name() == wish.status),
        query: Some(wish.query.clone()).filter(|words| !words.trim().is_empty()),
        cursor: wish.cursor.clone(),
        ..WorkflowList::default()
    };
    view! {
        <Title text="Workflows" />
        {show_page(ask(list), |page| body(wish, page))}
    }
}

fn body(wish: WorkflowsQuery, page: Page<Summary>) -> AnyView {
    let list = list::list(&wish, page);
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Workflows"</h1>
                    <p class="lede">"Each workflow has a goal, the tasks that lead to it, and their results."</p>
                </div>
                <Filter wish />
            </header>
            <div class="columns">
                {list}
                {create::create()}
            </div>
        </main>
    }
    .into_any()
}
