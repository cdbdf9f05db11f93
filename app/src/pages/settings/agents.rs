//! Agents with their roles and tasks; the forms that register, pause and resume one.

use engine::team::ops::agent_list::Seen;
use engine::workspace::Agent;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_register::AgentRegister;
use engine::workspace::ops::agent_resume::AgentResume;
use kernel::operation::Operation;
use kernel::page::Page;
use leptos::prelude::*;

use crate::pages::answered::{Post, answer};
use crate::pages::ask::{may, why_not};
use crate::parts::{
    ACTIONS, Ago, Choice, Confirm, Field, Need, Notice, Pick, Sect, Tone, form_within, more, table,
};
use crate::paths::{self, with_query};

/// Renders the section with the agents.
pub fn list(page: Page<Seen>) -> AnyView {
    let next = page.next_cursor;
    let next = next.map(|cursor| with_query(&paths::agents(), &[("agents", Some(&cursor))]));
    let columns = [
        ("Name", ""),
        ("Role", ""),
        ("Last seen", ""),
        ("Tasks", "wide"),
        ACTIONS,
    ];
    let rows = page.items.into_iter().map(row).collect();
    view! {
        <Sect id="h-agents" title="Agents">
            {table(&columns, rows, ("No agents.", "Register one below."))}
            {more("More agents", next)}
        </Sect>
    }
    .into_any()
}

fn row(seen: Seen) -> AnyView {
    let agent = seen.agent;
    let heard = match seen.seen_at {
        Some(at) => view! { <Ago at=at.0 /> }.into_any(),
        None => view! { <span class="quiet">"not since the server started"</span> }.into_any(),
    };
    let holds = seen.holds.into_iter().map(|held| {
        view! {
            <a href=paths::task(held.workflow, held.task)>
                <span class="id">{held.task.to_string()}</span>
                " "
                {held.title}
            </a>
        }
    });
    let paused = agent.paused_at.map(|_| {
        let reason = agent.paused_reason.clone();
        view! { " " <span class="badge" data-status="blocked">"paused"</span> " " <span class="quiet">{reason}</span> }
    });
    view! {
        <tr>
            <td><a href=paths::agent(&agent.name)>{agent.name.clone()}</a>{paused}</td>
            <td>{agent.role.name()}</td>
            <td>{heard}</td>
            <td class="wide links">{holds.collect_view()}</td>
            <td class="end">{pause_or_resume(agent)}</td>
        </tr>
    }
    .into_any()
}

/// Renders the button that pauses or resumes an agent; empty for viewers without permission.
#[must_use]
pub fn pause_or_resume(agent: Agent) -> AnyView {
    let name = agent.name;
    if !may::<AgentPause>() {
        return ().into_any();
    }
    if agent.paused_at.is_some() {
        return view! {
            <Post spec=AgentResume::SPEC id=format!("resume-{name}") class="btns">
                <input type="hidden" name="agent" value=name.clone() />
                <button class="btn btn--quiet" type="submit" aria-label=format!("Resume {name}")>
                    "Resume"
                </button>
            </Post>
        }
        .into_any();
    }
    let id = format!("pause-{name}");
    let (form, field) = (form_within(&id), format!("reason-{name}"));
    view! {
        <Confirm id label="Pause" title=format!("Pause {name}?") does="Pause agent">
            <p>"The agent can finish its tasks but cannot claim new ones."</p>
            <Post spec=AgentPause::SPEC id=form>
                <input type="hidden" name="agent" value=name />
                <Field label="Reason" name="reason" id=field hint="Visible to everyone" autocomplete="off" />
            </Post>
        </Confirm>
    }
    .into_any()
}

/// Returns the roles of agents, with their descriptions.
pub fn roles() -> Vec<Choice> {
    [
        ("worker", "Worker: claims tasks and completes them"),
        ("orchestrator", "Orchestrator: plans, leads and works"),
        ("reviewer", "Reviewer: reviews the work of others"),
        ("librarian", "Librarian: maintains the long-term memory"),
        ("observer", "Observer: reads only"),
    ]
    .map(|(value, label)| Choice::new(value, label))
    .into()
}

/// Renders the form that registers an agent, or changes its default role.
pub fn register() -> AnyView {
    let done = answer::<AgentRegister>().map(|answer| {
        let agent = answer.agent;
        let text = format!("{} is registered as {}.", agent.name, agent.role.name());
        view! { <Notice tone=Tone::Done>{text}</Notice> }
    });
    let form = match why_not::<AgentRegister>() {
        Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
        None => view! {
            {done}
            <Post spec=AgentRegister::SPEC id="register" class="form form--wide">
                <p class="field-hint">"Names have 1 to 64 letters, digits, - _ or . and cannot be changed."</p>
                <div class="form-line">
                    <Field label="Name" name="name" autocomplete="off" need=Need::Required />
                    <Pick label="Default role" name="role" choices=roles() />
                    <button class="btn" type="submit">"Register"</button>
                </div>
            </Post>
        }
        .into_any(),
    };
    view! { <Sect id="h-register" title="Register an agent">{form}</Sect> }.into_any()
}
