//! Records people's edits of a mind's document line by line: dreams keep lines that people wrote and do not write lines
//! that people struck out.

use std::sync::Arc;

use imbl::OrdSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mind::document::is_frame;

/// Maximum number of lines of each kind. Further lines are not recorded.
const MAX_LINES: usize = 2_000;

/// Lines that people wrote or struck out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Marks {
    /// Lines that people wrote.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub written: OrdSet<Arc<str>>,
    /// Lines that people removed.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub struck: OrdSet<Arc<str>>,
    /// Removed lines that people had written. They count as theirs again if an earlier version is restored.
    #[serde(default, skip_serializing_if = "OrdSet::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub withdrawn: OrdSet<Arc<str>>,
}

impl Marks {
    /// Records an edit by a person.
    pub fn record_edit(&mut self, before: &str, after: &str) {
        self.record_change(before, after, |_| true);
    }

    /// Records that a person restored an earlier version. Lines that people had written count as theirs again, lines of
    /// dreams do not.
    pub fn record_restore(&mut self, before: &str, after: &str) {
        let withdrawn = self.withdrawn.clone();
        self.record_change(before, after, |line| withdrawn.contains(line));
    }

    fn record_change(&mut self, before: &str, after: &str, is_theirs: impl Fn(&Arc<str>) -> bool) {
        let lines = |text: &str| -> OrdSet<Arc<str>> {
            let lines = text.lines().map(str::trim).filter(|line| counts(line));
            lines.map(Arc::from).collect()
        };
        let (before, after) = (lines(before), lines(after));
        for line in &after {
            self.struck.remove(line);
            if !before.contains(line) && is_theirs(line) && self.written.len() < MAX_LINES {
                self.withdrawn.remove(line);
                self.written.insert(line.clone());
            }
        }
        for line in &before {
            if after.contains(line) {
                continue;
            }
            if self.written.remove(line).is_some() && self.withdrawn.len() < MAX_LINES {
                self.withdrawn.insert(line.clone());
            }
            if self.struck.len() < MAX_LINES {
                self.struck.insert(line.clone());
            }
        }
    }

    /// Returns true if a person wrote this line.
    #[must_use]
    pub fn is_written(&self, line: &str) -> bool {
        self.written.contains(line.trim())
    }

    /// Returns true if a person wrote any line of this text.
    #[must_use]
    pub fn has_written(&self, text: &str) -> bool {
        text.lines().any(|line| self.is_written(line))
    }

    /// Returns true if a person removed a line that contains this part.
    #[must_use]
    pub fn has_struck(&self, part: &str) -> bool {
        self.struck.iter().any(|line| line.contains(part))
    }

    /// Returns true if a person removed this line.
    #[must_use]
    pub fn is_struck(&self, line: &str) -> bool {
        self.struck.contains(line.trim())
    }
}

/// Returns true for lines that have an author. The document's own headings, the header line and code fences have none.
/// Deeper headings do.
fn counts(line: &str) -> bool {
    !line.is_empty() && !is_frame(line) && !line.starts_with("```") && !line.starts_with("~~~")
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn what_people_write_stays_and_what_they_strike_out_goes() {
        let mut marks = Marks::default();
        marks.record_edit("## A\n- one\n- two\n", "## A\n- one\n- three\n");
        assert!(marks.is_written("- three") && marks.is_struck("  - two "));
        assert!(!marks.is_written("- one") && !marks.is_struck("- one"));
        // A person reverts an edit.
        marks.record_edit("- one\n- three", "- one\n- two");
        assert!(marks.is_written("- two") && !marks.is_struck("- two"));
        assert!(marks.is_struck("- three") && !marks.is_written("- three"));
        marks.record_edit("_Last dream: a_\n# x", "_Last dream: b_\n# y");
        assert_eq!(marks.written.len(), 1);
    }
    #[test]
    fn a_version_that_comes_back_makes_nobody_the_writer_of_a_dreams_line() {
        let mut marks = Marks::default();
        marks.record_edit("- dreamt", "- dreamt\n- mine");
        // The next dream writes another line.
        marks.record_restore("- dreamt later\n- mine", "- dreamt");
        assert!(!marks.is_written("- dreamt") && marks.is_struck("- dreamt later"));
        assert!(!marks.is_written("- mine") && marks.is_struck("- mine"));
        marks.record_restore("- dreamt", "- dreamt later\n- mine");
        assert!(marks.is_written("- mine") && !marks.is_written("- dreamt later"));
        assert!(marks.withdrawn.is_empty());
    }

    #[test]
    fn deeper_headings_are_whose_they_are_and_marks_of_code_are_nobodys() {
        let mut marks = Marks::default();
        marks.record_edit(
            "```sh\na\n```",
            "## The Bond\n### Mara\n### The Niche\n- tabs",
        );
        assert!(marks.is_written("### Mara") && marks.is_written("- tabs"));
        assert_eq!(marks.written.len(), 2, "{marks:?}");
        assert!(marks.is_struck("a") && !marks.is_struck("```"));
    }
}
