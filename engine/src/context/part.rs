//! Blocks before their sizes are known.

use std::sync::Arc;

use crate::workflow::context::Omitted;
use kernel::stream::{StreamId, Version};
use kernel::view::Services;

/// Minimum useful tokens of a block: with less room it is left out.
pub(super) const LEAST: u32 = 24;

/// Counts tokens.
#[derive(Clone)]
pub(super) struct Counter(pub Arc<dyn Services>);

impl Counter {
    /// Counts the tokens of a text.
    pub fn count(&self, text: &str) -> u32 {
        self.0.tokens().count(text)
    }
}

/// A block before its size is known.
pub(super) struct Part {
    /// Position in the order of all blocks.
    pub slot: u32,
    /// Name of the block and of its fence.
    pub name: &'static str,
    /// Title of the block.
    pub title: &'static str,
    /// Minimum tokens, granted before others get more.
    pub min: u32,
    /// Maximum tokens.
    pub max: u32,
    /// True if it is pinned: its minimum comes before those of others.
    pub is_pinned: bool,
    /// Source streams with their versions.
    pub streams: Vec<(StreamId, Version)>,
    /// Fills the block with at most the given tokens.
    pub fill: Fill,
}

impl Part {
    /// Raises the minimum to the maximum or half of the budget, whichever is less.
    pub fn pin(self, budget: u32) -> Self {
        let min = self.max.min(budget / 2).max(self.min);
        Self {
            min,
            is_pinned: true,
            ..self
        }
    }

    /// Empties the block, and lists it as omitted.
    pub fn into_dropped(self) -> Self {
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

/// Function that returns the content of a block for a number of tokens.
pub(super) type Fill = Box<dyn Fn(u32) -> Filled + Send>;

/// Content of a block.
#[derive(Clone, Default)]
pub(super) struct Filled {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
    /// Content that was left out.
    pub omitted: Vec<Omitted>,
}

impl Filled {
    /// Returns the token count without the fence.
    pub fn tokens(&self) -> u32 {
        self.pieces.iter().map(|piece| piece.tokens).sum()
    }
}

/// Author of a piece in a context formatted as messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Speaker {
    /// Loci itself.
    #[default]
    Loci,
    /// The user of the conversation.
    User,
    /// The agent.
    Assistant,
}

impl Speaker {
    /// Returns the role of the author's message.
    pub const fn role(self) -> &'static str {
        match self {
            Self::Loci => "developer",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A piece of a block: one item of the prompt. Token counts of adjacent pieces add up, because a piece ends with a
/// newline and does not begin with a character that would join it.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Text of the piece.
    pub text: String,
    /// Token count of the text.
    pub tokens: u32,
    /// Author of the piece.
    pub speaker: Speaker,
    /// Source, such as `D3`.
    pub source: String,
    /// Source stream, and the version at which it last changed.
    pub from: Option<(StreamId, Version)>,
    /// Reason why it is included.
    pub why: String,
    /// Number of tokens that were cut.
    pub cut: u32,
}

impl Piece {
    /// Creates a piece from a text.
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

    /// Creates a message of its own, verbatim.
    pub fn of_message(
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

    /// Sets the source stream and its version.
    pub fn from(self, stream: &StreamId, version: Version) -> Self {
        Self {
            from: Some((stream.clone(), version)),
            ..self
        }
    }

    /// Returns the beginning with at most `most` tokens and a note about the cut; `None` if there is too little room.
    pub fn shorten(&self, most: u32, counter: &Counter) -> Option<Self> {
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
