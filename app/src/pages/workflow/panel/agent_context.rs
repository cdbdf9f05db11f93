//! What the worker is given: the next prompt for the task, as whoever holds it gets it who asks for nothing else.

use leptos::prelude::*;

use super::super::scene::scene;
use crate::pages::prompt;
use crate::pages::trouble::Refused;
use crate::parts::alive;
use crate::parts::{Level, Sect};

/// The section. Of an earlier version nobody is given anything.
#[component]
pub fn AgentContext() -> impl IntoView {
    let scene = scene();
    let given = scene.loads().prompt;
    let tokens = move || {
        let given = given.get().flatten().and_then(Result::ok);
        given.map(|given| prompt::tokens(&given))
    };
    let aside = move || view! { <Transition>{alive(tokens)}</Transition> };
    scene.past.is_none().then(|| {
        view! {
            <Sect id="h-given" title="Given to the worker" level=Level::Three aside>
                <Transition>
                    {alive(move || given.get().flatten().map(|given| match given {
                        Ok(given) => prompt::ledger(&given, &|_| None),
                        Err(problem) => view! { <Refused problem/> }.into_any(),
                    }))}
                </Transition>
            </Sect>
        }
    })
}
