//! Parses server-sent events from the chunks of a response.

use kernel::{Error, Result};

/// Maximum size of an event, in bytes: a fact is far smaller.
const MAX_EVENT_BYTES: usize = 64 * 1024 * 1024;

/// Server-sent event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Id from which the feed can be resumed.
    pub id: Option<String>,
    /// Type of the event; empty for facts.
    pub name: String,
    /// Data of the event.
    pub data: String,
}

/// Parser of events.
#[derive(Default)]
pub struct Reader {
    /// Incomplete line.
    line: Vec<u8>,
    event: Event,
    /// Size of the incomplete event, in bytes.
    bytes: usize,
}

impl Reader {
    /// Returns the events that are complete with these bytes.
    ///
    /// # Errors
    /// `unavailable` if an event exceeds the maximum size.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        for byte in bytes {
            if *byte != b'\n' {
                self.line.push(*byte);
                self.bytes += 1;
                continue;
            }
            let line = std::mem::take(&mut self.line);
            let line = String::from_utf8_lossy(&line);
            let line = line.strip_suffix('\r').unwrap_or(&line);
            if line.is_empty() {
                let event = std::mem::take(&mut self.event);
                self.bytes = 0;
                if event != Event::default() {
                    events.push(event);
                }
                continue;
            }
            self.field(line);
        }
        if self.bytes > MAX_EVENT_BYTES {
            return Err(Error::unavailable("The feed sends an event without end."));
        }
        Ok(events)
    }

    fn field(&mut self, line: &str) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "id" => self.event.id = Some(value.to_owned()),
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if !self.event.data.is_empty() {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            // Comments and unknown fields are ignored.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_however_they_are_cut() {
        let text = ": still here\n\nid: 1:2\nevent: cursor\ndata: {}\n\nid: 1:3\r\ndata: \"ä\"\r\ndata: b\r\n\r\n\ndata: c";
        let expected = [
            Event {
                id: Some("1:2".into()),
                name: "cursor".into(),
                data: "{}".into(),
            },
            Event {
                id: Some("1:3".into()),
                name: String::new(),
                data: "\"ä\"\nb".into(),
            },
        ];
        for size in 1..text.len() {
            let mut reader = Reader::default();
            let chunks = text.as_bytes().chunks(size);
            let events: Vec<Event> = chunks
                .flat_map(|chunk| reader.read(chunk).expect("events"))
                .collect();
            assert_eq!(events, expected, "{size}");
        }
    }
}
