//! Values in a sentence, which may be others tomorrow: times, numbers, names, and identifiers of programs.

use std::collections::BTreeSet;

use crate::summary::cues::is_cue;
use crate::summary::sentence::is_empty;
use crate::summary::settings::{parts, setting};
use crate::summary::words::words;

/// Kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Day, month or time of day.
    Time,
    /// Time relative to the moment of speaking.
    Soon,
    /// Amount or version.
    Number,
    /// Path, address, id or name in a program.
    Mark,
    /// Name of a person or thing.
    Name,
}

/// A value, in lower case.
pub(super) type Value = (Kind, String);

/// Times of day only after a number.
const HOURS: [&str; 3] = ["am", "pm", "uhr"];

words! {
    /// Days, months and times of day.
    TIMES = "january february march april june july august september october november december jan feb mar \
     apr jun jul aug sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri \
     noon midnight eod montag dienstag mittwoch donnerstag freitag samstag sonntag \
     januar februar märz mai juni juli oktober dezember lundi mardi mercredi jeudi \
     vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo am pm uhr utc cet weekly daily hourly monthly";
    /// Times relative to the moment of speaking.
    SOON = "today tomorrow yesterday tonight week month quarter year heute morgen gestern abend mittag woche monat \
     quartal jahr demain hier mañana ayer";
    /// Months; a number next to one is a day.
    MONTHS = "january february march april may june july august september october november december jan feb \
     mar apr jun jul aug sept oct nov dec januar februar märz mai juni juli oktober dezember";
    /// Verbs after a name at the beginning of a sentence.
    DOES = "is was has had will can said says wants needs found told likes asked owns agreed left lives works takes \
     turned turns";
    /// Number words.
    NUMBERS = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty \
     dozen hundred thousand twice half zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig \
     dreißig vierzig fünfzig sechzig dutzend hundert tausend deux trois quatre cinq sept huit neuf dix douze quinze \
     vingt trente quarante cinquante mille dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta \
     cuarenta cincuenta cien mil";
    /// Words before a name in German, where a noun has a capital, too, but mostly an article.
    NAMES = "ist sind wird werden doch von zu statt nutzen nutzt benutzen benutzt verwenden verwendet nehmen nimmt heißt";
}

/// Returns the values of a text. In languages with capitalised nouns, such as German, a capital makes no name.
pub(super) fn values(text: &str, language: &str) -> BTreeSet<Value> {
    let mut values = BTreeSet::new();
    let words: Vec<&str> = parts(bare(text)).collect();
    let is_month = |at: usize| {
        let word = words.get(at).map(|word| trim(word).to_lowercase());
        word.is_some_and(|word| MONTHS.contains(word.as_str()))
    };
    let has_digit = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()))
    };
    for (at, word) in words.iter().enumerate() {
        let by_month = at.checked_sub(1).is_some_and(is_month) || is_month(at + 1);
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let is_noun = language == "de"
            && before.is_none_or(|word| !NAMES.contains(trim(word).to_lowercase().as_str()));
        let is_usual = at == 0 || is_noun;
        let kind = match kind(word) {
            Some(Kind::Number) if by_month && word.contains(|c: char| c.is_ascii_digit()) => {
                Some(Kind::Time)
            }
            // "10 am" is a time, "I am" and "am Montag" are not.
            Some(Kind::Time) if HOURS.contains(&&*trim(word).to_lowercase()) && !has_digit(at) => {
                None
            }
            Some(Kind::Name)
                if is_usual
                    && !is_acronym(trim(word))
                    && !(language == "en" && is_named(word, words.get(1))) =>
            {
                None
            }
            kind => kind,
        };
        if let Some(kind) = kind {
            values.insert((kind, plain(word)));
        }
    }
    // The right-hand side of a setting is its value: `debug = true`.
    for word in setting(text)
        .map(|(_, value)| value)
        .into_iter()
        .flat_map(parts)
    {
        let word = trim(word).to_lowercase();
        if !word.is_empty() && values.iter().all(|(_, known)| *known != word) {
            values.insert((Kind::Mark, word));
        }
    }
    values
}

/// Returns the text after a list number.
fn bare(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(['.', ')'])
        .filter(|rest| rest.len() + 1 < text.len() && rest.starts_with(' '))
        .unwrap_or(text)
}

/// Returns a word without the marks around it.
pub(super) fn trim(word: &str) -> &str {
    let word = word
        .trim_end_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '/' | '%' | '€' | '+')));
    let word = word.trim_start_matches(|c: char| {
        !(c.is_alphanumeric()
            || matches!(c, '/' | '.' | '~' | '@' | '#' | '$' | '€' | '£' | '-' | '_'))
    });
    word.strip_suffix("'s")
        .or_else(|| word.strip_suffix("’s"))
        .unwrap_or(word)
}

/// Returns a word in lower case without the marks around it, and days of the week in the singular.
pub(super) fn plain(word: &str) -> String {
    let word = trim(word).to_lowercase();
    let one = word
        .strip_suffix('s')
        .filter(|one| one.ends_with("day") && TIMES.contains(*one));
    one.map_or(word.clone(), ToOwned::to_owned)
}

/// Returns true if the first word of a sentence is a name: a verb or a possessive follows.
fn is_named(first: &str, next: Option<&&str>) -> bool {
    let is_owner = first.ends_with("'s") || first.ends_with("’s");
    let lower = trim(first).to_lowercase();
    let is_word = is_empty(&lower) || is_cue(&lower) || trim(first).chars().count() < 3;
    let does = next.is_some_and(|next| DOES.contains(trim(next).to_lowercase().as_str()));
    !is_word && (is_owner || does)
}

/// Returns the kind of a word by its shape.
fn kind(word: &str) -> Option<Kind> {
    let is_quoted = word.len() > 2 && word.starts_with('`');
    let core = trim(word);
    let lower = plain(word);
    let has_digit = core.contains(|c: char| c.is_numeric());
    if TIMES.contains(lower.as_str()) || has_digit && is_time(&lower) {
        return Some(Kind::Time);
    }
    if SOON.contains(lower.as_str()) {
        return Some(Kind::Soon);
    }
    if has_digit {
        let is_number = is_amount(&lower) || !core.contains(char::is_alphabetic);
        return Some(if is_number { Kind::Number } else { Kind::Mark });
    }
    if NUMBERS.contains(lower.as_str()) {
        return Some(Kind::Number);
    }
    if is_quoted || is_mark(core) {
        return Some(Kind::Mark);
    }
    let mut letters = core.chars().filter(|c| c.is_alphabetic());
    let is_capital = letters.next().is_some_and(char::is_uppercase);
    (is_capital && letters.next().is_some()).then_some(Kind::Name)
}

/// Returns true for words such as `API`, `UTC`.
fn is_acronym(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters
        .by_ref()
        .take(2)
        .filter(|c| c.is_uppercase())
        .count()
        == 2
}

/// Returns true for words such as `17:00`, `5pm`, `2026-03-14`.
fn is_time(word: &str) -> bool {
    let parts = |mark: char| {
        let parts: Vec<&str> = word.trim_end_matches('.').split(mark).collect();
        let are_digits = parts.iter().all(|part| {
            let part = part.trim_end_matches(['a', 'p', 'm', 'h', 'z']);
            (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
        });
        if are_digits { parts.len() } else { 0 }
    };
    let hour = word.strip_suffix("am").or_else(|| word.strip_suffix("pm"));
    (2..=3).contains(&parts(':'))
        || parts('-') == 3
        || hour.is_some_and(|hour| hour.parse::<u8>().is_ok())
}

/// Returns true for words such as `3000`, `$3,000`, `99.5%`, `v16.2`, `500ms`, `30k`.
fn is_amount(word: &str) -> bool {
    let word = word.trim_start_matches(['v', '$', '€', '£', '#', '~']);
    let unit =
        word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_'));
    unit.len() < word.len()
        && unit.chars().count() <= 4
        && unit
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '%' | '€' | '/' | '+'))
}

/// Returns true for words such as `src/main.rs`, `user_id`, `Config::new`, `ops@example.org`, `getUser`, `--locked`.
fn is_mark(word: &str) -> bool {
    let inner = |c: char| {
        let at = word.find(c);
        at.is_some_and(|at| word[at + c.len_utf8()..].starts_with(char::is_alphanumeric))
    };
    let is_path =
        word.len() > 1 && (word.starts_with(['/', '~', '@', '#']) || word.starts_with("--"));
    let mut letters = word.chars().skip_while(|c| c.is_uppercase());
    let is_camel = letters.any(char::is_lowercase)
        && letters.any(char::is_uppercase)
        && word.chars().all(char::is_alphanumeric);
    let has_dot = word.find('.').is_some_and(|at| {
        let after = &word[at + 1..];
        at > 1 && after.len() > 1 && after.starts_with(|c: char| c.is_ascii_lowercase())
    });
    is_path
        || is_camel
        || has_dot
        || inner('_')
        || inner('@')
        || word.contains("::")
        || (inner('/') && !word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::{Kind, values};

    #[test]
    fn values_are_known_by_their_shape() {
        for (text, expected) in [
            (
                "Ship it by Friday at 17:00.",
                vec![(Kind::Time, "17:00"), (Kind::Time, "friday")],
            ),
            (
                "We pay $3,000, i.e. 30k.",
                vec![(Kind::Number, "$3,000"), (Kind::Number, "30k")],
            ),
            (
                "Back by March 14 or 5pm",
                vec![
                    (Kind::Time, "14"),
                    (Kind::Time, "5pm"),
                    (Kind::Time, "march"),
                ],
            ),
            (
                "Run src/main.rs on eu-west-1",
                vec![(Kind::Mark, "eu-west-1"), (Kind::Mark, "src/main.rs")],
            ),
            (
                "Ask Grace for `token`",
                vec![(Kind::Mark, "token"), (Kind::Name, "grace")],
            ),
            (
                "So I am here at 10 am",
                vec![(Kind::Number, "10"), (Kind::Time, "am")],
            ),
            ("timeout = 45s", vec![(Kind::Number, "45s")]),
            ("debug = true", vec![(Kind::Mark, "true")]),
            (
                "Set LOG_LEVEL=info",
                vec![(Kind::Mark, "info"), (Kind::Mark, "log_level")],
            ),
            ("Nobody knows", vec![]),
            ("1. First", vec![]),
        ] {
            let expected = expected
                .into_iter()
                .map(|(kind, text)| (kind, text.to_owned()));
            assert_eq!(values(text, "en"), expected.collect(), "{text}");
        }
        assert!(values("Das ist ein Haus", "de").is_empty());
    }
}
