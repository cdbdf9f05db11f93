//! Operations of a dream, step by step: read the prompt for a model, store memories, draft, write; and check pointers.
//! A language model writes between these steps, outside of the engine. No API exposes them.

pub mod dream_draft;
pub mod dream_merge;
pub mod dream_plan;
pub mod dream_remember;
pub mod dream_source;
pub mod dream_write;
pub mod pointers_try;
pub mod pointers_write;

/// Name of the built-in dreamer.
pub const BUILT_IN: &str = "built-in";
/// Error reason if the document changed while the draft was written.
pub const CHANGED: &str = "document_changed";

/// Returns the number with its noun, such as "one note" or "3 notes".
pub(super) fn many(n: u32, one: &str, more: &str) -> String {
    if n == 1 {
        format!("one {one}")
    } else {
        format!("{n} {more}")
    }
}
