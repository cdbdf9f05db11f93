//! Counts tokens with the encodings of OpenAI's models.

use std::sync::LazyLock;
use std::thread;

use engine::ports::tokens::{Encoding, Tokens};
use tiktoken::CoreBpe;

/// A tokenizer, shared by the whole process.
#[derive(Clone, Copy, Debug, Default)]
pub struct BpeTokens;

impl BpeTokens {
    /// The tokenizer. The usual table is read in the background; who counts earlier waits for it. The
    /// other one is read when somebody first counts with it: not every house keeps sessions.
    #[must_use]
    pub fn new() -> Self {
        // Should the thread not start, the first count reads the table.
        drop(
            thread::Builder::new()
                .name("tokens".into())
                .spawn(|| table(Encoding::O200k).count("")),
        );
        Self
    }
}

fn table(encoding: Encoding) -> &'static CoreBpe {
    static O200K: LazyLock<CoreBpe> = LazyLock::new(tiktoken::encoding::o200k_base);
    static CL100K: LazyLock<CoreBpe> = LazyLock::new(tiktoken::encoding::cl100k_base);
    match encoding {
        Encoding::O200k => &O200K,
        Encoding::Cl100k => &CL100K,
    }
}

impl Tokens for BpeTokens {
    fn count_in(&self, encoding: Encoding, text: &str) -> u32 {
        u32::try_from(table(encoding).count(text)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_the_encoding_does() {
        let tokens = BpeTokens::new();
        for (text, expected) in [("", 0), ("hello world", 2), ("<|endoftext|>", 7)] {
            assert_eq!(tokens.count(text), expected, "{text:?}");
        }
        assert_eq!(tokens.encoding(), Encoding::O200k);
        for (text, expected) in [("", 0), ("user: Hello", 3), ("hello world", 2)] {
            assert_eq!(
                tokens.count_in(Encoding::Cl100k, text),
                expected,
                "{text:?}"
            );
        }
    }

    #[test]
    fn counts_long_texts_without_a_space() {
        let tokens = BpeTokens::new();
        for text in ["a", " ", "\n", "=", "\u{0}"] {
            assert!(tokens.count(&text.repeat(64 * 1024)) > 0, "{text:?}");
        }
    }
}
