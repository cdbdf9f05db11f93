//! Contributions to this workflow and their cost: by agent, with the total.

use engine::numbers::TaskNo;
use engine::workflow::shared::Contribution;
use kernel::actor::Role;
use leptos::prelude::*;

use super::link::TaskLinks;
use super::panel::attempts::money;
use super::scene::scene;
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Meter, group_digits};
use crate::paths;

/// Maximum number of agents listed.
const LISTED: usize = 200;
/// Maximum number of an agent's tasks listed, newest first.
const TASKS: usize = 20;

/// Table of the agents.
#[component]
pub fn Agents() -> impl IntoView {
    let scene = scene();
    let names = scene.read(|workflow| {
        let names = workflow.agent_contributions.keys().take(LISTED).cloned();
        names.collect::<Vec<_>>()
    });
    let left_out = scene.read(|workflow| workflow.agent_contributions.len().saturating_sub(LISTED));
    // The total includes the usage of agents without other contributions.
    let total = scene.read(|workflow| {
        let used = workflow.usage;
        (used.tokens_in, used.tokens_out, used.cost_micros)
    });
    view! {
        <section class="view" tabindex="0" aria-label="Agents">
            {alive(move || names.with(Vec::is_empty).then(|| view! { <Empty title="Nobody has contributed yet."/> }))}
            <div class="table-frame">
                <table class="table">
                    <caption class="vh">"Contributions and usage by agent"</caption>
                    <thead>
                        <tr>
                            <th scope="col">"Who"</th>
                            <th scope="col">"Completed"</th>
                            <th scope="col" class="wide end">"Decisions"</th>
                            <th scope="col" class="wide end">"Discoveries"</th>
                            <th scope="col" class="wide end">"Artifacts"</th>
                            <th scope="col" class="end">"Tokens in"</th>
                            <th scope="col" class="end">"Tokens out"</th>
                            <th scope="col" class="end">"Cost"</th>
                            <th scope="col" class="wide">"Context window"</th>
                            <th scope="col" class="end">"Last"</th>
                        </tr>
                    </thead>
                    <tbody><For each=move || names.get() key=Clone::clone children=|name| view! { <Row name/> }/></tbody>
                    <tfoot>
                        <tr>
                            <th scope="row" colspan="2">"All together"</th>
                            <td class="wide" colspan="3"></td>
                            <td class="end num">{alive(move || group_digits(total.get().0))}</td>
                            <td class="end num">{alive(move || group_digits(total.get().1))}</td>
                            <td class="end num">{alive(move || money(total.get().2))}</td>
                            <td class="wide"></td>
                            <td></td>
                        </tr>
                    </tfoot>
                </table>
            </div>
            {alive(move || (left_out.get() > 0).then(|| view! { <p class="btn-why">{many(left_out.get(), "agent")} " more"</p> }))}
        </section>
    }
}

/// Data of a row.
#[derive(Clone, PartialEq)]
struct Given {
    role: Role,
    log_ref: String,
    /// Last tasks, and their total number.
    tasks: (Vec<TaskNo>, usize),
    decisions: usize,
    discoveries: usize,
    artifacts: usize,
    tokens: (u64, u64),
    cost: u64,
    window: Option<(u64, u64)>,
    last: i64,
}

impl From<&Contribution> for Given {
    fn from(given: &Contribution) -> Self {
        let window = given.window.zip(given.window_used);
        let tasks = given.tasks_completed.iter().rev().take(TASKS);
        Self {
            role: given.agent_role,
            log_ref: given.log_ref.clone(),
            tasks: (tasks.copied().collect(), given.tasks_completed.len()),
            decisions: given.decisions_made.len(),
            discoveries: given.discoveries.len(),
            artifacts: given.artifacts_created.len(),
            tokens: (given.tokens_in, given.tokens_out),
            cost: given.cost_micros,
            window: window.filter(|(window, _)| *window > 0),
            last: given.last_contribution.0,
        }
    }
}

#[component]
fn Row(name: String) -> impl IntoView {
    let given = {
        let name = name.clone();
        scene().read(move |workflow| {
            let given = workflow.agent_contributions.get(&name);
            given.map(|given| Given::from(&**given))
        })
    };
    view! { <tr>{alive(move || given.get().map(|given| cells(&name, given)))}</tr> }
}

fn cells(name: &str, given: Given) -> impl IntoView + use<> {
    let scene = scene();
    let (name, to) = (name.to_owned(), paths::agent(name));
    let (mut tasks, count) = given.tasks;
    tasks.reverse();
    let earlier = count - tasks.len();
    view! {
        <td>
            {if given.role.is_agent() {
                view! { <a href=to>{name}</a> }.into_any()
            } else {
                view! { {name} }.into_any()
            }}
            " " <span class="quiet">{given.role.name()}</span>
            " " {log_of(&given.log_ref)}
        </td>
        <td>
            {(earlier > 0).then(|| view! { <span class="quiet">{group_digits(earlier as u64)} " and "</span> })}
            <TaskLinks tasks/>
        </td>
        <td class="wide end">{given.decisions}</td>
        <td class="wide end">{given.discoveries}</td>
        <td class="wide end">{given.artifacts}</td>
        <td class="end num">{group_digits(given.tokens.0)}</td>
        <td class="end num">{group_digits(given.tokens.1)}</td>
        <td class="end num">{money(given.cost)}</td>
        <td class="wide">
            {given.window.map(|(window, used)| {
                let share = u32::try_from(used.saturating_mul(100) / window).unwrap_or(100);
                view! {
                    <Meter label="Context window used" value=Signal::stored(share)/>
                    <span class="num">{group_digits(used)} " of " {group_digits(window)}</span>
                }
            })}
        </td>
        <td class="end"><Ago at=Signal::stored(given.last) now=scene.clock()/></td>
    }
}

/// Reference to the agent's own log: a link if it is an address, else its id.
fn log_of(log_ref: &str) -> AnyView {
    if log_ref.starts_with('/') {
        return view! { <a class="quiet" rel="external" href=paths::with_base_path(log_ref)>"log"</a> }
            .into_any();
    }
    let log_ref = log_ref.to_owned();
    if ["https://", "http://"]
        .iter()
        .any(|scheme| log_ref.starts_with(scheme))
    {
        return view! { <a class="quiet" rel="external noreferrer nofollow" href=log_ref>"log"</a> }.into_any();
    }
    view! { <span class="quiet">"log " {log_ref}</span> }.into_any()
}
