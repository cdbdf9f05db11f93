//! Exact reasons why the task waits, and the tasks that wait for it: the engine's own explanation.

use engine::numbers::TaskNo;
use engine::workflow::TaskStatus;
use engine::workflow::ready::Asker;
use engine::workflow::waiting::{Wait, WaitKind};
use leptos::prelude::*;

use super::super::face::page_status;
use super::super::link::{TaskLink, TaskLinks};
use super::super::scene::scene;
use crate::parts::alive;
use crate::parts::{Ago, Glyph, Icon, Level, Sect, Status, prose};

/// Section with the reasons.
#[component]
pub fn Why(no: TaskNo) -> impl IntoView {
    let scene = scene();
    // Recomputed every 15 seconds, because the end of a cooldown or a lease changes the text.
    let minute = Memo::new(move |_| scene.now.get().0 / 15_000);
    let waits = Memo::new(move |_| {
        minute.track();
        let now = scene.now.get_untracked();
        scene.state.with(|workflow| {
            workflow
                .tasks
                .get(no)
                .map(|task| workflow.waits(task, now, Asker::default()))
                .unwrap_or_default()
        })
    });
    let status = scene.of_task(no, |_, task| task.status);
    let since = scene.of_task(no, |_, task| task.since.0);
    let frees = scene.read(move |workflow| workflow.unblocks(no));
    let behind = scene.of_task(no, |_, task| task.blocks.clone());
    let hangs = scene.read(move |workflow| workflow.descendants(no, 1_000).len());
    let reason = scene.of_task(no, |_, task| task.reason.clone());
    // Ended tasks wait for nothing.
    let is_over =
        Memo::new(move |_| status.get().is_terminal() && status.get() != TaskStatus::Failed);
    let title = Signal::derive(move || {
        // A task that is held, or that can be claimed, does not wait.
        let is_waiting = waits.with(|waits| waits.iter().any(|wait| wait.kind != WaitKind::Held));
        let title = if is_waiting && !is_over.get() {
            "Why it waits"
        } else {
            "How it stands"
        };
        title.to_owned()
    });
    view! {
        <Sect id="h-why" title level=Level::Three>
            <ol class="chain">
                {alive(move || match waits.get() {
                    none if none.is_empty() => view! { <Free status=status.get() since/> }.into_any(),
                    waits => waits.into_iter().map(|wait| view! { <Reason wait/> }).collect_view().into_any(),
                })}
                {alive(move || reason.get().map(|why| view! { <li><Glyph icon=Icon::Info/><div class="said">{prose(&why, 4)}</div></li> }))}
                {alive(move || (!status.get().is_terminal() && hangs.get() > 0).then(|| view! {
                    <li data-status="pending">
                        <Glyph icon=Icon::Pending/>
                        <p>
                            {alive(move || match (frees.get(), behind.get()) {
                                (frees, _) if !frees.is_empty() => view! {
                                    "Finishing it frees " <TaskLinks tasks=frees/> "."
                                }
                                .into_any(),
                                (_, behind) => {
                                    let wait = if behind.len() == 1 { "waits" } else { "wait" };
                                    view! { <TaskLinks tasks=behind/> {format!(" {wait} for it and for others.")} }
                                        .into_any()
                                }
                            })}
                            {alive(move || match hangs.get() {
                                1 => " One task hangs on it.".to_owned(),
                                all => format!(" {all} tasks hang on it in all."),
                            })}
                        </p>
                    </li>
                }))}
            </ol>
        </Sect>
    }
}

/// Message that the task waits for nothing.
#[component]
fn Free(status: TaskStatus, #[prop(into)] since: Signal<i64>) -> impl IntoView {
    let scene = scene();
    let shown = page_status(status);
    let said = match status {
        TaskStatus::Pending | TaskStatus::Assigned => "It waits for nothing: it can be claimed.",
        TaskStatus::Completed => "It is done.",
        TaskStatus::Failed => "It failed, and somebody accepted that.",
        TaskStatus::Cancelled => "It was called off.",
        TaskStatus::Skipped => "It was left out.",
        TaskStatus::InProgress | TaskStatus::Blocked => {
            "Its holder went quiet: the lease ran out, and anybody may take it."
        }
        TaskStatus::Review => "It was handed in.",
    };
    view! {
        <li data-status=shown.name()>
            <Glyph icon=shown.icon()/>
            <p>{said} " " <span class="quiet"><Ago at=since now=scene.clock()/></span></p>
        </li>
    }
}

/// One reason.
#[component]
fn Reason(wait: Wait) -> impl IntoView {
    let scene = scene();
    let Wait {
        kind,
        task,
        agent,
        until,
        text,
        ..
    } = wait;
    let (status, icon) = tone(kind);
    let until = until.filter(|_| {
        matches!(
            kind,
            WaitKind::Cooldown | WaitKind::Deferred | WaitKind::Held
        )
    });
    let said = match (until, agent) {
        // The engine's sentence contains the absolute time; people get the relative one.
        (Some(at), Some(agent)) => view! {
            <b>{agent}</b> " holds it; the lease ends " <Ago at=Signal::stored(at.0) now=scene.clock()/> "."
        }
        .into_any(),
        (Some(at), None) if kind == WaitKind::Deferred => view! {
            "It is deferred and can be claimed " <Ago at=Signal::stored(at.0) now=scene.clock()/> "."
        }
        .into_any(),
        (Some(at), None) => view! {
            "It rests after a failure and can be claimed again " <Ago at=Signal::stored(at.0) now=scene.clock()/> "."
        }
        .into_any(),
        (None, _) => view! { {text} }.into_any(),
    };
    view! {
        <li data-status=status.name()>
            <Glyph icon/>
            <p>{said} {task.map(|no| view! { " " <TaskLink no/> })}</p>
        </li>
    }
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
