//! Table of the tasks: sorted by links, filtered by the toolbar, with 100 tasks per page.

use std::cmp::Ordering;

use engine::numbers::TaskNo;
use engine::workflow::{Task, TaskStatus, Workflow};
use kernel::Time;
use leptos::prelude::*;

use super::filter::fits;
use super::outline::live_face;
use super::pages::{Pages, on_page, page_of};
use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Status, StatusWord};
use crate::paths::Order;

/// Number of tasks per page.
const PAGE: usize = 100;

/// Columns: the name in an address, the heading, and the CSS classes; `wide` columns are hidden on small screens.
const COLUMNS: [(&str, &str, &str); 8] = [
    ("status", "Status", ""),
    ("title", "Task", ""),
    ("worker", "Worker", ""),
    ("group", "Group", "wide"),
    ("priority", "Priority", "wide end"),
    ("waits", "Waits for", "wide"),
    ("attempts", "Attempts", "wide end"),
    ("updated", "Since", "end"),
];

/// Table of the tasks.
#[component]
pub fn TaskTable() -> impl IntoView {
    let scene = scene();
    let rows = Memo::new(move |_| {
        let (filter, order) = scene
            .address
            .with(|address| (address.filter.clone(), address.order.clone()));
        scene
            .state
            .with(|workflow| sort_tasks(workflow, &filter, &order, scene.now.get_untracked()))
    });
    let all = Memo::new(move |_| rows.with(Vec::len));
    let page = page_of(all, PAGE);
    let shown = Memo::new(move |_| {
        rows.with(|rows| on_page(rows.iter().copied(), page.get(), PAGE).collect::<Vec<_>>())
    });
    let heads = COLUMNS.map(|(column, label, class)| view! { <Column column label class/> });
    view! {
        <div class="view" tabindex="0" role="region" aria-label="Tasks">
            {alive(move || rows.with(Vec::is_empty).then(|| view! {
                <Empty title="No task fits." text="Words must all fit; try status:review, worker:NAME or a part of a title."/>
            }))}
            <div class="table-frame">
                <table class="table">
                    <caption class="vh">"Tasks of this workflow"</caption>
                    <thead><tr>{heads.into_iter().collect_view()}</tr></thead>
                    <tbody>
                        <For each=move || shown.get() key=|no| *no children=|no| view! { <Row no/> }/>
                    </tbody>
                </table>
            </div>
            <Pages all per=PAGE what="tasks"/>
        </div>
    }
}

#[component]
fn Column(column: &'static str, label: &'static str, class: &'static str) -> impl IntoView {
    let scene = scene();
    let order = Memo::new(move |_| {
        scene
            .address
            .with(|address| (address.order.column == column).then_some(address.order.descending))
    });
    let href = scene.href(move |address| {
        let again = address.order.column == column;
        address.order = match (again, address.order.descending) {
            (true, true) => Order::default(),
            (true, false) => Order {
                column: column.into(),
                descending: true,
            },
            (false, _) => Order {
                column: column.into(),
                descending: false,
            },
        };
        address.page = 1;
    });
    let sorted = move || {
        order.get().map(|descending| {
            if descending {
                "descending"
            } else {
                "ascending"
            }
        })
    };
    let mark = move || {
        order
            .get()
            .map(|descending| if descending { " ↓" } else { " ↑" })
    };
    view! {
        <th scope="col" class=class aria-sort=sorted>
            <a href=href data-noscroll="true">{label}<span aria-hidden="true">{mark}</span></a>
        </th>
    }
}

#[component]
fn Row(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let face = live_face(no);
    let group = scene.of_task(no, |_, task| task.group.clone());
    let priority = scene.of_task(no, |_, task| task.priority);
    let attempts = scene.of_task(no, |_, task| task.attempts.len());
    let since = scene.of_task(no, |_, task| task.since.0);
    let worker = scene.of_task(no, |_, task| task.assigned_to.clone());
    // The duration is in the last column.
    let waits = move || {
        face.with(|face| {
            let is_time = face.ages || face.status == Status::Completed;
            (!is_time).then(|| face.end.clone())
        })
    };
    let here = move || {
        scene
            .address
            .with(|address| (address.task == Some(no)).then_some("true"))
    };
    view! {
        <tr aria-current=here data-status=move || face.with(|face| face.status.name())>
            <td><StatusWord status=Signal::derive(move || face.with(|face| face.status))/></td>
            <td>
                <a href=scene.href_of(no) data-noscroll="true">{alive(move || face.with(|face| face.title.clone()))}</a>
                " " <span class="id">{no.to_string()}</span>
            </td>
            <td class="name">{alive(move || worker.get())}</td>
            <td class="wide">{alive(move || group.get())}</td>
            <td class="wide end">{alive(move || priority.get())}</td>
            <td class="wide">{waits}</td>
            <td class="wide end">{alive(move || attempts.get())}</td>
            <td class="end"><Ago at=Signal::derive(move || since.get()) now=scene.clock() wording=crate::parts::Wording::Bare/></td>
        </tr>
    }
}

/// Returns the matching tasks, in order.
fn sort_tasks(workflow: &Workflow, filter: &str, order: &Order, now: Time) -> Vec<TaskNo> {
    let mut tasks: Vec<&Task> = workflow
        .tasks
        .iter()
        .filter(|task| fits(workflow, task, filter, now))
        .collect();
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
    tasks.into_iter().map(|task| task.id).collect()
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
    super::face::before(workflow, task, engine::workflow::graph::EdgeState::Waits).len()
}

/// Compares names; a missing name comes last.
fn later(one: Option<&String>, two: Option<&String>) -> Ordering {
    match (one, two) {
        (Some(one), Some(two)) => one.cmp(two),
        (one, two) => two.is_some().cmp(&one.is_some()),
    }
}
