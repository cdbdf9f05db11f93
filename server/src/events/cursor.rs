//! Cursor of a feed: `epoch:position`. A restored backup starts a new epoch, in which old positions are invalid.

use std::fmt;

use kernel::stream::Position;
use kernel::{Error, Result};

/// A position in the log of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Epoch of the log.
    pub epoch: u64,
    /// Last delivered position.
    pub position: Position,
}

impl Cursor {
    /// Parses `epoch:position`, or a bare position in the epoch `now`, as in answers.
    ///
    /// # Errors
    /// Returns `invalid` if it is neither.
    pub fn parse(text: &str, now: u64) -> Result<Self> {
        let (epoch, position) = match text.split_once(':') {
            Some((epoch, position)) => (epoch.parse().ok(), position),
            None => (Some(now), text),
        };
        epoch
            .zip(position.parse().ok())
            .map(|(epoch, position)| Self { epoch, position })
            .ok_or_else(|| Error::field("/after", "expected the id of an event, such as 1:4711"))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.epoch, self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_read_back() {
        let cursor = Cursor {
            epoch: 3,
            position: 17,
        };
        assert_eq!(Cursor::parse(&cursor.to_string(), 9).unwrap(), cursor);
        assert_eq!(Cursor::parse("17", 3).unwrap(), cursor);
        for wrong in ["", ":", "a:1", "1:a", "1:2:3", "-1"] {
            assert!(Cursor::parse(wrong, 1).is_err(), "{wrong}");
        }
    }
}
