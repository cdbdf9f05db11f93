//! Counts the tokens of a text.

/// A way to cut texts into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// `o200k_base`.
    O200k,
    /// `cl100k_base`.
    Cl100k,
}

impl Encoding {
    /// Its name, such as `o200k_base`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
        }
    }
}

/// A tokenizer.
pub trait Tokens: Send + Sync {
    /// How many tokens `text` has in that encoding.
    fn count_in(&self, encoding: Encoding, text: &str) -> u32;

    /// The encoding in which whatever has no reason for another counts.
    fn encoding(&self) -> Encoding {
        Encoding::O200k
    }

    /// How many tokens `text` has in [`Tokens::encoding`].
    fn count(&self, text: &str) -> u32 {
        self.count_in(self.encoding(), text)
    }
}
