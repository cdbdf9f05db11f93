//! Pointers: lines of a mind's document with a search for text that is no longer in it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::session::message::is_false;

/// A line of Crystal Pointers: ``Past: {topic} → search: `{keywords}` ``.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pointer {
    /// Topic.
    pub topic: String,
    /// Keywords to search for.
    pub keywords: String,
    /// Memory that the search must find among its first five results.
    pub source: String,
    /// True if it points to text of The Bond.
    #[serde(default, skip_serializing_if = "is_false")]
    pub of_bond: bool,
}

impl Pointer {
    /// Returns the line in the document.
    #[must_use]
    pub fn line(&self) -> String {
        format!("- Past: {} → search: `{}`", self.topic, self.keywords)
    }

    /// Parses topic and keywords of a line. Returns `None` if it is not a pointer.
    #[must_use]
    pub fn parse(line: &str) -> Option<(String, String)> {
        let line = line.trim().trim_start_matches(['-', '*', '+']).trim();
        let (topic, search) = line
            .split_once("→ search:")
            .or_else(|| line.split_once("-> search:"))?;
        let topic = topic.trim().trim_end_matches(',').trim();
        let topic = topic.strip_prefix("Past:").unwrap_or(topic).trim();
        let search = search.trim();
        let keywords = match search.strip_prefix('`') {
            Some(rest) => rest.split('`').next().unwrap_or(rest),
            None => search,
        };
        let keywords = keywords.trim();
        (!keywords.is_empty()).then(|| (topic.to_owned(), keywords.to_owned()))
    }
}

/// Change of a pointer that was tried.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointerChange {
    /// Topic.
    pub topic: String,
    /// Previous keywords.
    pub keywords: String,
    /// New keywords. Absent if the pointer was dropped.
    pub now: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    #[test]
    fn pointers_are_read_as_they_are_written() {
        let pointer = Pointer {
            topic: "P2P bridge CORS debugging".into(),
            keywords: "CORS P2P EigenTrust".into(),
            source: "c1".into(),
            of_bond: false,
        };
        assert_eq!(
            pointer.line(),
            "- Past: P2P bridge CORS debugging → search: `CORS P2P EigenTrust`"
        );
        for (line, expected) in [
            (
                pointer.line().as_str(),
                Some(("P2P bridge CORS debugging", "CORS P2P EigenTrust")),
            ),
            ("* Past: a -> search: b c", Some(("a", "b c"))),
            ("moved, → search: `x` (old)", Some(("moved", "x"))),
            ("Past: a → search: ``", None),
            ("Past: a", None),
        ] {
            let parsed = Pointer::parse(line);
            let parsed = parsed
                .as_ref()
                .map(|(topic, words)| (topic.as_str(), words.as_str()));
            assert_eq!(parsed, expected, "{line}");
        }
    }
}
