//! Result of the form that led to this page, if it was sent without JavaScript.

use leptos::prelude::*;

use crate::pages::trouble::{RefusalBox, TypedText};
use crate::pages::words::confirmation;
use crate::parts::{Notice, Tone};
use doors::Flash;

/// Line with the result; empty if no form led here.
#[component]
pub fn FormResult() -> impl IntoView {
    use_context::<Flash>().map(|flash| {
        if let Some(problem) = flash.problem {
            // The form shows it too; if the address leads to a form on the page, this is hidden.
            return view! { <div class="came"><RefusalBox problem/><TypedText/></div> }.into_any();
        }
        view! { <Notice tone=Tone::Done>{confirmation(&flash.operation)} "."</Notice> }.into_any()
    })
}
