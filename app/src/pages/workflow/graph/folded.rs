//! A folded room: one box in place of its tasks, with a link that unfolds it.

use engine::workflow::TaskStatus;
use engine::workflow::ops::workflow_plan::FoldedRoom;
use leptos::prelude::*;

use super::super::face::clip;
use super::Drawing;
use super::node::{element_id, frame};
use crate::parts::{Icon, Status};

/// Renders the box of a folded room with its upper left corner.
pub fn room_summary(
    drawing: &Drawing,
    id: &str,
    room: Option<&FoldedRoom>,
    (x, y): (f32, f32),
) -> AnyView {
    let workflow = &drawing.scene.workflow;
    let name = room.map_or(id, |room| &room.name);
    let tasks = room.map_or(&[][..], |room| &room.tasks);
    let mut counts = [0_usize; 9];
    for task in tasks.iter().filter_map(|no| workflow.tasks.get(*no)) {
        counts[workflow.visible_status_and_reason(task).0 as usize] += 1;
    }
    let summary = summary(&counts, tasks.len());
    let unfold = drawing.scene.href(|address| address.flip(name));
    let title = clip(name, 12.5, 150.0);
    let sub = clip(&summary, 11.0, 152.0);
    // The label begins with the visible text, as it is clipped; the clipped text follows.
    let mut label = vec![format!("{title} {sub}"), "folded room".into()];
    label.extend((title != name).then(|| name.to_owned()));
    label.extend((sub != summary).then_some(summary));
    view! {
        <g>
            <a
                class="node node--room"
                id=element_id(id)
                href=unfold
                data-status=status(&counts, tasks.len()).name()
                aria-roledescription="room"
                aria-label=label.join(", ")
                tabindex=if drawing.stop == id { "0" } else { "-1" }
                transform=format!("translate({x} {y})")
            >
                {frame(Icon::Plus)}
                <g aria-hidden="true">
                    <text class="node-title" x="34" y="17">{title}</text>
                    " "
                    <text class="node-sub" x="34" y="31">{sub}</text>
                </g>
            </a>
        </g>
    }
    .into_any()
}

/// Returns the most urgent status in the room, which sets the color of the box.
fn status(counts: &[usize; 9], all: usize) -> Status {
    let has = |status: TaskStatus| counts[status as usize] > 0;
    match () {
        () if has(TaskStatus::Review) => Status::Review,
        () if has(TaskStatus::Failed) => Status::Failed,
        () if has(TaskStatus::Blocked) => Status::Blocked,
        () if has(TaskStatus::InProgress) => Status::InProgress,
        () if counts[TaskStatus::Completed as usize] == all => Status::Completed,
        () => Status::Pending,
    }
}

/// Describes the tasks of the room: "3 of 8, 1 in progress".
fn summary(counts: &[usize; 9], all: usize) -> String {
    let mut words = vec![format!(
        "{} of {all}",
        counts[TaskStatus::Completed as usize]
    )];
    for (status, word) in [
        (TaskStatus::InProgress, "in progress"),
        (TaskStatus::Review, "in review"),
        (TaskStatus::Failed, "failed"),
    ] {
        let count = counts[status as usize];
        words.extend((count > 0).then(|| format!("{count} {word}")));
    }
    words.join(", ")
}
