//! Action panel of a warning: acknowledges it.

use engine::workflow::ops::warning_settle::WarningSettle;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::form::{ItemForm, form_id, unavailable};
use super::open_item::OpenItem;
use crate::pages::ask::why_not;
use crate::pages::queue::key;
use crate::parts::Area;

/// Action panel of a warning.
pub fn warning_panel(shown: OpenItem) -> impl IntoView {
    if let Some(why) = why_not::<WarningSettle>() {
        return unavailable("Next step", why);
    }
    let id = form_id("settle", &key(&shown.thing.item));
    view! {
        <div class="verdict verdict--bench">
            <h3>"Next step"</h3>
            <p class="field-hint">
                "Loci undoes nothing by itself. Message the agents, add a task, or acknowledge the warning."
            </p>
            <ItemForm spec=WarningSettle::SPEC id hidden=vec![("warning", shown.thing.item.thing)]>
                <Area label="Note" name="note" rows=2 hint="Stored with the warning." />
                <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                    "Acknowledge "<kbd>"1"</kbd>
                </button>
            </ItemForm>
        </div>
    }
    .into_any()
}
