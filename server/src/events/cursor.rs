//! Where a feed is: `epoch:position`. A restored backup begins a new epoch, in which old positions
//! mean nothing.

use std::fmt;

use kernel::stream::Position;
use kernel::{Error, Result};

/// A place in the log of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The log's epoch.
    pub epoch: u64,
    /// The last position that was given.
    pub position: Position,
}

impl Cursor {
    /// Reads `epoch:position`, or a bare position of the epoch `now`, as answers have it.
    ///
    /// # Errors
    /// `invalid` when it is neither.
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
