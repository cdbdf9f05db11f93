//! Arguments of the wrong type: all of a request are reported at once, with pointers and JSON terms.

use serde_json::{Value, json};

use crate::bad_input::workflow;
use crate::harness::{Answer, Server};

fn faults(answer: &Answer) -> Vec<(String, String)> {
    let problem = answer.problem(400, "invalid");
    let fields = problem["fields"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    fields
        .map(|field| (text(&field["pointer"]), text(&field["detail"])))
        .collect()
}

#[test]
fn what_a_body_has_wrong_is_said_without_rust() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    for (name, field, value, pointer, said) in [
        (
            "task_add",
            "priority",
            json!(300),
            "/priority",
            "expected a whole number from 0 to 255",
        ),
        ("task_add", "join", json!("some"), "/join", "`all`"),
        (
            "approval_request",
            "subject",
            json!("decision"),
            "/subject",
            "an object",
        ),
        (
            "workflow_lead",
            "action",
            json!("keep"),
            "/action",
            "`take`",
        ),
    ] {
        let mut arguments = json!({ "workflow": workflow, "title": "t", "reason": "r" });
        let keys: &[&str] = match name {
            "task_add" => &["reason"],
            "approval_request" => &["title"],
            _ => &["title", "reason"],
        };
        for key in keys {
            arguments.as_object_mut().unwrap().remove(*key);
        }
        arguments[field] = value;
        let found = faults(&client.call(name, &arguments));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, pointer);
        assert!(found[0].1.contains(said), "{found:?}");
    }
}

#[test]
fn what_a_query_has_wrong_is_said_without_rust() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    let id = workflow.as_str().unwrap();
    for (query, pointer, said) in [
        (
            "task_ready?limit=many",
            "/limit",
            "expected a whole number, found \"many\"",
        ),
        (
            "task_ready?limit=-1",
            "/limit",
            "expected a whole number, 0 or more, found \"-1\"",
        ),
        (
            "task_ready?limit=99999999999",
            "/limit",
            "expected a smaller whole number",
        ),
        (
            "task_ready?explain=perhaps",
            "/explain",
            "expected true or false, found \"perhaps\"",
        ),
        ("task_list?view=some", "/view", "`ready`"),
    ] {
        let found = faults(&client.get(&format!("/api/{query}&workflow={id}")));
        assert_eq!(found[0].0, pointer, "{found:?}");
        assert!(found[0].1.contains(said), "{found:?}");
    }
}

#[test]
fn all_that_is_wrong_is_named_at_once() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let bad = json!({ "name": 7, "goal": [], "constraints": 1, "goals": 1 });
    let mut pointers: Vec<String> = faults(&client.call("workflow_create", &bad))
        .into_iter()
        .map(|(pointer, _)| pointer)
        .collect();
    pointers.sort_unstable();
    assert_eq!(pointers, ["/constraints", "/goal", "/goals", "/name"]);
}
