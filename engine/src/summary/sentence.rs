//! A sentence with what is known of it. Knows no unit and no weight.

use crate::summary::settings::setting;
use crate::summary::words::words;

/// A sentence with what is known of it.
pub(super) struct Sentence<'a> {
    /// The sentence as it was written.
    pub text: &'a str,
    /// Who said it; empty for prose.
    pub role: &'a str,
    /// Whether it stands in the summary so far.
    pub known: bool,
    /// Its place in its message, from 0.
    pub place: usize,
    /// Number of sentences of its message; 0 where that is not known any more.
    pub crowd: usize,
    /// Whether a program wrote it.
    pub is_noise: bool,
    /// Whether it tells what a document has.
    pub is_data: bool,
    /// In which language it is.
    pub language: &'static str,
}

/// Whether what is said there is what a program answered.
pub(super) fn is_tool(role: &str) -> bool {
    role.starts_with("tool") || role.starts_with("function")
}

/// Whether an assistant speaks: neither a person, nor a program, nor who sets the rules.
pub(super) fn is_assistant(role: &str) -> bool {
    let others = ["user", "system", "developer"];
    !role.is_empty() && !is_tool(role) && !others.iter().any(|other| role.starts_with(other))
}

/// Whether somebody gives a setting its value; a program's own are none of what was agreed.
pub(super) fn is_set(sentence: &Sentence) -> bool {
    !is_tool(sentence.role) && setting(sentence.text).is_some()
}

/// Whether a sentence continues the line of the one before it in a summary. A setting has a line of its own.
pub(super) fn continues(one: &Sentence, next: &Sentence) -> bool {
    one.role == next.role && !is_set(one) && !is_set(next)
}

/// The beginning of a line in a summary, with its speaker.
pub(super) fn label(role: &str) -> String {
    if role.is_empty() {
        "\n".to_owned()
    } else {
        format!("\n{role}: ")
    }
}

words! {
    /// Words that say nothing by themselves.
    EMPTY = "the a an and or but if then so of to in on at by for from with as is are was were be been being it \
     its this that these those there here i you he she we they me my your our us them their his her do does did have \
     has had can could would may just very also about into what which who how when i'm it's we're it'll der die das \
     und oder aber den dem des ein eine einen einem einer eines ist sind war waren es er sie wir ich du ihr mich mir \
     dich dir uns euch zu zum zur im in am an auf für mit von vom bei aus als auch so dann da hier le la les un une et \
     ou de du des est sont je tu il elle nous vous el los las y o es son";
}

/// Whether a word says nothing by itself.
pub(super) fn is_empty(word: &str) -> bool {
    EMPTY.contains(word)
}
