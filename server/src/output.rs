//! Writing to standard output (results) and standard error (messages).

use std::fmt::Display;
use std::io::{ErrorKind, Write as _};

use crate::failure::Failure;

/// Prints a text. Returns false if the reader has closed the stream, which is not an error.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn put(text: &str) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::unavailable(format!("standard output: {error}"))),
    }
}

/// Prints a text and a line break.
///
/// # Errors
/// Returns an error if [`put`] does.
pub fn say(text: &str) -> Result<(), Failure> {
    put(&format!("{text}\n")).map(drop)
}

/// Prints a line to standard error. A closed stream is ignored.
pub fn mention(line: impl Display) {
    drop(writeln!(std::io::stderr(), "{line}"));
}
