//! First run, before any agent has called or any workflow exists: three steps to connect an agent, and the floor
//! plan. The page becomes the overview when the first fact arrives.

use engine::team::ops::token_create::TokenCreate;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::Role;
use leptos::prelude::*;

use super::first_agent::{FirstAgent, FirstToken};
use super::palace::Palace;
use super::scene::Scene;
use crate::pages::answered::FormAction;
use crate::pages::ask::why_not;
use crate::parts::{CopyBlock, Glyph, Icon, Setups};
use crate::paths;

/// Body of the page.
#[component]
pub fn FirstRun(
    /// Data so far: agents that have not called.
    scene: Scene,
) -> impl IntoView {
    let register = FormAction::<AgentRegister>::new();
    let token = FormAction::<TokenCreate>::new();
    let secret = token.answer().and_then(|made| made.token);
    let agent = scene.agents.shown.first().map(|seen| seen.agent.clone());
    let origin = scene.origin;
    let here = origin.clone();
    let step = match (why_not::<TokenCreate>(), &agent) {
        (Some(why), _) => view! { <p>{why} " An owner can let the first agent in."</p> }.into_any(),
        (None, None) => view! { <FirstAgent action=register /> }.into_any(),
        (None, Some(agent)) => {
            let made = scene.made;
            view! { <FirstToken action=token agent=agent.name.clone() role=agent.role.name() made /> }
                .into_any()
        }
    };
    let role = agent.map_or(Role::Orchestrator, |agent| agent.role);
    view! {
        <main class="page arrive" id="main">
            <div class="arrive-text">
                <h1>"Let the first agent in"</h1>
                <p class="lede">
                    "Loci keeps what your agents share. Connect one and its work appears here within a second."
                </p>
                <ol class="steps">
                    <li>
                        <h2>"Make a token for it"</h2>
                        <p>"It names the agent and limits it to its role. You see it once."</p>
                        {step}
                    </li>
                    <li>
                        <h2>"Have it call Loci"</h2>
                        <p>"A coding agent is set up by one command. Which one is it?"</p>
                        <Setups origin=here token=secret.clone() />
                        <p>
                            "For any other program everything is an operation over HTTP. Try the first one from a shell; "
                            <a href=paths::api_docs() rel="external">"all of them"</a> " are described."
                        </p>
                        <CopyBlock text=snippet(&origin, secret, role) label="Copy commands" />
                    </li>
                    <li>
                        <h2>"Wait for it, or look around first"</h2>
                        <p class="waiting" role="status">
                            <Glyph icon=Icon::Pending />
                            "Waiting for the first call. Nothing received yet."
                        </p>
                        <p class="btns btns--start">
                            <a class="btn" href=paths::new_workflow()>"Begin a workflow yourself"</a>
                        </p>
                    </li>
                </ol>
            </div>
            <Palace />
        </main>
    }
}

/// Returns the shell command for the first call.
fn snippet(origin: &str, secret: Option<String>, role: Role) -> String {
    let token = secret.unwrap_or_else(|| "the token of step 1".into());
    let quoted = if token.contains(' ') {
        format!("'{token}'")
    } else {
        token
    };
    // Only orchestrators can create a workflow; other roles get a read.
    let (operation, body) = match role {
        Role::Orchestrator => (
            "workflow_create",
            r#"{"name": "First steps", "goal": "See how a team works here", "tasks": [{"title": "Say hello"}]}"#,
        ),
        _ => ("workflow_list", "{}"),
    };
    format!(
        "export LOCI_TOKEN={quoted}\n\
         curl {origin}/api/{operation} \\\n  \
         -H \"Authorization: Bearer $LOCI_TOKEN\" \\\n  \
         -H 'Content-Type: application/json' \\\n  \
         -d '{body}'"
    )
}
