//! Lines of standard input and output, each on its own thread: a blocking read cannot keep the process from ending.

use std::io::{self, BufRead, ErrorKind, Read as _, Write as _};

use tokio::sync::{mpsc, oneshot};

use crate::failure::Failure;

/// Maximum length of a line, in bytes: the largest arguments of a tool, and the envelope.
const LONGEST: u64 = 33 * 1024 * 1024;

/// Number of bytes kept of a line that is too long: they may contain its id.
const BEGINNING: usize = 1024;

/// A line of standard input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A complete line.
    Text(Vec<u8>),
    /// The beginning of a line that is too long.
    TooLong(Vec<u8>),
}

/// Returns the lines of standard input, until it ends.
///
/// # Errors
/// Returns an error if no thread can be started.
pub fn read() -> Result<mpsc::Receiver<io::Result<Line>>, Failure> {
    let (tell, lines) = mpsc::channel(1);
    spawn("stdin", move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next(&mut input, LONGEST).transpose() {
            let is_broken = line.is_err();
            if tell.blocking_send(line).is_err() || is_broken {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// Writes texts to standard output, one per line; the receiver resolves when that ends. A closed output is not an
/// error.
///
/// # Errors
/// Returns an error if no thread can be started.
pub fn write(
    mut lines: mpsc::Receiver<String>,
) -> Result<oneshot::Receiver<io::Result<()>>, Failure> {
    let (tell, told) = oneshot::channel();
    spawn("stdout", move || {
        let mut out = io::stdout().lock();
        let mut written = Ok(());
        while let Some(mut line) = lines.blocking_recv() {
            line.push('\n');
            written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
            if written.is_err() {
                break;
            }
        }
        // Senders must first notice that the receiver is closed.
        drop(lines);
        let _ended = tell.send(written.or_else(|error| {
            if error.kind() == ErrorKind::BrokenPipe {
                Ok(())
            } else {
                Err(error)
            }
        }));
    })?;
    Ok(told)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let thread = std::thread::Builder::new().name(name.into()).spawn(work);
    thread
        .map(drop)
        .map_err(|error| Failure::unavailable(format!("no thread for {name}: {error}")))
}

/// Reads the next line of fewer than `longest` bytes.
fn next(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    input.by_ref().take(longest).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if (line.len() as u64) < longest || line.ends_with(b"\n") {
        return Ok(Some(Line::Text(line)));
    }
    line.truncate(BEGINNING);
    line.shrink_to_fit();
    input.skip_until(b'\n')?;
    Ok(Some(Line::TooLong(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_not_kept_and_the_next_is_read() {
        let text = |text: &str| Line::Text(text.into());
        let long = |text: &str| Line::TooLong(text.into());
        for (given, expected) in [
            ("", vec![]),
            ("a\nbc", vec![text("a\n"), text("bc")]),
            ("1234567\n8\n", vec![text("1234567\n"), text("8\n")]),
            ("12345678\n9\n", vec![long("12345678"), text("9\n")]),
            (
                "1234567890123456789\n\n",
                vec![long("12345678"), text("\n")],
            ),
            ("12345678", vec![long("12345678")]),
        ] {
            let mut input = given.as_bytes();
            let mut lines = Vec::new();
            while let Some(line) = next(&mut input, 8).unwrap() {
                lines.push(line);
            }
            assert_eq!(lines, expected, "{given:?}");
        }
    }
}
