//! Reads workspace settings from the environment: `LOCI_` and the setting's name in capitals. Some names of other
//! working-memory servers are also accepted.

use engine::workspace::settings::{Overrides, Settings};
use serde_json::{Value, json};

use crate::failure::Failure;

/// Variable names of other servers and the corresponding settings. A `LOCI_` variable takes precedence.
const OTHERS: [(&str, &str); 4] = [
    ("SUMMARIZATION_THRESHOLD", "summarization_threshold"),
    ("PROGRESSIVE_SUMMARIZATION_PROMPT", "summarization_prompt"),
    ("LONG_TERM_MEMORY", "long_term_memory"),
    ("INDEX_ALL_MESSAGES_IN_LONG_TERM_MEMORY", "index_messages"),
];

/// Merges the settings of the file with those of the environment, which take precedence.
///
/// # Errors
/// Returns an error for an invalid value. The message names the variable.
pub(super) fn settings(
    file: Overrides,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Overrides, Failure> {
    file.check()
        .map_err(|error| Failure::usage(format!("settings in the file: {error}")))?;
    let own = Overrides::NAMES
        .iter()
        .map(|setting| (format!("LOCI_{}", setting.to_ascii_uppercase()), *setting));
    let others = OTHERS.map(|(name, setting)| (name.to_owned(), setting));
    let mut settings = file;
    for (name, setting) in others.into_iter().chain(own) {
        if let Some(text) = variable(&name).filter(|text| !text.is_empty()) {
            let read = read(setting, &text).map_err(|expected| {
                Failure::usage(format!("the variable {name}={text:?}: {expected}"))
            })?;
            settings = settings.with(read);
        }
    }
    // If only one of them is set, the other one is adapted where it is used.
    if settings.summarization_keep.is_some() && settings.summarization_threshold.is_some() {
        Settings::in_force(&settings, &Overrides::default())
            .check(&settings)
            .map_err(|error| Failure::usage(format!("the settings: {}", error.detail)))?;
    }
    Ok(settings)
}

/// Parses one setting: as JSON, as a yes or no, or as plain text.
fn read(setting: &str, text: &str) -> Result<Overrides, String> {
    let said = match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(Value::Bool(true)),
        "false" | "0" | "no" | "off" => Some(Value::Bool(false)),
        _ => None,
    };
    let forms = [serde_json::from_str(text).ok(), said, Some(text.into())];
    let mut wrong = String::from("no setting is like that");
    for form in forms.into_iter().flatten() {
        let read: Result<Overrides, _> = serde_json::from_value(json!({ setting: form }));
        match read {
            Ok(read) => return read.check().map(|()| read).map_err(|error| error.detail),
            Err(error) => wrong = error.to_string(),
        }
    }
    Err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<Overrides, Failure> {
        settings(Overrides::default(), |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn names_of_other_servers_are_understood_and_ours_go_before() {
        let settings = from(&[
            ("SUMMARIZATION_THRESHOLD", "0.5"),
            (
                "PROGRESSIVE_SUMMARIZATION_PROMPT",
                "{prev_summary} {messages_joined}",
            ),
            ("LONG_TERM_MEMORY", "False"),
            ("INDEX_ALL_MESSAGES_IN_LONG_TERM_MEMORY", "1"),
            ("LOCI_ENTITY_LIMIT", "20"),
            ("LOCI_ENTITY_RULES", r#"[{"match":"Page","type":"page"}]"#),
        ])
        .unwrap();
        assert_eq!(settings.summarization_threshold, Some(0.5));
        assert_eq!(
            settings.summarization_prompt.as_deref(),
            Some("{prev_summary} {messages_joined}")
        );
        assert_eq!(settings.long_term_memory, Some(false));
        assert_eq!(settings.index_messages, Some(true));
        assert_eq!(settings.entity_limit, Some(20));
        assert_eq!(settings.entity_rules.unwrap().0.len(), 1);
        let both = from(&[
            ("SUMMARIZATION_THRESHOLD", "0.5"),
            ("LOCI_SUMMARIZATION_THRESHOLD", "0.6"),
        ]);
        assert_eq!(both.unwrap().summarization_threshold, Some(0.6));
        assert_eq!(
            from(&[("LONG_TERM_MEMORY", "")]).unwrap(),
            Overrides::default()
        );
    }

    #[test]
    fn a_wrong_value_names_its_variable() {
        for (name, text) in [
            ("SUMMARIZATION_THRESHOLD", "2"),
            ("LOCI_SUMMARIZATION_THRESHOLD", "much"),
            ("PROGRESSIVE_SUMMARIZATION_PROMPT", "Sum up"),
            ("LONG_TERM_MEMORY", "perhaps"),
        ] {
            let said = from(&[(name, text)]).unwrap_err().to_string();
            assert!(said.contains(name), "{said}");
        }
    }
}
