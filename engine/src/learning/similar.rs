//! Whether a core says the same already, in hardly other words.

use std::collections::BTreeSet;

/// From this share of common pairs of words on, two texts say the same.
const SAME: f64 = 0.9;

/// Whether two texts are the same but for a word here and there.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (own, others) = (pairs(one), pairs(other));
    let common = own.intersection(&others).count();
    let all = own.len() + others.len() - common;
    all > 0 && ratio(common, all) >= SAME
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a text has fewer words than a float has digits"
)]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// The words of a text, each with the next one.
fn pairs(text: &str) -> BTreeSet<(String, String)> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let next = words.iter().skip(1).cloned().chain([String::new()]);
    words.iter().cloned().zip(next).collect()
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn only_accidents_of_writing_are_the_same() {
        let text = "Which library for tokens → jose. Why: it is small, it is kept, and its types are good.";
        for (other, expected) in [
            (
                "which library for tokens: jose — why? It is small; it is kept and its types are good",
                true,
            ),
            (
                "Which library for tokens → jwt-simple. Why: it is small, it is kept, and its types are good.",
                false,
            ),
            ("jose", false),
            ("", false),
        ] {
            assert_eq!(is_same(text, other), expected, "{other}");
        }
        assert!(!is_same("", ""));
    }
}
