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

/// Whether two texts say the same, however their lines end.
fn same(one: &str, other: &str) -> bool {
    lines(one).eq(lines(other))
}

/// The lines of a text without the spaces at their ends; neither the mark that some editors begin a file with nor
/// empty lines at the end are any.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_end().lines().map(str::trim_end)
}

/// Whether all lines of `base` are still there, in their order.
fn is_longer(base: &str, found: &str) -> bool {
    let mut found = lines(found);
    lines(base).all(|line| found.any(|other| other == line))
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
        for (kind, base, found, server, expected) in [
            (Document, None, None, None, Step::Rest),
            (Document, None, None, a, Step::Write),
            (Document, a, None, a, Step::Write),
            (Document, a, Some(" \n"), a, Step::Write),
            (Document, a, Some(""), None, Step::Rest),
            (Document, None, a, a, Step::Remember),
            (Document, a, a, a, Step::Rest),
            (Document, a, Some("\u{feff}a \r\n\r\n"), a, Step::Rest),
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
