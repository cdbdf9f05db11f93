//! Two texts compared, as rows of a diff.

use engine::workflow::diff::{Hunk, Tag, lines};

use crate::parts::{DiffRow, Side};

/// Returns the differences between two texts; empty if they are equal.
#[must_use]
pub fn changes(before: &str, after: &str) -> Vec<DiffRow> {
    rows(lines(before, after).hunks)
}

/// Converts hunks into rows.
#[must_use]
pub fn rows(hunks: Vec<Hunk>) -> Vec<DiffRow> {
    let mut rows = Vec::new();
    for hunk in hunks {
        rows.push(DiffRow::Hunk(format!("line {}", hunk.new_start.max(1))));
        rows.extend(hunk.lines.into_iter().map(|line| DiffRow::Line {
            side: match line.tag {
                Tag::Equal => Side::Both,
                Tag::Removed => Side::Removed,
                Tag::Added => Side::Added,
            },
            old: line.old.map(|number| number as usize),
            new: line.new.map(|number| number as usize),
            text: line.text,
        }));
    }
    rows
}
