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
/// The slot of nudges and answers: a person's word gets all its room before others get more than their minimum.
const NUDGES: u32 = 300;

/// How many times the room of a block its items are looked at.
const LOOKED_AT: u32 = 4;

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
            // What can have no room, whatever the others have, is not looked at any more.
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
