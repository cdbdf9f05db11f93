//! The blocks of a mind: its document, and the notes that no dream has processed yet.

use std::sync::Arc;

use crate::context::part::{Counter, Filled, LEAST, Part, Piece};
use crate::mind::budget::Budget;
use crate::mind::inject::{document, notes};
use crate::mind::state::Mind;
use crate::mind::stream;
use crate::workflow::context::omitted::Tally;

/// Maximum attempts to get below a limit: the token counts of parts do not add up exactly.
const TRIES: u32 = 4;

/// Builds the block of the document, cut to the model's budget.
pub(super) fn state_vector(
    mind: &Arc<Mind>,
    agent: &str,
    budget: Budget,
    counter: &Counter,
) -> Option<Part> {
    let written = mind.document.clone()?;
    let (mind, counter, stream) = (mind.clone(), counter.clone(), stream(agent));
    let streams = vec![(stream.clone(), written.row.fact)];
    let whole = counter.count(&written.text);
    let fill = move |room: u32| {
        let mut filled = Filled::default();
        let mut cut = Tally::default();
        let name = format!("version {}", written.row.number);
        let mut tokens = budget.tokens.min(room);
        let mut found = None;
        for _ in 0..TRIES {
            if tokens < LEAST * 2 {
                break;
            }
            let shown = document(&mind, Budget { tokens, ..budget }, counter.0.tokens());
            let piece = Piece::of(&shown.text, name.as_str(), "the agent's mind", &counter);
            if piece.tokens <= room {
                found = Some((piece, shown.was_cut));
                break;
            }
            tokens -= (piece.tokens - room).max(LEAST).min(tokens);
        }
        let Some((piece, was_cut)) = found else {
            cut.add(name, whole);
            let why = "left out: over the budget of the block";
            filled.omitted.extend(cut.summarize("mind", why));
            return filled;
        };
        let left = if was_cut {
            whole.saturating_sub(piece.tokens).max(1)
        } else {
            0
        };
        if was_cut {
            cut.add(name, left);
        }
        let piece = Piece { cut: left, ..piece };
        filled.pieces.push(piece.from(&stream, written.row.fact));
        let why =
            "cut: longer than the model's window allows it, the sections that weigh least first";
        filled.omitted.extend(cut.summarize("mind", why));
        filled
    };
    Some(Part {
        slot: 20,
        name: "mind",
        title: "State vector",
        min: 200,
        max: budget.tokens,
        is_pinned: false,
        streams,
        fill: Box::new(fill),
    })
}

/// Builds the block of the notes, within a budget as large as the document's.
pub(super) fn notes_part(
    mind: &Arc<Mind>,
    agent: &str,
    budget: Budget,
    counter: &Counter,
) -> Option<Part> {
    let (newest, _) = mind.notes.get_max()?;
    let (newest, agent) = (*newest, agent.to_owned());
    let (mind, counter, stream) = (mind.clone(), counter.clone(), stream(&agent));
    let streams = vec![(stream.clone(), newest)];
    let fill = move |room: u32| {
        let mut filled = Filled::default();
        let mut left_out = Tally::default();
        let shown = notes(&mind, &agent, room, counter.0.tokens());
        let piece = Piece::of(
            shown.text.trim_start(),
            "notes",
            "no dream has taken them in yet",
            &counter,
        );
        let fits = piece.tokens <= room && shown.notes > 0;
        let shown = if fits { shown.notes } else { 0 };
        if fits {
            filled.pieces.push(piece.clone().from(&stream, newest));
        }
        let tokens = mind
            .notes
            .values()
            .map(|note| note.text.len().div_ceil(4) as u64)
            .sum::<u64>();
        let left = mind.notes.len() - shown;
        if left > 0 {
            let each = u32::try_from(tokens / mind.notes.len() as u64).unwrap_or(u32::MAX);
            (0..left).for_each(|_| left_out.add(String::new(), each));
        }
        filled
            .omitted
            .extend(left_out.summarize("notes", "left out: over the budget of the block"));
        filled
    };
    Some(Part {
        slot: 200,
        name: "notes",
        title: "Notes that wait for a dream",
        min: 0,
        max: budget.tokens,
        is_pinned: false,
        streams,
        fill: Box::new(fill),
    })
}
