//! The blocks of a workflow: its goal, a task with everything that applies to it, nudges and answers.

use std::sync::Arc;

use crate::context::choose;
use crate::context::part::{Counter, Part, Piece};
use crate::workflow::context::gather::{Whose, gather};
use crate::workflow::state::Workflow;
use kernel::stream::StreamId;
use kernel::time::Time;

/// Slots of the goal and of the task.
const GOAL: u32 = 10;
const TASK: u32 = 110;
/// Slot of nudges and answers: they get all their room before others get more than their minimum.
const NUDGES: u32 = 300;

/// Multiple of a block's maximum room up to which its items are considered.
const LOOKED_AT: u32 = 4;

/// Builds the blocks.
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
            // Items that cannot fit, whatever the other blocks need, are skipped.
            let mut tokens = 0;
            let all = part.items.len() as u64 + part.rest.count;
            let some = part.items.into_iter().take_while(|item| {
                let is_near = tokens <= max.saturating_mul(LOOKED_AT);
                tokens = tokens.saturating_add(item.about.tokens);
                is_near
            });
            let pieces = some.map(|item| {
                let piece = Piece::of(&item.text, item.about.source, item.about.why, counter);
                let piece = piece.from(stream, item.about.version);
                Piece {
                    cut: item.about.cut,
                    ..piece
                }
            });
            let pieces: Vec<Piece> = pieces.collect();
            let more = all - pieces.len() as u64;
            Part {
                slot: part.slot,
                name: part.name,
                title: part.title,
                min: if part.slot == NUDGES { max } else { part.min },
                max,
                is_pinned: false,
                streams: vec![(stream.clone(), newest.unwrap_or_default())],
                fill: choose::items(part.name, pieces, largest, more, counter.clone()),
            }
        })
        .collect()
}
