//! Full-text and semantic recall for questions in any words: a word index in memory for each shelf, built from the rows
//! of the index when a shelf is first queried, and updated by commits.
//!
//! In memory, because word statistics depend on what the caller may read and filters for: the rarity of a word among
//! exactly those items is computed for each question, which takes microseconds here and seconds in SQL.

pub(crate) mod answer;
pub(crate) mod doors;
pub(crate) mod grams;
pub(crate) mod mask;
pub(crate) mod nearest;
pub(crate) mod numbers;
pub(crate) mod phrase;
mod plan;
pub(crate) mod question;
pub(crate) mod score;
pub(crate) mod shelf;
mod spelling;
pub(crate) mod tagged;
mod terms;
mod top;
pub(crate) mod words;
