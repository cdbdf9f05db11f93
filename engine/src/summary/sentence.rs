//! A sentence and its features.

use crate::summary::settings::setting;
use crate::summary::words::words;

/// A sentence and its features.
pub(super) struct Sentence<'a> {
    /// The sentence as it was written.
    pub text: &'a str,
    /// Role of the speaker; empty for prose.
    pub role: &'a str,
    /// True if it is in the current summary.
    pub known: bool,
    /// Index in its message.
    pub place: usize,
    /// Number of sentences of its message; 0 if unknown.
    pub crowd: usize,
    /// True if a program wrote it.
    pub is_noise: bool,
    /// True if it is the content of a JSON document.
    pub is_data: bool,
    /// Language.
    pub language: &'static str,
}

/// Returns true for the role of a program's output.
pub(super) fn is_tool(role: &str) -> bool {
    role.starts_with("tool") || role.starts_with("function")
}

/// Returns true for the role of an assistant: not a person, a program, or the author of the rules.
pub(super) fn is_assistant(role: &str) -> bool {
    let others = ["user", "system", "developer"];
    !role.is_empty() && !is_tool(role) && !others.iter().any(|other| role.starts_with(other))
}

/// Returns true if a sentence gives a setting its value. Settings in program output were not agreed on.
pub(super) fn is_set(sentence: &Sentence) -> bool {
    !is_tool(sentence.role) && setting(sentence.text).is_some()
}

/// Returns true if a sentence continues the line of the previous one in a summary. A setting has its own line.
pub(super) fn continues(one: &Sentence, next: &Sentence) -> bool {
    one.role == next.role && !is_set(one) && !is_set(next)
}

/// Returns the beginning of a line in a summary, with its speaker.
pub(super) fn label(role: &str) -> String {
    if role.is_empty() {
        "\n".to_owned()
    } else {
        format!("\n{role}: ")
    }
}

words! {
    /// Stop words.
    EMPTY = "the a an and or but if then so of to in on at by for from with as is are was were be been being it \
     its this that these those there here i you he she we they me my your our us them their his her do does did have \
     has had can could would may just very also about into what which who how when i'm it's we're it'll der die das \
     und oder aber den dem des ein eine einen einem einer eines ist sind war waren es er sie wir ich du ihr mich mir \
     dich dir uns euch zu zum zur im in am an auf für mit von vom bei aus als auch so dann da hier le la les un une et \
     ou de du des est sont je tu il elle nous vous el los las y o es son";
}

/// Returns true for a stop word.
pub(super) fn is_empty(word: &str) -> bool {
    EMPTY.contains(word)
}
