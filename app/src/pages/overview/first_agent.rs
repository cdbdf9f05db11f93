//! The two forms of the first step: an agent's name, then its token. Both work without JavaScript.

use engine::workspace::ops::agent_register::AgentRegister;
use engine::workspace::ops::token_create::TokenCreate;
use leptos::prelude::*;

use crate::pages::answered::{Act, Post};
use crate::parts::{Choice, CopyRow, Field, Need, Pick};
use crate::paths;

/// The form that makes an agent known.
#[component]
pub fn FirstAgent(
    /// Its action.
    action: Act<AgentRegister>,
) -> impl IntoView {
    let roles = vec![
        Choice::new("orchestrator", "Orchestrator: plans, leads and works"),
        Choice::new("worker", "Worker: claims tasks and does them"),
    ];
    view! {
        <Post action id="first-agent">
            <input type="hidden" name="redirect" value=paths::OVERVIEW />
            <div class="form-line">
                <Field label="Name" name="name" value="orch-1" autocomplete="off" need=Need::Required />
                <Pick label="Role" name="role" choices=roles />
                <button class="btn btn--primary" type="submit">"Register it"</button>
            </div>
        </Post>
    }
}

/// The form that makes its token, and the token once it is made.
#[component]
pub fn FirstToken(
    /// Its action.
    action: Act<TokenCreate>,
    /// The agent.
    agent: String,
    /// What it usually does.
    role: &'static str,
) -> impl IntoView {
    let value = action.value();
    let agent = StoredValue::new(agent);
    let secret = move || {
        value.with(|value| match value {
            Some(Ok(made)) => made.token.clone(),
            _ => None,
        })
    };
    view! {
        {move || match secret() {
            Some(token) => view! { <CopyRow text=token label="Copy token" /> }.into_any(),
            None => {
                view! {
                    <Post action id="first-token">
                        <input type="hidden" name="redirect" value=paths::OVERVIEW />
                        <input type="hidden" name="agent" value=agent.get_value() />
                        <div class="btns btns--start">
                            <button class="btn btn--primary" type="submit">
                                {format!("Make a token for {}", agent.get_value())}
                            </button>
                            <span class="quiet">{role}</span>
                        </div>
                    </Post>
                }
                    .into_any()
            }
        }}
    }
}
