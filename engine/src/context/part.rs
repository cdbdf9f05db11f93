//! What a block is made of before it is known how much room it has.

use std::sync::Arc;

use crate::workflow::context::Omitted;
use kernel::stream::{StreamId, Version};
use kernel::view::Services;

/// Fewer tokens than this say nothing: what has no more room is left out.
pub(super) const LEAST: u32 = 24;

/// Counts tokens.
#[derive(Clone)]
pub(super) struct Counter(pub Arc<dyn Services>);

impl Counter {
    /// The tokens of a text.
    pub fn count(&self, text: &str) -> u32 {
        self.0.tokens().count(text)
    }
}

/// A block to be.
pub(super) struct Part {
    /// Its place in the order of all blocks.
    pub slot: u32,
    /// Its name: that of its fence.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The tokens it gets before others get more.
    pub min: u32,
    /// The most it gets.
    pub max: u32,
    /// Whether it is pinned: then its minimum comes before those of others.
    pub is_pinned: bool,
    /// The streams it is from, and their versions.
    pub streams: Vec<(StreamId, Version)>,
    /// What is in it when it has so many tokens.
    pub fill: Fill,
}

impl Part {
    /// It, so that it gets all it asks for before others get more than their minimum: at most half of the whole.
    pub fn pinned(self, budget: u32) -> Self {
        let min = self.max.min(budget / 2).max(self.min);
        Self {
            min,
            is_pinned: true,
            ..self
        }
    }

    /// It with nothing in it, which says so.
    pub fn dropped(self) -> Self {
        let whole = (self.fill)(self.max);
        let omitted = Omitted {
            kind: self.name.into(),
            count: whole.pieces.len() as u64,
            what: Vec::new(),
            tokens: whole.tokens().into(),
            why: "dropped from the contexts of this session".into(),
            get: "`session_block` with `shown` usual".into(),
        };
        let fill = move |_| Filled {
            pieces: Vec::new(),
            omitted: vec![omitted.clone()],
        };
        Self {
            fill: Box::new(fill),
            ..self
        }
    }
}

/// Says what is in a block of so many tokens.
pub(super) type Fill = Box<dyn Fn(u32) -> Filled + Send>;

/// What is in a block.
#[derive(Clone, Default)]
pub(super) struct Filled {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
    /// What is not in it.
    pub omitted: Vec<Omitted>,
}

impl Filled {
    /// Its tokens without its fence.
    pub fn tokens(&self) -> u32 {
        self.pieces.iter().map(|piece| piece.tokens).sum()
    }
}

/// Who says a piece where the context is given as messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Speaker {
    /// Loci.
    #[default]
    Loci,
    /// The user of the conversation, and whoever else spoke in it.
    User,
    /// The agent.
    Assistant,
}

impl Speaker {
    /// The role of a message that says it.
    pub const fn role(self) -> &'static str {
        match self {
            Self::Loci => "developer",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A piece of a block: one item as it stands in the prompt. Its tokens and those of the piece after it are those of
/// both together: it ends with a line, and does not begin with what would join an end of line.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The text.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
    /// Who says it.
    pub speaker: Speaker,
    /// What it is, such as `D3`.
    pub source: String,
    /// The stream it is from, and the version at which it last changed.
    pub from: Option<(StreamId, Version)>,
    /// Why it is there.
    pub why: String,
    /// How many tokens of it are not there.
    pub cut: u32,
}

impl Piece {
    /// A piece that says `text`.
    pub fn of(
        text: &str,
        source: impl Into<String>,
        why: impl Into<String>,
        counter: &Counter,
    ) -> Self {
        let text = text.trim_end();
        let mut whole = String::with_capacity(text.len() + 3);
        if text.starts_with(|c: char| c.is_whitespace() || c == '/') {
            whole.push_str("- ");
        }
        whole.push_str(text);
        whole.push('\n');
        Self {
            tokens: counter.count(&whole),
            text: whole,
            speaker: Speaker::Loci,
            source: source.into(),
            from: None,
            why: why.into(),
            cut: 0,
        }
    }

    /// What somebody says in a message of their own, word for word.
    pub fn said(
        text: String,
        speaker: Speaker,
        source: impl Into<String>,
        why: impl Into<String>,
        counter: &Counter,
    ) -> Self {
        Self {
            tokens: counter.count(&text),
            text,
            speaker,
            source: source.into(),
            from: None,
            why: why.into(),
            cut: 0,
        }
    }

    /// From that stream at that version.
    pub fn from(self, stream: &StreamId, version: Version) -> Self {
        Self {
            from: Some((stream.clone(), version)),
            ..self
        }
    }

    /// The beginning of it with at most so many tokens, which says that it was cut; nothing where that is too few.
    pub fn shortened(&self, most: u32, counter: &Counter) -> Option<Self> {
        if self.tokens <= most {
            return Some(self.clone());
        }
        let stays = most.checked_sub(LEAST)?;
        let mut bytes = self.text.len() as u64 * u64::from(stays) / u64::from(self.tokens);
        while bytes > 0 {
            let end = usize::try_from(bytes).unwrap_or(usize::MAX);
            let begin = self.text[..self.text.floor_char_boundary(end)].trim_end();
            let left = self.tokens.saturating_sub(counter.count(begin));
            let left = left.saturating_add(self.cut);
            let piece = Self::of(
                &format!("{begin}\n[cut here: {left} more tokens]"),
                self.source.as_str(),
                self.why.as_str(),
                counter,
            );
            if piece.tokens <= most {
                return Some(Self {
                    cut: left,
                    speaker: self.speaker,
                    from: self.from.clone(),
                    ..piece
                });
            }
            bytes = bytes * 9 / 10;
        }
        None
    }
}
