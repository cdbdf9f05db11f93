//! A session's summary in its context: whole if there is room, otherwise at least its newest part.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

/// Creates a session with a summary of 60 lines, about 1,200 tokens, and `messages` messages.
fn summarized(client: &Client, session: &str, messages: u32) {
    let line = |n| {
        format!("user: In week {n} they chose the colour of hall {n} and wrote it into plan {n}.")
    };
    let context = (0..60).map(line).collect::<Vec<_>>().join("\n");
    let messages = (0..messages).map(super::message).collect::<Vec<Value>>();
    let put = json!({ "session": session, "context_window": 100_000_000, "context": context, "messages": messages });
    client.call("session_put", &put).ok();
}

fn read(client: &Client, session: &str, budget: u32) -> (String, Vec<Value>) {
    let asked = json!({ "session": session, "budget": budget });
    let given = client.call("context_read", &asked).ok();
    assert!(given["tokens"].as_u64().unwrap() <= u64::from(budget));
    let omitted = given["omitted"].as_array().cloned().unwrap_or_default();
    let cut = omitted
        .into_iter()
        .filter(|one| one["kind"] == "session_summary");
    (given["text"].as_str().unwrap().to_owned(), cut.collect())
}

#[test]
fn a_summary_is_whole_while_there_is_room() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    summarized(&ada, "short", 2);
    for budget in [3_000, 12_000, 50_000] {
        let (text, cut) = read(&ada, "short", budget);
        assert!(
            text.contains("hall 0 ") && text.contains("plan 59."),
            "{budget}: {text}"
        );
        assert!(cut.is_empty(), "{budget}: {cut:?}");
    }
    // With many messages it gets 15 % of the budget.
    summarized(&ada, "long", 900);
    let (text, cut) = read(&ada, "long", 12_000);
    assert!(text.contains("hall 0 ") && text.contains("Line 899 "));
    assert!(cut.is_empty(), "{cut:?}");
}

#[test]
fn a_summary_without_room_loses_its_oldest_part() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    summarized(&ada, "s", 200);
    for budget in [800, 1_200, 2_000] {
        let (text, cut) = read(&ada, "s", budget);
        assert!(
            text.contains("plan 59.") && !text.contains("hall 0 "),
            "{budget}: {text}"
        );
        assert!(text.contains("Line 199 "), "{budget}: {text}");
        assert_eq!(cut.len(), 1, "{budget}");
        assert!(cut[0]["tokens"].as_u64().unwrap() > 100);
    }
}
