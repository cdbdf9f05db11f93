//! Tasks that an agent holds or submitted for review, and the workflows that it leads.

use engine::team::ops::agent_list::Seen;
use engine::workflow::attention::Item;
use engine::workflow::shown::FOR_PERSON;
use leptos::prelude::*;

use crate::live::feed;
use crate::pages::queue::address;
use crate::pages::shown::status_of;
use crate::parts::{Ago, Empty, Sect, Status, StatusWord};
use crate::paths;

/// Section with the agent's current work.
#[component]
pub fn Holds(
    /// The agent.
    seen: Seen,
    /// Tasks of the agent that wait for a review.
    reviews: Vec<Item>,
) -> impl IntoView {
    let now = feed().clock();
    let is_free = seen.holds.is_empty() && seen.leads.is_empty() && reviews.is_empty();
    let reviews = reviews
        .into_iter()
        .map(|item| {
            let href = address(&item);
            view! {
                <tr>
                    <td><StatusWord status=Status::Review /></td>
                    <td>
                        <a href=href><span class="id">{item.thing}</span> " " {item.title}</a>
                    </td>
                    <td>"waits for a review"</td>
                </tr>
            }
        })
        .collect_view();
    let leads = seen
        .leads
        .into_iter()
        .map(|led| {
            view! {
                <tr>
                    <td>"Leads"</td>
                    <td><a href=paths::workflow(led.workflow)>{led.name}</a></td>
                    <td></td>
                </tr>
            }
        })
        .collect_view();
    let tasks = seen
        .holds
        .into_iter()
        .map(|held| {
            let lease = held.lease.map(|lease| match lease.parked_at {
                Some(_) => view! { {FOR_PERSON} ": the lease stands still" }.into_any(),
                None => view! { "lease ends " <Ago at=lease.until.0 now /> }.into_any(),
            });
            view! {
                <tr>
                    <td><StatusWord status=status_of(held.status) /></td>
                    <td>
                        <a href=paths::task(held.workflow, held.task)>
                            <span class="id">{held.task.to_string()}</span>
                            " "
                            {held.title}
                        </a>
                    </td>
                    <td>{lease}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <Sect id="h-holds" title="Holds">
            {if is_free {
                view! { <Empty title="It holds nothing." /> }.into_any()
            } else {
                view! { <table class="rows"><tbody>{leads}{tasks}{reviews}</tbody></table> }.into_any()
            }}
        </Sect>
    }
}
