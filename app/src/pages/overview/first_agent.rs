//! The two forms of the first step: registering an agent, and creating its token. Both work without JavaScript.

use engine::team::ops::token_create::TokenCreate;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::Time;
use leptos::prelude::*;

use crate::live::feed;
use crate::pages::answered::{FormAction, Post};
use crate::parts::{Ago, Choice, CopyRow, Field, Need, Pick};
use crate::paths;

/// Form that registers an agent.
#[component]
pub fn FirstAgent(
    /// Action of the form.
    action: FormAction<AgentRegister>,
) -> impl IntoView {
    let roles = vec![
        Choice::new("orchestrator", "Orchestrator: plans, leads and works"),
        Choice::new("worker", "Worker: claims tasks and does them"),
    ];
    view! {
        <Post action id="first-agent">
            <input type="hidden" name="redirect" value=paths::overview() />
            <div class="form-line">
                <Field label="Name" name="name" value="orch-1" autocomplete="off" need=Need::Required />
                <Pick label="Role" name="role" choices=roles />
                <button class="btn btn--primary" type="submit">"Register it"</button>
            </div>
        </Post>
    }
}

/// Form that creates the agent's token, and the token once it is created.
#[component]
pub fn FirstToken(
    /// Action of the form.
    action: FormAction<TokenCreate>,
    /// Name of the agent.
    agent: String,
    /// Usual role of the agent.
    role: &'static str,
    /// Creation time of an earlier token, whose secret cannot be shown again.
    made: Option<Time>,
) -> impl IntoView {
    let now = feed().clock();
    if let Some(token) = action.answer().and_then(|made| made.token) {
        return view! {
            <CopyRow text=token label="Copy token" />
            <p class="field-hint">"Take it now: it is not shown again, also not when this page is loaded again."</p>
        }
        .into_any();
    }
    let before = made.map(|at| {
        view! {
            <p class="field-hint">
                "A token for " <b>{agent.clone()}</b> " was made " <Ago at=at.0 now />
                ". It was shown once. If it was not copied, make another."
            </p>
        }
    });
    let label = match made {
        Some(_) => format!("Make another token for {agent}"),
        None => format!("Make a token for {agent}"),
    };
    view! {
        {before}
        <Post action id="first-token">
            <input type="hidden" name="redirect" value=paths::overview() />
            <input type="hidden" name="agent" value=agent />
            <div class="btns btns--start">
                <button class="btn btn--primary" type="submit">{label}</button>
                <span class="quiet">{role}</span>
            </div>
        </Post>
    }
    .into_any()
}
