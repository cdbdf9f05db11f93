//! GET and POST of one operation return the same answer, and a person can open a GET address in a browser.

use serde_json::{Value, json};

use crate::bad_input::workflow;
use crate::harness::Server;

#[test]
fn reads_answer_the_same_by_get_and_by_post() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    let document = client.get("/api/openapi.json").ok();
    let mut compared = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let (Some(get), Some(_)) = (item.get("get"), item.get("post")) else {
            continue;
        };
        let mut arguments = json!({});
        for parameter in get["parameters"].as_array().unwrap() {
            if parameter["in"] == "header" {
                continue;
            }
            let value = match parameter["name"].as_str().unwrap() {
                "workflow" => workflow.clone(),
                "task" => json!("T1"),
                "agent" => json!("ada"),
                "version" => json!(1),
                "limit" => json!(5),
                "timeout_seconds" => json!(0),
                _ => continue,
            };
            arguments[parameter["name"].as_str().unwrap()] = value;
        }
        let query: Vec<String> = arguments
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                format!("{name}={text}")
            })
            .collect();
        let by_post = client.post(path, &arguments);
        let by_get = client.get(&format!("{path}?{}", query.join("&")));
        assert_eq!(
            by_get.status, by_post.status,
            "{path} {arguments} {by_get:?} {by_post:?}"
        );
        let same = |answer: &crate::harness::Answer| {
            let mut json = answer.json();
            timeless(&mut json);
            json
        };
        assert_eq!(same(&by_get), same(&by_post), "{path}");
        compared += 1;
        if by_get.status == 200 {
            let opened = client
                .clone()
                .browser()
                .get(&format!("{path}?{}", query.join("&")));
            assert_eq!(opened.status, 200, "{path}");
            assert_eq!(opened.header("content-type"), "application/json");
        }
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn a_query_names_a_list_once_or_several_times() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let task = |title: &str, needs: &[&str]| json!({ "title": title, "capabilities": needs });
    let new = json!({ "name": "n", "goal": "g", "tasks": [
        task("free", &[]), task("one", &["rust"]), task("two", &["rust", "sql"]),
    ] });
    let workflow = client.call("workflow_create", &new).ok()["workflow"].clone();
    let workflow = workflow.as_str().unwrap();
    for (query, ready) in [
        ("capabilities=rust", 2),
        ("capabilities[0]=rust", 2),
        ("capabilities=rust&capabilities=sql", 3),
        ("capabilities=cobol", 1),
    ] {
        let answer = client.get(&format!("/api/task_ready?workflow={workflow}&{query}"));
        assert_eq!(
            answer.ok()["items"].as_array().unwrap().len(),
            ready,
            "{query}"
        );
    }
    let document = client.get("/api/openapi.json").ok();
    let parameters = &document["paths"]["/api/task_ready"]["get"]["parameters"];
    let lists = parameters.as_array().unwrap().iter();
    let list = lists
        .clone()
        .find(|it| it["name"] == "capabilities")
        .unwrap();
    assert_eq!(
        (&list["style"], &list["explode"]),
        (&json!("form"), &json!(true))
    );
}

#[test]
fn what_was_written_is_read_by_everybody_at_once() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let reader = server.agent("eve", "observer");
    for i in 1..=20 {
        let new = json!({ "name": format!("n{i}"), "goal": "g" });
        let written = ada.call("workflow_create", &new).ok();
        let listed: Value = reader.call("workflow_list", &json!({})).ok();
        assert_eq!(listed["items"].as_array().unwrap().len(), i);
        assert!(listed["position"].as_u64() >= written["position"].as_u64());
    }
}

/// Removes the members that differ between requests: the id and the last-seen time.
fn timeless(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for key in ["instance", "seen_at", "now", "stable_prefix_tokens"] {
                fields.remove(key);
            }
            fields.values_mut().for_each(timeless);
        }
        Value::Array(items) => items.iter_mut().for_each(timeless),
        _ => {}
    }
}

#[test]
fn a_whole_number_is_whole_however_it_is_written_and_an_empty_one_is_none() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let created = client.text(
        "/api/workflow_create",
        r#"{"name":"n","goal":"g","tasks":[{"title":"a","priority":2.0}]}"#,
    );
    let workflow = created.ok()["workflow"].as_str().unwrap().to_owned();
    let list = |limit: &str| format!(r#"{{"workflow":"{workflow}","limit":{limit}}}"#);
    for limit in ["1", "1.0", "1e0"] {
        client.text("/api/task_list", &list(limit)).ok();
    }
    client
        .text("/api/task_list", &list("1.5"))
        .wrong(400, "invalid", "/limit");
    let get = |query: &str| client.get(&format!("/api/task_list?workflow={workflow}{query}"));
    get("&limit=").wrong(400, "invalid", "/limit");
    get("&limit=1").ok();
    get("").ok();
}
