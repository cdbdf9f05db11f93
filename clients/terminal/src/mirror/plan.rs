//! What is to be done with a file of a mirror: a table from what stands in the folder, what was put there last, and
//! what the server has. Pure; reads no file.

use super::kind::Kind;

/// What stands where, each as a text; none where there is nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sides<'a> {
    /// What the mirror put there last, or took in.
    pub base: Option<&'a str>,
    /// The file.
    pub found: Option<&'a str>,
    /// The server.
    pub server: Option<&'a str>,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Rest,
    /// The file says what the server says: that is to be remembered.
    Remember,
    /// The file is to say what the server says.
    Write,
    /// The file is the first version of the document.
    Seed,
    /// What is new in the file becomes notes.
    Take,
    /// The same, and the file is kept beside as well: it says what no note can.
    TakeAndKeep,
    /// The file is kept beside: nobody knows what in it is new.
    Keep,
}

/// What is to be done with a file.
#[must_use]
pub fn step(kind: Kind, sides: Sides) -> Step {
    let Sides {
        base,
        found,
        server,
    } = sides;
    // An empty file is one that an editor has not written yet, or that somebody wants anew.
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

/// Whether two texts say the same, however they are set.
fn same(one: &str, other: &str) -> bool {
    said(one).eq(said(other))
}

/// What the lines of a text say.
fn said(text: &str) -> impl Iterator<Item = String> {
    lines(text).map(setless).filter(|line| !line.is_empty())
}

/// A line without how it is set: editors that put a file in order as they save it write `*` for `-` and `__` for `**`,
/// number lists anew, fill tables up and escape what needs it not.
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

/// What an item of a list says, without what stands before it.
pub fn item(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = if number.len() < line.len() {
        number.strip_prefix(['.', ')'])?
    } else {
        line.strip_prefix(['-', '*', '+'])?
    };
    after.strip_prefix([' ', '\t']).map(str::trim_start)
}

/// The lines of a text without the spaces at their ends; neither the mark that some editors begin a file with nor
/// empty lines at the end are any.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_end().lines().map(str::trim_end)
}

/// Whether all lines of `base` are still there, in their order.
fn is_longer(base: &str, found: &str) -> bool {
    let mut found = said(found);
    said(base).all(|line| found.any(|other| other == line))
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
