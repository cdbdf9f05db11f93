//! A dry run of an import returns the same as the import, including rejections.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

/// Returns the answers of the dry run and of the import, without the members that must differ.
fn both(client: &Client, operation: &str, body: &Value) -> [(u16, Value); 2] {
    [true, false].map(|is_look| {
        let mut body = body.clone();
        body["dry_run"] = is_look.into();
        let answer = client.call(operation, &body);
        let said = answer.json();
        let told = match said.get("report").unwrap_or(&said) {
            report if answer.status == 200 => [
                "created",
                "changed",
                "unchanged",
                "set_aside",
                "quarantined",
                "odd",
                "notes",
            ]
            .map(|name| report[name].clone())
            .into_iter()
            .collect(),
            problem => ["code", "reason", "detail", "fields"]
                .map(|name| problem[name].clone())
                .into_iter()
                .collect(),
        };
        (answer.status, told)
    })
}

fn odd(many: usize) -> String {
    format!("{}\n", json!({"role": "user", "content": {}})).repeat(many)
}

#[test]
fn whatever_is_refused_is_refused_at_once() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let hi = format!("{}\n", json!({"role": "user", "content": "hi"}));
    let said = hi.repeat(1_100);
    let memories = |many: usize| {
        let odd = json!({"memory": 5});
        json!({"results": vec![odd; many]}).to_string()
    };
    let issue = r#"{"id":"a","title":"a","dependencies":[{"depends_on_id":"z"}]}"#;
    let chat = |session: &str, content: String| json!({"session": session, "content": content, "format": "openai_chat"});
    for (operation, body, status) in [
        ("memory_import", json!({"content": memories(3)}), 200),
        ("memory_import", json!({"content": memories(1_001)}), 400),
        ("memory_import", json!({"content": "a\n---\n\nb"}), 200),
        ("memory_import", json!({"content": ""}), 400),
        ("session_import", chat("s", hi.clone() + &odd(1)), 200),
        ("session_import", chat("t", said + &odd(1_001)), 400),
        ("session_import", chat("u", odd(1)), 400),
        ("session_import", chat(" ", hi.clone()), 400),
        ("workflow_import", json!({"content": issue}), 200),
        (
            "workflow_import",
            json!({"content": "hello", "format": "beads"}),
            400,
        ),
        ("workflow_import", json!({"content": "[]"}), 400),
        (
            "workflow_import",
            json!({"content": issue, "workflow": "01J00000000000000000000000"}),
            404,
        ),
    ] {
        let [look, done] = both(&orch, operation, &body);
        assert_eq!(look, done, "{operation}");
        assert_eq!(look.0, status, "{operation}: {}", look.1);
    }
    // The rejection includes the unreadable parts.
    let hello = json!({"content": "hello\nagain", "format": "beads"});
    let problem = orch.call("workflow_import", &hello).problem(400, "invalid");
    assert_eq!(
        problem["fields"].as_array().map(Vec::len),
        Some(2),
        "{problem}"
    );
    let owner = server.person("mara", "owner");
    let off = json!({"settings": {"long_term_memory": false}});
    owner.call("settings_set", &off).ok();
    let [look, done] = both(&orch, "session_import", &chat("v", hi + &odd(1)));
    assert_eq!(look, done);
    assert_eq!((look.0, &look.1[1]), (409, &json!("switched_off")));
}
