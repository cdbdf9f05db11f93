//! Texts with markup, written into every free text by agents and looked for on every page.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};

use crate::harness::{Client, Model, Server};

const HOSTILE: &str = "x</title></textarea></script></style></svg>--><img src=x onerror=alert(1)>\
    <meta http-equiv=refresh content=\"0;url=http://evil.example/\">\" autofocus onfocus=\"alert(2)' &lt;";
/// Strings that must never be in a page.
const MARKUP: [&str; 4] = [
    "<img src=x",
    "<meta http-equiv=refresh",
    "x</title></textarea>",
    "</style></svg>-->",
];
/// The same for texts with a short limit.
const SHORT: &str =
    "x</title></textarea><img src=x onerror=1><meta http-equiv=refresh>\" onfocus=\"";
/// An upper bound on the number of pages; each is reachable in many ways.
const PAGES: usize = 250;

/// Creates a team whose texts are all hostile.
pub fn speak(server: &Server) {
    let orch = server.agent("orch", "orchestrator");
    let ada = server.agent("ada", "worker");
    work(&orch, &ada);
    talk(server, &orch, &ada);
}

/// Creates a workflow with something of each kind.
fn work(orch: &Client, ada: &Client) {
    let h = HOSTILE;
    let text = |more: &str| format!("{more} {h}");
    let made = orch.call(
        "workflow_create",
        &json!({ "name": h, "goal": h, "constraints": [h], "tasks": [
            { "title": h, "description": h, "acceptance": [h], "group": "g", "paths": ["src/x"],
              "links": [{ "kind": "issue", "target": h }], "needs_review": true },
            { "title": text("two"), "description": h }, { "title": text("three") },
        ] }),
    );
    let id = made.ok()["workflow"].as_str().unwrap().to_owned();
    let with = |mut body: Value| {
        body["workflow"] = json!(id);
        body
    };
    let does = |who: &Client, operation: &str, body: Value| who.call(operation, &with(body)).ok();
    let claim = |task: &str| does(ada, "task_claim", json!({ "task": task }));
    let first = "T1:1";
    claim("T1");
    does(
        ada,
        "task_update",
        json!({ "task": "T1", "status": "in_progress", "note": h, "lease": first }),
    );
    does(
        ada,
        "artifact_record",
        json!({ "type": "code", "path": text("a.rs"), "content": h, "description": h, "associated_task": "T1" }),
    );
    does(
        ada,
        "artifact_record",
        json!({ "type": "code", "path": text("a.rs"), "content": text("more"), "description": h }),
    );
    does(
        ada,
        "discovery_record",
        json!({ "type": "risk", "content": h, "affects_tasks": ["T1"] }),
    );
    does(
        orch,
        "decision_record",
        json!({ "question": h, "choice": h, "rationale": h, "alternatives": [h], "affects_tasks": ["T1"] }),
    );
    does(
        orch,
        "approval_request",
        json!({ "subject": { "decision": "D1" }, "reason": h }),
    );
    does(
        orch,
        "approval_request",
        json!({ "subject": { "plan": h }, "reason": h }),
    );
    does(
        orch,
        "nudge_send",
        json!({ "target": "ada", "message": h, "task": "T1" }),
    );
    does(orch, "nudge_send", json!({ "target": "all", "message": h }));
    does(
        ada,
        "question_ask",
        json!({ "question": h, "options": [h, "no"], "task": "T1", "lease": first }),
    );
    does(
        ada,
        "task_complete",
        json!({ "task": "T1", "lease": first, "summary": h, "next_steps": [h] }),
    );
    claim("T2");
    does(
        ada,
        "task_fail",
        json!({ "task": "T2", "lease": "T2:1", "error": h }),
    );
}

/// Creates a session, scratchpads, memories and settings.
fn talk(server: &Server, orch: &Client, ada: &Client) {
    let h = HOSTILE;
    let text = |more: &str| format!("{more} {h}");
    let messages = json!([
        { "role": "user", "content": h, "name": "n" },
        { "role": "assistant", "content": h, "tool_calls": [{ "name": h, "arguments": { "a": h } }] },
    ]);
    let session = json!({ "session": h, "namespace": h, "user_id": h, "messages": messages, "data": { "k": h },
        "context": h, "memories": [{ "id": h, "text": h, "topics": [h], "entities": [h] }] });
    ada.call("session_put", &session).ok();
    let entity =
        json!({ "session": h, "namespace": h, "user_id": h, "type": "issue", "id": h, "name": h });
    ada.call("entity_add", &entity).ok();
    for value in [json!(h), json!({ "k": h, h: "v" })] {
        let name = if value.is_string() { "text" } else { SHORT };
        let put = json!({ "scope": "global", "name": name, "value": value });
        orch.call("scratchpad_put", &put).ok();
    }
    ada.call(
        "memory_create",
        &json!({ "memory": { "text": h, "topics": [h] } }),
    )
    .ok();
    let settings =
        json!({ "settings": { "summarization_prompt": text("{prev_summary} {messages_joined}") } });
    server
        .person("olga", "owner")
        .call("settings_set", &settings)
        .ok();
    let definition = json!({ "name": h, "group_by": ["user_id"], "prompt": h });
    orch.call("summary_view_create", &json!({ "definition": definition }))
        .ok();
}

/// Returns the links of a page.
fn leads(page: &str) -> impl Iterator<Item = String> + '_ {
    let files = ["/pkg/", "/fonts/", "/favicon", "/api/"];
    let hrefs = page.split("href=\"").skip(1);
    let hrefs = hrefs.filter_map(|rest| rest.split(['"', '#']).next());
    hrefs
        .filter(move |href| {
            href.starts_with('/') && !files.iter().any(|file| href.starts_with(file))
        })
        .map(|href| href.replace("&amp;", "&"))
}

/// Reduces an address to its kind, so that equivalent pages are opened once; `None` for combinations of more than two
/// parameters.
fn sort_of(href: &str) -> Option<String> {
    let (path, query) = href.split_once('?').unwrap_or((href, ""));
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let mut names: Vec<_> = pairs
        .map(|pair| match pair.split_once('=') {
            Some((name, _)) if name != "view" => name,
            _ => pair,
        })
        .collect();
    names.sort_unstable();
    (names.len() <= 2).then(|| format!("{path}?{}", names.join("&")))
}

/// Returns the first tag that got an attribute from a text, if any.
fn seized(page: &str) -> Option<&str> {
    let is_tag = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
    page.split('<').skip(1).filter(is_tag).find(|rest| {
        let outside = rest.split('"').step_by(2);
        let mut within = outside.map(|part| {
            part.split_once('>')
                .map_or((part, false), |(tag, _)| (tag, true))
        });
        let mut ended = false;
        within.any(|(part, ends)| {
            let is_in = !ended && part.contains("onfocus");
            ended |= ends;
            is_in
        })
    })
}

#[test]
fn no_text_becomes_markup_on_any_page() {
    nothing_becomes_markup(&Server::start());
}

#[test]
fn no_text_becomes_markup_while_a_model_thinks() {
    let model = Model::start();
    nothing_becomes_markup(&Server::start_with(&[
        "--llm-url",
        &model.url,
        "--llm-model",
        "stub",
    ]));
}

fn nothing_becomes_markup(server: &Server) {
    speak(server);
    let mara = server.person("mara", "owner").browser();
    let (mut seen, mut shown) = (BTreeSet::new(), BTreeSet::new());
    let mut next = VecDeque::from(["/".to_owned(), "/nowhere".into()]);
    while let Some(href) = next.pop_front() {
        if seen.len() >= PAGES || !sort_of(&href).is_some_and(|sort| seen.insert(sort)) {
            continue;
        }
        let answer = mara.get(&href);
        for markup in MARKUP {
            let around = answer.body.find(markup).map(|at| {
                let start = answer.body.floor_char_boundary(at.saturating_sub(200));
                &answer.body[start..answer.body.floor_char_boundary(at + 200)]
            });
            assert!(around.is_none(), "{href}: {}", around.unwrap_or_default());
        }
        assert_eq!(seized(&answer.body), None, "{href}");
        if answer.body.contains("&lt;meta http-equiv=refresh") {
            let path = href.split(['?', '%']).next().unwrap_or_default();
            shown.insert(path.to_owned());
        }
        next.extend(leads(&answer.body));
    }
    for page in [
        "/",
        "/inbox",
        "/inbox/",
        "/workflows",
        "/workflows/",
        "/sessions",
        "/sessions/",
        "/scratchpads",
        "/scratchpads/",
        "/agents/",
        "/settings/memory",
    ] {
        let is_shown = |shown: &String| match page.strip_suffix('/') {
            Some(under) if !under.is_empty() => shown.starts_with(page),
            _ => shown == page,
        };
        assert!(
            shown.iter().any(is_shown),
            "{page} does not show it: {shown:?}"
        );
    }
}
