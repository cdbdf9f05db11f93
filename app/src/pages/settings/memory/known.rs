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
        "Summarize above",
        "Share of the model's context window, 0.1 to 0.95. Above it the oldest messages are folded into the summary.",
    ),
    entry(
        "summarization_keep",
        Kind::Share,
        "Keep in full",
        "Share of the window, 0.05 to 0.9. The newest messages that fill it are not summarized.",
    ),
    entry(
        "summarization_prompt",
        Kind::Text,
        "Prompt",
        "Prompt for the language model. It contains {prev_summary} and {messages_joined}. Empty for the default prompt; the built-in writer needs none.",
    ),
    entry(
        "generation_model",
        Kind::Line,
        "Language model",
        "Model that writes summaries, extracts memories and dreams, if the server has an endpoint for it. Empty for the built-in writer.",
    ),
    entry(
        "context_windows",
        Kind::Table("="),
        "Context windows",
        "In tokens, by prefix of the model's name, one per line: house-model = 32000. They override the windows that Loci knows.",
    ),
];

const LONG_TERM: &[Known] = &[
    entry(
        "long_term_memory",
        Kind::Switch,
        "Long-term memory",
        "Promotes memories of sessions to long-term memories.",
    ),
    entry(
        "promoted_readers",
        Kind::Choice(&[
            ("core", "Everyone who can read the namespace's core"),
            ("session", "Only those who can read the session"),
        ]),
        "Readers",
        "Readers of promoted memories. A core's own setting overrides this one. Memories that were promoted before do not move.",
    ),
    entry(
        "index_messages",
        Kind::Switch,
        "Index messages",
        "Makes messages searchable as long-term memories. An expired session can be restored from them.",
    ),
];

const MINDS: &[Known] = &[
    entry(
        "dream_enabled",
        Kind::Switch,
        "Dreams",
        "Minds merge their notes into their documents automatically. Dreams can be started by hand either way.",
    ),
    entry(
        "dream_interval_minutes",
        Kind::Count,
        "Minutes between dreams",
        "Minimum time between two dreams of a mind, 5 to 10080.",
    ),
    entry(
        "dream_min_notes",
        Kind::Count,
        "Notes for a dream",
        "Minimum number of new notes, memories and task outcomes for an automatic dream, 1 to 1000.",
    ),
    entry(
        "dream_profile",
        Kind::Choice(&[
            ("seven", "All seven"),
            ("five", "Five: without Phenotype and Niche"),
        ]),
        "Sections",
        "Sections that dreams write.",
    ),
    entry(
        "dream_sources",
        Kind::Choice(&[
            ("all", "Memories, workflows and sessions"),
            ("memories", "Memories only"),
        ]),
        "Sources of dreams",
        "Sources of a document in addition to the notes.",
    ),
    entry(
        "dream_prompt",
        Kind::Text,
        "Dream prompt",
        "Prompt for the language model. It contains {document}, {notes} and {work}. Empty for the default prompt; the built-in dreamer needs none.",
    ),
];

const CONTEXTS: &[Known] = &[entry(
    "context_guidance",
    Kind::Text,
    "Guidance",
    "First block of every prompt that an agent requests: how to use the other blocks. At most 1,200 bytes. Empty for the default text.",
)];

const SESSIONS: &[Known] = &[
    entry(
        "entity_limit",
        Kind::Count,
        "Entities",
        "Maximum number of entities that a session tracks, 1 to 100.",
    ),
    entry(
        "entity_rules",
        Kind::Table("match=type"),
        "Entity rules",
        "Entity types by a word in a tool's name, most specific first, one per line: Page = page.",
    ),
    entry(
        "restore_days",
        Kind::Count,
        "Restore period",
        "Days for which a deleted session or scratchpad can be restored, 0 to 365. 0 erases it at once.",
    ),
];

/// Sections of the page.
pub const GROUPS: [(&str, &str, &[Known]); 5] = [
    ("h-summaries", "Summaries", SUMMARIES),
    ("h-long-term", "Long-term memory", LONG_TERM),
    ("h-minds", "Minds", MINDS),
    ("h-contexts", "Prompts", CONTEXTS),
    ("h-sessions", "Sessions and scratchpads", SESSIONS),
];

/// Returns the settings in force and their origins, each by its name.
#[must_use]
pub fn values(in_force: &InForce) -> (Value, Value) {
    let settings = serde_json::to_value(&in_force.settings).unwrap_or_default();
    let origins = serde_json::to_value(&in_force.origins).unwrap_or_default();
    (settings, origins)
}

impl Known {
    /// Returns the value of the setting, formatted for the form field.
    #[must_use]
    pub fn value(self, settings: &Value) -> String {
        let value = settings.get(self.name);
        let value = value.map(|value| self.kind.format_value(value));
        value.unwrap_or_default()
    }

    /// Returns the origin of the setting's value.
    #[must_use]
    pub fn origin(self, origins: &Value) -> Origin {
        let origin = origins.get(self.name).cloned().unwrap_or_default();
        serde_json::from_value(origin).unwrap_or(Origin::BuiltIn)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::workspace::settings::Overrides;
    use serde_json::json;

    use super::{GROUPS, InForce, Kind, Origin, values};

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
        let (settings, origins) = values(&in_force);
        let (threshold, long_term) = (GROUPS[0].2[0], GROUPS[1].2[0]);
        assert_eq!(threshold.value(&settings), "0.5");
        assert_eq!(threshold.origin(&origins), Origin::Workspace);
        assert_eq!(long_term.value(&settings), "true");
        assert_eq!(long_term.origin(&origins), Origin::BuiltIn);
    }
}
