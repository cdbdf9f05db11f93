//! Counts tokens with the encodings of OpenAI's models.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use kernel::ports::tokens::{Encoding, Tokens};
use tiktoken::CoreBpe;

/// Length in bytes below which counting a text is as fast as a cache lookup.
const SHORT: usize = 24;
/// Number of cached counts of an encoding: 1 MB. A cache that keeps the order of use needs six times as much, and a lookup
/// in it missed the processor's caches four times instead of once.
const SLOTS: usize = 1 << 17;
/// Bits of a slot that have a count. The others have as many bits of the text's hash.
const COUNT: u64 = (1 << 24) - 1;

/// Tokenizer, shared by the whole process. Counts are cached for a while, because contexts consist of the same texts
/// again and again.
#[derive(Clone, Copy, Debug, Default)]
pub struct BpeTokens;

impl BpeTokens {
    /// Creates the tokenizer. The usual table is loaded in the background; an earlier count waits for it. The other
    /// table is loaded on first use, because not every server stores sessions.
    #[must_use]
    pub fn new() -> Self {
        // If the thread does not start, the first count loads the table.
        drop(
            thread::Builder::new()
                .name("tokens".into())
                .spawn(|| table(Encoding::O200k).count("")),
        );
        Self
    }
}

/// Counts of texts, each at the slot that the hash of the text names. A text replaces another one with the same slot.
type Known = [AtomicU64; SLOTS];

fn cache_of(encoding: Encoding) -> &'static Known {
    static O200K: Known = [const { AtomicU64::new(0) }; SLOTS];
    static CL100K: Known = [const { AtomicU64::new(0) }; SLOTS];
    match encoding {
        Encoding::O200k => &O200K,
        Encoding::Cl100k => &CL100K,
    }
}

/// Returns the hash of a text under a key of this process, so that a text with the hash of another one cannot be made.
fn hash(text: &str) -> u64 {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    KEY.hash_one(text)
}

/// Returns the slot of a hash.
fn slot(hash: u64) -> usize {
    usize::try_from(hash % SLOTS as u64).unwrap_or_default()
}

fn count(encoding: Encoding, text: &str) -> u32 {
    u32::try_from(table(encoding).count(text)).unwrap_or(u32::MAX)
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
        if text.len() < SHORT {
            return count(encoding, text);
        }
        let hash = hash(text);
        let slot = &cache_of(encoding)[slot(hash)];
        let known = slot.load(Ordering::Relaxed);
        // An empty slot has no count: a text that is not short has a token.
        if known & COUNT > 0
            && known | COUNT == hash | COUNT
            && let Ok(tokens) = u32::try_from(known & COUNT)
        {
            return tokens;
        }
        let tokens = count(encoding, text);
        if u64::from(tokens) <= COUNT {
            slot.store(hash & !COUNT | u64::from(tokens), Ordering::Relaxed);
        }
        tokens
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

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
    fn a_text_that_is_known_has_as_many_tokens_as_before() {
        let tokens = BpeTokens::new();
        let text = "The same words, once more and once more.";
        for encoding in [Encoding::O200k, Encoding::Cl100k] {
            let first = tokens.count_in(encoding, text);
            assert_eq!(first, count(encoding, text));
            assert_eq!(tokens.count_in(encoding, text), first);
            assert!(tokens.count_in(encoding, &text.repeat(2)) > first);
        }
    }

    #[test]
    fn texts_with_the_same_slot_have_their_own_counts() {
        let tokens = BpeTokens::new();
        let text = |nth: usize| {
            format!(
                "Text {nth} has a sentence and {}",
                "a word ".repeat(nth % 5)
            )
        };
        let first = slot(hash(&text(0)));
        let same: Vec<String> = (0..)
            .map(text)
            .filter(|text| slot(hash(text)) == first)
            .take(3)
            .collect();
        for text in same.iter().chain(&same) {
            let expected = count(Encoding::O200k, text);
            assert_eq!(tokens.count(text), expected, "{text}");
            assert_eq!(tokens.count(text), expected, "{text}");
        }
    }

    #[test]
    fn counts_long_texts_without_a_space() {
        let tokens = BpeTokens::new();
        for text in ["a", " ", "\n", "=", "\u{0}"] {
            assert!(tokens.count(&text.repeat(64 * 1024)) > 0, "{text:?}");
        }
    }

    /// Returns the CPU time of this thread, independent of other processes.
    fn worked() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(
            u64::try_from(time.tv_sec).unwrap(),
            u32::try_from(time.tv_nsec).unwrap(),
        )
    }

    #[test]
    fn a_text_eight_times_as_long_takes_about_eight_times_as_long() {
        let tokens = BpeTokens::new();
        let spent = |text: &str| {
            let once = |_| {
                let start = worked();
                black_box(count(Encoding::O200k, text));
                worked().saturating_sub(start)
            };
            (0..3).map(once).min().unwrap_or_default()
        };
        tokens.count("The table is read before.");
        for unit in [
            "a", "ab", " ", "\n", " \n", "\t", "=", "'", "'s", "0", "é", "語", "\u{301}", "\u{0}",
            "a ", "A", "aB", "/",
        ] {
            let (small, large) = (
                unit.repeat(8_000 / unit.len()),
                unit.repeat(64_000 / unit.len()),
            );
            let (one, eight) = (spent(&small), spent(&large));
            // Quadratic work would be sixty-four times.
            let most = one.max(Duration::from_millis(2)) * 32;
            assert!(eight < most, "{unit:?}: {one:?}, then {eight:?}");
        }
    }
}
