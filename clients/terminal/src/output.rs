//! Standard output: for people, or for programs; and standard error. Knows nothing of what it says.

use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};

use kernel::{Code, Error, Result};

use crate::readable::Room;
use crate::refusal::CLOSED;
use crate::shown;

/// The width for which columns are chosen where no terminal bounds them.
const PIPED: usize = 120;

/// The room for tables: as wide as the terminal; where standard output is none, the columns that fit into a usual line
/// with their texts whole; and everything on `is_wide`.
#[must_use]
pub fn room(is_wide: bool) -> Room {
    if is_wide {
        return Room::ENDLESS;
    }
    if !std::io::stdout().is_terminal() {
        return Room {
            columns: PIPED,
            ..Room::ENDLESS
        };
    }
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    Room::of(width.max(20))
}

/// Prints a text that is shown already, and what ends its last line.
///
/// # Errors
/// With the reason [`CLOSED`] when nobody reads any more.
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let written = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(end.as_bytes()))
        .and_then(|()| out.flush());
    written.map_err(|error| {
        let mut failed = Error::new(Code::Unavailable, format!("standard output: {error}"));
        if error.kind() == ErrorKind::BrokenPipe {
            failed.extra.reason = Some(CLOSED.into());
        }
        failed
    })
}

/// Says a line on standard error. That nobody hears it stops nothing: the work goes on, and ends as it does.
pub fn mention(line: impl Display) {
    mention_part(format_args!("{line}\n"));
}

/// The same without the end of a line, such as a question.
pub fn mention_part(text: impl Display) {
    let mut out = std::io::stderr();
    drop(write!(out, "{text}").and_then(|()| out.flush()));
}

/// Prints a file as it is; to a terminal, with what acts on terminals shown.
///
/// # Errors
/// As [`print`].
pub fn print_file(content: &str) -> Result<()> {
    if std::io::stdout().is_terminal() {
        print(&shown::lines(content))
    } else {
        print(content)
    }
}

/// Prints JSON as it came; to a terminal, with what acts on terminals escaped.
///
/// # Errors
/// As [`print`].
pub fn print_json(json: &str) -> Result<()> {
    if std::io::stdout().is_terminal() {
        print(&shown::json(json))
    } else {
        print(json)
    }
}
