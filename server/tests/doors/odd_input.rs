//! Almost valid input: a version of something erased, a field with several forms.

use serde_json::json;

use crate::bad_input::workflow;
use crate::harness::Server;

#[test]
fn a_session_that_ended_meanwhile_is_not_begun_again_unseen() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let message = json!([{ "role": "user", "content": "hello" }]);
    let append = json!({ "session": "s", "messages": message });
    let seen = client.call("session_append", &append).ok()["version"].clone();
    client
        .call("session_delete", &json!({ "session": "s" }))
        .ok();
    let mut late = append.clone();
    late["if_version"] = seen;
    let refused = client
        .call("session_append", &late)
        .problem(409, "conflict");
    assert_eq!(refused["reason"], "stale");
    client.call("session_append", &append).ok();
}

#[test]
fn fields_that_are_one_of_several_forms_are_pointed_at_in_plain_words() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    for (name, value) in [
        ("priority", json!(1e26)),
        ("priority", json!(-1)),
        ("retries", json!("many")),
        ("acceptance", json!([1])),
        ("links", json!("x")),
        ("join", json!("some")),
    ] {
        let mut body = json!({ "workflow": workflow, "title": "t", "group": "g" });
        body[name] = value;
        let refused = client.call("task_add", &body);
        refused.wrong(400, "invalid", &format!("/{name}"));
    }
    let message = json!({ "session": "s", "messages": [{ "role": "user", "content": 5 }] });
    let refused = client.call("session_append", &message);
    refused.wrong(400, "invalid", "/messages/0/content");
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        detail.ends_with("expected a text, or a list of parts"),
        "{detail}"
    );
}
