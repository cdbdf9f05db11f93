//! First run, before any agent has called or any workflow exists: three steps to connect an agent, and the floor
//! plan. The page becomes the overview when the first fact arrives.

use engine::team::ops::token_create::TokenCreate;
use engine::workspace::Agent;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::operation::Operation;
use kernel::{Role, Time};
use leptos::prelude::*;

use super::scene::Scene;
use crate::pages::answered::{Post, answer};
use crate::pages::ask::why_not;
use crate::parts::{Ago, Choice, CopyBlock, CopyRow, Field, Glyph, Icon, Need, Pick, Setups};
use crate::paths;

/// Floor plan with a room for each kind of memory, and an agent at the door.
const PALACE: &str = include_str!("palace.svg");

/// Renders the page.
pub fn body(scene: Scene) -> AnyView {
    let secret = answer::<TokenCreate>().and_then(|made| made.token);
    let agent = scene.agents.shown.into_iter().next().map(|seen| seen.agent);
    let role = agent
        .as_ref()
        .map_or(Role::Orchestrator, |agent| agent.role);
    let origin = scene.origin;
    let commands = commands(&origin, secret.clone(), role);
    let step = match (why_not::<TokenCreate>(), agent, &secret) {
        (Some(why), ..) => view! { <p>{why} " An owner can connect the first agent."</p> }.into_any(),
        (None, None, _) => register(),
        (None, Some(_), Some(token)) => view! {
            <CopyRow text=token.clone() label="Copy token" />
            <p class="field-hint">"Copy it now. It is not shown again, even if you reload this page."</p>
        }
        .into_any(),
        (None, Some(agent), None) => create_token(agent, scene.made),
    };
    view! {
        <main class="page arrive" id="main">
            <div class="arrive-text">
                <h1>"Connect the first agent"</h1>
                <p class="lede">
                    "Loci stores what your agents share. Connect one and its work appears here within a second."
                </p>
                <ol class="steps">
                    <li>
                        <h2>"Create a token"</h2>
                        <p>"The token identifies the agent and limits it to its role. It is shown once."</p>
                        {step}
                    </li>
                    <li>
                        <h2>"Set up the agent"</h2>
                        <p>"One command sets up a coding agent. Choose yours:"</p>
                        <Setups origin token=secret />
                        <p>
                            "Other programs use the HTTP API. Try a first call from a shell, or read the "
                            <a href=paths::api_docs()>"API reference"</a> "."
                        </p>
                        <CopyBlock text=commands label="Copy commands" />
                    </li>
                    <li>
                        <h2>"Wait for the first call"</h2>
                        <p class="waiting" role="status">
                            <Glyph icon=Icon::Pending />
                            "No calls received yet."
                        </p>
                        <p class="btns btns--start">
                            <a class="btn" href=paths::new_workflow()>"Create a workflow yourself"</a>
                        </p>
                    </li>
                </ol>
            </div>
            <figure class="palace">
                <svg
                    viewBox="0 0 440 500"
                    role="img"
                    aria-label="A floor plan with four rooms around a hall: workflows, minds, sessions and memories. An agent stands at the door."
                    inner_html=PALACE
                ></svg>
                <figcaption>"Loci are places. Put a thing in a place and you can walk back to it."</figcaption>
            </figure>
        </main>
    }
    .into_any()
}

/// Renders the form that registers an agent.
fn register() -> AnyView {
    let roles = vec![
        Choice::new("orchestrator", "Orchestrator: plans, leads and works"),
        Choice::new("worker", "Worker: claims tasks and completes them"),
    ];
    view! {
        <Post spec=AgentRegister::SPEC id="first-agent">
            <input type="hidden" name="redirect" value=paths::overview() />
            <div class="form-line">
                <Field label="Name" name="name" value="orch-1" autocomplete="off" need=Need::Required />
                <Pick label="Role" name="role" choices=roles />
                <button class="btn btn--primary" type="submit">"Register agent"</button>
            </div>
        </Post>
    }
    .into_any()
}

/// Renders the form that creates the agent's token. `made` is the creation time of an earlier token, whose secret
/// cannot be shown again.
fn create_token(agent: Agent, made: Option<Time>) -> AnyView {
    let (name, role) = (agent.name, agent.role.name());
    let before = made.map(|at| {
        view! {
            <p class="field-hint">
                "A token for " <b>{name.clone()}</b> " was created " <Ago at=at.0 />
                " and shown once. If you did not copy it, create another."
            </p>
        }
    });
    let which = if made.is_some() { "another" } else { "a" };
    let label = format!("Create {which} token for {name}");
    view! {
        {before}
        <Post spec=TokenCreate::SPEC id="first-token">
            <input type="hidden" name="redirect" value=paths::overview() />
            <input type="hidden" name="agent" value=name />
            <div class="btns btns--start">
                <button class="btn btn--primary" type="submit">{label}</button>
                <span class="quiet">{role}</span>
            </div>
        </Post>
    }
    .into_any()
}

/// Returns the shell commands of the first call.
fn commands(origin: &str, secret: Option<String>, role: Role) -> String {
    let token = secret.unwrap_or_else(|| "'the token from step 1'".into());
    // Only orchestrators can create a workflow; other roles get a read.
    let (operation, body) = match role {
        Role::Orchestrator => (
            "workflow_create",
            r#"{"name": "First steps", "goal": "See how a team works here", "tasks": [{"title": "Say hello"}]}"#,
        ),
        _ => ("workflow_list", "{}"),
    };
    format!(
        "export LOCI_TOKEN={token}\n\
         curl {origin}/api/{operation} \\\n  \
         -H \"Authorization: Bearer $LOCI_TOKEN\" \\\n  \
         -H 'Content-Type: application/json' \\\n  \
         -d '{body}'"
    )
}
