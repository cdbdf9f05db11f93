//! A folded room: one box in place of its tasks, with a link that unfolds it.

use engine::numbers::TaskNo;
use engine::workflow::TaskStatus;
use engine::workflow::sketch::room_id;
use leptos::prelude::*;

use super::super::face::clip;
use super::super::scene::scene;
use super::node::element_id;
use crate::parts::alive;
use crate::parts::{Icon, Status};

/// Box of a folded room.
#[component]
pub fn FoldedRoom(
    /// Name of the room.
    name: String,
    /// Left edge of the box.
    x: f32,
    /// Upper edge of the box.
    y: f32,
    /// Tasks in the room.
    tasks: Vec<TaskNo>,
    /// Node that Tab reaches.
    stop: Memo<Option<String>>,
) -> impl IntoView {
    let scene = scene();
    let id = room_id(&name);
    let all = tasks.len();
    let counts = scene.read(move |workflow| {
        let mut counts = [0_usize; 9];
        for task in tasks.iter().filter_map(|no| workflow.tasks.get(*no)) {
            counts[workflow.visible_status_and_reason(task).0 as usize] += 1;
        }
        counts
    });
    // The box has the color of the most urgent status in it.
    let status = move || {
        let counts = counts.get();
        let has = |status: TaskStatus| counts[status as usize] > 0;
        match () {
            () if has(TaskStatus::Review) => Status::Review,
            () if has(TaskStatus::Failed) => Status::Failed,
            () if has(TaskStatus::Blocked) => Status::Blocked,
            () if has(TaskStatus::InProgress) => Status::InProgress,
            () if counts[TaskStatus::Completed as usize] == all => Status::Completed,
            () => Status::Pending,
        }
    };
    let said = move || {
        let counts = counts.get();
        let of = |status: TaskStatus, word: &str| {
            let count = counts[status as usize];
            (count > 0).then(|| format!("{count} {word}"))
        };
        let done = counts[TaskStatus::Completed as usize];
        [
            Some(format!("{done} of {all}")),
            of(TaskStatus::InProgress, "moving"),
            of(TaskStatus::Review, "in review"),
            of(TaskStatus::Failed, "failed"),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
    };
    let unfold = {
        let name = name.clone();
        scene.href(move |address| address.flip(&name))
    };
    let is_stop = {
        let id = id.clone();
        move || stop.with(|stop| stop.as_deref() == Some(id.as_str()))
    };
    let title = clip(&name, 12.5, 150.0);
    let sub = Memo::new(move |_| clip(&said(), 11.0, 152.0));
    // The label begins with the visible text, as it is clipped; the clipped text follows.
    let label = {
        let title = title.clone();
        move || {
            let (sub, said) = (sub.get(), said());
            let mut words = vec![format!("{title} {sub}"), "folded room".into()];
            words.extend((title != name).then(|| name.clone()));
            words.extend((sub != said).then_some(said));
            words.join(", ")
        }
    };
    view! {
        <g>
            <a
                class="node node--room"
                id=element_id(&id)
                href=unfold
                data-status=move || status().name()
                aria-roledescription="room"
                aria-label=label
                tabindex=move || if is_stop() { "0" } else { "-1" }
                transform=format!("translate({x} {y})")
            >
                <rect class="node-halo" x="-4" y="-4" width="204" height="48" rx="5"></rect>
                <rect class="node-box" width="196" height="40"></rect>
                <g class="node-glyph" transform="translate(10 12)">
                    <use href=Icon::Plus.href() width="16" height="16"></use>
                </g>
                <g aria-hidden="true">
                    <text class="node-title" x="34" y="17">{title}</text>
                    " "
                    <text class="node-sub" x="34" y="31">{alive(move || sub.get())}</text>
                </g>
            </a>
        </g>
    }
}
