//! How far an import is, on standard error: one line that is written over where somebody looks, a line for each part
//! elsewhere. Knows no file.

use std::cell::Cell;
use std::io::IsTerminal as _;

use super::Aim;
use crate::{output, shown};

/// Takes the cursor to the beginning of the line, and away what stands in it.
const OVER: &str = "\r\x1b[2K";

/// How far it is.
pub struct Progress {
    what: &'static str,
    is_seen: bool,
    is_open: Cell<bool>,
}

impl Progress {
    /// Nothing is done yet.
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

    /// Says that so many parts are done.
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

    /// Says something else, on a line of its own.
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
    /// What follows begins on a line of its own.
    fn drop(&mut self) {
        self.end();
    }
}
