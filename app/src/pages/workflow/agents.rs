//! Contributions to this workflow and their cost: by agent, with the total.

use engine::numbers::TaskNo;
use engine::workflow::shared::Contribution;
use leptos::prelude::*;

use super::link::task_links;
use super::pages::{on_page, page_links, page_of};
use super::panel::attempts::money;
use super::scene::Scene;
use crate::parts::{Empty, Meter, group_digits};
use crate::paths;

/// Number of agents per page.
const PAGE: usize = 100;
/// Maximum number of an agent's tasks listed, newest first.
const TASKS: usize = 10;

/// Renders the table of the agents.
pub fn agents(scene: &Scene) -> AnyView {
    let workflow = &scene.workflow;
    let all = workflow.agent_contributions.len();
    let page = page_of(scene, all, PAGE);
    let rows = on_page(workflow.agent_contributions.iter(), page, PAGE);
    let rows = rows.map(|(name, given)| row(scene, name, given));
    // The total includes the usage of agents without other contributions.
    let used = workflow.usage;
    if all == 0 && (used.tokens_in, used.tokens_out, used.cost_micros) == (0, 0, 0) {
        return view! {
            <section class="view" aria-label="Agents">
                <Empty title="No contributions yet." text="Agents appear here when they claim tasks or record results."/>
            </section>
        }
        .into_any();
    }
    view! {
        <section class="view" tabindex="0" aria-label="Agents">
            <div class="table-frame">
                <table class="table">
                    <caption class="vh">"Contributions and usage by agent"</caption>
                    <thead>
                        <tr>
                            <th scope="col">"Name"</th>
                            <th scope="col" class="wide">"Completed"</th>
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
                    <tbody>{rows.collect_view()}</tbody>
                    <tfoot>
                        <tr>
                            <th scope="row">"Total"</th>
                            <td class="wide" colspan="4"></td>
                            <td class="end num">{group_digits(used.tokens_in)}</td>
                            <td class="end num">{group_digits(used.tokens_out)}</td>
                            <td class="end num">{money(used.cost_micros)}</td>
                            <td class="wide"></td>
                            <td></td>
                        </tr>
                    </tfoot>
                </table>
            </div>
            {page_links(scene, all, PAGE, "agents")}
        </section>
    }
    .into_any()
}

fn row(scene: &Scene, name: &str, given: &Contribution) -> AnyView {
    let who = if given.agent_role.is_agent() {
        view! { <a href=paths::agent(name)>{name.to_owned()}</a> }.into_any()
    } else {
        name.to_owned().into_any()
    };
    let tasks: Vec<TaskNo> = given.tasks_completed.iter().copied().collect();
    let earlier = tasks.len().saturating_sub(TASKS);
    let earlier_text = (earlier > 0).then(|| format!("{} and ", group_digits(earlier as u64)));
    let window = given.window.zip(given.window_used);
    let window = window.filter(|(window, _)| *window > 0);
    let window = window.map(|(window, used)| {
        let share = u32::try_from(used.saturating_mul(100) / window).unwrap_or(100);
        view! {
            <Meter label="Context window used" value=share/>
            <span class="num">{group_digits(used)} " of " {group_digits(window)}</span>
        }
    });
    view! {
        <tr>
            <td>{who} " " <span class="quiet">{given.agent_role.name()}</span> {log_of(&given.log_ref)}</td>
            <td class="wide">
                {earlier_text.map(|text| view! { <span class="quiet">{text}</span> })}
                {task_links(scene, &tasks[earlier..])}
            </td>
            <td class="wide end">{given.decisions_made.len()}</td>
            <td class="wide end">{given.discoveries.len()}</td>
            <td class="wide end">{given.artifacts_created.len()}</td>
            <td class="end num">{group_digits(given.tokens_in)}</td>
            <td class="end num">{group_digits(given.tokens_out)}</td>
            <td class="end num">{money(given.cost_micros)}</td>
            <td class="wide">{window}</td>
            <td class="end">{scene.ago(given.last_contribution)}</td>
        </tr>
    }
    .into_any()
}

/// Reference to the agent's own log: a link if it is an address, else its id. The default is Loci's API, which
/// programs read; people find the same activity on the agent's page.
fn log_of(log_ref: &str) -> Option<AnyView> {
    if log_ref.is_empty() || log_ref.starts_with('/') {
        return None;
    }
    let log_ref = log_ref.to_owned();
    let is_address = ["https://", "http://"]
        .iter()
        .any(|scheme| log_ref.starts_with(scheme));
    let log = if is_address {
        view! { <a class="quiet" rel="external noreferrer nofollow" href=log_ref>"Log"</a> }
            .into_any()
    } else {
        view! { <span class="quiet">"log " {log_ref}</span> }.into_any()
    };
    Some(view! { <span class="quiet">", "</span> {log} }.into_any())
}
