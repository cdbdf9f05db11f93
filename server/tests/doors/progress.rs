//! Progress of a workflow over HTTP: its days, its lead's epoch, the log of one agent.

use serde_json::json;

use crate::harness::Server;

#[test]
fn a_digest_says_what_mattered_and_leads_on() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let worker = server.agent("ben", "worker");
    let person = server.person("mara", "owner");
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "Sign tokens" }] });
    let workflow = lead.call("workflow_create", &new).ok()["workflow"].clone();
    let claim = json!({ "workflow": workflow, "task": "T1" });
    let lease = worker.call("task_claim", &claim).ok()["lease"]["id"].clone();
    let secret = json!({ "workflow": workflow, "content": "aardvark", "type": "risk" });
    let found = worker.call("discovery_record", &secret).ok();
    let done = json!({ "workflow": workflow, "task": "T1", "lease": lease, "summary": "s" });
    worker.call("task_complete", &done).ok();
    let query = format!(
        "/api/workflow_digest?workflow={}",
        workflow.as_str().unwrap()
    );
    let answer = worker.get(&query).ok();
    let day = &answer["items"][0];
    assert_eq!(day["tasks_completed"]["items"][0]["text"], "Sign tokens");
    assert_eq!(day["discoveries"]["items"][0]["text"], "aardvark");
    assert_eq!(day["last_version"], answer["version"]);
    let stream = format!("workflow:{}", workflow.as_str().unwrap());
    let redact = json!({ "stream": stream, "fact": found["version"] });
    person.call("redact", &redact).ok();
    let after = worker.get(&query);
    assert!(!after.body.contains("aardvark"), "{after:?}");
    assert_eq!(after.ok()["items"][0]["facts"], day["facts"]);
    worker
        .get(&format!("{query}&limit=0"))
        .wrong(400, "invalid", "/limit");
    worker
        .get(&format!("{query}&cursor=x"))
        .wrong(400, "invalid", "/cursor");
}

#[test]
fn a_stale_epoch_of_the_lead_is_refused_however_it_is_sent() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g" });
    let made = lead.call("workflow_create", &new).ok();
    let workflow = made["workflow"].clone();
    let add = |epoch: serde_json::Value| {
        let task = json!({ "workflow": workflow, "title": "t", "lead_epoch": epoch });
        lead.call("task_add", &task)
    };
    add(made["lead_epoch"].clone()).ok();
    let take = json!({ "workflow": workflow, "action": "take" });
    let taken = lead.call("workflow_lead", &take).ok();
    let refused = add(made["lead_epoch"].clone()).problem(409, "conflict");
    assert_eq!(refused["reason"], "lead_lost");
    add(taken["epoch"].clone()).ok();
    add(json!(null)).ok();
    add(json!("one")).wrong(400, "invalid", "/lead_epoch");
    let form = format!(
        "workflow={}&title=t&lead_epoch=1",
        workflow.as_str().unwrap()
    );
    let kind = Some("application/x-www-form-urlencoded");
    let answer = lead.raw("POST", "/api/task_add", kind, form.as_bytes());
    assert_eq!(answer.problem(409, "conflict")["reason"], "lead_lost");
}

#[test]
fn the_log_of_an_agent_is_what_it_did_in_that_workflow() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let worker = server.agent("ben", "worker");
    let make = |name: &str| {
        let new = json!({ "name": name, "goal": "g" });
        let workflow = lead.call("workflow_create", &new).ok()["workflow"].clone();
        let found = json!({ "workflow": workflow, "content": name, "type": "insight" });
        worker.call("discovery_record", &found).ok();
        workflow
    };
    let (one, _other) = (make("one"), make("other"));
    let state = json!({ "workflow": one, "fields": ["agent_contributions"] });
    let state = lead.call("workflow_get", &state).ok();
    let given = state["workflow"]["agent_contributions"].as_array().unwrap();
    let ben = given
        .iter()
        .find(|given| given["agent_id"] == "ben")
        .unwrap();
    let log = lead.get(ben["log_ref"].as_str().unwrap()).ok();
    let facts = log["items"].as_array().unwrap();
    assert!(!facts.is_empty());
    for fact in facts {
        assert_eq!(fact["actor"]["id"], "ben", "{fact}");
        assert_eq!(
            fact["stream"],
            format!("workflow:{}", one.as_str().unwrap())
        );
    }
}
