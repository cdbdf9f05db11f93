//! An assembled prompt, and the responses made from it. A prompt is reused as long as nothing in it changes.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::context::given::{Block, ContextGiven, Format, Item, PromptMessage, SinceLast, Source};
use crate::context::guidance::GUIDANCE;
use crate::context::reading::{Reading, Unit};
use crate::workflow::context::Omitted;

/// A block of the assembled prompt.
pub(super) struct Ready {
    pub slot: u32,
    pub name: &'static str,
    pub title: &'static str,
    /// Text with its tags.
    pub text: String,
    pub tokens: u32,
    pub streams: Vec<Source>,
    pub items: Vec<Item>,
    /// Its pieces as separate messages, if they are.
    pub said: Vec<PromptMessage>,
    pub units: Vec<Unit>,
}

/// The format and the parts of a prompt that a caller asked for.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub format: Format,
    /// The prompt that the caller read before.
    pub last: Option<&'a Reading>,
    /// The etag of the response that the caller has.
    pub since: Option<&'a str>,
    /// True if the response includes the guidance. The etag is the same without it.
    pub guidance: bool,
}

/// An assembled prompt.
pub(super) struct Prompt {
    blocks: Vec<(Ready, String)>,
    omitted: Vec<Omitted>,
    budget: u32,
    etag: String,
    /// The record of this prompt for comparison with the next one.
    pub reading: Arc<Reading>,
}

impl Prompt {
    /// Assembles a prompt from its blocks.
    pub fn of(
        mut ready: Vec<Ready>,
        omitted: Vec<Omitted>,
        budget: u32,
        (format, set): (Format, &str),
    ) -> Self {
        let reading = ready.iter_mut();
        let reading = reading.map(|block| (block.name, std::mem::take(&mut block.units)));
        let reading = Arc::new(Reading(reading.collect()));
        // The hash covers everything that a response shows, so that different responses have different tags.
        let mut whole = Sha256::new();
        whole.update(format!("{format:?} {set} {budget}\n"));
        let blocks = ready.into_iter().map(|block| {
            let hash = short(&Sha256::digest(&block.text));
            whole.update(&hash);
            // Includes authors and message boundaries.
            for said in &block.said {
                whole.update(format!("{} {}\n", said.role, said.content.len()));
            }
            if format == Format::Blocks {
                whole.update(format!("{:?} {:?}\n", block.streams, block.items));
            }
            (block, hash)
        });
        let blocks = blocks.collect();
        whole.update(format!("{omitted:?}"));
        Self {
            etag: short(&whole.finalize()),
            blocks,
            omitted,
            budget,
            reading,
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let blocks = self.blocks.iter();
        let texts = blocks.map(|(block, _)| block.text.len() * 2 + block.items.len() * 128);
        texts.sum::<usize>() + self.reading.bytes()
    }

    /// Returns the ids of the items in a block.
    pub fn sources(&self, name: &str) -> Vec<&str> {
        let blocks = self.blocks.iter();
        let blocks = blocks.filter(|(block, _)| block.name == name);
        let items = blocks.flat_map(|(block, _)| &block.items);
        items.map(|item| item.source.as_str()).collect()
    }

    /// Builds the response to a caller.
    pub fn response(&self, ask: Ask) -> ContextGiven {
        let blocks = self.blocks.iter().map(|(block, _)| block);
        let (blocks, hidden): (Vec<&Ready>, Vec<&Ready>) =
            blocks.partition(|block| ask.guidance || block.name != GUIDANCE);
        let tokens = |blocks: &[&Ready]| blocks.iter().map(|block| block.tokens).sum::<u32>();
        let same = ask.last.map(|last| self.reading.same_tokens(last));
        let mut given = ContextGiven {
            etag: self.etag.clone(),
            unchanged: ask.since == Some(&self.etag),
            budget: self.budget,
            tokens: tokens(&blocks),
            stable_prefix_tokens: same.map(|same| same.saturating_sub(tokens(&hidden))),
            ..ContextGiven::default()
        };
        if given.unchanged {
            return given;
        }
        given.omitted.clone_from(&self.omitted);
        match ask.format {
            Format::Text => given.text = blocks.iter().map(|block| block.text.as_str()).collect(),
            Format::Messages => {
                given.messages = blocks.iter().flat_map(|block| block.messages()).collect();
            }
            Format::Blocks => {
                given.blocks = self.block_list(same, ask.last);
                given
                    .blocks
                    .retain(|block| ask.guidance || block.name != GUIDANCE);
            }
        }
        given
    }

    fn block_list(&self, stable: Option<u32>, last: Option<&Reading>) -> Vec<Block> {
        let mut stable = stable.unwrap_or_default();
        let before = last.map(Reading::blocks);
        let blocks = self.blocks.iter().zip(&self.reading.0);
        blocks
            .map(|((block, hash), (name, units))| {
                let stable_tokens = stable.min(block.tokens);
                stable -= stable_tokens;
                Block {
                    slot: block.slot,
                    name: block.name.into(),
                    title: block.title.into(),
                    text: block.text.clone(),
                    tokens: block.tokens,
                    hash: hash.clone(),
                    streams: block.streams.clone(),
                    since_last: before.as_ref().map(|before| match before.get(name) {
                        Some(then) if *then == units.as_slice() => SinceLast::Same,
                        Some(_) => SinceLast::Changed,
                        None => SinceLast::New,
                    }),
                    stable_tokens,
                    items: block.items.clone(),
                }
            })
            .collect()
    }
}

impl Ready {
    fn messages(&self) -> Vec<PromptMessage> {
        if !self.said.is_empty() {
            return self.said.clone();
        }
        vec![PromptMessage {
            role: "developer".into(),
            content: self.text.clone(),
        }]
    }
}

/// Returns the first half of a hash in hexadecimal.
fn short(hash: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(32);
    for byte in &hash[..16] {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
