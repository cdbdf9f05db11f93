//! Background jobs run once, even if the process is killed midway, and people can see and control them.

use serde_json::{Value, json};

use crate::harness::{Client, Model, Server};
use crate::summaries::{fact, get, message, summarised, with_model};

/// Returns the listed jobs.
fn jobs(client: &Client) -> Vec<Value> {
    let listed = client.call("job_list", &json!({})).ok();
    listed["items"].as_array().unwrap().clone()
}

/// Asserts that the only job is this one, in its `attempt`th attempt.
#[track_caller]
fn running(client: &Client, stream: &str, kind: &str, attempt: u32) {
    let jobs = jobs(client);
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    let seen = [&jobs[0]["stream"], &jobs[0]["kind"], &jobs[0]["state"]];
    assert_eq!(seen, [stream, kind, "running"]);
    assert_eq!(jobs[0]["attempt"], attempt, "{jobs:?}");
}

/// Kills the server and restarts it on the same folder.
fn killed(server: Server, model: &Model) -> Server {
    server.signal("KILL");
    let flags = ["--llm-url", &model.url, "--llm-model", "stub"];
    Server::start_in(server.stop_dead(), &flags)
}

/// Answers the pending request, whether or not the interrupted one still waits.
fn answers(model: &Model, text: &str) {
    model.says(text);
    model.says(text);
}

#[test]
fn a_summary_that_was_cut_off_by_a_kill_is_written_once() {
    let model = Model::start();
    let server = with_model(&model);
    let token = server.token("ada", "orchestrator");
    let client = Client::new(&server.base).bearer(&token);
    let messages: Vec<Value> = (0..16).map(message).collect();
    let put = json!({ "session": "talk", "messages": messages, "context_window": 300 });
    client.call("session_put", &put).ok();
    model.asked();
    running(&client, "session:talk", "summary", 1);

    let server = killed(server, &model);
    let client = Client::new(&server.base).bearer(&token);
    let feed = client.events("/api/events");
    model.asked();
    running(&client, "session:talk", "summary", 2);
    answers(&model, "Ada builds the parts.");
    summarised(&feed, "talk");
    let state = get(&client, "talk");
    assert_eq!(state["summaries"].as_array().unwrap().len(), 1);
    assert_eq!(state["context"], "Ada builds the parts.");
    assert_eq!(jobs(&client), Vec::<Value>::new());
}

#[test]
fn memories_whose_taking_was_cut_off_by_a_kill_are_taken_once() {
    let model = Model::start();
    let server = with_model(&model);
    let token = server.token("ada", "orchestrator");
    let client = Client::new(&server.base).bearer(&token);
    let strategy = json!({ "strategy": "discrete" });
    let put = json!({ "session": "talk", "messages": [message(0)], "strategy": strategy });
    client.call("session_put", &put).ok();
    model.asked();
    running(&client, "session:talk", "memories", 1);

    let server = killed(server, &model);
    let client = Client::new(&server.base).bearer(&token);
    let feed = client.events("/api/events");
    model.asked();
    running(&client, "session:talk", "memories", 2);
    answers(&model, "[\"Ada builds part 0.\"]");
    fact(&feed, "memories_extracted");
    let memories = get(&client, "talk")["memories"].clone();
    assert_eq!(memories.as_array().unwrap().len(), 1, "{memories}");
    assert_eq!(jobs(&client), Vec::<Value>::new());
}

#[test]
fn a_views_run_that_was_cut_off_by_a_kill_ends_once() {
    let model = Model::start();
    let server = with_model(&model);
    let token = server.token("ada", "orchestrator");
    let client = Client::new(&server.base).bearer(&token);
    let memory = json!({ "memories": [{ "text": "Ada likes tea.", "user_id": "ada" }] });
    client.call("memory_create", &memory).ok();
    let create = json!({ "definition": { "group_by": ["user_id"] } });
    let made = client.call("summary_view_create", &create).ok();
    let named = json!({ "view": made["id"] });
    let stream = format!("view:{}", made["id"].as_str().unwrap());
    client.call("summary_view_run", &named).ok();
    model.asked();
    running(&client, &stream, "view", 1);

    let server = killed(server, &model);
    let client = Client::new(&server.base).bearer(&token);
    let feed = client.events("/api/events");
    model.asked();
    running(&client, &stream, "view", 2);
    answers(&model, "Tea.");
    assert_eq!(fact(&feed, "view_run_ended")["run"], 1);
    let partitions = client.call("summary_partition_list", &named).ok();
    let partitions = partitions["items"].as_array().unwrap();
    assert_eq!(partitions.len(), 1, "{partitions:?}");
    assert_eq!(partitions[0]["summary"], "Tea.");
    assert_eq!(jobs(&client), Vec::<Value>::new());
}

#[test]
fn a_job_that_failed_is_listed_and_people_stop_it_and_run_it_now() {
    let model = Model::start();
    let server = with_model(&model);
    let client = server.agent("ada", "orchestrator");
    let other = server.agent("bob", "worker");
    let person = server.person("mara", "owner");
    let feed = client.events("/api/events");
    model.refuses(401);
    let strategy = json!({ "strategy": "discrete" });
    let put = json!({ "session": "talk", "messages": [message(0)], "strategy": strategy });
    client.call("session_put", &put).ok();
    model.asked();
    fact(&feed, "extraction_failed");
    let listed = jobs(&person);
    assert_eq!(listed[0]["state"], "waiting", "{listed:?}");
    assert!(listed[0]["retry_at"].is_string(), "{listed:?}");
    let error = listed[0]["error"].as_str().unwrap();
    assert!(error.contains("status 401"), "{error}");
    assert_eq!(
        jobs(&other),
        Vec::<Value>::new(),
        "the session is not bob's"
    );

    let job = json!({ "stream": "session:talk", "kind": "memories" });
    for name in ["job_stop", "job_run"] {
        client.call(name, &job).problem(403, "forbidden");
    }
    person.call("job_stop", &job).ok();
    assert_eq!(jobs(&person)[0]["state"], "stopped");
    let failed = json!({ "state": "failed" });
    assert_eq!(person.call("job_list", &failed).ok()["total"], 0);
    model.says("[\"Ada builds part 0.\"]");
    person.call("job_run", &job).ok();
    fact(&feed, "memories_extracted");
    assert_eq!(jobs(&person), Vec::<Value>::new());
    person.call("job_run", &job).problem(404, "not_found");
}

#[test]
fn a_model_is_asked_no_more_than_the_budget_of_the_day_also_after_a_restart() {
    let model = Model::start();
    let flags = [
        "--llm-url",
        &model.url,
        "--llm-model",
        "stub",
        "--model-calls-per-day",
        "1",
    ];
    let server = Server::start_with(&flags);
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    let feed = client.events("/api/events");
    let put = |client: &Client, session: &str| {
        let strategy = json!({ "strategy": "discrete" });
        let put = json!({ "session": session, "messages": [message(0)], "strategy": strategy });
        client.call("session_put", &put).ok();
    };
    put(&client, "one");
    model.asked();
    model.says("[\"Ada builds part 0.\"]");
    fact(&feed, "memories_extracted");

    let server = Server::start_in(server.stop(), &flags);
    let client = server.anonymous().bearer(&token);
    let feed = client.events("/api/events");
    put(&client, "two");
    fact(&feed, "job_failed");
    let listed = jobs(&client);
    assert_eq!(listed[0]["state"], "waiting", "{listed:?}");
    let error = listed[0]["error"].as_str().unwrap();
    assert!(error.contains("budget of 1 calls a day"), "{error}");
    let retry_at = listed[0]["retry_at"].as_str().unwrap();
    assert!(retry_at.contains("T00:00:00"), "{retry_at}");
    // Loci writes the summary itself, and records the reason.
    let messages: Vec<Value> = (0..16).map(message).collect();
    let full = json!({ "session": "talk", "messages": messages, "context_window": 300 });
    client.call("session_put", &full).ok();
    summarised(&feed, "talk");
    let note = get(&client, "talk")["summaries"][0]["note"].clone();
    assert!(note.as_str().unwrap().contains("budget"), "{note}");
    let person = server.person("mara", "owner");
    let warnings = person.call("settings_get", &json!({})).ok()["warnings"].to_string();
    assert!(warnings.contains("model_calls_per_day"), "{warnings}");
}
