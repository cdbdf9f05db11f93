//! The agents as a table: what each usually does, when it was last heard, what it holds.

use engine::team::ops::agent_list::Seen;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_resume::AgentResume;
use leptos::prelude::*;

use super::pause::PauseOrResume;
use crate::live::feed;
use crate::pages::answered::FormAction;
use crate::parts::{Ago, Empty, Sect};
use crate::paths::{self, with_query};

/// The section.
#[component]
pub fn AgentTable(
    /// The agents by name.
    agents: Vec<Seen>,
    /// The name after which the next ones begin.
    next: Option<String>,
    /// The form that pauses one.
    pause: FormAction<AgentPause>,
    /// The form that resumes one.
    resume: FormAction<AgentResume>,
) -> impl IntoView {
    let next = next.map(|cursor| with_query(paths::AGENTS, &[("agents", Some(&cursor))]));
    let is_empty = agents.is_empty();
    let rows = agents
        .into_iter()
        .map(|seen| view! { <AgentRow seen pause resume /> })
        .collect_view();
    view! {
        <Sect id="h-agents" title="Agents">
            {if is_empty {
                view! { <Empty title="No agent is known yet." text="Register the first one below." /> }.into_any()
            } else {
                view! {
                    <div class="table-frame">
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
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                }
                    .into_any()
            }}
            {next.map(|href| view! { <p class="btns btns--start"><a class="btn" href=href>"More agents"</a></p> })}
        </Sect>
    }
}

#[component]
fn AgentRow(
    seen: Seen,
    pause: FormAction<AgentPause>,
    resume: FormAction<AgentResume>,
) -> impl IntoView {
    let now = feed().clock();
    let heard = match seen.seen_at {
        Some(at) => view! { <Ago at=at.0 now /> }.into_any(),
        None => view! { <span class="quiet">"not since the start"</span> }.into_any(),
    };
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
