//! Pairs of letters, which search compares in scripts that write no spaces between words, or join words to what
//! follows.

/// Returns true for letters of such scripts: Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean.
pub(super) fn is_spaceless(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}'
        | '\u{1000}'..='\u{109F}'
        | '\u{1100}'..='\u{11FF}'
        | '\u{1780}'..='\u{17FF}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9F}'
        | '\u{20000}'..='\u{3FFFF}')
        && c != '\u{30FB}'
}

/// The purpose of the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A stored text: each letter and each pair, because a query may be one letter.
    Stored,
    /// A query: pairs, and single letters between other characters.
    Asked,
    /// An index that keeps the order of words: each letter.
    Letters,
}

/// Passes the tokens of a run of such letters to `take`.
pub(super) fn grams(run: &str, form: Form, take: &mut dyn FnMut(&str)) {
    let mut before = None;
    let mut count = 0;
    for (at, letter) in run.char_indices() {
        let end = at + letter.len_utf8();
        if let Some(before) = before
            && form != Form::Letters
        {
            take(&run[before..end]);
        }
        if form != Form::Asked {
            take(&run[at..end]);
        }
        before = Some(at);
        count += 1;
    }
    if form == Form::Asked && count == 1 {
        take(run);
    }
}
