//! Memories as resources: readable by permitted callers only, with notifications of changes.

use std::sync::mpsc;

use serde_json::{Value, json};

use super::{NEW, Speaker};
use crate::harness::{Client, Event, Feed, Server};

/// Subscribes to resources; returns the accepted ones.
fn listen(speaker: &Speaker, addresses: &[String]) -> (Feed, Value) {
    let (feed, accepted) = open(speaker, &json!({ "resourceSubscriptions": addresses }));
    (feed, accepted["resourceSubscriptions"].clone())
}

/// Subscribes; the acknowledgement has arrived.
fn open(speaker: &Speaker, notifications: &Value) -> (Feed, Value) {
    let filter = json!({ "notifications": notifications });
    let message = speaker.message("subscriptions/listen", filter);
    let sender = speaker.sender(&message);
    let body = message.to_string();
    let response = sender.open("POST", "/mcp", Some("application/json"), body.as_bytes());
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let (tell, told) = mpsc::channel();
    let reader = response
        .into_body()
        .into_with_config()
        .limit(u64::MAX)
        .reader();
    std::thread::spawn(move || crate::harness::read_events(reader, &tell));
    let feed = Feed(told);
    let acknowledged = next(&feed);
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    (feed, acknowledged["params"]["notifications"].clone())
}

/// Returns the next message.
fn next(feed: &Feed) -> Value {
    loop {
        let Event { data, .. } = feed.next();
        if let Ok(message) = serde_json::from_str(&data) {
            return message;
        }
    }
}

fn address(result: &Value) -> Vec<&str> {
    let resources = result["resources"].as_array().unwrap().iter();
    resources
        .map(|resource| resource["uri"].as_str().unwrap())
        .collect()
}

/// Returns all listed resources.
fn all(speaker: &Speaker) -> Vec<String> {
    let mut found = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let page = speaker.ask("resources/list", json!({ "cursor": cursor }));
        found.extend(address(&page).into_iter().map(str::to_owned));
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            return found;
        }
    }
}

fn begun() -> (Server, Speaker, Speaker, String) {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let ada = Speaker::agent(&server, "ada", "worker");
    let plan = json!({ "name": "n", "goal": "g", "tasks": [{ "key": "a", "title": "A" }] });
    let workflow = orch.call("workflow_create", &plan)["workflow"].clone();
    let workflow = workflow.as_str().unwrap().to_owned();
    (server, orch, ada, workflow)
}

#[test]
fn what_is_listed_is_read_and_belongs_to_who_may_read_it() {
    let (server, orch, ada, workflow) = begun();
    let bo = Speaker::agent(&server, "bo", "worker");
    let words = json!([{ "role": "user", "content": "secret" }]);
    let session = json!({ "session": "chat 1/2", "namespace": "n s", "messages": words });
    ada.call("session_append", &session);
    ada.call("note_write", &json!({ "note": "remember" }));

    let listed = all(&ada);
    assert!(
        listed.contains(&format!("loci://workflow/{workflow}")),
        "{listed:?}"
    );
    assert!(listed.contains(&"loci://mind/ada".into()), "{listed:?}");
    let chat = listed
        .iter()
        .find(|address| address.starts_with("loci://session/"));
    let chat = chat.unwrap().clone();
    let read = |speaker: &Speaker, address: &str| {
        let read = speaker.ask("resources/read", json!({ "uri": address }));
        assert_eq!(read["contents"][0]["uri"], address);
        read["contents"][0]["text"].as_str().unwrap().to_owned()
    };
    for address in &listed {
        let _: Value = serde_json::from_str(&read(&ada, address)).unwrap();
    }
    assert!(read(&ada, &chat).contains("secret"));
    assert!(read(&orch, &format!("loci://workflow/{workflow}/task/T1")).contains("\"A\""));

    let template = json!({ "type": "ref/resource", "uri": "loci://session/{session}" });
    let complete = |speaker: &Speaker| {
        let asked = json!({ "ref": template, "argument": { "name": "session", "value": "" } });
        speaker.ask("completion/complete", asked)["completion"]["values"].clone()
    };
    assert_eq!(complete(&ada).as_array().unwrap().len(), 1);
    assert_eq!(complete(&bo), json!([]));
    assert!(!all(&bo).contains(&chat));
    let refused = bo.refused("resources/read", json!({ "uri": chat }));
    assert!(!refused.to_string().contains("secret"), "{refused}");
    for address in [
        "loci://x",
        "file:///etc/passwd",
        "loci://workflow/x",
        "loci://mind/%00",
    ] {
        let error = ada.refused("resources/read", json!({ "uri": address }));
        assert_eq!(error["code"], -32602, "{address}: {error}");
    }
    for cursor in ["x", "9:", "0:x", "-1:", ":"] {
        let answer = ada
            .send("resources/list", json!({ "cursor": cursor }))
            .json();
        assert_ne!(answer["error"]["code"], -32603, "{cursor}: {answer}");
    }
}

#[test]
fn a_nudge_comes_with_what_is_read() {
    let (_server, orch, ada, workflow) = begun();
    orch.call(
        "nudge_send",
        &json!({ "workflow": workflow, "target": "ada", "message": "look" }),
    );
    let uri = format!("loci://workflow/{workflow}");
    let read = ada.ask("resources/read", json!({ "uri": uri }));
    let contents = read["contents"].as_array().unwrap();
    assert_eq!(contents.len(), 2, "{read}");
    assert!(
        contents[1]["text"].as_str().unwrap().contains("\"look\""),
        "{read}"
    );
    let read = ada.ask("resources/read", json!({ "uri": uri }));
    assert_eq!(read["contents"].as_array().unwrap().len(), 1, "{read}");
}

#[test]
fn who_listens_is_told_what_changed_and_nothing_of_others() {
    let (server, orch, ada, workflow) = begun();
    let bo = Speaker::agent(&server, "bo", "worker");
    let words = json!([{ "role": "user", "content": "secret" }]);
    ada.call(
        "session_append",
        &json!({ "session": "chat", "messages": words }),
    );
    let here = format!("loci://workflow/{workflow}");
    let addresses = [
        "loci://session/chat".to_owned(),
        here.clone(),
        "loci://nothing".into(),
    ];
    let (feed, accepted) = listen(&bo, &addresses);
    assert_eq!(accepted, json!([addresses[0], addresses[1]]));
    ada.call(
        "session_append",
        &json!({ "session": "chat", "messages": words }),
    );
    orch.call("task_add", &json!({ "workflow": workflow, "title": "B" }));
    let told = next(&feed);
    assert_eq!(told["method"], "notifications/resources/updated");
    assert_eq!(told["params"]["uri"], here, "{told}");
}

#[test]
fn who_listens_to_a_context_is_told_of_every_memory_in_it() {
    let (server, orch, ada, workflow) = begun();
    let bo = Speaker::agent(&server, "bo", "worker");
    let say = || {
        let words = json!([{ "role": "user", "content": "hello" }]);
        let talk = json!({ "session": "chat", "user_id": "mara", "messages": words });
        ada.call("session_append", &talk)
    };
    let session = say()["session"].as_str().unwrap().replace('/', "%2F");
    let chat = format!("loci://context/session/{session}");
    let task = format!("loci://context/workflow/{workflow}/task/T1");
    let own = "loci://context/agent/ada".to_owned();
    let all = [chat.clone(), own.clone(), task.clone()];
    let (feed, accepted) = listen(&ada, &all);
    assert_eq!(accepted, json!(all));
    let pad = |scope: &str, owner: Option<&str>| {
        let content = json!({ "todo": scope });
        let pad = json!({ "scope": scope, "owner": owner, "value": content });
        ada.call("scratchpad_put", &pad);
    };
    let owner = session.replace("%2F", "/");
    let steps: [(&dyn Fn(), &[&String]); 6] = [
        (&|| drop(say()), &[&chat]),
        (&|| pad("thread", Some(&owner)), &[&chat]),
        (&|| pad("resource", Some("mara")), &[&chat]),
        (&|| pad("global", None), &[&own, &chat, &task]),
        (
            &|| drop(ada.call("note_write", &json!({ "note": "remember" }))),
            &[&own, &chat, &task],
        ),
        (
            &|| drop(orch.call("task_add", &json!({ "workflow": workflow, "title": "B" }))),
            &[&task],
        ),
    ];
    for (at, (step, addresses)) in steps.into_iter().enumerate() {
        // Not part of any context of ada's.
        bo.call("note_write", &json!({ "note": "mine" }));
        step();
        for address in addresses {
            assert_eq!(&next(&feed)["params"]["uri"], *address, "step {at}");
        }
    }
}

#[test]
fn what_begins_so_is_found_among_many() {
    let (_server, _, ada, _) = begun();
    let words = json!([{ "role": "user", "content": "hello" }]);
    for number in 0..230 {
        let session = format!("cmp-{number:03}");
        ada.call(
            "session_append",
            &json!({ "session": session, "messages": words }),
        );
    }
    let template = json!({ "type": "ref/resource", "uri": "loci://session/{session}" });
    let complete = |typed: &str| {
        let asked = json!({ "ref": template, "argument": { "name": "session", "value": typed } });
        ada.ask("completion/complete", asked)["completion"].clone()
    };
    for (typed, values, total, more) in [
        ("CMP-01", 10, json!(10), false),
        ("cmp-", 100, Value::Null, true),
        ("", 100, Value::Null, true),
        ("cmp-2", 30, json!(30), false),
        ("x", 0, json!(0), false),
    ] {
        let found = complete(typed);
        assert_eq!(found["values"].as_array().unwrap().len(), values, "{typed}");
        assert_eq!((&found["total"], &found["hasMore"]), (&total, &json!(more)));
    }
}

#[test]
fn who_listens_to_what_there_is_to_read_hears_of_more_that_they_may_read() {
    let (server, orch, ada, workflow) = begun();
    let bo = Speaker::agent(&server, "bo", "worker");
    let (feed, accepted) = open(
        &bo,
        &json!({ "resourcesListChanged": true, "toolsListChanged": true }),
    );
    assert_eq!(accepted["resourcesListChanged"], true, "{accepted}");
    assert!(accepted["toolsListChanged"].is_null(), "{accepted}");
    let words = json!([{ "role": "user", "content": "secret" }]);
    ada.call(
        "session_append",
        &json!({ "session": "new", "messages": words }),
    );
    orch.call("task_add", &json!({ "workflow": workflow, "title": "B" }));
    let own = json!({ "session": "own", "messages": words });
    bo.call("session_append", &own);
    let told = next(&feed);
    assert_eq!(
        told["method"], "notifications/resources/list_changed",
        "{told}"
    );
    // Only their own changes were announced, none of the others.
    orch.call("workflow_create", &json!({ "name": "n", "goal": "g" }));
    bo.call("session_append", &own);
    assert_eq!(
        next(&feed)["method"],
        "notifications/resources/list_changed"
    );
}

#[test]
fn who_is_shut_out_hears_no_more() {
    let (server, _orch, _ada, _workflow) = begun();
    let bo = Speaker::new(
        Client::new(&server.base).bearer(&server.token("bo", "worker")),
        NEW,
    );
    let (feed, _) = listen(&bo, &["loci://mind/bo".to_owned()]);
    let waiting = bo.clone();
    let waiting = std::thread::spawn(move || {
        waiting.send(
            "tools/call",
            json!({ "name": "changes_wait", "arguments": { "timeout_seconds": 60 } }),
        )
    });
    let listed = server.cli(&["token", "list", "--agent", "bo"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    let id = listed.split_whitespace().next().unwrap();
    assert!(server.cli(&["token", "revoke", id]).status.success());
    assert!(feed.ended());
    let answer = waiting.join().unwrap();
    let is_refused = answer.status == 401 || answer.json()["result"]["isError"] == true;
    assert!(is_refused, "{answer:?}");
    assert_eq!(bo.send("tools/list", json!({})).status, 401);
}
