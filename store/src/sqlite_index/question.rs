//! What FTS5 is asked: any text becomes a question, never a syntax error. Knows no tables.

/// Words of a question that count; what follows is ignored.
const MAX_WORDS: usize = 32;
/// Letters of a word that count.
const MAX_LETTERS: usize = 64;
/// The shortest beginning that stands for the other forms of a word.
const MIN_STEM: usize = 4;

/// Endings that English words change, longest first.
const ENDINGS: [&str; 14] = [
    "ations", "ation", "ences", "ence", "ments", "ment", "ings", "ing", "ies", "ed", "es", "ly",
    "s", "y",
];

/// Words that say nothing of what a text is about: a question is about the others.
const SMALL_WORDS: [&str; 60] = [
    "a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by",
    "can", "could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his",
    "how", "i", "if", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our", "she", "so",
    "that", "the", "their", "them", "they", "this", "to", "was", "we", "were", "what", "when",
    "where", "which", "who", "with", "you", "your",
];

/// A question about any of some words.
pub(super) struct AnyOf {
    /// One FTS5 question for each word.
    pub terms: Vec<String>,
}

impl AnyOf {
    /// The words of `text` that say something, or all of them when none does; `None` when there is no
    /// word in it.
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut words: Vec<String> = Vec::new();
        let mut small: Vec<String> = Vec::new();
        for word in text.split(|c| !is_letter(c)) {
            let word: String = word
                .chars()
                .take(MAX_LETTERS)
                .collect::<String>()
                .to_lowercase();
            if !word.chars().any(char::is_alphanumeric) {
                continue;
            }
            let kept = if SMALL_WORDS.contains(&word.as_str()) {
                &mut small
            } else {
                &mut words
            };
            if kept.len() < MAX_WORDS && !kept.contains(&word) {
                kept.push(word);
            }
        }
        let kept = if words.is_empty() { small } else { words };
        let terms: Vec<_> = kept.iter().map(|word| forms(word)).collect();
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// The question that any of the words answers.
    pub(super) fn question(&self) -> String {
        self.terms.join(" OR ")
    }

    /// How many of the words make up that share: at least one.
    pub(super) fn least(&self, share: f64) -> usize {
        let of = self.terms.len();
        // Taken a little lower, so that rounding asks for no word too many.
        (1..of)
            .find(|n| ratio(*n, of) + 1e-9 >= share)
            .unwrap_or(of)
    }
}

/// `part` of `of`, both small.
fn ratio(part: usize, of: usize) -> f64 {
    let small = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    small(part) / small(of).max(1.0)
}

/// The word and, where it has one, everything that begins as its stem does.
fn forms(word: &str) -> String {
    match stem(word) {
        Some(stem) => format!("(\"{word}\" OR \"{stem}\"*)"),
        None => format!("\"{word}\""),
    }
}

/// The beginning that an English word shares with its other forms: lighter than Porter's algorithm, and
/// good for looking only, because the index keeps words as they are.
fn stem(word: &str) -> Option<&str> {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || word.len() < MIN_STEM {
        return None;
    }
    let cut = ENDINGS
        .iter()
        .filter(|ending| **ending != "s" || !word.ends_with("ss"))
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|rest| rest.len() >= MIN_STEM)
        .unwrap_or(word);
    // As in "preferred" and "planning"; but not in "classes", "calling" and "buzzed".
    let is_doubled = |last: char| {
        !matches!(last, 's' | 'l' | 'z') && cut.ends_with(&[last, last].iter().collect::<String>())
    };
    match cut.chars().next_back() {
        Some(last) if cut.len() > MIN_STEM && cut.len() < word.len() && is_doubled(last) => {
            Some(&cut[..cut.len() - 1])
        }
        _ => Some(cut),
    }
}

/// The question that asks for all words of `text`, the last of them perhaps unfinished; `None` when
/// there is no word in it.
pub(super) fn all_words(text: &str) -> Option<String> {
    let mut quoted = quoted(text);
    let unfinished = text.chars().next_back().is_some_and(char::is_alphanumeric);
    if unfinished && let Some(last) = quoted.last_mut() {
        last.push('*');
    }
    (!quoted.is_empty()).then(|| quoted.join(" AND "))
}

/// The question that asks for any word of `text`; `None` when there is only one.
pub(super) fn any_word(text: &str) -> Option<String> {
    let quoted = quoted(text);
    (quoted.len() > 1).then(|| quoted.join(" OR "))
}

/// The words of `text`, each as an FTS5 string: what is between quotes has no syntax.
fn quoted(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(MAX_WORDS)
        .map(|word| {
            let word: String = word.chars().take(4 * MAX_LETTERS).collect();
            format!("\"{}\"", word.replace('"', "\"\""))
        })
        .collect()
}

/// Whether a word goes on with it, also a mark that combines with the letter before it.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || ('\u{300}'..='\u{36F}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::{AnyOf, stem};

    #[test]
    fn a_stem_is_what_forms_of_a_word_share() {
        for (word, expected) in [
            ("preferences", Some("prefer")),
            ("preferred", Some("prefer")),
            ("prefers", Some("prefer")),
            ("meetings", Some("meet")),
            ("planning", Some("plan")),
            ("allergies", Some("allerg")),
            ("allergy", Some("allerg")),
            ("likes", Some("like")),
            ("like", Some("like")),
            ("press", Some("press")),
            ("classes", Some("class")),
            ("calling", Some("call")),
            ("cat", None),
            ("naïve", None),
            ("2026", None),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }

    #[test]
    fn small_words_count_only_alone() {
        let terms = |text| AnyOf::new(text).map(|any| any.terms);
        assert_eq!(
            terms("What does the CAT eat?"),
            Some(vec!["\"cat\"".into(), "\"eat\"".into()])
        );
        assert_eq!(terms("to be"), Some(vec!["\"to\"".into(), "\"be\"".into()]));
        assert_eq!(terms("?! \u{0} 🦊"), None);
    }

    #[test]
    fn a_share_is_a_number_of_words() {
        let any = AnyOf::new("red green blue gray pink").unwrap();
        for (share, least) in [
            (0.0, 1),
            (0.2, 1),
            (0.3, 2),
            (0.6, 3),
            (1.0, 5),
            (7.0, 5),
            (-1.0, 1),
        ] {
            assert_eq!(any.least(share), least, "{share}");
        }
    }
}
