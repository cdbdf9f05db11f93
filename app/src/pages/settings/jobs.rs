//! `/settings/jobs`: background jobs of the server: running, retrying with the reason, and failed ones.

mod row;

use engine::jobs::JobRow;
use engine::work::ops::job_list::JobList;
use engine::work::ops::job_run::JobRun;
use engine::work::ops::job_stop::JobStop;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::side::Side;
use crate::call::fetch;
use crate::pages::answered::FormAction;
use crate::pages::ask::ask;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::parts::{Empty, Sect};
use crate::paths::{self, with_query};
use row::Row;

/// Form actions of the page.
#[derive(Clone, Copy)]
pub struct Acts {
    /// Runs a job now.
    run: FormAction<JobRun>,
    /// Stops a job.
    stop: FormAction<JobStop>,
}

/// Page of the background jobs.
#[component]
pub fn Jobs() -> impl IntoView {
    let query = use_query_map();
    let cursor =
        Memo::new(move |_| query.with(|query| query.get("cursor").filter(|text| !text.is_empty())));
    let listed = fetch(
        move || cursor.get(),
        |cursor| async move {
            let list = JobList {
                cursor,
                ..JobList::default()
            };
            ask(list).await
        },
    );
    let acts = Acts {
        run: FormAction::new(),
        stop: FormAction::new(),
    };
    view! {
        <Title text="Jobs, settings" />
        <Transition>
            {alive(move || listed.get().map(|outcome| match outcome {
                Ok(page) => view! { <Body page acts /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Body(page: Page<JobRow>, acts: Acts) -> impl IntoView {
    let next = page.next_cursor.map(|cursor| {
        let href = with_query(&paths::settings_jobs(), &[("cursor", Some(&cursor))]);
        view! { <p class="btns btns--start"><a class="btn" href=href>"Older jobs"</a></p> }
    });
    let is_empty = page.items.is_empty();
    let rows = page.items.into_iter();
    let rows = rows.map(|job| view! { <Row job acts /> }).collect_view();
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Jobs"</h1>
                    <p class="lede">
                        "What Loci does by itself: summaries, memories taken from conversations, runs of summary views. What is done is not listed any more."
                    </p>
                </div>
            </header>
            <div class="settings">
                <Side here=paths::settings_jobs() />
                <div class="flow">
                    <Sect id="h-jobs" title="Begun and not done">
                        {if is_empty {
                            view! { <Empty title="Nothing to do." text="Nothing runs, waits or failed." /> }.into_any()
                        } else {
                            view! {
                                <div class="table-frame">
                                    <table class="table">
                                        <thead>
                                            <tr>
                                                <th scope="col">"Work"</th>
                                                <th scope="col">"State"</th>
                                                <th scope="col" class="wide">"Attempt"</th>
                                                <th scope="col" class="end"><span class="vh">"Actions"</span></th>
                                            </tr>
                                        </thead>
                                        <tbody>{rows}</tbody>
                                    </table>
                                </div>
                            }
                                .into_any()
                        }}
                        {next}
                    </Sect>
                </div>
            </div>
        </main>
    }
}
