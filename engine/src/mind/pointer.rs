//! Pointers: lines of a mind's document that send its reader to a search. Knows no document and no search.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::session::message::is_false;

/// A line of Crystal Pointers: ``Past: {topic} → search: `{keywords}` ``.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pointer {
    /// What it is about.
    pub topic: String,
    /// What to search for.
    pub keywords: String,
    /// The memory that this search must find among its first five.
    pub source: String,
    /// Whether it is of what The Bond says.
    #[serde(default, skip_serializing_if = "is_false")]
    pub of_bond: bool,
}

impl Pointer {
    /// The line in the document.
    #[must_use]
    pub fn line(&self) -> String {
        format!("- Past: {} → search: `{}`", self.topic, self.keywords)
    }

    /// Topic and keywords of a line, if it is a pointer.
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

/// What became of a pointer that was looked at.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointerChange {
    /// What it is about.
    pub topic: String,
    /// What was searched for.
    pub keywords: String,
    /// What is searched for now; nothing when the pointer was dropped.
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
