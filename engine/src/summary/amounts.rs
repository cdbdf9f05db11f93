//! Amounts of a sentence: a number and its unit, as in "ten years", "30s" or "$3,000".

use std::collections::BTreeSet;

use crate::summary::settings::parts;
use crate::summary::values::{Kind, Value, plain};
use crate::summary::words::words;

words! {
    /// Units of measure, of time and of money, and the things counted most: people and calls.
    UNITS = "second sec minute min hour day week month year percent euro dollar pound franc eur usd gbp chf byte kb mb gb \
     tb ms km meter metre cm mm kg gram litre liter degree person people guest user seat request call retry retries time \
     sekunde minute stunde tag tage woche monat jahr prozent person personen seconde heure jour semaine mois an ans \
     segundo minuto hora día semana mes año persona";
    /// Words before a number that is additional and replaces none.
    ADDS = "also too another additional additionally more plus besides auch außerdem noch aussi encore también además";
}

/// Unit and number of an amount.
type Amount = (String, Value);

/// Returns the amounts of a text with these values.
pub(super) fn amounts(text: &str, values: &BTreeSet<Value>) -> BTreeSet<Amount> {
    let words: Vec<String> = parts(text).map(plain).collect();
    let amount = |(at, word): (usize, &String)| {
        let value = (Kind::Number, word.clone());
        values.contains(&value).then_some(())?;
        let unit = own_unit(word).or_else(|| words.get(at + 1).and_then(|next| unit(next)))?;
        Some((unit, value))
    };
    words.iter().enumerate().filter_map(amount).collect()
}

/// Returns true if a text adds something to earlier statements.
pub(super) fn adds(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| ADDS.contains(word.to_lowercase().as_str()))
}

/// Returns the unit within a number: `30s`, `$3,000`, `15%`.
fn own_unit(word: &str) -> Option<String> {
    let unit: String = word
        .chars()
        .filter(|c| c.is_alphabetic() || "$€£%".contains(*c))
        .collect();
    let is_number = word.contains(|c: char| c.is_ascii_digit());
    (is_number && !unit.is_empty()).then_some(unit)
}

/// Returns the unit that a word names, in the singular.
fn unit(word: &str) -> Option<String> {
    let plurals = ["s", "n", "e", "en", "es"].map(|end| word.strip_suffix(end));
    let all = [Some(word)].into_iter().chain(plurals);
    all.flatten()
        .find(|one| UNITS.contains(*one))
        .map(ToOwned::to_owned)
}
