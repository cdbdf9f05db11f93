//! Background work on sessions: folds those that exceed their model's window without loss, and extracts memories.

use serde_json::{Value, json};

use crate::harness::{Client, Feed, Model, Server};

/// Returns a message of about 25 tokens.
pub fn message(n: usize) -> Value {
    json!({
        "id": format!("m{n:02}"),
        "role": if n.is_multiple_of(2) { "user" } else { "assistant" },
        "content": format!("Point {n}: we decided that Ada builds part {n} by March {n}, for ${n}00 at most."),
        "created_at": format!("2026-01-01T00:00:{n:02}Z"),
    })
}

/// Creates a session of 16 messages in a window of 300 tokens, above its threshold.
fn fill(client: &Client, session: &str) {
    let messages: Vec<Value> = (0..16).map(message).collect();
    let put = json!({ "session": session, "messages": messages, "context_window": 300 });
    let put = client.call("session_put", &put).ok();
    assert_eq!(
        put["messages"], 16,
        "the write does not wait for the summary: {put}"
    );
}

pub fn get(client: &Client, session: &str) -> Value {
    client
        .call("session_get", &json!({ "session": session }))
        .ok()
}

/// Returns the ids of all messages, folded ones first.
fn all_messages(client: &Client, session: &str) -> Vec<String> {
    let folded = client
        .call("session_folded", &json!({ "session": session }))
        .ok();
    let state = get(client, session);
    let lists = [&folded["messages"], &state["messages"]];
    let messages = lists.iter().flat_map(|list| list.as_array().unwrap());
    messages
        .map(|message| message["id"].as_str().unwrap().to_owned())
        .collect()
}

fn expected(range: std::ops::Range<usize>) -> Vec<String> {
    range.map(|n| format!("m{n:02}")).collect()
}

/// Waits for the summary of a session.
pub fn summarised(feed: &Feed, session: &str) -> Value {
    loop {
        let fact = feed.fact().json();
        assert_ne!(fact["kind"], "summary_failed", "{fact}");
        if fact["kind"] == "session_summarized" && fact["stream"] == format!("session:{session}") {
            return fact["body"].clone();
        }
    }
}

pub fn with_model(model: &Model) -> Server {
    Server::start_with(&["--llm-url", &model.url, "--llm-model", "stub"])
}

#[test]
fn a_full_session_is_folded_and_nothing_is_lost() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    fill(&client, "full");
    summarised(&feed, "full");
    let state = get(&client, "full");
    let summary = &state["summaries"][0];
    assert_eq!(summary["writer"], "extractive");
    assert_eq!(
        summary["note"],
        Value::Null,
        "no model is configured, so none failed"
    );
    let context = state["context"].as_str().unwrap();
    assert!(context.contains("we decided that Ada"), "{context}");
    let left = state["messages"].as_array().unwrap().len();
    assert!((1..16).contains(&left), "{state}");
    assert!(
        state["gauges"]["context_percentage_until_summarization"]
            .as_f64()
            .unwrap()
            < 100.0
    );
    assert_eq!(all_messages(&client, "full"), expected(0..16));
    // The next summary continues this one.
    let more: Vec<Value> = (16..32).map(message).collect();
    let append = json!({ "session": "full", "messages": more });
    client.call("session_append", &append).ok();
    summarised(&feed, "full");
    let state = get(&client, "full");
    assert_eq!(state["summaries"].as_array().unwrap().len(), 2);
    assert_eq!(
        state["messages"].as_array().unwrap().last().unwrap()["id"],
        "m31"
    );
}

#[test]
fn a_model_writes_the_summary_and_what_is_said_meanwhile_is_kept() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    fill(&client, "talk");
    let prompt = model.asked();
    assert!(prompt.contains("user: Point 0: we decided"), "{prompt}");
    let append = json!({ "session": "talk", "messages": [message(16)] });
    client.call("session_append", &append).ok();
    model.says("Ada builds the parts.");
    let body = summarised(&feed, "talk");
    assert_eq!(body["writer"], "stub");
    let state = get(&client, "talk");
    assert_eq!(state["context"], "Ada builds the parts.");
    assert_eq!(all_messages(&client, "talk"), expected(0..17));
}

#[test]
fn a_failing_model_is_named_and_loci_writes() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    model.refuses(401);
    fill(&client, "talk");
    let body = summarised(&feed, "talk");
    assert_eq!(body["writer"], "extractive");
    let note = body["note"].as_str().unwrap();
    assert!(note.contains("status 401"), "{note}");
    assert_eq!(get(&client, "talk")["summaries"][0]["note"], note);
}

#[test]
fn what_is_larger_than_the_models_own_window_is_folded_in_parts() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let owner = server.person("mara", "owner");
    let windows = json!({ "settings": { "context_windows": { "stub": 450 } } });
    owner.call("settings_set", &windows).ok();
    let feed = client.events("/api/events");
    fill(&client, "talk");
    let first = model.asked();
    model.says("Ada builds the first parts.");
    let second = model.asked();
    assert!(
        first.contains("Point 0:") && !second.contains("Point 0:"),
        "{second}"
    );
    assert!(second.contains("Ada builds the first parts."), "{second}");
    // For any number of parts.
    for _ in 0..16 {
        model.says("Ada builds all parts.");
    }
    let body = summarised(&feed, "talk");
    assert_eq!(
        (&body["writer"], &body["note"]),
        (&json!("stub"), &Value::Null)
    );
    assert_eq!(get(&client, "talk")["context"], "Ada builds all parts.");
    assert_eq!(all_messages(&client, "talk"), expected(0..16));
}

#[test]
fn a_kill_while_summarising_loses_nothing_and_it_is_done_afterwards() {
    let model = Model::start();
    let server = with_model(&model);
    let token = server.token("ada", "orchestrator");
    let client = Client::new(&server.base).bearer(&token);
    fill(&client, "talk");
    model.asked();
    server.signal("KILL");
    let server = Server::start_in(server.stop_dead(), &[]);
    let client = Client::new(&server.base).bearer(&token);
    let done = || {
        let state = get(&client, "talk");
        let done = !state["summaries"].as_array().is_none_or(Vec::is_empty);
        done.then_some(state)
    };
    let feed = client.events("/api/events");
    if done().is_none() {
        summarised(&feed, "talk");
    }
    assert_eq!(done().unwrap()["summaries"][0]["writer"], "extractive");
    assert_eq!(all_messages(&client, "talk"), expected(0..16));
}

#[test]
fn a_session_deleted_while_it_is_summarised_stays_deleted() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    fill(&client, "gone");
    model.asked();
    client
        .call("session_delete", &json!({ "session": "gone" }))
        .ok();
    model.says("Too late.");
    // Another session, after the first had its turn.
    fill(&client, "kept");
    model.asked();
    model.says("Ada builds the parts.");
    summarised(&feed, "kept");
    let answer = client.call("session_get", &json!({ "session": "gone" }));
    answer.problem(404, "not_found");
    assert_eq!(get(&client, "kept")["context"], "Ada builds the parts.");
}

/// Creates a session for extraction.
fn talk(client: &Client, strategy: &Value) {
    let put =
        json!({ "session": "talk", "messages": [message(0), message(1)], "strategy": strategy });
    client.call("session_put", &put).ok();
}

/// Waits for a fact of that kind.
pub fn fact(feed: &Feed, kind: &str) -> Value {
    loop {
        let fact = feed.fact().json();
        if fact["kind"] == kind {
            return fact["body"].clone();
        }
    }
}

#[test]
fn memories_are_taken_from_messages_by_a_model() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    model.says("Gladly: [{\"text\": \"Ada builds part 0.\", \"topics\": [\"parts\"]}]");
    talk(&client, &json!({ "strategy": "preferences" }));
    let prompt = model.asked();
    assert!(
        prompt.contains("prefers") && prompt.contains("user: Point 0"),
        "{prompt}"
    );
    let taken = fact(&feed, "memories_extracted");
    assert_eq!(taken["from"], json!(["m00", "m01"]));
    let state = get(&client, "talk");
    let memory = &state["memories"][0];
    assert_eq!(memory["text"], "Ada builds part 0.");
    assert_eq!(memory["extraction_strategy"], "preferences");
    assert_eq!(memory["extracted_from"], json!(["m00", "m01"]));
    assert_eq!(state["messages"][0]["discrete_memory_extracted"], true);
}

#[test]
fn without_a_model_no_memories_are_taken_and_it_is_said() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    talk(&client, &json!({ "strategy": "discrete" }));
    let failed = fact(&feed, "extraction_failed");
    let reason = failed["reason"].as_str().unwrap();
    assert!(
        reason.contains("discrete needs a language model"),
        "{reason}"
    );
    assert_eq!(get(&client, "talk")["extraction"]["reason"], reason);
    let custom = json!({ "session": "x", "strategy": { "strategy": "custom" } });
    let pointer = "/strategy/config/custom_prompt";
    client
        .call("session_put", &custom)
        .wrong(400, "invalid", pointer);
}

#[test]
fn a_deleted_summary_view_comes_back_with_its_partitions() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let person = server.person("mara", "owner");
    let memory = json!({ "memories": [{ "text": "Ada likes tea.", "user_id": "ada" }] });
    client.call("memory_create", &memory).ok();
    let create = json!({ "definition": { "group_by": ["user_id"], "name": "Users" } });
    let view = client.call("summary_view_create", &create).ok()["id"].clone();
    let feed = client.events("/api/events");
    let named = json!({ "view": view });
    client.call("summary_view_run", &named).ok();
    fact(&feed, "view_run_ended");
    let partitions = || client.call("summary_partition_list", &named);
    let before = partitions().ok()["items"].clone();
    assert_eq!(before.as_array().unwrap().len(), 1);

    let nothing = person.call("summary_view_restore", &named);
    assert_eq!(nothing.problem(409, "conflict")["reason"], "not_deleted");
    client.call("summary_view_delete", &named).ok();
    partitions().problem(404, "not_found");
    let listed = |client: &Client, query: &Value| {
        let page = client.call("summary_view_list", query).ok();
        page["items"].as_array().unwrap().len()
    };
    let deleted = json!({ "deleted": true });
    assert_eq!(
        (listed(&person, &json!({})), listed(&person, &deleted)),
        (0, 1)
    );
    for (name, query) in [
        ("summary_view_list", &deleted),
        ("summary_view_restore", &named),
    ] {
        client.call(name, query).problem(403, "forbidden");
    }
    let back = person.call("summary_view_restore", &named).ok();
    assert_eq!(back["definition"]["name"], "Users");
    assert_eq!(
        (listed(&person, &json!({})), listed(&person, &deleted)),
        (1, 0)
    );
    assert_eq!(partitions().ok()["items"], before);
    let unknown = json!({ "view": "nothing" });
    person
        .call("summary_view_restore", &unknown)
        .problem(404, "not_found");
}

#[test]
fn the_compatibility_api_takes_memories_by_its_own_default_where_a_model_is() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "worker");
    let document = json!({ "messages": [{ "id": "m", "role": "user", "content": "I like tea",
        "created_at": "2026-01-31T09:30:00Z" }] });
    let kind = Some("application/json");
    let body = document.to_string();
    let answer = client.raw("PUT", "/v1/working-memory/s", kind, body.as_bytes());
    assert_eq!(
        answer.ok()["long_term_memory_strategy"]["strategy"],
        "discrete"
    );
    let session = client.call("session_get", &json!({ "session": "s" })).ok();
    assert_eq!(session["strategy"]["strategy"], "discrete");
    assert!(model.asked().contains("I like tea"));
}

#[test]
fn memories_that_waited_are_promoted_when_long_term_memory_is_on_again() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let owner = server.person("mara", "owner");
    let switch = |on: bool| {
        let set = json!({ "settings": { "long_term_memory": on } });
        owner.call("settings_set", &set).ok();
    };
    let memory = |id: &str| json!({ "id": id, "text": format!("Ada likes {id}.") });
    let put = |memories: Value| {
        let put = json!({ "session": "talk", "messages": [message(0)], "memories": memories });
        client.call("session_put", &put).ok();
    };
    put(json!([memory("rain")]));
    client
        .call("memory_forget", &json!({ "ids": ["rain"] }))
        .ok();
    switch(false);
    put(json!([memory("rain"), memory("tea")]));
    assert!(get(&client, "talk")["memories"][1]["persisted_at"].is_null());
    let feed = client.events("/api/events");
    switch(true);
    let promoted = fact(&feed, "memories_promoted");
    assert_eq!(promoted["memories"].as_array().unwrap().len(), 1);
    let found = client
        .call("memory_search", &json!({ "query": "tea" }))
        .ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
    assert!(!get(&client, "talk")["memories"][0]["persisted_at"].is_null());
}
