//! Records of tokens and names: creator and end of each token, and the uniqueness of names.

use serde_json::{Value, json};

use crate::erase::files_with;
use crate::harness::{Client, Server};

fn said(client: &Client) -> Vec<(String, Value, Value)> {
    let log = client
        .call("activity_list", &json!({ "stream": "workspace:main" }))
        .ok();
    let facts = log["items"].as_array().unwrap().iter();
    let tokens = facts.filter(|fact| fact["kind"].as_str().unwrap().starts_with("token_"));
    tokens
        .map(|fact| {
            let kind = fact["kind"].as_str().unwrap().to_owned();
            (kind, fact["actor"]["id"].clone(), fact["body"].clone())
        })
        .collect()
}

#[test]
fn tokens_are_made_and_ended_in_somebodys_name_and_never_told() {
    let server = Server::start();
    let person = server.person("mara", "owner");
    let agent = json!({ "name": "ben", "role": "worker" });
    person.call("agent_register", &agent).ok();
    let new = json!({ "name": "n", "goal": "g" });
    let workflow = person.call("workflow_create", &new).ok()["workflow"].clone();
    let ask = json!({ "agent": "ben", "expires_seconds": 60, "workflow": workflow });
    let keyed = person.clone().header("idempotency-key", "k");
    let made = keyed.call("token_create", &ask).ok();
    keyed.call("token_create", &ask).ok();
    let info = &made["info"];
    let (id, secret) = (&info["id"], made["token"].as_str().unwrap());
    person.call("token_revoke", &json!({ "token": id })).ok();
    person.call("token_revoke", &json!({ "token": id }));
    let by_cli = server.token("eve", "reviewer");
    let told = said(&person);
    let kinds: Vec<(&str, &str, &str)> = told
        .iter()
        .map(|(kind, by, body)| {
            let word = |value: &'_ Value| value.as_str().unwrap().to_owned().leak() as &str;
            (word(&json!(kind)), word(by), word(&body["agent"]))
        })
        .collect();
    assert_eq!(
        kinds,
        [
            ("token_created", "cli", "eve"),
            ("token_revoked", "mara", "ben"),
            ("token_created", "mara", "ben"),
        ]
    );
    let (_, _, body) = &told[2];
    assert_eq!((&body["token"], &body["workflow"]), (id, &workflow));
    assert_eq!(
        (&body["role"], &body["expires_at"]),
        (&json!("worker"), &info["expires_at"])
    );
    let log = person.call("activity_list", &json!({ "limit": 200 }));
    for secret in [secret, &by_cli] {
        assert!(!log.body.contains(secret));
        assert_eq!(files_with(&server.data(), secret), Vec::<String>::new());
    }
    assert!(log.body.contains("revoked the token"), "{log:?}");
}

fn create_person(server: &Server, name: &str) -> std::process::Output {
    let arguments = [
        "user",
        "create",
        name,
        "--role",
        "member",
        "--password-stdin",
    ];
    server.cli_with(&arguments, "correct horse\n")
}

#[test]
fn a_name_is_one_agents_or_one_persons_and_some_are_nobodys() {
    let server = Server::start();
    let person = server.person("mara", "owner");
    server.token("ben", "worker");
    let taken = create_person(&server, "ben");
    assert_eq!(taken.status.code(), Some(6), "{taken:?}");
    assert!(String::from_utf8_lossy(&taken.stderr).contains("ben is an agent here"));
    let agent = json!({ "name": "mara", "role": "worker" });
    person
        .call("agent_register", &agent)
        .problem(409, "conflict");
    for name in ["orchestrator", "all", "system", "cli", "loci", "All"] {
        let refused = create_person(&server, name);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("has a meaning of its own here"), "{said}");
        let agent = json!({ "name": name, "role": "worker" });
        let refused = person.call("agent_register", &agent);
        refused.wrong(400, "invalid", "/name");
    }
}
