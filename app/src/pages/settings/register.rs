//! Form that registers an agent, or changes its usual role.

use engine::workspace::ops::agent_register::AgentRegister;
use leptos::prelude::*;

use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::parts::alive;
use crate::parts::{Choice, Field, Need, Notice, Pick, Sect, Tone};

/// Returns the roles of agents, with their descriptions.
#[must_use]
pub fn roles() -> Vec<Choice> {
    [
        ("worker", "Worker: claims tasks and does them"),
        ("orchestrator", "Orchestrator: plans, leads and works"),
        ("reviewer", "Reviewer: judges what others did"),
        ("librarian", "Librarian: keeps the long-term memory"),
        ("observer", "Observer: reads only"),
    ]
    .map(|(value, label)| Choice::new(value, label))
    .into()
}

/// Section with the form.
#[component]
pub fn Register(
    /// Action of the form.
    action: FormAction<AgentRegister>,
) -> impl IntoView {
    let done = move || {
        let agent = action.answer()?.agent;
        Some(format!("{} is known as {}.", agent.name, agent.role.name()))
    };
    view! {
        <Sect id="h-register" title="Register an agent">
            {match why_not::<AgentRegister>() {
                Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                None => {
                    view! {
                        {alive(move || done().map(|text| view! { <Notice tone=Tone::Done>{text}</Notice> }))}
                        <Post action id="register" class="form form--wide">
                            <p class="field-hint">
                                "A name has 1 to 64 letters, digits, - _ or . and stays with the agent."
                            </p>
                            <div class="form-line">
                                <Field
                                    label="Name"
                                    name="name"
                                    autocomplete="off"
                                    need=Need::Required
                                />
                                <Pick label="Usual role" name="role" choices=roles() />
                                <button class="btn" type="submit">"Register"</button>
                            </div>
                        </Post>
                    }
                        .into_any()
                }
            }}
        </Sect>
    }
}
