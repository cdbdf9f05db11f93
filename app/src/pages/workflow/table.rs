//! Table of the tasks: sorted by links, filtered by the toolbar, with 100 tasks per page.

use std::cmp::Ordering;

use engine::workflow::graph::EdgeState;
use engine::workflow::{Task, TaskStatus, Workflow};
use leptos::prelude::*;

use super::face::{before, face};
use super::filter::fits;
use super::pages::{on_page, page_links, page_of};
use super::scene::Scene;
use crate::parts::{Empty, Status, StatusWord};
use crate::paths::Order;

/// Number of tasks per page.
const PAGE: usize = 100;

/// Columns: the name in an address, the heading, and the CSS classes; `wide` columns are hidden on small screens.
const COLUMNS: [(&str, &str, &str); 8] = [
    ("status", "Status", ""),
    ("title", "Task", ""),
    ("worker", "Worker", ""),
    ("group", "Room", "wide"),
    ("priority", "Priority", "wide end"),
    ("waits", "Waits for", "wide"),
    ("attempts", "Attempts", "wide end"),
    ("updated", "Since", "end"),
];

/// Renders the table of the tasks.
pub fn table(scene: &Scene) -> AnyView {
    let tasks = sort_tasks(scene);
    let all = tasks.len();
    if all == 0 {
        return no_tasks(scene);
    }
    let page = page_of(scene, all, PAGE);
    let rows = on_page(tasks.into_iter(), page, PAGE).map(|task| row(scene, task));
    let heads = COLUMNS.map(|(column, label, class)| head(scene, column, label, class));
    view! {
        <div class="view" tabindex="0" role="region" aria-label="Tasks">
            <div class="table-frame">
                <table class="table">
                    <caption class="vh">"Tasks of this workflow"</caption>
                    <thead><tr>{heads.into_iter().collect_view()}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
            {page_links(scene, all, PAGE, "tasks")}
        </div>
    }
    .into_any()
}

/// Empty state: of the plan, or of the filter.
fn no_tasks(scene: &Scene) -> AnyView {
    let (title, text) = if scene.workflow.tasks.is_empty() {
        (
            "No tasks yet.",
            "Tasks appear here when an orchestrator adds them to the plan.",
        )
    } else {
        (
            "No matching tasks.",
            "A task has to match all words: a status such as blocked, the name of a worker, or a part of the title.",
        )
    };
    view! { <div class="view" role="region" aria-label="Tasks"><Empty title text/></div> }
        .into_any()
}

fn head(scene: &Scene, column: &'static str, label: &'static str, class: &'static str) -> AnyView {
    let order = &scene.address.order;
    let descending = (order.column == column).then_some(order.descending);
    // The first click sorts, the second one reverses, and the third one restores the order of the tasks.
    let next = match descending {
        Some(true) => Order::default(),
        other => Order {
            column: column.into(),
            descending: other.is_some(),
        },
    };
    let href = scene.href(|address| {
        address.order = next;
        address.page = 1;
    });
    let sorted = descending.map(|descending| {
        if descending {
            ("descending", " ↓")
        } else {
            ("ascending", " ↑")
        }
    });
    view! {
        <th scope="col" class=class aria-sort=sorted.map(|(order, _)| order)>
            <a href=href data-noscroll="true">{label}<span aria-hidden="true">{sorted.map(|(_, mark)| mark)}</span></a>
        </th>
    }
    .into_any()
}

fn row(scene: &Scene, task: &Task) -> AnyView {
    let face = face(scene, task);
    // The duration is in the last column.
    let is_time = face.ages || face.status == Status::Completed;
    let here = (scene.address.task == Some(task.id)).then_some("true");
    view! {
        <tr aria-current=here data-status=face.status.name()>
            <td><StatusWord status=face.status/></td>
            <td>
                <a href=scene.href_of(task.id) data-noscroll="true">{face.title}</a>
                " " <span class="id">{task.id.to_string()}</span>
            </td>
            <td class="name">{task.assigned_to.clone()}</td>
            <td class="wide">{task.group.clone()}</td>
            <td class="wide end">{task.priority}</td>
            <td class="wide">{(!is_time).then_some(face.end)}</td>
            <td class="wide end">{task.attempts.len()}</td>
            <td class="end">{scene.age(task.since)}</td>
        </tr>
    }
    .into_any()
}

/// Returns the matching tasks, in order.
fn sort_tasks(scene: &Scene) -> Vec<&Task> {
    let (workflow, order) = (&scene.workflow, &scene.address.order);
    let tasks = workflow.tasks.iter();
    let mut tasks: Vec<&Task> = tasks.filter(|task| fits(scene, task)).collect();
    if let Some(compare) = comparison(&order.column) {
        tasks.sort_by(|one, two| {
            let found = compare(workflow, one, two);
            if order.descending {
                found.reverse()
            } else {
                found
            }
        });
    }
    tasks
}

type Compare = fn(&Workflow, &Task, &Task) -> Ordering;

fn comparison(column: &str) -> Option<Compare> {
    Some(match column {
        "status" => |workflow, one, two| weight(workflow, one).cmp(&weight(workflow, two)),
        "title" => |_, one, two| one.title.to_lowercase().cmp(&two.title.to_lowercase()),
        "worker" => |_, one, two| later(one.assigned_to.as_ref(), two.assigned_to.as_ref()),
        "group" => |_, one, two| later(one.group.as_ref(), two.group.as_ref()),
        "priority" => |_, one, two| one.priority.cmp(&two.priority),
        "waits" => |workflow, one, two| waits(workflow, one).cmp(&waits(workflow, two)),
        "attempts" => |_, one, two| one.attempts.len().cmp(&two.attempts.len()),
        "updated" => |_, one, two| two.since.cmp(&one.since),
        _ => return None,
    })
}

/// Returns the sort weight of a status: tasks that need a person come first.
fn weight(workflow: &Workflow, task: &Task) -> u8 {
    match workflow.visible_status_and_reason(task).0 {
        TaskStatus::Review => 0,
        TaskStatus::Failed => 1,
        TaskStatus::Blocked => 2,
        TaskStatus::InProgress => 3,
        TaskStatus::Assigned => 4,
        TaskStatus::Pending => 5,
        TaskStatus::Completed => 6,
        TaskStatus::Skipped => 7,
        TaskStatus::Cancelled => 8,
    }
}

fn waits(workflow: &Workflow, task: &Task) -> usize {
    before(workflow, task, EdgeState::Waits).len()
}

/// Compares names; a missing name comes last.
fn later(one: Option<&String>, two: Option<&String>) -> Ordering {
    match (one, two) {
        (Some(one), Some(two)) => one.cmp(two),
        (one, two) => two.is_some().cmp(&one.is_some()),
    }
}
