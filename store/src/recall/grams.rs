//! Letters of scripts that write no spaces between words, or join words to what follows: what stands there
//! is looked for by pairs of letters. Knows no words.

/// Whether a letter is of such a script: Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean.
pub(super) fn is_spaceless(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}'
        | '\u{1000}'..='\u{109F}'
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

/// Whose letters are taken alone as well: a text that is indexed, where a question may be of one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singles {
    /// Each letter, and each pair.
    Kept,
    /// Pairs; a letter that stands alone.
    OnlyAlone,
}

/// The pairs of letters of a run of such letters.
pub(super) fn grams(run: &str, singles: Singles, take: &mut dyn FnMut(&str)) {
    let mut before = None;
    let mut count = 0;
    for (at, letter) in run.char_indices() {
        let end = at + letter.len_utf8();
        if let Some(before) = before {
            take(&run[before..end]);
        }
        if singles == Singles::Kept {
            take(&run[at..end]);
        }
        before = Some(at);
        count += 1;
    }
    if singles == Singles::OnlyAlone && count == 1 {
        take(run);
    }
}
