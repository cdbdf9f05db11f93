//! Text of a task besides its description: acceptance criteria, and sections below the description.

use super::POINTS;
use crate::lines::lines;

/// Splits a text into acceptance criteria, one per line; `None` if there are too many.
pub(crate) fn points(text: &str) -> Option<Vec<String>> {
    let points: Vec<String> = lines(text)
        .map(point)
        .filter(|line| !line.is_empty())
        .collect();
    (points.len() <= POINTS).then_some(points)
}

/// Strips the list mark of a line.
fn point(line: &str) -> String {
    let line = line.trim();
    let line = ["- [ ] ", "- [x] ", "- [X] ", "* [ ] ", "- ", "* ", "• "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .unwrap_or(line);
    line.trim().into()
}

/// Sections below a task's description.
#[derive(Debug, Default)]
pub(crate) struct Tail(String);

impl Tail {
    /// Adds a section, unless it is empty.
    pub fn add(&mut self, heading: &str, text: &str) {
        if !text.trim().is_empty() {
            self.0 = format!("{}\n\n## {heading}\n\n{}", self.0, text.trim());
        }
    }

    /// Appends the sections to the description.
    pub fn below(&self, description: &str) -> String {
        format!("{description}{}", self.0)
            .trim_start_matches('\n')
            .into()
    }

    /// Strips the sections from a text that ends with them.
    pub fn off<'a>(&self, text: &'a str) -> &'a str {
        if text == self.0.trim_start_matches('\n') {
            return "";
        }
        text.strip_suffix(self.0.as_str()).unwrap_or(text)
    }
}
