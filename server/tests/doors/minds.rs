//! Minds: notes are found at once, and dreams take them into the document, each exactly once, whatever happens
//! meanwhile.

mod drafts;
mod dreams;
mod editing;
mod hostile;
mod jobs;
mod seeding;
mod told;

use serde_json::{Value, json};

use crate::harness::{Client, Feed};

/// Waits for a fact of that kind in the mind of an agent, and refuses dreams that end in another way.
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

/// The own mind.
pub fn mind(client: &Client) -> Value {
    client.call("mind_get", &json!({})).ok()
}

/// The document of the own mind.
pub fn document(client: &Client) -> String {
    let mind = mind(client);
    mind["document"]["text"].as_str().unwrap().to_owned()
}

/// The texts of the notes that wait.
pub fn waiting(client: &Client) -> Vec<String> {
    let mind = mind(client);
    let notes = mind["notes"].as_array().unwrap().iter();
    notes
        .map(|note| note["text"].as_str().unwrap().to_owned())
        .collect()
}

/// The dreams there were, the newest first.
pub fn dreams(client: &Client) -> Vec<Value> {
    let listed = client.call("dream_list", &json!({})).ok();
    listed["items"].as_array().unwrap().clone()
}

/// Writes a note; gives the memory that it is.
#[track_caller]
pub fn note(client: &Client, text: &str) -> String {
    let noted = client.call("note_write", &json!({ "note": text })).ok();
    noted["memory"].as_str().unwrap().to_owned()
}

/// Has the own mind dream by hand, and waits until it did.
#[track_caller]
pub fn dream(client: &Client, feed: &Feed, agent: &str) -> Value {
    client.call("mind_dream", &json!({})).ok();
    mind_fact(feed, agent, "dream_kept")
}
