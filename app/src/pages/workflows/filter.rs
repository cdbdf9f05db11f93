//! Search form for workflows. It uses GET, so that its result has an address.

use leptos::prelude::*;

use super::{STATUSES, WorkflowsQuery};
use crate::pages::seek::Seek;
use crate::pages::shown::life;
use crate::parts::{Choice, Field, Label, Pick};
use crate::paths;

/// Search form.
#[component]
pub fn Filter(
    /// Current search.
    wish: WorkflowsQuery,
) -> impl IntoView {
    let choices: Vec<Choice> = [Choice::new("", "All but archived")]
        .into_iter()
        .chain(STATUSES.map(|status| Choice::new(status.name(), life(status))))
        .collect();
    view! {
        <Seek action=paths::workflows() class="runs-bar">
            <Field
                label="Search workflows"
                labelled=Label::Hidden
                name="q"
                kind="search"
                placeholder="Search"
                value=wish.query
            />
            <Pick label="Status" labelled=Label::Hidden name="status" choices value=wish.status />
        </Seek>
    }
}
