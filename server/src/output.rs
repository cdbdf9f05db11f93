//! Standard output, where results go, and standard error, where messages do. Knows nothing of what it says.

use std::fmt::Display;
use std::io::{ErrorKind, Write as _};

use crate::failure::Failure;

/// Prints a text, and says whether anybody reads on: who does not has what was wanted.
///
/// # Errors
/// When it cannot be written.
pub fn put(text: &str) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::unavailable(format!("standard output: {error}"))),
    }
}

/// Prints a text with an end of its last line.
///
/// # Errors
/// As [`put`].
pub fn say(text: &str) -> Result<(), Failure> {
    put(&format!("{text}\n")).map(drop)
}

/// Says a line on standard error. That nobody hears it stops nothing: the work goes on, and ends as it does.
pub fn mention(line: impl Display) {
    drop(writeln!(std::io::stderr(), "{line}"));
}
