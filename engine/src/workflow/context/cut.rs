//! What fits: an item that is longer than its share is cut, one that does not fit makes room for smaller
//! ones. So nobody pushes the others out of a context by writing much.

use std::fmt::Write as _;

use super::gather::{Part, Rendered};

/// Cuts the items of a part that are longer than one of them may be.
pub(super) fn cut(part: &mut Part) {
    for item in &mut part.items {
        if item.about.tokens > part.largest {
            shorten(item, part.largest);
        }
    }
}

/// The tokens of the line that says how much was cut.
const NOTE: u32 = 14;

fn shorten(item: &mut Rendered, largest: u32) {
    let stays = largest.saturating_sub(NOTE);
    let left_out = (item.about.tokens - stays).saturating_add(item.about.cut);
    // Tokens were counted when it was written; here a text is taken to have as many everywhere.
    let bytes = item.text.len() as u64 * u64::from(stays) / u64::from(item.about.tokens);
    let end = item
        .text
        .floor_char_boundary(usize::try_from(bytes).unwrap_or(usize::MAX));
    item.text.truncate(end);
    // Writing to a text never fails.
    let _ = write!(item.text, "\n[cut here: {left_out} more tokens]");
    item.about.tokens = largest;
    item.about.cut = left_out;
}

/// Which items of each part fit: first every part gets its minimum in the order of the slots, then the
/// rest of the budget goes to the parts in the same order, up to their maximum.
pub(super) fn fit(parts: &[Part], budget: u32) -> Vec<Vec<bool>> {
    let mut taken: Vec<Vec<bool>> = parts
        .iter()
        .map(|part| vec![false; part.items.len()])
        .collect();
    let mut spent = vec![0; parts.len()];
    let mut left = budget;
    for round in [|part: &Part| part.min, |part: &Part| part.max] {
        for (at, part) in parts.iter().enumerate() {
            for (item, taken) in part.items.iter().zip(&mut taken[at]) {
                let tokens = item.about.tokens;
                // A first item that is larger than the minimum is better than an empty block.
                let fits = spent[at] + tokens <= round(part) || spent[at] == 0;
                if !*taken && fits && tokens <= left {
                    *taken = true;
                    spent[at] += tokens;
                    left -= tokens;
                }
            }
        }
    }
    taken
}
