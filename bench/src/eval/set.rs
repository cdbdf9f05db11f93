//! Parser for evaluation sets: one conversation per line, with questions and the turns that answer them.

use std::collections::HashMap;

use serde::Deserialize;

use crate::Done;

/// A conversation and questions about it.
#[derive(Debug, Deserialize)]
pub struct Set {
    pub turns: Vec<Turn>,
    pub questions: Vec<Question>,
    /// Session of each turn that has one.
    #[serde(skip)]
    sessions: HashMap<String, String>,
}

/// A statement.
#[derive(Debug, Deserialize)]
pub struct Turn {
    pub id: String,
    pub who: Option<String>,
    pub at: Option<String>,
    pub session: Option<String>,
    pub text: String,
}

/// A question, and the turns that answer it.
#[derive(Debug, Deserialize)]
pub struct Question {
    pub text: String,
    pub evidence: Vec<String>,
    pub kind: Option<String>,
}

impl Set {
    /// Returns the session of a turn; a turn without one is its own session.
    pub fn session<'a>(&'a self, turn: &'a str) -> &'a str {
        self.sessions.get(turn).map_or(turn, String::as_str)
    }

    /// Parses one line of a file.
    ///
    /// # Errors
    /// Returns an error if it is not a set, or a question's evidence is not one of its turns.
    pub fn parse(line: &str) -> Done<Self> {
        let mut set: Self = serde_json::from_str(line)?;
        let ids: std::collections::HashSet<&str> =
            set.turns.iter().map(|turn| turn.id.as_str()).collect();
        for question in &set.questions {
            if let Some(odd) = question
                .evidence
                .iter()
                .find(|id| !ids.contains(id.as_str()))
            {
                return Err(format!("no turn {odd:?}, which answers {:?}", question.text).into());
            }
        }
        let sessions = set.turns.iter();
        set.sessions = sessions
            .filter_map(|turn| Some((turn.id.clone(), turn.session.clone()?)))
            .collect();
        // Questions without evidence cannot be scored.
        set.questions
            .retain(|question| !question.evidence.is_empty());
        Ok(set)
    }
}

/// Reads the sets of a file.
///
/// # Errors
/// Returns an error if it cannot be read, or a line is not a set.
pub fn read(file: &str) -> Done<Vec<Set>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(nth, line)| {
            Set::parse(line).map_err(|error| format!("{file}, line {}: {error}", nth + 1).into())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_has_to_be_there() {
        let turns = r#""turns":[{"id":"a","text":"tea"},{"id":"b","session":"s","text":"milk"}]"#;
        let line = |questions: &str| {
            format!("{{\"conversation\":\"c\",{turns},\"questions\":{questions}}}")
        };
        let set = Set::parse(&line(
            r#"[{"text":"?","evidence":["a"]},{"text":"??","evidence":[]}]"#,
        ));
        let set = set.expect("a set");
        assert_eq!(set.questions.len(), 1);
        assert_eq!((set.session("a"), set.session("b")), ("a", "s"));
        let odd = Set::parse(&line(r#"[{"text":"?","evidence":["c"]}]"#));
        assert!(
            odd.expect_err("no set")
                .to_string()
                .contains("no turn \"c\"")
        );
        assert!(Set::parse("[]").is_err());
    }
}
