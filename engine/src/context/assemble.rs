//! Assembles the blocks within the budget.

use crate::context::given::{Format, Item, PromptMessage, Source};
use crate::context::part::{Counter, Filled, LEAST, Part, Speaker};
use crate::context::prompt::{Prompt, Ready};
use crate::context::reading::Unit;
use crate::context::room::{Want, shares};
use crate::fence::Tags;
use crate::workflow::context::omitted::LARGER;

/// A block with its content.
struct Built {
    part: Part,
    filled: Filled,
    open: String,
    close: String,
    /// Token counts of the opening and the closing tag.
    tags: (u32, u32),
    /// True if its pieces are separate messages.
    is_talk: bool,
    /// True if it has its maximum room.
    has_most: bool,
}

/// Assembles the blocks in order within the budget; `set` lists the pinned and dropped ones.
pub(super) fn assemble(
    mut parts: Vec<Part>,
    budget: u32,
    (format, set): (Format, &str),
    tags: &Tags,
    counter: &Counter,
) -> Prompt {
    parts.sort_by_key(|part| part.slot);
    let mut built: Vec<Built> = parts
        .into_iter()
        .map(|part| {
            let is_talk = format == Format::Messages && part.name == "messages";
            let (open, close) = if is_talk {
                (String::new(), String::new())
            } else {
                (tags.open(part.name), tags.close(part.name))
            };
            Built {
                filled: (part.fill)(part.max),
                tags: (counter.count(&open), counter.count(&close)),
                part,
                open,
                close,
                is_talk,
                has_most: true,
            }
        })
        .collect();
    // Messages are served after all others, and a long summary gets the room that even they leave.
    let mut order: Vec<usize> = (0..built.len()).collect();
    order.sort_by_key(|at| match built[*at].part.name {
        "messages" => 1,
        "session_summary" => 2,
        _ => 0,
    });
    let wants: Vec<Want> = order.iter().map(|at| built[*at].want()).collect();
    let rooms = shares(&wants, budget);
    let (mut left, mut reserved) = (budget, rooms.iter().sum::<u32>());
    for ((at, room), want) in order.into_iter().zip(rooms).zip(wants) {
        reserved -= room;
        // Its own share, and the room that earlier blocks did not use.
        let room = (left - reserved).min(want.size.max(room));
        let block = &mut built[at];
        if block.is_cut_in_steps() {
            // The first message depends on the room that is really left.
            block.fit(left - reserved);
        } else if room < want.size {
            block.fit(room);
        }
        left -= block.tokens();
    }
    let mut omitted = Vec::new();
    for block in &mut built {
        if block.has_most {
            for omitted in &mut block.filled.omitted {
                let length = omitted.get.trim_end_matches(LARGER).len();
                omitted.get.truncate(length);
            }
        }
        omitted.append(&mut block.filled.omitted);
    }
    built.retain(|block| !block.filled.pieces.is_empty());
    let ready = built.into_iter().map(Built::ready).collect();
    Prompt::of(ready, omitted, budget, (format, set))
}

impl Built {
    fn want(&self) -> Want {
        Want {
            min: self.part.min,
            size: self.tokens(),
            is_pinned: self.part.is_pinned,
        }
    }

    /// Returns the token count with tags; 0 if it is empty.
    fn tokens(&self) -> u32 {
        match self.filled.tokens() {
            0 => 0,
            tokens => tokens + self.tags.0 + self.tags.1,
        }
    }

    /// Returns true if it holds messages, but not all of them.
    fn is_cut_in_steps(&self) -> bool {
        self.part.name == "messages" && !self.filled.omitted.is_empty()
    }

    /// Fills the block again within `room` tokens.
    fn fit(&mut self, room: u32) {
        let inside = room.saturating_sub(self.tags.0 + self.tags.1);
        self.has_most = false;
        self.filled = (self.part.fill)(if inside < LEAST { 0 } else { inside });
    }

    fn ready(self) -> Ready {
        let tokens = self.tokens();
        let tag = |text: &String, tokens| {
            (!text.is_empty()).then(|| Unit::of(text, Speaker::Loci, tokens))
        };
        let mut units: Vec<Unit> = tag(&self.open, self.tags.0).into_iter().collect();
        let mut text = self.open;
        let (mut items, mut said) = (Vec::new(), Vec::new());
        for (piece, rank) in self.filled.pieces.into_iter().zip(1..) {
            units.push(Unit::of(&piece.text, piece.speaker, piece.tokens));
            text.push_str(&piece.text);
            items.push(Item {
                source: piece.source,
                from: piece.from.map(Source::from),
                rank,
                why: piece.why,
                tokens: piece.tokens,
                cut: piece.cut,
            });
            if self.is_talk {
                let role = piece.speaker.role().into();
                let content = piece.text;
                said.push(PromptMessage { role, content });
            }
        }
        units.extend(tag(&self.close, self.tags.1));
        text.push_str(&self.close);
        Ready {
            slot: self.part.slot,
            name: self.part.name,
            title: self.part.title,
            text,
            tokens,
            streams: self.part.streams.into_iter().map(Source::from).collect(),
            items,
            said,
            units,
        }
    }
}
