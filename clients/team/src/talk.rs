//! Conversation of a member with the one who gives it work: messages and tool calls, stored as a session.

use std::time::Duration;

use serde_json::{Value, json};

use crate::clock::ago;
use crate::member::Member;

/// Namespace of the team's sessions, and core of the memories that they promote.
pub const NAMESPACE: &str = "team";
/// Model name that the members report.
pub const MODEL: &str = "gpt-4";
/// Default context window of a conversation, in tokens.
const WINDOW: u32 = 2_000;
/// Interval between earlier messages.
const PACE: Duration = Duration::from_secs(40);

/// Part of a conversation.
#[derive(Clone, Copy)]
pub enum Line<'a> {
    /// Message to the member: sender and text.
    Told(&'a str, &'a str),
    /// Message of the member.
    Says(&'a str),
    /// Tool call: its name, its arguments and its result, both in JSON.
    Uses(&'a str, &'a str, &'a str),
}

/// Beginning of a conversation.
#[derive(Clone, Copy, Default)]
pub struct Opening<'a> {
    /// User of the session.
    pub user: Option<&'a str>,
    /// Context window in tokens, if it is not the default.
    pub window: Option<u32>,
    /// Earlier messages.
    pub lines: &'a [Line<'a>],
    /// Time since the last of them.
    pub ended: Duration,
    /// Memories of the conversation.
    pub memories: &'a [Kept<'a>],
}

/// Memory of a conversation: text, topics, and importance.
#[derive(Clone, Copy)]
pub struct Kept<'a>(pub &'a str, pub &'a [&'a str], pub f64);

impl Member {
    /// Creates the member's session of this project.
    pub fn open_talk(&mut self, opening: &Opening) {
        let messages = self.messages(opening.lines, opening.ended, PACE);
        let memories = opening.memories.iter().map(|Kept(text, topics, importance)| {
            json!({ "text": text, "topics": topics, "importance": importance })
        });
        let mut put = json!({
            "session": format!("{}-{}", self.project, self.name), "namespace": NAMESPACE,
            "model": MODEL, "context_window": opening.window.unwrap_or(WINDOW),
             "messages": messages, "memories": memories.collect::<Vec<_>>(),
        });
        if let Some(user) = opening.user {
            put["user_id"] = json!(user);
        }
        let session = self.also("session_put", &put);
        self.session = session.and_then(|put| put["session"].as_str().map(str::to_owned));
    }

    /// Appends messages to the session.
    pub fn talk(&mut self, lines: &[Line]) {
        let Some(session) = self.session.clone() else {
            return;
        };
        let messages = self.messages(lines, Duration::ZERO, Duration::from_millis(2));
        self.also(
            "session_append",
            &json!({ "session": session, "messages": messages }),
        );
    }

    /// Converts lines to messages, of which the last was sent this long ago.
    fn messages(&mut self, lines: &[Line], ended: Duration, pace: Duration) -> Vec<Value> {
        let mut messages = Vec::new();
        for line in lines {
            match line {
                Line::Told(by, text) => {
                    messages.push(json!({ "role": "user", "name": by, "content": text }));
                }
                Line::Says(text) => messages.push(json!({ "role": "assistant", "content": text })),
                Line::Uses(tool, arguments, result) => {
                    self.calls += 1;
                    let id = format!("call-{}", self.calls);
                    let call = json!({ "id": id, "name": tool, "arguments": arguments });
                    messages
                        .push(json!({ "role": "assistant", "content": "", "tool_calls": [call] }));
                    messages.push(
                        json!({ "role": "tool", "name": tool, "tool_call_id": id, "content": result }),
                    );
                }
            }
        }
        let mut after = u32::try_from(messages.len()).unwrap_or(u32::MAX);
        for message in &mut messages {
            after -= 1;
            message["created_at"] = json!(ago(ended + pace * after));
        }
        messages
    }
}
