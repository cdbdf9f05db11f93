//! Splits memories into parts that are small enough to be sent one by one. Parsing the parts restores the memories.

use serde::{Deserialize, Serialize};

use super::taking::Taking;
use super::{Deletion, Format, Memories, Memory};
use crate::records::Records;
use crate::report::{LONGEST, Odd, PIECE, Read};

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Original format.
    loci: Format,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memories: Vec<Memory>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    deleted: Vec<Deletion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odd: Vec<Odd>,
}

/// Splits the parsed memories into parts of at most `bytes` and `memories`; a longer memory is a part by itself. A
/// memory that exceeds the limit of every core is quarantined, and split into pieces.
#[must_use]
pub fn parts(read: &Read<Memories>, bytes: usize, memories: usize) -> Vec<String> {
    let format = read.found.format.unwrap_or(Format::Loci);
    let line = |memories: Vec<Memory>, odd: Vec<Odd>| Line {
        loci: format,
        memories,
        deleted: Vec::new(),
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
    lines.extend(read.found.deleted.iter().map(|deletion| Line {
        deleted: vec![deletion.clone()],
        ..line(Vec::new(), Vec::new())
    }));
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

/// Parses parts.
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
        for deletion in line.deleted {
            taking.delete(deletion);
        }
        for memory in line.memories {
            taking.take(memory);
        }
    }
}
