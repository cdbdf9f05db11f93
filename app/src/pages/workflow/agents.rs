//! Who gave what to this workflow, and what it cost: by agent, with the sum.

use engine::workflow::shared::Contribution;
use leptos::prelude::*;

use super::link::TaskLinks;
use super::panel::attempts::money;
use super::scene::scene;
use crate::parts::{Ago, Empty, Meter, grouped};
use crate::paths;

/// The table.
#[component]
pub fn Agents() -> impl IntoView {
    let scene = scene();
    let all = scene.read(|workflow| {
        workflow
            .agent_contributions
            .values()
            .map(|given| Contribution::clone(given))
            .collect::<Vec<_>>()
    });
    // Also what was reported by who gave nothing else.
    let total = scene.read(|workflow| {
        let used = workflow.usage;
        (used.tokens_in, used.tokens_out, used.cost_micros)
    });
    view! {
        <section class="view" tabindex="0" aria-label="Agents">
            {move || all.with(Vec::is_empty).then(|| view! { <Empty title="Nobody has contributed yet."/> })}
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
                    <tbody>{move || all.get().into_iter().map(|given| view! { <Row given/> }).collect_view()}</tbody>
                    <tfoot>
                        <tr>
                            <th scope="row" colspan="2">"All together"</th>
                            <td class="wide" colspan="3"></td>
                            <td class="end num">{move || grouped(total.get().0)}</td>
                            <td class="end num">{move || grouped(total.get().1)}</td>
                            <td class="end num">{move || money(total.get().2)}</td>
                            <td class="wide"></td>
                            <td></td>
                        </tr>
                    </tfoot>
                </table>
            </div>
        </section>
    }
}

#[component]
fn Row(given: Contribution) -> impl IntoView {
    let scene = scene();
    let window = given
        .window
        .zip(given.window_used)
        .filter(|(window, _)| *window > 0);
    let is_agent = given.agent_role.is_agent();
    let name = given.agent_id.clone();
    let to = paths::agent(&name);
    view! {
        <tr>
            <td>
                {if is_agent {
                    view! { <a href=to>{name}</a> }.into_any()
                } else {
                    view! { {name} }.into_any()
                }}
                " " <span class="quiet">{given.agent_role.name()}</span>
                " " {log_of(&given.log_ref)}
            </td>
            <td><TaskLinks tasks=given.tasks_completed.into_iter().collect()/></td>
            <td class="wide end">{given.decisions_made.len()}</td>
            <td class="wide end">{given.discoveries.len()}</td>
            <td class="wide end">{given.artifacts_created.len()}</td>
            <td class="end num">{grouped(given.tokens_in)}</td>
            <td class="end num">{grouped(given.tokens_out)}</td>
            <td class="end num">{money(given.cost_micros)}</td>
            <td class="wide">
                {window.map(|(window, used)| {
                    let share = u32::try_from(used.saturating_mul(100) / window).unwrap_or(100);
                    view! {
                        <Meter label="Context window used" value=Signal::stored(share)/>
                        <span class="num">{grouped(used)} " of " {grouped(window)}</span>
                    }
                })}
            </td>
            <td class="end"><Ago at=Signal::stored(given.last_contribution.0) now=scene.clock()/></td>
        </tr>
    }
}

/// Where an agent's own log is: a link when it is an address, else its id.
fn log_of(log_ref: &str) -> AnyView {
    let log_ref = log_ref.to_owned();
    if log_ref.starts_with('/') {
        return view! { <a class="quiet" rel="external" href=log_ref>"log"</a> }.into_any();
    }
    if ["https://", "http://"]
        .iter()
        .any(|scheme| log_ref.starts_with(scheme))
    {
        return view! { <a class="quiet" rel="external noreferrer nofollow" href=log_ref>"log"</a> }.into_any();
    }
    view! { <span class="quiet">"log " {log_ref}</span> }.into_any()
}
