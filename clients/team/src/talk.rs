//! A member's conversation with whoever gives it work: what was said and which tools were used, kept as a session.

use std::time::Duration;

use serde_json::{Value, json};

use crate::clock::ago;
use crate::member::Member;

/// The namespace of the team's sessions, and the core of what they promote.
pub const NAMESPACE: &str = "team";
/// The model that the members say they are.
pub const MODEL: &str = "gpt-4";
/// How many tokens of a conversation a member keeps.
const WINDOW: u32 = 2_000;
/// How far apart messages are that were said before.
const PACE: Duration = Duration::from_secs(40);

/// A piece of a conversation.
#[derive(Clone, Copy)]
pub enum Line<'a> {
    /// Somebody says something to the member.
    Told(&'a str, &'a str),
    /// The member says something.
    Says(&'a str),
    /// The member uses a tool: its name, what it is called with and what it answers, both in JSON.
    Uses(&'a str, &'a str, &'a str),
}

/// How a conversation begins.
#[derive(Clone, Copy, Default)]
pub struct Opening<'a> {
    /// The user whose it is.
    pub user: Option<&'a str>,
    /// How many tokens the member keeps of it, where that is not the usual.
    pub window: Option<u32>,
    /// What was said before.
    pub lines: &'a [Line<'a>],
    /// How long ago it ended.
    pub ended: Duration,
    /// What the member wants kept of it.
    pub memories: &'a [Kept<'a>],
}

/// Something that outlives a conversation: the text, what it is about, and how much it matters.
#[derive(Clone, Copy)]
pub struct Kept<'a>(pub &'a str, pub &'a [&'a str], pub f64);

impl Member {
    /// Begins the member's session of this project.
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

    /// Goes on with it.
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

    /// The lines as messages, of which the last was said so long ago.
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
