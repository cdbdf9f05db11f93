//! What the worker is given: the next prompt for the task, as whoever holds it gets it who asks for nothing else.

use leptos::prelude::*;

use super::super::scene::scene;
use crate::pages::prompt::Prompt;
use crate::parts::Level;

/// The section. Of an earlier version nobody is given anything.
#[component]
pub fn AgentContext() -> impl IntoView {
    let scene = scene();
    let given = scene.loads().prompt;
    let is_now = scene.past.is_none();
    is_now.then(
        || view! { <Prompt id="h-given" title="Given to the worker" level=Level::Three given/> },
    )
}
