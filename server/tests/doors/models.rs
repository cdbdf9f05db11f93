//! Language models that ignore their instructions: their output is validated like any input, and unusable output is
//! reported without an immediate retry.

use serde_json::{Value, json};

use crate::harness::{Model, Server};
use crate::summaries::{fact, get, message, summarised, with_model};

#[test]
fn an_answer_that_is_refused_is_said_and_not_asked_for_again_at_once() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    // The extraction is recorded in the memory, and this prompt exceeds the limit for that.
    let config = json!({ "custom_prompt": "Take what matters. ".repeat(4_000) });
    let strategy = json!({ "strategy": "custom", "config": config });
    let put = json!({ "session": "talk", "messages": [message(0)], "strategy": strategy });
    model.says("[\"Ada builds part 0.\"]");
    client.call("session_put", &put).ok();
    let failed = fact(&feed, "extraction_failed");
    let reason = failed["reason"].as_str().unwrap();
    assert!(reason.contains("extraction_strategy_config"), "{reason}");
    assert!(failed["retry_at"].is_string(), "{failed}");
    assert_eq!(get(&client, "talk")["extraction"]["reason"], reason);
}

#[test]
fn an_odd_tag_costs_no_memory() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    let odd =
        json!({ "text": "Ada \u{0}owns a civet.", "entities": ["e".repeat(360), "two\nlines"] });
    model.says(&json!({ "memories": [odd, "Ada likes tea."] }).to_string());
    let strategy = json!({ "strategy": "discrete" });
    let put = json!({ "session": "talk", "messages": [message(0)], "strategy": strategy });
    client.call("session_put", &put).ok();
    let taken = fact(&feed, "memories_extracted");
    let memories = taken["memories"].as_array().unwrap();
    let texts: Vec<&Value> = memories.iter().map(|memory| &memory["text"]).collect();
    assert_eq!(texts, ["Ada owns a civet.", "Ada likes tea."]);
    assert_eq!(memories[0]["entities"], json!(["two lines"]));
}

#[test]
fn a_long_conversation_is_read_in_turns() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    let messages: Vec<Value> = (0..120)
        .map(|n| {
            let at = format!("2026-01-01T00:{:02}:{:02}Z", n / 60, n % 60);
            json!({ "id": format!("m{n}"), "role": "user", "content": format!("Point {n}"), "created_at": at })
        })
        .collect();
    let strategy = json!({ "strategy": "discrete" });
    model.says("[\"Ada makes many points.\"]");
    model.says("[\"Ada makes more points.\"]");
    let put = json!({ "session": "talk", "messages": messages, "strategy": strategy });
    client.call("session_put", &put).ok();
    let read = |taken: Value| taken["from"].as_array().unwrap().len();
    let first = read(fact(&feed, "memories_extracted"));
    let second = read(fact(&feed, "memories_extracted"));
    assert_eq!(first + second, 120);
}

#[test]
fn a_summary_far_over_its_bound_is_refused_and_loci_writes() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    model.says(&"word ".repeat(450));
    let messages: Vec<Value> = (0..40).map(message).collect();
    let put = json!({ "session": "talk", "messages": messages, "context_window": 1_000 });
    client.call("session_put", &put).ok();
    let body = summarised(&feed, "talk");
    assert_eq!(body["writer"], "extractive");
    let note = body["note"].as_str().unwrap();
    assert!(note.contains("at most 310"), "{note}");
    let gauges = &get(&client, "talk")["gauges"];
    let until = gauges["context_percentage_until_summarization"].as_f64();
    assert!(until.unwrap() < 100.0, "{gauges}");
}

#[test]
fn who_asks_has_a_session_folded_that_is_not_full() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    let messages: Vec<Value> = (0..6).map(message).collect();
    let put = json!({ "session": "talk", "messages": messages });
    client.call("session_put", &put).ok();
    client
        .call("session_summarize", &json!({ "session": "talk" }))
        .ok();
    let body = summarised(&feed, "talk");
    assert_eq!(body["folded"], json!(["m00", "m01", "m02", "m03"]));
}

#[test]
fn what_a_model_writes_can_be_put_back() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "worker");
    let feed = client.events("/api/events");
    model.says("Ada \u{0}builds the parts.");
    let messages: Vec<Value> = (0..16).map(message).collect();
    let put = json!({ "session": "talk", "messages": messages, "context_window": 300 });
    client.call("session_put", &put).ok();
    summarised(&feed, "talk");
    let path = "/v1/working-memory/talk";
    let document = client.get(path).ok();
    assert_eq!(document["context"], "Ada builds the parts.");
    let body = document.to_string();
    client
        .raw("PUT", path, Some("application/json"), body.as_bytes())
        .ok();
}
