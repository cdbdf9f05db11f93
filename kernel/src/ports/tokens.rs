//! Port for counting tokens.

/// A token encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// `o200k_base`.
    O200k,
    /// `cl100k_base`.
    Cl100k,
}

impl Encoding {
    /// Returns the name, such as `o200k_base`.
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
    /// Returns the number of tokens of `text` in `encoding`.
    fn count_in(&self, encoding: Encoding, text: &str) -> u32;

    /// Returns the default encoding.
    fn encoding(&self) -> Encoding {
        Encoding::O200k
    }

    /// Returns the number of tokens of `text` in [`Tokens::encoding`].
    fn count(&self, text: &str) -> u32 {
        self.count_in(self.encoding(), text)
    }
}
