//! `/workflows`: all workflows, filtered by text and status, and a form that creates one.

mod create;
mod filter;
mod list;

use engine::workflow::find::Summary;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::state::Status;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use serde::{Deserialize, Serialize};

use crate::call::fetch;
use crate::pages::ask::{Loaded, ask};
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use create::Create;
use filter::Filter;
use list::List;

/// Search of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    let query = use_query_map();
    let wish = Memo::new(move |_| {
        query.with(|query| WorkflowsQuery {
            query: query.get("q").unwrap_or_default(),
            status: query.get("status").unwrap_or_default(),
            cursor: query.get("cursor").filter(|cursor| !cursor.is_empty()),
        })
    });
    let page = fetch(move || wish.get(), load);
    view! {
        <Title text="Workflows" />
        <Transition>
            {alive(move || page.get().map(|outcome| match outcome {
                Ok((items, next)) => view! { <Body wish=wish.get_untracked() items next /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}

/// Loads one page of the list, with the cursor of the next one.
async fn load(wish: WorkflowsQuery) -> Loaded<(Vec<Summary>, Option<String>)> {
    let status = STATUSES
        .into_iter()
        .find(|status| status.name() == wish.status);
    let page = ask(WorkflowList {
        status,
        query: Some(wish.query).filter(|words| !words.trim().is_empty()),
        cursor: wish.cursor,
        limit: None,
    })
    .await?;
    Ok((page.items, page.next_cursor))
}

#[component]
fn Body(wish: WorkflowsQuery, items: Vec<Summary>, next: Option<String>) -> impl IntoView {
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Workflows"</h1>
                    <p class="lede">"One goal each, the tasks that lead there, and what came of them."</p>
                </div>
                <Filter wish=wish.clone() />
            </header>
            <div class="columns">
                <List wish items next />
                <Create />
            </div>
        </main>
    }
}
