//! Exact reasons why the task waits, and the tasks that wait for it: the engine's own explanation.

use engine::numbers::TaskNo;
use engine::workflow::ready::Asker;
use engine::workflow::waiting::{Wait, WaitKind};
use engine::workflow::{Task, TaskStatus};
use leptos::prelude::*;

use super::super::face::page_status;
use super::super::link::{task_link, task_links};
use super::super::scene::Scene;
use crate::pages::sentence::Sentence;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Level, Sect, Status, prose};

/// Maximum number of dependent tasks that are counted.
const COUNTED: usize = 1_000;

/// Renders the section with the reasons.
pub fn why(scene: &Scene, task: &Task) -> AnyView {
    let waits = scene.workflow.waits(task, scene.now, Asker::default());
    // A task that is held, or that can be claimed, does not wait. Ended tasks wait for nothing.
    let is_waiting = waits.iter().any(|wait| wait.kind != WaitKind::Held);
    let is_over = task.status.is_terminal() && task.status != TaskStatus::Failed;
    let title = if is_waiting && !is_over {
        "Why it waits"
    } else {
        "State"
    };
    let mut rows: Vec<_> = waits.into_iter().map(|wait| reason(scene, wait)).collect();
    if rows.is_empty() {
        rows.push(free(scene, task));
    }
    let note = task.reason.as_ref().map(|why| {
        view! { <li><Glyph icon=Icon::Info/><div class="said">{prose(why, 4)}</div></li> }
    });
    let behind = behind(scene, task);
    view! {
        <Sect id="h-why" title level=Level::Three>
            <ol class="chain">{rows} {note} {behind}</ol>
        </Sect>
    }
    .into_any()
}

/// Tasks that wait for this one.
fn behind(scene: &Scene, task: &Task) -> Option<AnyView> {
    let all = scene.workflow.descendants(task.id, COUNTED).len();
    if task.status.is_terminal() || all == 0 {
        return None;
    }
    let frees = scene.workflow.unblocks(task.id);
    let next = if frees.is_empty() {
        let wait = if task.blocks.len() == 1 {
            " waits for it and for others."
        } else {
            " wait for it and for others."
        };
        view! { {task_links(scene, &task.blocks)} {wait} }.into_any()
    } else {
        view! { "Finishing it frees " {task_links(scene, &frees)} "." }.into_any()
    };
    let verb = if all == 1 { "depends" } else { "depend" };
    let row = view! {
        <li data-status="pending">
            <Glyph icon=Icon::Pending/>
            <p>{next} {format!(" {} {verb} on it in total.", many(all, "task"))}</p>
        </li>
    };
    Some(row.into_any())
}

/// Message that the task waits for nothing.
fn free(scene: &Scene, task: &Task) -> AnyView {
    let status = page_status(task.status);
    let text = match task.status {
        TaskStatus::Pending | TaskStatus::Assigned => "Ready: it can be claimed.",
        TaskStatus::Completed => "Completed.",
        TaskStatus::Failed => "Failed, and the failure was accepted.",
        TaskStatus::Cancelled => "Cancelled.",
        TaskStatus::Skipped => "Skipped.",
        TaskStatus::InProgress | TaskStatus::Blocked => {
            "The lease of its agent expired. Another agent can claim it."
        }
        TaskStatus::Review => "Submitted for review.",
    };
    view! {
        <li data-status=status.name()>
            <Glyph icon=status.icon()/>
            <p>{text} " " <span class="quiet">{scene.ago(task.since)}</span></p>
        </li>
    }
    .into_any()
}

/// One reason.
fn reason(scene: &Scene, wait: Wait) -> AnyView {
    let (status, icon) = tone(wait.kind);
    // The engine's sentence contains the absolute time; people get the relative one.
    let until = wait.until.map(|at| scene.ago(at));
    let text = match (wait.kind, until, wait.agent) {
        (WaitKind::Held, Some(until), Some(agent)) => {
            view! { <b>{agent}</b> " holds it. The lease ends " {until} "." }.into_any()
        }
        (WaitKind::Deferred, Some(until), _) => {
            view! { "Deferred. It can be claimed " {until} "." }.into_any()
        }
        (WaitKind::Cooldown, Some(until), _) => {
            view! { "Failed. It can be claimed again " {until} "." }.into_any()
        }
        _ => {
            let workflow = Some(scene.workflow.id);
            view! { <Sentence text=wait.text.clone() workflow/> }.into_any()
        }
    };
    // The sentence links the tasks that it names.
    let task = wait.task.filter(|no| !names(&wait.text, *no));
    view! {
        <li data-status=status.name()>
            <Glyph icon/>
            <p>{text} {task.map(|no| view! { " " {task_link(scene, no)} })}</p>
        </li>
    }
    .into_any()
}

/// Returns true if the text names the task.
fn names(text: &str, no: TaskNo) -> bool {
    let name = no.to_string();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == name)
}

const fn tone(kind: WaitKind) -> (Status, Icon) {
    match kind {
        WaitKind::Review => (Status::Review, Icon::Review),
        WaitKind::Question | WaitKind::Approval => (Status::Review, Icon::Question),
        WaitKind::Failed | WaitKind::UpstreamFailed => (Status::Failed, Icon::Failed),
        WaitKind::Blocked => (Status::Blocked, Icon::Blocked),
        WaitKind::Held => (Status::InProgress, Icon::InProgress),
        WaitKind::Assigned => (Status::Assigned, Icon::Assigned),
        WaitKind::Decision => (Status::Pending, Icon::Decision),
        WaitKind::Paused => (Status::Blocked, Icon::Pause),
        WaitKind::Task
        | WaitKind::Cooldown
        | WaitKind::Deferred
        | WaitKind::Capabilities
        | WaitKind::Ended => (Status::Pending, Icon::Pending),
    }
}
