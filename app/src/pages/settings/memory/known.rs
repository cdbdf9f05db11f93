//! Settings on the page: their names, descriptions and form fields.

use engine::workspace::ops::settings_get::InForce;
use engine::workspace::settings::Origin;
use serde_json::Value;

/// Form field of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A share between two bounds, in steps.
    Share,
    /// A whole number.
    Count,
    /// On or off.
    Switch,
    /// One of several values, each with its label.
    Choice(&'static [(&'static str, &'static str)]),
    /// A single line of text.
    Line,
    /// Several lines of text.
    Text,
    /// A line `left = right` for each entry. Contains the members that the two sides fill; empty if the left side
    /// is a key.
    Table(&'static str),
}

impl Kind {
    /// Returns the name of the form field for a setting; that of a table includes the members of its two sides.
    #[must_use]
    pub fn field(self, setting: &str) -> String {
        match self {
            Self::Table(sides) => format!("settings[{setting}][{sides}]"),
            _ => format!("settings[{setting}]"),
        }
    }

    /// Formats a value for the form field.
    #[must_use]
    fn format_value(self, value: &Value) -> String {
        let plain = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let lines = |pairs: Vec<(String, String)>| {
            let line = |text: String, (left, right): (String, String)| {
                text + &left + " = " + &right + "\n"
            };
            pairs.into_iter().fold(String::new(), line)
        };
        match (self, value) {
            (Self::Table(_), Value::Object(entries)) => {
                let pair = |(name, value): (&String, &Value)| (name.clone(), plain(value));
                lines(entries.iter().map(pair).collect())
            }
            (Self::Table(sides), Value::Array(entries)) => {
                let (left, right) = sides.split_once('=').unwrap_or_default();
                let side = |entry: &Value, side| entry.get(side).map(plain).unwrap_or_default();
                let pair = |entry: &Value| (side(entry, left), side(entry, right));
                lines(entries.iter().map(pair).collect())
            }
            (_, value) => plain(value),
        }
    }
}

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Name in the API.
    pub name: &'static str,
    /// Label.
    pub label: &'static str,
    /// Description.
    pub hint: &'static str,
    /// Form field.
    pub kind: Kind,
}

const fn entry(name: &'static str, kind: Kind, label: &'static str, hint: &'static str) -> Known {
    Known {
        name,
        label,
        hint,
        kind,
    }
}

const SUMMARIES: &[Known] = &[
    entry(
        "summarization_threshold",
        Kind::Share,
        "Summarise above",
        "The share of the model's context window, 0.1 to 0.95, above which the oldest messages are folded into the summary.",
    ),
    entry(
        "summarization_keep",
        Kind::Share,
        "Keep in full",
        "The newest messages that fill this share of the window, 0.05 to 0.9, stay as they are.",
    ),
    entry(
        "summarization_prompt",
        Kind::Text,
        "Prompt",
        "What a language model is asked, with {prev_summary} and {messages_joined} in it. Empty for Loci's own; the built-in writer needs none.",
    ),
    entry(
        "generation_model",
        Kind::Line,
        "Language model",
        "The one that writes summaries, extracts memories and dreams, where the server has an endpoint for it. Empty for the built-in writer.",
    ),
    entry(
        "context_windows",
        Kind::Table("="),
        "Context windows",
        "In tokens, by the beginning of a model's name, one a line, such as house-model = 32000. They go before those that Loci knows.",
    ),
];

const LONG_TERM: &[Known] = &[
    entry(
        "long_term_memory",
        Kind::Switch,
        "Long-term memory",
        "Whether memories of sessions become long-term memories.",
    ),
    entry(
        "promoted_readers",
        Kind::Choice(&[
            ("core", "Whoever may read the namespace's core"),
            ("session", "Only whoever may read the session"),
        ]),
        "Who reads them",
        "A team's memory is its own: everyone reads it unless a core names its readers. A core's own setting goes before this one. What was promoted before stays where it is.",
    ),
    entry(
        "index_messages",
        Kind::Switch,
        "Index messages",
        "Whether messages become searchable long-term memories, from which a session that ran out is made again.",
    ),
];

const MINDS: &[Known] = &[
    entry(
        "dream_enabled",
        Kind::Switch,
        "Dreams",
        "Whether minds dream by themselves: their notes go into their documents. By hand they dream anyway.",
    ),
    entry(
        "dream_interval_minutes",
        Kind::Count,
        "Minutes between dreams",
        "How many there are between two dreams of a mind, 5 to 10080.",
    ),
    entry(
        "dream_min_notes",
        Kind::Count,
        "Notes for a dream",
        "Number of new notes, memories and task outcomes that a scheduled dream needs, 1 to 1000.",
    ),
    entry(
        "dream_profile",
        Kind::Choice(&[
            ("seven", "All seven"),
            ("five", "Five: without Phenotype and Niche"),
        ]),
        "Sections",
        "Sections of the documents that dreams write.",
    ),
    entry(
        "dream_sources",
        Kind::Choice(&[
            ("all", "Memories, workflows and sessions"),
            ("memories", "Memories alone"),
        ]),
        "Dreams read",
        "What goes into a document beside the notes.",
    ),
    entry(
        "dream_prompt",
        Kind::Text,
        "Dream prompt",
        "What a language model is asked for a dream, with {document}, {notes} and {work} in it. Empty for Loci's own; the built-in dreamer needs none.",
    ),
];

const CONTEXTS: &[Known] = &[entry(
    "context_guidance",
    Kind::Text,
    "Guidance",
    "The first block of every prompt from context_read: how agents use the blocks. At most 1,200 bytes. Empty for the default text.",
)];

const SESSIONS: &[Known] = &[
    entry(
        "entity_limit",
        Kind::Count,
        "Entities",
        "How many a session tracks, 1 to 100.",
    ),
    entry(
        "entity_rules",
        Kind::Table("match=type"),
        "Entity rules",
        "Which word in a tool's name speaks of which type, most specific first, one a line, such as Page = page.",
    ),
    entry(
        "restore_days",
        Kind::Count,
        "Restore within",
        "How many days a deleted session or scratchpad can be brought back, 0 to 365; 0 erases at once.",
    ),
];

/// Sections of the page.
pub const GROUPS: [(&str, &str, &[Known]); 5] = [
    ("h-summaries", "Summaries", SUMMARIES),
    ("h-long-term", "Long-term memory", LONG_TERM),
    ("h-minds", "Minds", MINDS),
    ("h-contexts", "Contexts", CONTEXTS),
    ("h-sessions", "Sessions and scratchpads", SESSIONS),
];

impl Known {
    /// Returns the value in force, formatted for the form field, and its origin.
    #[must_use]
    pub fn of(self, in_force: &InForce) -> (String, Origin) {
        let settings = serde_json::to_value(&in_force.settings).unwrap_or_default();
        let origins = serde_json::to_value(&in_force.origins).unwrap_or_default();
        let value = settings.get(self.name);
        let value = value.map(|value| self.kind.format_value(value));
        let origin = origins.get(self.name).cloned().unwrap_or_default();
        (
            value.unwrap_or_default(),
            serde_json::from_value(origin).unwrap_or(Origin::BuiltIn),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::workspace::settings::Overrides;
    use serde_json::json;

    use super::{GROUPS, InForce, Kind, Origin};

    #[test]
    fn tables_are_written_as_lines() {
        for (kind, value, text) in [
            (
                Kind::Table("="),
                json!({"a": 1, "b-2": 20}),
                "a = 1\nb-2 = 20\n",
            ),
            (Kind::Table("="), json!({}), ""),
            (
                Kind::Table("match=type"),
                json!([{"match": "Page", "type": "page"}, {"match": "Post", "type": "x"}]),
                "Page = page\nPost = x\n",
            ),
            (Kind::Text, json!("a = b"), "a = b"),
            (Kind::Switch, json!(true), "true"),
        ] {
            assert_eq!(kind.format_value(&value), text);
        }
    }

    #[test]
    fn the_page_and_the_workspace_have_the_same_settings() {
        let own = Overrides {
            summarization_threshold: Some(0.5),
            ..Overrides::default()
        };
        let in_force = InForce::of(&Overrides::default(), &own);
        let settings = serde_json::to_value(&in_force.settings).unwrap();
        let groups = GROUPS.iter().flat_map(|(_, _, group)| *group);
        let shown: BTreeSet<&str> = groups.map(|known| known.name).collect();
        let settings = settings.as_object().unwrap().keys();
        let settings: BTreeSet<&str> = settings.map(String::as_str).collect();
        assert_eq!(shown, settings);
        let threshold = GROUPS[0].2[0].of(&in_force);
        assert_eq!(threshold, ("0.5".to_owned(), Origin::Workspace));
        assert_eq!(
            GROUPS[1].2[0].of(&in_force),
            ("true".to_owned(), Origin::BuiltIn)
        );
    }
}
