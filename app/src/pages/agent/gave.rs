//! Contributions of an agent, by workflow.

use engine::team::ops::agent_get::Gave;
use leptos::prelude::*;

use crate::live::feed;
use crate::pages::words::many;
use crate::parts::{Ago, Empty, Sect, group_digits};
use crate::paths;

/// Section with the agent's contributions.
#[component]
pub fn Gifts(
    /// Contributions by workflow.
    gave: Vec<Gave>,
) -> impl IntoView {
    let now = feed().clock();
    let is_empty = gave.is_empty();
    let rows = gave
        .into_iter()
        .map(|gave| {
            let said = describe(&gave);
            let last = gave.contribution.last_contribution.0;
            view! {
                <tr>
                    <td><a href=paths::workflow(gave.workflow)>{gave.name}</a></td>
                    <td>{said}</td>
                    <td><Ago at=last now /></td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <Sect id="h-gave" title="Contributions">
            {if is_empty {
                view! { <Empty title="Nothing yet." text="Tasks it completes, and what it decides, learns and makes, are listed here." /> }
                    .into_any()
            } else {
                view! { <table class="rows"><tbody>{rows}</tbody></table> }.into_any()
            }}
        </Sect>
    }
}

fn describe(gave: &Gave) -> String {
    let given = &gave.contribution;
    let mut parts: Vec<String> = [
        (given.tasks_completed.len(), "task"),
        (given.decisions_made.len(), "decision"),
        (given.artifacts_created.len(), "file version"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, noun)| many(n, noun))
    .collect();
    match given.discoveries.len() {
        0 => {}
        1 => parts.push("1 discovery".into()),
        n => parts.push(format!("{n} discoveries")),
    }
    let tokens = given.tokens_in + given.tokens_out;
    if tokens > 0 {
        parts.push(format!("{} tokens used", group_digits(tokens)));
    }
    if parts.is_empty() {
        parts.push("took part".into());
    }
    parts.join(", ")
}
