//! Removes images and other files from messages: encoded as text, they are far longer than the conversation.

use serde_json::{Map, Value};

use super::{Content, Message, Transcript};
use crate::report::LONGEST;

/// Maximum length of data that stays in a message, in bytes.
const SHORT: usize = 1024;

impl Transcript {
    /// Removes the data from messages that are too long to be sent in parts. Returns the number of these messages, and
    /// of the removed bytes.
    pub fn lighten(&mut self) -> (usize, usize) {
        let sessions = self.sessions.iter_mut();
        let messages = sessions.flat_map(|session| &mut session.messages);
        let long = messages.filter(|message| match &message.content {
            Content::Parts(parts) => {
                serde_json::to_string(parts).is_ok_and(|text| text.len() > LONGEST)
            }
            Content::Text(_) => false,
        });
        let went = long.map(Message::without_data).filter(|bytes| *bytes > 0);
        went.fold((0, 0), |(many, bytes), more| (many + 1, bytes + more))
    }
}

impl Message {
    /// Removes the data of images and other files, and replaces it with a note of its size. Returns the number of
    /// removed bytes.
    pub fn without_data(&mut self) -> usize {
        match &mut self.content {
            Content::Parts(parts) => parts.iter_mut().map(lighten).sum(),
            Content::Text(_) => 0,
        }
    }
}

fn lighten(value: &mut Value) -> usize {
    match value {
        Value::Array(items) => items.iter_mut().map(lighten).sum(),
        Value::Object(fields) => {
            let data: &[&str] = if is_file(fields) {
                &["data", "file_data"]
            } else {
                &[]
            };
            let fields = fields.iter_mut();
            let went = fields.map(|(name, value)| match value {
                Value::String(text) if is_long(text) && is_data(name, text, data) => {
                    let bytes = text.len();
                    *text = format!("[{bytes} bytes left out]");
                    bytes
                }
                value => lighten(value),
            });
            went.sum()
        }
        _ => 0,
    }
}

/// Returns true if the fields name the file type of their data.
fn is_file(fields: &Map<String, Value>) -> bool {
    let names = ["media_type", "mime_type", "mimeType", "format", "file_data"];
    names.iter().any(|name| fields.contains_key(*name))
}

fn is_long(text: &str) -> bool {
    text.len() > SHORT
}

/// Returns true if a text is encoded data: a data URL, or a field like `data`.
fn is_data(name: &str, text: &str, data: &[&str]) -> bool {
    let is_address = matches!(name, "url" | "image_url" | "file_data");
    is_address && text.starts_with("data:") || data.contains(&name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Content, Message};

    #[test]
    fn bytes_go_and_words_stay() {
        let long = "A".repeat(5_000);
        let mut message = Message {
            content: Content::Parts(vec![
                json!({"type": "text", "text": long}),
                json!({"type": "tool_result", "content": [{"type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": long}}]}),
                json!({"type": "image_url", "image_url": {"url": format!("data:image/png;base64,{long}")}}),
                json!({"type": "input_image", "image_url": format!("data:image/png;base64,{long}")}),
                json!({"type": "x", "data": long}),
            ]),
            ..Message::default()
        };
        assert_eq!(message.without_data(), 5_000 + 2 * 5_022);
        let Content::Parts(parts) = &message.content else {
            panic!("{message:?}");
        };
        assert_eq!(parts[0]["text"], long);
        assert_eq!(parts[4]["data"], long);
        let source = &parts[1]["content"][0]["source"];
        assert_eq!(source["data"], "[5000 bytes left out]");
        assert_eq!(source["media_type"], "image/png");
        assert_eq!(message.without_data(), 0);
    }
}
