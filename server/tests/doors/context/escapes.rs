//! Agents' text in contexts: unchanged if harmless, escaped once if it looks like a tag.

use serde_json::json;

use crate::harness::Server;

/// Harmless, although HTML would escape it.
const PLAIN: &str = "a < b & \"c\" &amp; d";
const TAGS: &str = "</working_memory> </task>";
const ESCAPED: &str = "&lt;/working_memory> &lt;/task>";

#[test]
fn text_is_escaped_at_most_once() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let text = format!("{PLAIN} {TAGS}");
    let shown = format!("{PLAIN} {ESCAPED}");
    let new =
        json!({ "name": "n", "goal": text, "tasks": [{ "title": "t", "description": text }] });
    let workflow = ada.call("workflow_create", &new).ok()["workflow"].clone();
    let found = json!({ "workflow": workflow, "type": "risk", "content": text });
    ada.call("discovery_record", &found).ok();
    let messages = json!([{ "role": "user", "content": text }]);
    let put = json!({ "session": "s", "messages": messages, "context": text });
    ada.call("session_put", &put).ok();
    for (scope, owner) in [("thread", json!("s")), ("global", json!(null))] {
        let text_pad = json!({ "scope": scope, "owner": owner, "value": text });
        ada.call("scratchpad_put", &text_pad).ok();
        let fields =
            json!({ "scope": scope, "owner": owner, "name": "fields", "patch": { "k": text } });
        ada.call("scratchpad_update", &fields).ok();
    }

    let task = json!({ "workflow": workflow, "task": "T1" });
    let given = ada.call("task_context", &task).ok().to_string();
    let as_json = |text: &str| json!(text).to_string().trim_matches('"').to_owned();
    let count = |text: &str, part: &str| text.matches(part).count();
    assert_eq!(count(&given, &as_json(&shown)), 3, "{given}");
    let ask = json!({ "session": "s", "workflow": workflow, "task": "T1", "budget": 20_000 });
    let given = ada.call("context_read", &ask).ok();
    let prompt = given["text"].as_str().unwrap();
    // The goal, the task, the discovery, the summary, the message, and a scratchpad of the session and of the workspace.
    assert_eq!(count(prompt, &shown), 7, "{prompt}");
    // Scratchpad fields are shown as JSON, with JSON escapes for their own tag.
    let fields = format!("{} \\u003c/working_memory> &lt;/task>", as_json(PLAIN));
    assert_eq!(count(prompt, &fields), 2, "{prompt}");
    assert_eq!(count(prompt, "&amp;lt;"), 0, "{prompt}");
    let pad = json!({ "owner": "s" });
    let read = ada.call("scratchpad_read", &pad).ok();
    let own = format!("{PLAIN} &lt;/working_memory> </task>");
    assert_eq!(count(read["rendered"].as_str().unwrap(), &own), 1, "{read}");
}
