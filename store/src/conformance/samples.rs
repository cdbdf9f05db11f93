//! Test data: facts, batches, and a search for a text in all files of a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use kernel::ports::log::{Answered, Append, Batch};
use kernel::{Actor, Door, Fact, Id, Role, StreamId, Time, Version};
use serde_json::value::RawValue;

/// Returns a stream of kind `workflow` with this id.
#[must_use]
pub fn stream(id: &str) -> StreamId {
    StreamId::new("workflow", id)
}

/// Returns a fact with this text.
#[must_use]
pub fn fact(stream: &StreamId, version: Version, text: &str) -> Fact {
    let body = serde_json::json!({ "text": text }).to_string();
    Fact {
        workspace: "default".into(),
        stream: stream.clone(),
        version,
        position: 0,
        at: Time(1_700_000_000_000 + i64::try_from(version).unwrap()),
        actor: Actor::new("ada", Role::Worker),
        door: Door::Http,
        request: format!("r{version}"),
        kind: "noted".into(),
        schema: 1,
        body: RawValue::from_string(body).unwrap(),
    }
}

/// Returns facts for `stream` after `expected`, one per text.
#[must_use]
pub fn append(stream: &StreamId, expected: Version, texts: &[&str]) -> Append {
    let facts = texts
        .iter()
        .zip(expected + 1..)
        .map(|(text, version)| fact(stream, version, text))
        .collect();
    Append {
        stream: stream.clone(),
        expected,
        facts,
    }
}

/// Returns an id that no other batch has.
#[must_use]
pub fn id() -> Id {
    static MADE: AtomicU32 = AtomicU32::new(0);
    Id::from_parts(Time(1), MADE.fetch_add(1, Ordering::Relaxed).into())
}

/// Returns a batch with these facts.
#[must_use]
pub fn batch(appends: Vec<Append>) -> Batch {
    Batch {
        id: id(),
        appends,
        answers: Vec::new(),
    }
}

/// Returns a batch with these facts and answers.
#[must_use]
pub fn answering(appends: Vec<Append>, answers: Vec<Answered>) -> Batch {
    Batch {
        answers,
        ..batch(appends)
    }
}

/// Returns an answer with this text.
#[must_use]
pub fn answer(key: &str, stream: &StreamId, text: &str, at: Time) -> Answered {
    Answered {
        key: key.into(),
        request: "hash".into(),
        answer: serde_json::json!({ "text": text }).to_string(),
        stream: stream.clone(),
        at,
    }
}

/// Returns the text of a fact made by [`fact`].
#[must_use]
pub fn text(fact: &Fact) -> String {
    let body: serde_json::Value = serde_json::from_str(fact.body.get()).unwrap();
    body["text"].as_str().unwrap_or_default().into()
}

/// Lists the files under `folder` that contain `needle`, ignoring case.
#[must_use]
pub fn files_with(folder: &Path, needle: &str) -> Vec<String> {
    let needle = needle.to_lowercase().into_bytes();
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                // SQLite removes files when its last connection is closed.
                let bytes = match fs::read(&path) {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    read => read.unwrap().to_ascii_lowercase(),
                };
                if bytes.windows(needle.len()).any(|window| window == needle) {
                    found.push(path.display().to_string());
                }
            }
        }
    }
    found
}
