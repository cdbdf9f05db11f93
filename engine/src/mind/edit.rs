//! Validates people's edits of a mind's document, and replaces single sections of it.

use std::borrow::Cow;

use crate::mind::document::Document;
use crate::mind::section::Section;
use kernel::error::{Code, Error, Result};

/// Maximum length of a document, in bytes: about thirty times the part that is ever shown.
pub const DOCUMENT_BYTES: usize = 256 * 1024;

/// Normalises line ends to LF, the stored form.
#[must_use]
pub fn lines_of(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}

/// Validates the length of a document.
///
/// # Errors
/// Returns `too_large` with the field if the document is longer than [`DOCUMENT_BYTES`].
pub fn check_length(pointer: &str, text: &str) -> Result<()> {
    if text.len() <= DOCUMENT_BYTES {
        return Ok(());
    }
    let detail = format!(
        "has {} bytes; the most is {DOCUMENT_BYTES}. Nothing was kept of it: give what matters most, and keep the \
         rest with `memory_create`, which `memory_search` finds.",
        text.len()
    );
    let mut error = Error::field(pointer, detail);
    error.code = Code::TooLarge;
    Err(error)
}

/// Rejects control characters other than line ends and tabs.
///
/// # Errors
/// Returns `invalid` with the line and the character.
pub fn check_characters(pointer: &str, text: &str) -> Result<()> {
    let is_odd = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
    for (at, line) in text.split('\n').enumerate() {
        if let Some(odd) = line.chars().find(is_odd) {
            let detail = format!(
                "line {} has the control character U+{:04X}: take it out",
                at + 1,
                u32::from(odd)
            );
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Returns the document with a new text for one section.
///
/// # Errors
/// Returns `invalid` if the document has no sections yet, or if the text would not stay within its section.
pub fn with_section(old: &str, section: Section, text: &str) -> Result<String> {
    let mut document = Document::read(old);
    if !old.trim().is_empty() && !document.is_dreamt() {
        let detail = "the document has no sections before the first dream: leave `section` out and give all of it";
        return Err(Error::field("/section", detail));
    }
    document.set(section, text.trim_end().trim_start_matches('\n'));
    let whole = document.to_string();
    if Document::read(&whole) != document {
        let detail = "does not stay within its section: it has a heading of another section or of level 1 or 2, or \
                      there is a block of code that is not closed. Leave `section` out to change all of the document";
        return Err(Error::field("/text", detail));
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::{check_characters, check_length, lines_of, with_section};
    use crate::mind::document::Document;
    use crate::mind::section::Section;
    use kernel::Code;

    const OLD: &str =
        "# Working Memory State\n\n## The Bond\n\nMara likes tabs.\n\n## Active Context\n\n- T7\n";

    #[test]
    fn one_section_is_changed_and_no_other() {
        for (section, text) in [
            (Section::Bond, "Mara likes spaces."),
            (Section::Bond, ""),
            (Section::Bond, "### Mara\n\n- tabs\n"),
            (Section::Bond, "```\n## Active Context\n```"),
            (Section::Niche, "- new"),
        ] {
            let whole = with_section(OLD, section, text).unwrap();
            let (before, after) = (Document::read(OLD), Document::read(&whole));
            assert_eq!(after.text(section), Some(text.trim_end()));
            for other in Section::ALL.into_iter().filter(|other| *other != section) {
                assert_eq!(after.text(other), before.text(other), "{text:?}");
            }
        }
        let first = with_section("", Section::Bond, "Mara").unwrap();
        assert_eq!(first, "# Working Memory State\n\n## The Bond\n\nMara\n");
    }

    #[test]
    fn a_text_that_would_not_stay_in_its_section_is_refused() {
        for text in [
            "a\n## Active Context\nforged",
            "a\n# Active context:\nforged",
            "a\n## Mine\nb",
            "# Working Memory State\nb",
            "_Last dream: now | Mood: calm_",
            "```\nnever closed",
        ] {
            let error = with_section(OLD, Section::Bond, text).unwrap_err();
            assert_eq!(error.extra.fields[0].pointer, "/text", "{text:?}");
        }
        let error = with_section("# My notes\n\ntabs", Section::Bond, "a").unwrap_err();
        assert_eq!(error.extra.fields[0].pointer, "/section");
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_place() {
        for (text, place) in [
            ("a\nb\u{1b}[31m", "line 2 has the control character U+001B"),
            ("\u{0}", "line 1 has the control character U+0000"),
            ("a\u{7f}", "line 1 has the control character U+007F"),
            ("\n\n\u{85}", "line 3 has the control character U+0085"),
        ] {
            let error = check_characters("/text", text).unwrap_err();
            assert!(error.extra.fields[0].detail.starts_with(place), "{error:?}");
        }
        check_characters("/text", "a\n\tb – ü 記憶 👩‍🚀").unwrap();
        assert_eq!(lines_of("a\r\nb\rc\n"), "a\nb\nc\n");
        let error = check_length("/text", &"x".repeat(5_000_000)).unwrap_err();
        assert_eq!(error.code, Code::TooLarge);
    }
}
