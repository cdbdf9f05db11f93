//! Preview of the next prompt for the task, as its agent gets it by default.

use leptos::prelude::*;

use super::super::scene::scene;
use crate::pages::prompt::Prompt;
use crate::parts::Level;

/// Section with the preview; empty for an earlier version.
#[component]
pub fn AgentContext() -> impl IntoView {
    let scene = scene();
    let given = scene.loads().prompt;
    let is_now = scene.past.is_none();
    is_now.then(
        || view! { <Prompt id="h-given" title="Given to the worker" level=Level::Three given/> },
    )
}
