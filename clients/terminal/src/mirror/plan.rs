//! Decides the next step for a file of a mirror from its content, the last synchronized content, and the server's
//! content.

use super::kind::Kind;

/// Three versions of a file; `None` if there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sides<'a> {
    /// Last synchronized content.
    pub base: Option<&'a str>,
    /// Content of the file.
    pub found: Option<&'a str>,
    /// Content of the server.
    pub server: Option<&'a str>,
}

/// Next step for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing to do.
    Rest,
    /// The file equals the server's content: store it as synchronized.
    Remember,
    /// Write the server's content to the file.
    Write,
    /// The file becomes the first version of the document.
    Seed,
    /// New passages of the file become notes.
    Take,
    /// New passages become notes, and the file is stored as a conflict file: it has changes that no note can express.
    TakeAndKeep,
    /// The file is stored as a conflict file: its new passages cannot be determined.
    Keep,
}

/// Returns the next step for a file.
#[must_use]
pub fn step(kind: Kind, sides: Sides) -> Step {
    let Sides {
        base,
        found,
        server,
    } = sides;
    // An editor has not written an empty file yet, or a person wants it to be written again.
    let Some(found) = found.filter(|text| !text.trim().is_empty()) else {
        return server.map_or(Step::Rest, |_| Step::Write);
    };
    let is = |other: Option<&str>| other.is_some_and(|other| same(found, other));
    if is(server) {
        return if is(base) { Step::Rest } else { Step::Remember };
    }
    if is(base) {
        return server.map_or(Step::Rest, |_| Step::Write);
    }
    match (kind, base, server) {
        (Kind::Document, None, None) => Step::Seed,
        (_, None, Some(_)) => Step::Keep,
        (Kind::Document, Some(base), _) if server != Some(base) || !is_longer(base, found) => {
            Step::TakeAndKeep
        }
        _ => Step::Take,
    }
}

/// Returns true if two texts are equal, ignoring their formatting.
fn same(one: &str, other: &str) -> bool {
    text_lines(one).eq(text_lines(other))
}

/// Returns the lines of a text without formatting.
fn text_lines(text: &str) -> impl Iterator<Item = String> {
    lines(text).map(setless).filter(|line| !line.is_empty())
}

/// Removes the formatting of a line: editors that format a file on saving write `*` for `-` and `__` for `**`, renumber
/// lists, pad tables and escape characters without need.
pub fn setless(line: &str) -> String {
    let inner = line.trim();
    let text = match item(inner) {
        Some(said) if inner.starts_with(|c: char| c.is_ascii_digit()) => format!("1. {said}"),
        Some(said) => format!("- {said}"),
        None => inner.to_owned(),
    };
    if text.len() > 1 && text.starts_with('|') && text.chars().all(|c| "|-: ".contains(c)) {
        return "|-".repeat(text.matches('|').count() - 1);
    }
    let mut set = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek().is_some_and(char::is_ascii_punctuation) => {}
            '_' => set.push('*'),
            _ if letter.is_whitespace() && set.ends_with(' ') => {}
            _ if letter.is_whitespace() => set.push(' '),
            _ => set.push(letter),
        }
    }
    set
}

/// Returns the text of a list item without its mark.
pub fn item(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = if number.len() < line.len() {
        number.strip_prefix(['.', ')'])?
    } else {
        line.strip_prefix(['-', '*', '+'])?
    };
    after.strip_prefix([' ', '\t']).map(str::trim_start)
}

/// Returns the lines of a text without trailing spaces, a byte order mark, and empty lines at the end.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_end().lines().map(str::trim_end)
}

/// Returns true if all lines of `base` are still there, in their order.
fn is_longer(base: &str, found: &str) -> bool {
    let mut found = text_lines(found);
    text_lines(base).all(|line| found.any(|other| other == line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_follows_from_the_three_sides() {
        use Kind::{Context, Document, Scratch};
        let (a, b, c) = (Some("a\n"), Some("b\n"), Some("c\n"));
        let longer = Some("a\nb\n");
        let struck = Some("b\n");
        let list = Some("# T\n- **a** b_c\n- _d_\n1. e\n2. f\n| g | h |\n|---|--:|\n");
        let set =
            Some("# T\n\n* __a__ b\\_c\n* *d*\n\n1) e\n1) f\n\n| g   | h   |\n| --- | --: |\n");
        for (kind, base, found, server, expected) in [
            (Document, None, None, None, Step::Rest),
            (Document, None, None, a, Step::Write),
            (Document, a, None, a, Step::Write),
            (Document, a, Some(" \n"), a, Step::Write),
            (Document, a, Some(""), None, Step::Rest),
            (Document, None, a, a, Step::Remember),
            (Document, a, a, a, Step::Rest),
            (Document, a, Some("\u{feff}a \r\n\r\n"), a, Step::Rest),
            (Document, list, set, list, Step::Rest),
            (Document, list, set, b, Step::Write),
            (Scratch, list, set, list, Step::Rest),
            (Document, a, a, b, Step::Write),
            (Document, a, a, None, Step::Rest),
            (Document, a, b, b, Step::Remember),
            (Document, None, a, None, Step::Seed),
            (Scratch, None, a, None, Step::Take),
            (Context, None, a, None, Step::Take),
            (Document, None, a, b, Step::Keep),
            (Scratch, None, a, b, Step::Keep),
            (Document, a, longer, a, Step::Take),
            (Document, a, longer, c, Step::TakeAndKeep),
            (Document, a, struck, a, Step::TakeAndKeep),
            (Document, a, longer, None, Step::TakeAndKeep),
            (Scratch, a, struck, c, Step::Take),
            (Context, a, b, c, Step::Take),
        ] {
            let sides = Sides {
                base,
                found,
                server,
            };
            assert_eq!(step(kind, sides), expected, "{kind:?} {sides:?}");
        }
    }

    #[test]
    fn a_moved_line_is_a_change() {
        assert!(is_longer("a\nb", "x\na\ny\nb\nz"));
        assert!(!is_longer("a\nb", "b\na"));
        assert!(!is_longer("a\na", "a"));
    }
}
