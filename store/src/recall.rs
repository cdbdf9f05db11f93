//! What finds things by a question in any words: a table of words in memory for each shelf of things, built
//! from the index's rows when a shelf is first asked, and kept up with what commits change.
//!
//! In memory, because the statistics are those of what the asker may read and asked for: how rare a word is
//! among just these is counted for each question, which takes microseconds here and seconds in SQL. Knows no
//! SQL, and nothing of what things mean.

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
