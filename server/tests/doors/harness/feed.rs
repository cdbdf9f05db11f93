//! Reader of a live feed, event by event.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc;

use serde_json::Value;

use super::PATIENCE;

/// An event of a feed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    pub id: String,
    pub name: String,
    pub data: String,
}

impl Event {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap()
    }

    pub fn position(&self) -> u64 {
        self.id.split_once(':').unwrap().1.parse().unwrap()
    }
}

/// Events of a feed.
pub struct Feed(pub mpsc::Receiver<Event>);

impl Feed {
    /// Returns the next event.
    #[track_caller]
    pub fn next(&self) -> Event {
        self.0.recv_timeout(PATIENCE).expect("an event")
    }

    /// Returns the next event that is a fact.
    #[track_caller]
    pub fn fact(&self) -> Event {
        loop {
            let event = self.next();
            if event.name.is_empty() {
                return event;
            }
        }
    }

    /// Waits for the end of the feed.
    pub fn ended(&self) -> bool {
        loop {
            match self.0.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(error) => return error == mpsc::RecvTimeoutError::Disconnected,
            }
        }
    }
}

/// Reads events until the connection or the receiver ends.
pub fn read_events(reader: impl Read, tell: &mpsc::Sender<Event>) {
    let mut event = Event::default();
    for line in BufReader::new(reader).lines().map_while(Result::ok) {
        if line.is_empty() {
            let whole = std::mem::take(&mut event);
            if whole != Event::default() && tell.send(whole).is_err() {
                return;
            }
        } else if let Some(id) = line.strip_prefix("id: ") {
            event.id = id.into();
        } else if let Some(name) = line.strip_prefix("event: ") {
            event.name = name.into();
        } else if let Some(data) = line.strip_prefix("data: ") {
            event.data = data.into();
        }
    }
}
