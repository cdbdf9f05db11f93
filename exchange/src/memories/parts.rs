//! Memories in parts that are small enough to be sent one after the other. Read again they are what they were.

use serde::{Deserialize, Serialize};

use super::taking::Taking;
use super::{Format, Memories, Memory};
use crate::records::Records;
use crate::report::{LONGEST, Odd, PIECE, Read};

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The format in which it was written down at first.
    loci: Format,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memories: Vec<Memory>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odd: Vec<Odd>,
}

/// What was read, in parts of so many bytes and so many memories at most; a memory that is longer is a part by itself. One
/// that is longer than any core takes is odd, and goes in pieces.
#[must_use]
pub fn parts(read: &Read<Memories>, bytes: usize, memories: usize) -> Vec<String> {
    let format = read.found.format.unwrap_or(Format::Loci);
    let line = |memories: Vec<Memory>, odd: Vec<Odd>| Line {
        loci: format,
        memories,
        odd,
    };
    let mut long = Vec::new();
    let found = read.found.found.iter().filter_map(|memory| {
        let text = serde_json::to_string(memory).unwrap_or_default();
        if text.len() <= LONGEST {
            return Some(line(vec![memory.clone()], Vec::new()));
        }
        long.push(Odd {
            at: memory.place.clone(),
            why: format!("has {} bytes, more than a memory may", text.len()),
            text,
        });
        None
    });
    let mut lines: Vec<Line> = found.collect();
    let odd = long.into_iter().chain(read.odd.iter().cloned());
    let pieces = odd.flat_map(|odd| odd.pieces(PIECE));
    lines.extend(pieces.map(|odd| line(Vec::new(), vec![odd])));
    let mut parts: Vec<String> = Vec::new();
    let (mut open, mut holds) = (String::new(), 0);
    for line in lines {
        let Ok(line) = serde_json::to_string(&line) else {
            continue;
        };
        if !open.is_empty() && (open.len() + line.len() > bytes || holds >= memories) {
            parts.push(std::mem::take(&mut open));
            holds = 0;
        }
        open.push_str(&line);
        open.push('\n');
        holds += 1;
    }
    if !open.is_empty() {
        parts.push(open);
    }
    parts
}

/// Reads parts.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for record in records.found {
        let line: Line = match serde_json::from_value(record.value.clone()) {
            Ok(line) => line,
            Err(error) => {
                let why = format!("is no part of memories: {error}");
                taking.odd(record.at, why, &record.value);
                continue;
            }
        };
        taking.format = Some(line.loci);
        taking.odd.extend(line.odd);
        for memory in line.memories {
            taking.take(memory);
        }
    }
}
