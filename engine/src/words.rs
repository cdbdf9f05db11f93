//! Formatting of texts in descriptions: one-line quotations, reasons after a colon, grouped numbers.

/// Maximum length of a quotation in a description, in characters.
pub const QUOTED: usize = 140;

/// Returns the beginning of a text in one line: at most [`QUOTED`] characters, cut between words if possible.
#[must_use]
pub fn short(text: &str) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += word.chars().count();
        if length > QUOTED {
            let cut: String = line.chars().take(QUOTED - 1).collect();
            let end = cut.rfind(' ').filter(|end| *end > QUOTED / 2);
            return format!("{}…", &cut[..end.unwrap_or(cut.len())]);
        }
    }
    line
}

/// Appends `text` after a colon, unless it is empty.
#[must_use]
pub fn with(words: impl Into<String>, text: Option<&String>) -> String {
    let words = words.into();
    match text.filter(|text| !text.trim().is_empty()) {
        Some(text) => format!("{words}: {}", short(text)),
        None => words,
    }
}

/// Formats a number with thousands separators: 48,213.
#[must_use]
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
