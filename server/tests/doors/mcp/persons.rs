//! Questions and approvals: a client that can open addresses sends its person to the page, and only a signed-in person
//! can answer there.

use serde_json::{Value, json};

use super::{NEW, Speaker};
use crate::harness::Server;

/// Returns the request to the client, and the state for the retry.
fn asked(result: &Value) -> (String, Value) {
    assert_eq!(result["resultType"], "input_required", "{result}");
    let person = &result["inputRequests"]["person"];
    assert_eq!(person["method"], "elicitation/create", "{result}");
    assert_eq!(person["params"]["mode"], "url", "{result}");
    let url = person["params"]["url"].as_str().unwrap().to_owned();
    (url, result["requestState"].clone())
}

/// Repeats the call with that state.
fn back(speaker: &Speaker, tool: &str, state: &Value) -> Value {
    let responses = json!({ "person": { "action": "accept" } });
    let params = json!({
        "name": tool, "arguments": {}, "requestState": state, "inputResponses": responses,
    });
    speaker.ask("tools/call", params)
}

#[test]
fn a_person_answers_on_the_page_and_the_client_comes_back_for_it() {
    let server = Server::start();
    let sam = server.person("sam", "owner");
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let plain = Speaker::agent(&server, "ada", "worker");
    let ada = plain
        .clone()
        .capable(json!({ "elicitation": { "url": {} } }));
    let made = orch.call("workflow_create", &json!({ "name": "n", "goal": "g" }));
    let workflow = &made["workflow"];

    let question = json!({ "workflow": workflow, "question": "Which one?", "options": ["a", "b"] });
    let approval = json!({ "workflow": workflow, "subject": { "plan": "drop it" }, "reason": "r" });
    // A client without that capability gets the plain answer.
    assert_eq!(
        plain.call("question_ask", &question)["question"]["id"],
        "Q1"
    );
    let call = |tool: &str, arguments: &Value| {
        ada.ask(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    };
    let (url, state) = asked(&call("question_ask", &question));
    let (_, path) = url.split_once("://").unwrap();
    let path = &path[path.find('/').unwrap()..];
    let page = sam.clone().browser().get(path);
    assert_eq!(page.status, 200, "{path}");
    assert!(page.body.contains("Which one?"), "{path}");

    // The client's acceptance is not an answer.
    let waiting = back(&ada, "question_ask", &state);
    let open = &waiting["structuredContent"]["question"];
    assert!(open["id"] == "Q2" && open["answer"].is_null(), "{waiting}");
    let answer = json!({ "workflow": workflow, "question": "Q2", "answer": "b" });
    sam.call("question_answer", &answer).ok();
    let answered = back(&ada, "question_ask", &state);
    let answer = &answered["structuredContent"]["question"]["answer"];
    assert!(answer.to_string().contains("\"b\""), "{answered}");
    assert!(
        answered["content"][1]["text"]
            .as_str()
            .unwrap()
            .contains("answer"),
        "{answered}"
    );

    let (_, wanted) = asked(&call("approval_request", &approval));
    let open = back(&ada, "approval_request", &wanted);
    let open = &open["structuredContent"]["approval"];
    assert!(
        open["id"].is_string() && open["status"] != "given",
        "{open}"
    );

    // No question is asked twice.
    let read = orch.call(
        "workflow_get",
        &json!({ "workflow": workflow, "fields": ["questions"] }),
    );
    assert_eq!(
        read["workflow"]["questions"].as_array().unwrap().len(),
        2,
        "{read}"
    );
}

#[test]
fn a_state_leads_nowhere_that_its_bearer_may_not_look() {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let ada = Speaker::new(server.agent("ada", "worker"), NEW);
    let made = orch.call("workflow_create", &json!({ "name": "n", "goal": "g" }));
    let known = json!({ "workflow": made["workflow"], "id": "Q9" }).to_string();
    let missing = back(&ada, "question_ask", &json!(known));
    assert_eq!(missing["isError"], true, "{missing}");
    for (tool, state) in [
        ("question_ask", "x".to_owned()),
        ("question_ask", "{}".into()),
        (
            "question_ask",
            json!({ "workflow": made["workflow"], "id": 7 }).to_string(),
        ),
        ("note_write", known),
    ] {
        let params = json!({ "name": tool, "arguments": {}, "requestState": state });
        let error = ada.refused("tools/call", params);
        assert_eq!(error["code"], -32602, "{tool}: {error}");
    }
}
