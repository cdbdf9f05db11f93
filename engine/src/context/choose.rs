//! Selects the items that fit into a block. An item longer than its share is cut, so that long items cannot push out
//! the others; an item that does not fit leaves the room to smaller ones.

use crate::context::part::{Counter, Fill, Filled, LEAST, Piece};
use crate::workflow::context::omitted::Tally;

/// Fills a block with independent items.
pub(super) fn items(
    kind: &'static str,
    pieces: Vec<Piece>,
    largest: u32,
    more: u64,
    counter: Counter,
) -> Fill {
    Box::new(move |room| choose(kind, &pieces, largest, room, more, &counter))
}

fn choose(
    kind: &str,
    pieces: &[Piece],
    largest: u32,
    room: u32,
    more: u64,
    counter: &Counter,
) -> Filled {
    let mut filled = Filled::default();
    let (mut cut, mut left_out) = (Tally::default(), Tally::default());
    let mut left = room;
    for piece in pieces {
        let is_first = filled.pieces.is_empty();
        let is_only = pieces.len() == 1 && more == 0;
        let most = if is_only { left } else { left.min(largest) };
        let is_long = piece.tokens > largest || is_first;
        let taken = match piece.tokens <= most {
            true => Some(piece.clone()),
            false if is_long && most >= LEAST => piece.shorten(most, counter),
            false => None,
        };
        let Some(taken) = taken else {
            left_out.add(piece.source.clone(), piece.tokens.saturating_add(piece.cut));
            continue;
        };
        if taken.cut > 0 {
            cut.add(taken.source.clone(), taken.cut);
        }
        left -= taken.tokens;
        filled.pieces.push(taken);
    }
    left_out.unseen(more, pieces.iter().map(|piece| piece.tokens));
    let told = [
        cut.summarize(
            kind,
            "cut: longer than their share, only the beginning is here",
        ),
        left_out.summarize(kind, "left out: over the budget of the block"),
    ];
    filled.omitted.extend(told.into_iter().flatten());
    filled
}
