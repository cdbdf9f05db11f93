//! Line-by-line comparison of two texts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, group_diff_ops};

/// Number of unchanged lines shown around a change.
const AROUND: usize = 3;
/// Maximum number of line pairs for an exact comparison. Above it, the middle of the two texts counts as replaced: the
/// exact comparison would take too long for a request.
const MAX_PAIRS: usize = 25_000_000;

/// Changed region with its surrounding lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hunk {
    /// First line in the old text, from 1; 0 if the hunk has none there.
    pub old_start: u32,
    /// Number of lines of the old text.
    pub old_lines: u32,
    /// First line in the new text, from 1; 0 if the hunk has none there.
    pub new_start: u32,
    /// Number of lines of the new text.
    pub new_lines: u32,
    /// Lines of the hunk.
    pub lines: Vec<Line>,
}

/// One line of a hunk.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Text that the line belongs to.
    pub tag: Tag,
    /// Line number in the old text, from 1.
    pub old: Option<u32>,
    /// Line number in the new text, from 1.
    pub new: Option<u32>,
    /// Text of the line without its line end.
    pub text: String,
}

/// Text that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DiffTag")]
pub enum Tag {
    /// Both texts.
    Equal,
    /// Only the old text.
    Removed,
    /// Only the new text.
    Added,
}

/// Differences between two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Number of added lines.
    pub added: u32,
    /// Number of removed lines.
    pub removed: u32,
    /// Changed regions.
    pub hunks: Vec<Hunk>,
}

/// Compares two texts line by line. Ignores the difference between the line ends `\n` and `\r\n`.
#[must_use]
pub fn lines(old: &str, new: &str) -> Lines {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let mut lines = Lines::default();
    let (old_ids, new_ids) = ids(&old, &new);
    for group in group_diff_ops(operations(&old_ids, &new_ids), AROUND) {
        lines.take(&group, &old, &new);
    }
    lines
}

/// Returns a number for each line, the same for equal lines. Lines are compared often, and comparing long lines with
/// the same beginning would read them again each time.
fn ids(old: &[&str], new: &[&str]) -> (Vec<usize>, Vec<usize>) {
    let mut known = HashMap::new();
    let all = old.iter().chain(new).map(|line| {
        let next = known.len();
        *known.entry(*line).or_insert(next)
    });
    let mut all: Vec<usize> = all.collect();
    let of_new = all.split_off(old.len());
    (all, of_new)
}

fn operations(old: &[usize], new: &[usize]) -> Vec<DiffOp> {
    let same = |(one, other): &(&usize, &usize)| one == other;
    let before = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let behind = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(same)
        .count();
    let (old_len, new_len) = (old_rest.len() - behind, new_rest.len() - behind);
    if old_len.saturating_mul(new_len) <= MAX_PAIRS {
        // The algorithm is named explicitly: a choice at run time would compile every other algorithm.
        let mut found = Compact::new(Replace::new(Capture::new()), old, new);
        let Ok(()) = myers::diff(&mut found, old, 0..old.len(), new, 0..new.len());
        return found.into_inner().into_inner().into_ops();
    }
    let equal = |at: usize, len: usize| DiffOp::Equal {
        old_index: if at == 0 { 0 } else { before + old_len },
        new_index: if at == 0 { 0 } else { before + new_len },
        len,
    };
    let replaced = DiffOp::Replace {
        old_index: before,
        old_len,
        new_index: before,
        new_len,
    };
    vec![equal(0, before), replaced, equal(1, behind)]
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Returns the number of a range's first line as unified diffs count: for an empty range, the number of the line
/// before.
fn start(range: &Range<usize>) -> u32 {
    number(if range.is_empty() {
        range.start
    } else {
        range.start + 1
    })
}

impl Lines {
    fn take(&mut self, group: &[DiffOp], old: &[&str], new: &[&str]) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            return;
        };
        let of_old = first.old_range().start..last.old_range().end;
        let of_new = first.new_range().start..last.new_range().end;
        let mut lines = Vec::new();
        for operation in group {
            let (from, to) = (operation.old_range(), operation.new_range());
            if let DiffOp::Equal { .. } = operation {
                lines.extend(from.zip(to).map(|(from, to)| Line {
                    tag: Tag::Equal,
                    old: Some(number(from + 1)),
                    new: Some(number(to + 1)),
                    text: old[from].into(),
                }));
                continue;
            }
            self.removed += number(from.len());
            self.added += number(to.len());
            lines.extend(from.map(|at| Line {
                tag: Tag::Removed,
                old: Some(number(at + 1)),
                new: None,
                text: old[at].into(),
            }));
            lines.extend(to.map(|at| Line {
                tag: Tag::Added,
                old: None,
                new: Some(number(at + 1)),
                text: new[at].into(),
            }));
        }
        self.hunks.push(Hunk {
            old_start: start(&of_old),
            old_lines: number(of_old.len()),
            new_start: start(&of_new),
            new_lines: number(of_new.len()),
            lines,
        });
    }

    /// Returns the differences as a unified diff; empty if there are none.
    #[must_use]
    pub fn to_unified(&self, from: &str, to: &str) -> String {
        let mut text = String::new();
        if self.hunks.is_empty() {
            return text;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "--- {from}\n+++ {to}");
        for hunk in &self.hunks {
            let Hunk {
                old_start,
                old_lines,
                new_start,
                new_lines,
                lines,
            } = hunk;
            let _ = writeln!(
                text,
                "@@ -{old_start},{old_lines} +{new_start},{new_lines} @@"
            );
            for line in lines {
                let sign = match line.tag {
                    Tag::Equal => ' ',
                    Tag::Removed => '-',
                    Tag::Added => '+',
                };
                let _ = writeln!(text, "{sign}{}", line.text);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::time::{Duration, Instant};

    use super::lines;

    #[expect(
        clippy::disallowed_methods,
        reason = "nothing but the time tells how often a line is read"
    )]
    fn spent(old: &str, new: &str) -> Duration {
        let once = |_| {
            let start = Instant::now();
            black_box(lines(old, new));
            start.elapsed()
        };
        (0..3).map(once).min().unwrap_or_default()
    }

    #[test]
    fn long_lines_that_begin_alike_are_not_read_again_and_again() {
        // The same number of lines, each sixty-four times as long: the cost should depend on their number.
        let text = |from: usize, alike: usize| -> String {
            let beginning = "a".repeat(alike);
            let all = (from..from + 400).map(|nth| format!("{beginning}{nth}\n"));
            all.collect()
        };
        let short = spent(&text(0, 64), &text(1_000, 64));
        let long = spent(&text(0, 4_096), &text(1_000, 4_096));
        let most = short.max(Duration::from_millis(2)) * 16;
        assert!(long < most, "{short:?}, then {long:?}");
    }
}
