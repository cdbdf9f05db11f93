//! Conditional reads: an answer that the caller already has is not sent.

use serde_json::json;

use crate::bad_input::workflow;
use crate::harness::Server;

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    let id = workflow.as_str().unwrap();
    for path in [
        format!("/api/workflow_get?workflow={id}"),
        format!("/api/task_get?workflow={id}&task=T1"),
    ] {
        let first = client.get(&path);
        let tag = first.header("etag").to_owned();
        first.ok();
        for known in [
            tag.clone(),
            format!("W/{tag}"),
            format!("\"v0\", {tag}"),
            "*".into(),
        ] {
            let again = client.clone().header("if-none-match", &known).get(&path);
            assert_eq!(
                (again.status, again.body.as_str()),
                (304, ""),
                "{path} {known}"
            );
            assert_eq!(again.header("etag"), tag);
        }
        let knowing = client.clone().header("if-none-match", &tag);
        knowing
            .clone()
            .header("if-none-match", "\"v0\"")
            .get(&path)
            .ok();
        // Only GET responses are cacheable by address.
        knowing
            .call("workflow_get", &json!({ "workflow": id }))
            .ok();
        knowing.get(&format!("/api/task_list?workflow={id}")).ok();
        let edit = json!({ "workflow": id, "task": "T1", "title": path });
        client.call("task_edit", &edit).ok();
        knowing.get(&path).ok();
    }
}

#[test]
fn who_is_told_something_gets_the_whole_answer() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let person = server.person("mara", "owner");
    let workflow = workflow(&client);
    let id = workflow.as_str().unwrap();
    let nudge = json!({ "workflow": id, "target": "ada", "message": "Mind the step" });
    let sent = person.call("nudge_send", &nudge).ok();
    let tag = format!("\"v{}\"", sent["version"]);
    let path = format!("/api/workflow_get?workflow={id}");
    let knowing = client.clone().header("if-none-match", &tag);
    let told = knowing.get(&path).ok();
    assert_eq!(told["inbox"][0]["message"], "Mind the step");
}

#[test]
fn the_description_lists_the_headers_of_conditions() {
    let server = Server::start();
    let document = server.anonymous().get("/api/openapi.json").ok();
    let names = |path: &str, method: &str| -> Vec<String> {
        let parameters = document["paths"][path][method]["parameters"].as_array();
        let headers = parameters
            .into_iter()
            .flatten()
            .filter(|it| it["in"] == "header");
        headers
            .map(|it| it["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        names("/api/task_edit", "post"),
        ["If-Match", "Idempotency-Key"]
    );
    assert_eq!(names("/api/task_get", "get"), ["If-None-Match"]);
    assert_eq!(names("/api/task_get", "post"), Vec::<String>::new());
}
