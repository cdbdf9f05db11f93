//! Table of the agents with their usual role, the time they were last seen, and their tasks.

use engine::team::ops::agent_list::Seen;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_resume::AgentResume;
use leptos::prelude::*;

use super::Known;
use super::pause::PauseOrResume;
use crate::live::feed;
use crate::pages::answered::FormAction;
use crate::parts::{Ago, Empty, Sect, alive};
use crate::paths::{self, with_query};

/// Section with the agents.
#[component]
pub fn AgentTable(
    /// Current data of the page.
    known: Memo<Known>,
    /// Action that pauses an agent.
    pause: FormAction<AgentPause>,
    /// Action that resumes an agent.
    resume: FormAction<AgentResume>,
) -> impl IntoView {
    let next = move || known.with(|known| known.next_agents.clone());
    let next = move || {
        let href =
            next().map(|cursor| with_query(&paths::agents(), &[("agents", Some(&cursor))]))?;
        Some(view! { <p class="btns btns--start"><a class="btn" href=href>"More agents"</a></p> })
    };
    let is_empty = Memo::new(move |_| known.with(|known| known.agents.is_empty()));
    view! {
        <Sect id="h-agents" title="Agents">
            {alive(move || is_empty.get().then(|| view! {
                <Empty title="No agent is known yet." text="Register the first one below." />
            }))}
            <div class="table-frame" hidden=move || is_empty.get()>
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Name"</th>
                            <th scope="col">"Role"</th>
                            <th scope="col">"Last heard"</th>
                            <th scope="col" class="wide">"Holds"</th>
                            <th scope="col" class="end"><span class="vh">"Actions"</span></th>
                        </tr>
                    </thead>
                    <tbody>
                        // The key of a row covers the agent and its tasks, not the time it was last seen.
                        <For
                            each=move || known.with(|known| known.agents.clone())
                            key=|seen| serde_json::to_string(&(&seen.agent, &seen.holds)).unwrap_or_default()
                            children=move |seen| view! { <AgentRow seen known pause resume /> }
                        />
                    </tbody>
                </table>
            </div>
            {alive(next)}
        </Sect>
    }
}

#[component]
fn AgentRow(
    seen: Seen,
    known: Memo<Known>,
    pause: FormAction<AgentPause>,
    resume: FormAction<AgentResume>,
) -> impl IntoView {
    let now = feed().clock();
    let name = seen.agent.name.clone();
    let heard = Memo::new(move |_| {
        known.with(|known| {
            let now = known.agents.iter().find(|seen| seen.agent.name == name)?;
            now.seen_at
        })
    });
    let heard = alive(move || match heard.get() {
        Some(at) => view! { <Ago at=at.0 now /> }.into_any(),
        None => view! { <span class="quiet">"not since the start"</span> }.into_any(),
    });
    let holds = seen
        .holds
        .iter()
        .map(|held| {
            view! {
                <a href=paths::task(held.workflow, held.task)>
                    <span class="id">{held.task.to_string()}</span>
                    " "
                    {held.title.clone()}
                </a>
            }
        })
        .collect_view();
    let paused = seen.agent.paused_at.map(|_| {
        let reason = seen.agent.paused_reason.clone();
        view! { " " <span class="badge" data-status="blocked">"paused"</span> " " <span class="quiet">{reason}</span> }
    });
    view! {
        <tr>
            <td><a href=paths::agent(&seen.agent.name)>{seen.agent.name.clone()}</a>{paused}</td>
            <td>{seen.agent.role.name()}</td>
            <td>{heard}</td>
            <td class="wide links">{holds}</td>
            <td class="end"><PauseOrResume agent=seen.agent pause resume /></td>
        </tr>
    }
}
