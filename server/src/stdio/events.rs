//! Incremental parser for server-sent events: returns the JSON messages in their data.

use serde_json::Value;

/// Incomplete event.
#[derive(Default)]
pub struct Events {
    line: Vec<u8>,
    data: Vec<u8>,
}

impl Events {
    /// Adds a chunk; returns the messages that are complete.
    pub fn add(&mut self, piece: &[u8]) -> Vec<Value> {
        let mut messages = Vec::new();
        for byte in piece {
            if *byte != b'\n' {
                self.line.push(*byte);
                continue;
            }
            let line = std::mem::take(&mut self.line);
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if line.is_empty() {
                let data = std::mem::take(&mut self.data);
                // Events without a message keep the connection open.
                messages.extend(serde_json::from_slice::<Value>(&data).ok());
            } else if let Some(data) = line.strip_prefix(b"data:") {
                self.data.extend(data.strip_prefix(b" ").unwrap_or(data));
                self.data.push(b'\n');
            }
        }
        messages
    }

    /// Returns the number of buffered bytes.
    pub fn waiting(&self) -> usize {
        self.line.len() + self.data.len()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_are_whole_however_they_are_cut() {
        let text = b": hello\n\nid: 1\ndata: {\"a\":\ndata: 1}\n\nevent: x\r\ndata:{\"b\":2}\r\n\r\ndata: \n\n";
        for size in 1..text.len() {
            let mut events = Events::default();
            let pieces = text.chunks(size);
            let found: Vec<Value> = pieces.flat_map(|piece| events.add(piece)).collect();
            assert_eq!(found, [json!({ "a": 1 }), json!({ "b": 2 })], "{size}");
            assert_eq!(events.waiting(), 0);
        }
    }
}
