//! What is written of a task beside its description: the points of an acceptance, and parts below the description.

use super::POINTS;
use crate::lines::lines;

/// The points that a text lists, one a line; none when there are too many of them.
pub(crate) fn points(text: &str) -> Option<Vec<String>> {
    let points: Vec<String> = lines(text)
        .map(point)
        .filter(|line| !line.is_empty())
        .collect();
    (points.len() <= POINTS).then_some(points)
}

/// A line without what marks it as a point of a list.
fn point(line: &str) -> String {
    let line = line.trim();
    let line = ["- [ ] ", "- [x] ", "- [X] ", "* [ ] ", "- ", "* ", "• "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .unwrap_or(line);
    line.trim().into()
}

/// What else was written about a task, below its description.
#[derive(Debug, Default)]
pub(crate) struct Tail(String);

impl Tail {
    /// Adds a part, unless it is empty.
    pub fn add(&mut self, heading: &str, text: &str) {
        if !text.trim().is_empty() {
            self.0 = format!("{}\n\n## {heading}\n\n{}", self.0, text.trim());
        }
    }

    /// The description with it.
    pub fn below(&self, description: &str) -> String {
        format!("{description}{}", self.0)
            .trim_start_matches('\n')
            .into()
    }

    /// The description alone, from a text that ends with it.
    pub fn off<'a>(&self, text: &'a str) -> &'a str {
        if text == self.0.trim_start_matches('\n') {
            return "";
        }
        text.strip_suffix(self.0.as_str()).unwrap_or(text)
    }
}
