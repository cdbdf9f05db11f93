//! Minds: notes are searchable at once, and dreams fold them into the document exactly once, under all circumstances.

mod drafts;
mod dreams;
mod editing;
mod hostile;
mod jobs;
mod seeding;
mod told;

use serde_json::{Value, json};

use crate::harness::{Client, Feed};

/// Waits for a fact of that kind in an agent's mind; panics if a dream ends differently.
#[track_caller]
pub fn mind_fact(feed: &Feed, agent: &str, kind: &str) -> Value {
    let ends = ["dream_kept", "dream_refused", "job_failed"];
    loop {
        let fact = feed.fact().json();
        if fact["stream"] != format!("mind:{agent}") {
            continue;
        }
        if fact["kind"] == kind {
            return fact;
        }
        let other = fact["kind"].as_str().unwrap();
        assert!(!ends.contains(&other), "{other} instead of {kind}: {fact}");
    }
}

/// Returns the caller's mind.
pub fn mind(client: &Client) -> Value {
    client.call("mind_get", &json!({})).ok()
}

/// Returns the document of the caller's mind.
pub fn document(client: &Client) -> String {
    let mind = mind(client);
    mind["document"]["text"].as_str().unwrap().to_owned()
}

/// Returns the texts of the waiting notes.
pub fn waiting(client: &Client) -> Vec<String> {
    let mind = mind(client);
    let notes = mind["notes"].as_array().unwrap().iter();
    notes
        .map(|note| note["text"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns the past dreams, newest first.
pub fn dreams(client: &Client) -> Vec<Value> {
    let listed = client.call("dream_list", &json!({})).ok();
    listed["items"].as_array().unwrap().clone()
}

/// Writes a note; returns the id of its memory.
#[track_caller]
pub fn note(client: &Client, text: &str) -> String {
    let noted = client.call("note_write", &json!({ "note": text })).ok();
    noted["memory"].as_str().unwrap().to_owned()
}

/// Starts a dream manually, and waits for its end.
#[track_caller]
pub fn dream(client: &Client, feed: &Feed, agent: &str) -> Value {
    client.call("mind_dream", &json!({})).ok();
    mind_fact(feed, agent, "dream_kept")
}
