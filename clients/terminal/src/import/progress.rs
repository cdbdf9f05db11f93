//! Progress of an import on standard error: one line that is overwritten on a terminal, one line per part elsewhere.

use std::cell::Cell;
use std::io::IsTerminal as _;

use super::Aim;
use crate::{output, shown};

/// Moves the cursor to the beginning of the line, and clears the line.
const OVER: &str = "\r\x1b[2K";

/// Progress of an import.
pub struct Progress {
    what: &'static str,
    is_seen: bool,
    is_open: Cell<bool>,
}

impl Progress {
    /// Creates a progress at the beginning.
    pub fn of(aim: Aim) -> Self {
        Self {
            what: match aim {
                Aim::Look => "looked at",
                Aim::Import => "sent",
            },
            is_seen: std::io::stderr().is_terminal(),
            is_open: Cell::new(false),
        }
    }

    /// Prints the number of finished parts.
    pub fn tell(&self, file: &str, done: usize, all: usize) {
        let percent = done * 100 / all.max(1);
        let line = format!(
            "loci: {}: {} {done} of {all} parts, {percent} %",
            shown::line(file),
            self.what
        );
        if !self.is_seen {
            output::mention(line);
            return;
        }
        output::mention_part(format_args!("{OVER}{line}"));
        self.is_open.set(true);
    }

    /// Prints another message on a line of its own.
    pub fn say(&self, line: &str) {
        self.end();
        output::mention(format_args!("loci: {line}"));
    }

    fn end(&self) {
        if self.is_open.replace(false) {
            output::mention("");
        }
    }
}

impl Drop for Progress {
    /// Later output begins on a line of its own.
    fn drop(&mut self) {
        self.end();
    }
}
