//! Standard output, for people or for programs, and standard error.

use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};

use kernel::{Code, Error, Result};

use crate::readable::Room;
use crate::refusal::CLOSED;
use crate::shown;

/// Width in which columns are chosen without a terminal.
const PIPED: usize = 120;

/// Returns the room for tables: the width of the terminal; without a terminal, the columns that fit into 120
/// characters, with their whole text; and everything if `is_wide`.
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

/// Prints an escaped text, and a line break if it lacks one.
///
/// # Errors
/// The reason is [`CLOSED`] if the reader has closed the output.
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

/// Prints a line on standard error. A failure is ignored, so that the work continues.
pub fn mention(line: impl Display) {
    mention_part(format_args!("{line}\n"));
}

/// Prints a text without a line break on standard error, such as a question.
pub fn mention_part(text: impl Display) {
    let mut out = std::io::stderr();
    drop(write!(out, "{text}").and_then(|()| out.flush()));
}

/// Prints a file unchanged; on a terminal with control characters escaped.
///
/// # Errors
/// Same as [`print`].
pub fn print_file(content: &str) -> Result<()> {
    if std::io::stdout().is_terminal() {
        print(&shown::lines(content))
    } else {
        print(content)
    }
}

/// Prints JSON unchanged; on a terminal with control characters escaped.
///
/// # Errors
/// Same as [`print`].
pub fn print_json(json: &str) -> Result<()> {
    if std::io::stdout().is_terminal() {
        print(&shown::json(json))
    } else {
        print(json)
    }
}
