//! The blocks that come from a workflow: its goal, a task with all that applies to it, nudges and answers.

use std::sync::Arc;

use crate::context::choose;
use crate::context::part::{Counter, Part, Piece};
use crate::workflow::context::gather::{Whose, gather};
use crate::workflow::state::Workflow;
use kernel::stream::StreamId;
use kernel::time::Time;

/// The slot of the goal, and of the task.
const GOAL: u32 = 10;
const TASK: u32 = 110;
/// The slot of nudges and answers, which are there whole before they are anything else.
const NUDGES: u32 = 300;

/// The blocks.
pub(super) fn parts(
    (stream, workflow): (&StreamId, &Arc<Workflow>),
    whose: Whose,
    budget: u32,
    now: Time,
    counter: &Counter,
) -> Vec<Part> {
    let parts = gather(workflow, whose, budget, now, &[]).into_iter();
    let parts = parts.filter(|part| !part.items.is_empty());
    parts
        .map(|part| {
            let max = match part.slot {
                GOAL => 600,
                TASK => 3_000,
                _ => part.max,
            };
            let largest = if matches!(part.slot, GOAL | TASK) {
                max
            } else {
                part.largest
            };
            let newest = part.items.iter().map(|item| item.about.version).max();
            let pieces = part.items.into_iter().map(|item| {
                let piece = Piece::of(&item.text, item.about.source, item.about.why, counter);
                let piece = piece.from(stream, item.about.version);
                Piece {
                    cut: item.about.cut,
                    ..piece
                }
            });
            let pieces = pieces.collect();
            Part {
                slot: part.slot,
                name: part.name,
                title: part.title,
                min: if part.slot == NUDGES { 0 } else { part.min },
                max,
                streams: vec![(stream.clone(), newest.unwrap_or_default())],
                fill: choose::items(part.name, pieces, largest, 0, counter.clone()),
            }
        })
        .collect()
}
