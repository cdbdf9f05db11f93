//! What Loci does in a dream, step by step: it reads what a model is to be asked, remembers what is to be found
//! later, drafts, writes; and it tries the pointers again. No door offers these: between them a dreamer writes that
//! the engine does not know.

pub mod dream_draft;
pub mod dream_merge;
pub mod dream_plan;
pub mod dream_remember;
pub mod dream_source;
pub mod dream_write;
pub mod pointers_try;
pub mod pointers_write;

/// The name of the dreamer that is built in.
pub const BUILT_IN: &str = "built-in";
/// The reason of a draft whose document changed while it was written.
pub const CHANGED: &str = "document_changed";

/// The beginnings of a few things in a sentence.
pub(super) fn many(n: u32, one: &str, more: &str) -> String {
    if n == 1 {
        format!("one {one}")
    } else {
        format!("{n} {more}")
    }
}
