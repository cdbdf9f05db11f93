//! Fits items into the budget: an item that is longer than its share is cut, and one that does not fit makes room for
//! smaller ones. Long items therefore cannot push all others out of a context.

use super::gather::{Part, Rendered};

/// Counts the tokens of a text.
pub type Count<'a> = &'a dyn Fn(&str) -> u32;

/// Maximum size of the items considered for a block, as a multiple of its maximum: later items cannot fit.
pub(super) const LOOKED_AT: u32 = 4;

/// Counts the tokens of a part's items and cuts those above the limit of one item. Returns the number of items
/// considered.
pub(super) fn cut(part: &mut Part, count: Count) -> usize {
    let mut tokens: u32 = 0;
    let mut looked_at = 0;
    for item in &mut part.items {
        if tokens > part.max.saturating_mul(LOOKED_AT) {
            break;
        }
        item.text.truncate(item.text.trim_end().len());
        item.about.tokens = line(&item.text, count);
        tokens = tokens.saturating_add(item.about.tokens);
        if item.about.tokens > part.largest {
            shorten(item, part.largest, count);
        }
        looked_at += 1;
    }
    looked_at
}

/// Counts the tokens of a text with a line end.
fn line(text: &str, count: Count) -> u32 {
    count(&format!("{text}\n"))
}

/// Cuts an item to `largest` tokens and appends a note of how much was cut; at least the note remains.
fn shorten(item: &mut Rendered, largest: u32, count: Count) {
    let whole = item.about.tokens;
    let mut bytes = item.text.len() as u64 * u64::from(largest) / u64::from(whole);
    loop {
        let end = usize::try_from(bytes).unwrap_or(usize::MAX);
        let begin = item.text[..item.text.floor_char_boundary(end)].trim_end();
        let left = whole.saturating_sub(count(begin));
        let left = left.saturating_add(item.about.cut);
        let text = format!("{begin}\n[cut here: {left} more tokens]");
        let text = text.trim_start();
        let tokens = line(text, count);
        if tokens <= largest || bytes == 0 {
            item.about.tokens = tokens;
            item.about.cut = left;
            text.clone_into(&mut item.text);
            return;
        }
        bytes = bytes * 9 / 10;
    }
}

/// Selects the items of each part that fit: first every part gets its minimum in the order of the slots, then the rest
/// of the budget goes to the parts in the same order, up to their maximum. `fences` has for each part the tokens of its
/// fence and the number of items to consider.
pub(super) fn fit(parts: &[Part], fences: &[(u32, usize)], budget: u32) -> Vec<Vec<bool>> {
    let mut taken: Vec<Vec<bool>> = parts
        .iter()
        .map(|part| vec![false; part.items.len()])
        .collect();
    let mut spent = vec![0; parts.len()];
    let mut left = budget;
    for round in [|part: &Part| part.min, |part: &Part| part.max] {
        for (at, (part, (fence, looked_at))) in parts.iter().zip(fences).enumerate() {
            for (item, taken) in part.items.iter().zip(&mut taken[at]).take(*looked_at) {
                // A first item that is larger than the minimum is better than an empty block.
                let is_first = spent[at] == 0;
                let tokens = item.about.tokens + if is_first { *fence } else { 0 };
                let fits = spent[at] + tokens <= round(part) || is_first;
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
