//! Activity of an agent, newest first.

use leptos::prelude::*;

use crate::live::feed;
use crate::pages::happening::{FeedLine, Line};
use crate::parts::{Empty, Sect};

/// Section with the agent's activity.
#[component]
pub fn Log(
    /// Entries, newest first.
    lines: Vec<Line>,
    /// Address of the page with older entries.
    older: Option<String>,
) -> impl IntoView {
    let now = feed().clock();
    let is_empty = lines.is_empty();
    view! {
        <Sect id="h-log" title="Activity">
            {is_empty.then(|| view! { <Empty title="It has done nothing yet." /> })}
            <ol class="feed">
                {lines.into_iter().map(|line| view! { <FeedLine line now /> }).collect_view()}
            </ol>
            {older.map(|href| view! { <p class="btns btns--start"><a class="btn" href=href>"Older"</a></p> })}
        </Sect>
    }
}
