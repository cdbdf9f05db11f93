//! Puts the blocks together within the budget.

use sha2::{Digest, Sha256};

use crate::context::given::{Block, ContextGiven, Format, Item, PromptMessage, SinceLast, Source};
use crate::context::part::{Counter, Filled, LEAST, Part, Speaker};
use crate::context::reading::{Reading, Unit};
use crate::context::room::{Want, shares};
use crate::workflow::context::Omitted;

/// A block with what is in it.
struct Built {
    part: Part,
    filled: Filled,
    open: String,
    close: String,
    /// The tokens of both tags.
    tags: (u32, u32),
    /// Whether its pieces are messages of their own.
    is_talk: bool,
}

/// All blocks as they will be given.
pub(super) struct Assembled {
    built: Vec<Built>,
    omitted: Vec<Omitted>,
    budget: u32,
}

/// The blocks, in their order, within the budget. `key` gives the key of the tags of that name.
pub(super) fn assemble(
    mut parts: Vec<Part>,
    budget: u32,
    format: Format,
    key: &dyn Fn(&str) -> String,
    counter: &Counter,
) -> Assembled {
    parts.sort_by_key(|part| part.slot);
    let mut built: Vec<Built> = parts
        .into_iter()
        .map(|part| {
            let is_talk = format == Format::Messages && part.name == "messages";
            let key = key(part.name);
            let (open, close) = if is_talk {
                (String::new(), String::new())
            } else {
                (
                    format!("<{}-{key}>\n", part.name),
                    format!("</{}-{key}>\n", part.name),
                )
            };
            Built {
                filled: (part.fill)(part.max),
                tags: (counter.count(&open), counter.count(&close)),
                part,
                open,
                close,
                is_talk,
            }
        })
        .collect();
    // Messages are served last: they take what is left.
    let mut order: Vec<usize> = (0..built.len()).collect();
    order.sort_by_key(|at| built[*at].part.name == "messages");
    let wants: Vec<Want> = order.iter().map(|at| built[*at].want()).collect();
    let rooms = shares(&wants, budget);
    let (mut left, mut reserved) = (budget, rooms.iter().sum::<u32>());
    for ((at, room), want) in order.into_iter().zip(rooms).zip(wants) {
        reserved -= room;
        // Its own share, and what those before it did not use of theirs.
        let room = (left - reserved).min(want.size.max(room));
        let block = &mut built[at];
        if room < want.size {
            block.fit(room);
        }
        left -= block.tokens();
    }
    let omitted = built
        .iter_mut()
        .flat_map(|block| std::mem::take(&mut block.filled.omitted));
    let omitted = omitted.collect();
    built.retain(|block| !block.filled.pieces.is_empty());
    Assembled {
        built,
        omitted,
        budget,
    }
}

impl Built {
    fn want(&self) -> Want {
        Want {
            min: self.part.min,
            size: self.tokens(),
        }
    }

    /// Its tokens with its tags; none when nothing is in it.
    fn tokens(&self) -> u32 {
        match self.filled.tokens() {
            0 => 0,
            tokens => tokens + self.tags.0 + self.tags.1,
        }
    }

    /// Fills it again, for so much room.
    fn fit(&mut self, room: u32) {
        let inside = room.saturating_sub(self.tags.0 + self.tags.1);
        self.filled = (self.part.fill)(if inside < LEAST { 0 } else { inside });
    }

    fn text(&self) -> String {
        let mut text = self.open.clone();
        for piece in &self.filled.pieces {
            text.push_str(&piece.text);
        }
        text.push_str(&self.close);
        text
    }

    fn units(&self) -> Vec<Unit> {
        let tag = |text: &String, tokens| (!text.is_empty()).then(|| Unit::of(text, tokens));
        let pieces = self.filled.pieces.iter();
        tag(&self.open, self.tags.0)
            .into_iter()
            .chain(pieces.map(|piece| Unit::of(&piece.text, piece.tokens)))
            .chain(tag(&self.close, self.tags.1))
            .collect()
    }
}

impl Assembled {
    /// What to remember of it.
    pub fn reading(&self) -> Reading {
        let blocks = self.built.iter();
        Reading(
            blocks
                .map(|block| (block.part.name, block.units()))
                .collect(),
        )
    }

    /// The ids of what is in the block of that name.
    pub fn sources(&self, name: &str) -> Vec<String> {
        let blocks = self.built.iter().filter(|block| block.part.name == name);
        let pieces = blocks.flat_map(|block| &block.filled.pieces);
        pieces.map(|piece| piece.source.clone()).collect()
    }

    /// It as callers get it, `last` being what was given the last time.
    pub fn given(self, format: Format, now: &Reading, last: Option<&Reading>) -> ContextGiven {
        let mut given = ContextGiven {
            budget: self.budget,
            tokens: self.built.iter().map(Built::tokens).sum(),
            stable_prefix_tokens: last.map(|last| now.same_tokens(last)),
            omitted: self.omitted,
            ..ContextGiven::default()
        };
        let mut whole = Sha256::new();
        let mut stable = given.stable_prefix_tokens.unwrap_or_default();
        let before = last.map(Reading::blocks);
        for (block, (name, units)) in self.built.into_iter().zip(&now.0) {
            let text = block.text();
            whole.update(&text);
            whole.update([0]);
            let tokens = block.tokens();
            let stable_tokens = stable.min(tokens);
            stable -= stable_tokens;
            match format {
                Format::Text => given.text.push_str(&text),
                Format::Messages => given.messages.extend(block.messages(text)),
                Format::Blocks => given.blocks.push(Block {
                    slot: block.part.slot,
                    name: (*name).into(),
                    title: block.part.title.into(),
                    hash: short(&Sha256::digest(&text)),
                    text,
                    tokens,
                    streams: block.part.streams.iter().map(source).collect(),
                    since_last: before.as_ref().map(|before| match before.get(name) {
                        Some(then) if *then == units.as_slice() => SinceLast::Same,
                        Some(_) => SinceLast::Changed,
                        None => SinceLast::New,
                    }),
                    stable_tokens,
                    items: block.items(),
                }),
            }
        }
        for omitted in &given.omitted {
            whole.update(format!(
                "{} {} {}",
                omitted.kind, omitted.count, omitted.tokens
            ));
        }
        given.etag = short(&whole.finalize());
        given
    }
}

impl Built {
    fn messages(self, text: String) -> Vec<PromptMessage> {
        if !self.is_talk {
            let role = "developer".into();
            return vec![PromptMessage {
                role,
                content: text,
            }];
        }
        let pieces = self.filled.pieces.into_iter();
        pieces
            .map(|piece| PromptMessage {
                role: match piece.speaker {
                    Speaker::Loci => "developer",
                    Speaker::User => "user",
                    Speaker::Assistant => "assistant",
                }
                .into(),
                content: piece.text,
            })
            .collect()
    }

    fn items(self) -> Vec<Item> {
        let pieces = self.filled.pieces.into_iter().zip(1..);
        pieces
            .map(|(piece, rank)| Item {
                source: piece.source,
                from: piece.from.as_ref().map(source),
                rank,
                why: piece.why,
                tokens: piece.tokens,
                cut: piece.cut,
            })
            .collect()
    }
}

fn source((stream, version): &(kernel::stream::StreamId, kernel::stream::Version)) -> Source {
    Source {
        stream: stream.clone(),
        version: *version,
    }
}

/// The first half of a hash, in hexadecimal.
fn short(hash: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(32);
    for byte in &hash[..16] {
        // Writing to a text never fails.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
