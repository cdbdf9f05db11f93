//! What people did to a mind's document, line by line: what they wrote stays, what they struck out does not come
//! back. Knows no section.

use std::sync::Arc;

use imbl::OrdSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most lines of each kind; the rest is forgotten.
const MOST: usize = 2_000;

/// Lines by people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Marks {
    /// Those they wrote.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub written: OrdSet<Arc<str>>,
    /// Those they took out.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub struck: OrdSet<Arc<str>>,
}

impl Marks {
    /// A person made another text of it.
    pub fn edited(&mut self, before: &str, after: &str) {
        let lines = |text: &str| -> OrdSet<Arc<str>> {
            let lines = text.lines().map(str::trim).filter(|line| counts(line));
            lines.map(Arc::from).collect()
        };
        let (before, after) = (lines(before), lines(after));
        for line in &after {
            self.struck.remove(line);
            if !before.contains(line) && self.written.len() < MOST {
                self.written.insert(line.clone());
            }
        }
        for line in &before {
            if after.contains(line) {
                continue;
            }
            self.written.remove(line);
            if self.struck.len() < MOST {
                self.struck.insert(line.clone());
            }
        }
    }

    /// Whether a person wrote that line.
    #[must_use]
    pub fn is_written(&self, line: &str) -> bool {
        self.written.contains(line.trim())
    }

    /// Whether a person took that line out.
    #[must_use]
    pub fn is_struck(&self, line: &str) -> bool {
        self.struck.contains(line.trim())
    }
}

/// Headings and the line of the last dream are nobody's.
fn counts(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#') && !line.starts_with("_Last dream:")
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn what_people_write_stays_and_what_they_strike_out_goes() {
        let mut marks = Marks::default();
        marks.edited("## A\n- one\n- two\n", "## A\n- one\n- three\n");
        assert!(marks.is_written("- three") && marks.is_struck("  - two "));
        assert!(!marks.is_written("- one") && !marks.is_struck("- one"));
        // They change their mind.
        marks.edited("- one\n- three", "- one\n- two");
        assert!(marks.is_written("- two") && !marks.is_struck("- two"));
        assert!(marks.is_struck("- three") && !marks.is_written("- three"));
        marks.edited("_Last dream: a_\n# x", "_Last dream: b_\n# y");
        assert_eq!(marks.written.len(), 1);
    }
}
