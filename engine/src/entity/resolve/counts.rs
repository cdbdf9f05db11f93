//! Ordinals and counts of a phrase: "the first", "the last two", "both".

/// Start and direction of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Forward from the first of a list; without a list backward from the most recent one.
    First,
    /// Backward from the last of a list; without a list backward from the most recent one.
    Last,
    /// Backward from the most recent one.
    Newest,
    /// Forward from the least recent one.
    Oldest,
    /// Backward from the one before the newest.
    Before,
}

/// Number or position of the entities that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// The one that is meant.
    One,
    /// The one at that position, from 0.
    At(Start, usize),
    /// This many, from that start.
    Few(Start, usize),
    /// All.
    All,
}

use Start::{Before, First, Last, Newest, Oldest};

/// Ordinals with their start and position from there.
const PLACES: [(&str, Start, usize); 24] = [
    ("first", First, 0),
    ("second", First, 1),
    ("third", First, 2),
    ("fourth", First, 3),
    ("fifth", First, 4),
    ("sixth", First, 5),
    ("seventh", First, 6),
    ("eighth", First, 7),
    ("ninth", First, 8),
    ("tenth", First, 9),
    ("eleventh", First, 10),
    ("twelfth", First, 11),
    ("last", Last, 0),
    ("penultimate", Last, 1),
    ("latest", Newest, 0),
    ("newest", Newest, 0),
    ("recent", Newest, 0),
    ("other", Newest, 1),
    ("previous", Before, 0),
    ("earlier", Before, 0),
    ("preceding", Before, 0),
    ("oldest", Oldest, 0),
    ("earliest", Oldest, 0),
    ("original", Oldest, 0),
];
/// Number words.
const NUMBERS: [(&str, usize); 9] = [
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
];

/// Returns the start and the position from 0 of an ordinal: "last", "second", "12th".
pub(super) fn place(word: &str) -> Option<(Start, usize)> {
    let known = PLACES.iter().find(|(known, ..)| *known == word);
    known.map(|(_, start, at)| (*start, *at)).or_else(|| {
        let number = ["st", "nd", "rd", "th"]
            .iter()
            .find_map(|end| word.strip_suffix(end))?;
        let nth: usize = number.parse().ok()?;
        Some((First, nth.checked_sub(1)?))
    })
}

/// Returns the value of a number word.
pub(super) fn number(word: &str) -> Option<usize> {
    let known = NUMBERS.iter().find(|(name, _)| *name == word);
    known.map(|(_, number)| *number)
}

/// Returns true if "to last" follows an ordinal at that word of a phrase: "the second to last page".
pub(super) fn is_to_last(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let before = at.checked_sub(1).map_or("", word);
    word(at) == "to" && word(at + 1) == "last" && place(before).is_some()
}

/// Returns the count that the words between a determiner and its noun give.
pub(super) fn parse_count(determiner: &str, between: &[String], plural: bool) -> Count {
    let many = between.iter().find_map(|word| number(word));
    let mut places = between.iter().filter_map(|word| place(word));
    let said = match (places.next(), places.next()) {
        // "The second to last", "the second newest".
        (Some((First, back)), Some((start, _))) => Some((start, back)),
        (first, _) => first,
    };
    // "The first of the pages" is one of them.
    let is_of = between.iter().any(|word| word == "of");
    match (many, said) {
        (Some(n), Some((start, _))) => Count::Few(start, n),
        (Some(n), None) => Count::Few(Newest, n),
        (None, Some((start, at))) if !plural || is_of => Count::At(start, at),
        _ if !plural => Count::One,
        _ if determiner == "both" => Count::Few(Newest, 2),
        _ => Count::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_which_of_several() {
        for (said, plural, expected) in [
            ("first", false, Count::At(First, 0)),
            ("very first", false, Count::At(First, 0)),
            ("12th", false, Count::At(First, 11)),
            ("0th", false, Count::One),
            ("last", false, Count::At(Last, 0)),
            ("second to last", false, Count::At(Last, 1)),
            ("third newest", false, Count::At(Newest, 2)),
            ("most recent", false, Count::At(Newest, 0)),
            ("previous", false, Count::At(Before, 0)),
            ("first two", true, Count::Few(First, 2)),
            ("two oldest", true, Count::Few(Oldest, 2)),
            ("two", true, Count::Few(Newest, 2)),
            ("second of the", true, Count::At(First, 1)),
            ("first", true, Count::All),
            ("", true, Count::All),
            ("", false, Count::One),
        ] {
            let between: Vec<String> = said.split_whitespace().map(str::to_owned).collect();
            assert_eq!(parse_count("the", &between, plural), expected, "{said}");
        }
    }
}
