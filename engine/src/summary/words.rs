//! Sets of words, split once.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A set of words.
pub(super) type Words = LazyLock<HashSet<&'static str>>;

/// Declares sets of words, each from one string.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident = $text:expr;)*) => {$(
        $(#[$meta])*
        static $name: $crate::summary::words::Words =
            std::sync::LazyLock::new(|| $text.split_whitespace().collect());
    )*};
}
pub(super) use words;
