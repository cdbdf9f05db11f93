//! The scratchpads block: those of the workspace, of the agent, of the session's user, and of the session.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::Map;

use crate::context::part::{Counter, Filled, LEAST, Part, Piece};
use crate::fence::{escape_tags, escape_tags_except};
use crate::scratchpad::address::{Scope, stream};
use crate::scratchpad::render::render;
use crate::scratchpad::state::{Pad, Scratchpads};
use crate::session::SessionKey;
use crate::workflow::context::omitted::Tally;
use kernel::stream::StreamId;

/// Maximum attempts to cut a scratchpad to its room.
const TRIES: u32 = 4;

/// Returns the owners of the scratchpads that apply with their names in titles, least frequently changed first.
pub(super) fn owners(
    session: Option<&SessionKey>,
    agent: Option<&str>,
) -> Vec<(Scope, String, &'static str)> {
    let user = session.and_then(|key| key.user_id.as_deref());
    let agent = agent.filter(|agent| user != Some(agent));
    let of = |owner: &str, whose| (Scope::Resource, owner.to_owned(), whose);
    let owners = [
        Some((Scope::Global, String::new(), "of the workspace")),
        agent.map(|agent| of(agent, "of this agent")),
        user.map(|user| of(user, "of all sessions of its user")),
        session.map(|key| (Scope::Thread, key.to_string(), "of this session")),
    ];
    owners.into_iter().flatten().collect()
}

/// The scratchpads of one owner.
pub(super) struct Owned {
    pub scope: Scope,
    pub owner: String,
    pub whose: &'static str,
    pub pads: Arc<Scratchpads>,
}

/// A scratchpad as shown in the block.
struct Shown {
    scope: Scope,
    pad: Arc<Pad>,
    stream: StreamId,
    title: String,
}

/// Builds the block, least frequently changed scratchpads first.
pub(super) fn part(owned: &[Owned], counter: &Counter) -> Option<Part> {
    let mut shown = Vec::new();
    let mut streams = Vec::new();
    for one in owned {
        let Owned {
            scope, pads, whose, ..
        } = one;
        let stream = stream(*scope, &one.owner);
        let told = pads.pads.values().filter(|pad| !pad.is_empty());
        let before = shown.len();
        shown.extend(told.map(|pad| Shown {
            scope: *scope,
            pad: pad.clone(),
            stream: stream.clone(),
            title: format!("Scratchpad {} {whose}:", escape_tags(&pad.name)),
        }));
        if shown.len() > before {
            streams.push((stream, pads.version));
        }
    }
    if shown.is_empty() {
        return None;
    }
    let counter = counter.clone();
    let fill = move |room: u32| {
        let mut filled = Filled::default();
        let (mut cut, mut left_out) = (Tally::default(), Tally::default());
        for (pad, piece) in shown.iter().zip(render_in_turns(&shown, room, &counter)) {
            let name = pad.pad.name.clone();
            let all = counter.count(&pad.pad.value.to_string());
            match piece {
                Some((piece, is_cut)) => {
                    let missing = if is_cut {
                        all.saturating_sub(piece.tokens).max(1)
                    } else {
                        0
                    };
                    if is_cut {
                        cut.add(name, missing);
                    }
                    filled.pieces.push(Piece {
                        cut: missing,
                        ..piece
                    });
                }
                None => left_out.add(name, all),
            }
        }
        let told = [
            cut.summarize(
                "scratchpads",
                "cut: over the budget of the block or of the scratchpad",
            ),
            left_out.summarize("scratchpads", "left out: over the budget of the block"),
        ];
        filled.omitted.extend(told.into_iter().flatten());
        filled
    };
    Some(Part {
        slot: 100,
        name: "scratchpads",
        title: "Scratchpads",
        min: 200,
        max: 1_500,
        is_pinned: false,
        streams,
        fill: Box::new(fill),
    })
}

/// Shares the room among the scratchpads. They are served in turn, the session's first and recently changed ones before
/// others: each gets its minimum, then each takes from the rest. So many scratchpads of one owner cannot push out the
/// others.
fn render_in_turns(shown: &[Shown], room: u32, counter: &Counter) -> Vec<Option<(Piece, bool)>> {
    let mut turns: Vec<usize> = (0..shown.len()).collect();
    turns.sort_by_key(|at| (shown[*at].scope, Reverse(shown[*at].pad.changed)));
    let mut pieces: Vec<Option<(Piece, bool)>> = vec![None; shown.len()];
    let mut left = room;
    for is_minimum in [true, false] {
        for &at in &turns {
            let has = match &pieces[at] {
                Some((_, false)) => continue,
                Some((piece, true)) => piece.tokens,
                None => 0,
            };
            let most = if is_minimum {
                left.min(shown[at].pad.definition.min_tokens)
            } else {
                left + has
            };
            if most < LEAST {
                continue;
            }
            if let Some(better) = piece(&shown[at], most, counter) {
                left = left + has - better.0.tokens;
                pieces[at] = Some(better);
            }
        }
    }
    pieces
}

/// Returns a scratchpad under its title with at most `room` tokens, and true if it was cut.
fn piece(shown: &Shown, room: u32, counter: &Counter) -> Option<(Piece, bool)> {
    let most = room.min(shown.pad.definition.max_tokens);
    let mut inside = most;
    // The title and the escapes take some of the room, and their size is only known afterwards.
    for _ in 0..TRIES {
        let block = render(&shown.pad, inside, &|text| counter.count(text));
        // Tags around only the names of cut keys say less than the note that it was left out.
        let keys = shown.pad.value.as_object().map(Map::len);
        if block.text.is_empty() || keys == Some(block.cut.len()) {
            return None;
        }
        // The block's own tags are intended.
        let text = format!("{}\n{}", shown.title, outside_fences(&block.text));
        let piece = Piece::of(&text, shown.pad.name.as_str(), "a scratchpad", counter);
        if piece.tokens <= room {
            let piece = piece.from(&shown.stream, shown.pad.changed);
            return Some((piece, !block.cut.is_empty()));
        }
        inside = inside.checked_sub(piece.tokens - room)?;
    }
    None
}

/// Escapes every fence inside the block, except for its own first and last line.
fn outside_fences(block: &str) -> String {
    let inner = block
        .strip_prefix("<working_memory>\n")
        .and_then(|rest| rest.strip_suffix("</working_memory>"));
    match inner {
        Some(inner) => {
            let inner = escape_tags_except(inner, "working_memory");
            format!("<working_memory>\n{inner}</working_memory>")
        }
        None => escape_tags(block).into_owned(),
    }
}
