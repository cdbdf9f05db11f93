//! Calls every operation with every role and without a login. Expected access is listed in `roles.txt`.

use std::collections::BTreeMap;

use kernel::Role;
use kernel::access::Access;
use kernel::operation::{Effect, Operation, Visitor};
use serde_json::json;

use crate::harness::{Client, Server};

struct Table(Vec<(&'static str, Effect, Access)>);

impl Visitor for Table {
    fn visit<O: Operation>(&mut self) {
        self.0.push((O::SPEC.name, O::SPEC.effect, O::SPEC.access));
    }
}

fn table() -> Vec<(&'static str, Effect, Access)> {
    let mut table = Table(Vec::new());
    engine::operations::each(&mut table);
    table.0
}

/// The operations and the letters of the roles that may call them, sorted. Operations that no role may call are not
/// listed.
const ROLES: &str = include_str!("roles.txt");

const fn letter(role: Role) -> char {
    match role {
        Role::Orchestrator => 'o',
        Role::Worker => 'w',
        Role::Reviewer => 'r',
        Role::Librarian => 'l',
        Role::Observer => 'b',
        Role::Member => 'm',
        Role::Owner => 'H',
        Role::Viewer => 'v',
        Role::System => 's',
    }
}

#[test]
fn every_operation_admits_the_listed_roles_only() {
    let expected: BTreeMap<&str, &str> = ROLES
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .collect();
    let listed: Vec<&str> = table()
        .into_iter()
        .filter(|(.., access)| access.roles().next().is_some())
        .map(|(name, ..)| name)
        .collect();
    for name in &listed {
        assert!(expected.contains_key(name), "add {name} to roles.txt");
    }
    for name in expected.keys() {
        assert!(listed.contains(name), "remove {name} from roles.txt");
    }
    let server = Server::start();
    let callers: Vec<(Role, Client)> = Role::GRANTABLE
        .into_iter()
        .map(|role| {
            let client = if role.is_person() {
                server.person(role.name(), role.name())
            } else {
                server.agent(&format!("an-{}", role.name()), role.name())
            };
            (role, client)
        })
        .collect();
    for (name, effect, _) in table() {
        let letters = expected.get(name).copied().unwrap_or_default();
        let path = format!("/api/{name}");
        server
            .anonymous()
            .call(name, &json!({}))
            .problem(401, "unauthenticated");
        if effect == Effect::Read {
            server
                .anonymous()
                .get(&path)
                .problem(401, "unauthenticated");
        }
        for (role, client) in &callers {
            // An unknown field: an admitted caller gets an error about it, and nothing is done.
            let answer = client.call(name, &json!({ "no_such_argument": 1 }));
            let is_admitted = letters.contains(letter(*role));
            let expected = if is_admitted { 400 } else { 403 };
            assert_eq!(
                answer.status,
                expected,
                "{name} as {}: {answer:?}",
                role.name()
            );
            if effect == Effect::Read {
                let answer = client.get(&format!("{path}?no_such_argument=1"));
                assert_eq!(answer.status, expected, "GET {name} as {}", role.name());
            }
        }
    }
}

#[test]
fn writes_do_not_answer_get_and_say_what_they_answer() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    for (name, effect, _) in table() {
        let path = format!("/api/{name}");
        let allowed = match effect {
            Effect::Read => "GET, HEAD, POST",
            Effect::Write => "POST",
        };
        let answer = client.raw("DELETE", &path, None, b"");
        answer.problem(405, "invalid");
        assert_eq!(answer.header("allow"), allowed, "{name}");
        if effect == Effect::Write {
            client.get(&path).problem(405, "invalid");
        }
    }
}

#[test]
fn a_token_that_is_wrong_revoked_or_expired_is_nobodys() {
    let server = Server::start();
    let owner = server.person("mara", "owner");
    let token = server.token("ada", "orchestrator");
    let ada = server.anonymous().bearer(&token);
    ada.call("agent_list", &json!({})).ok();
    for wrong in [
        "",
        "x",
        "loci_0000",
        &format!("{token}0"),
        &token[..token.len() - 1],
    ] {
        let client = server.anonymous().bearer(wrong);
        let answer = client.call("agent_list", &json!({}));
        answer.problem(401, "unauthenticated");
        assert!(answer.header("www-authenticate").starts_with("Bearer"));
    }
    // An invalid token is not overridden by a valid cookie.
    let mixed = owner.clone().bearer("x").call("agent_list", &json!({}));
    mixed.problem(401, "unauthenticated");

    let listed = owner.call("token_list", &json!({})).ok();
    let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
    owner.call("token_revoke", &json!({ "token": id })).ok();
    ada.call("agent_list", &json!({}))
        .problem(401, "unauthenticated");

    let output = server.cli(&[
        "token",
        "create",
        "--agent",
        "bob",
        "--role",
        "worker",
        "--expires",
        "1s",
    ]);
    let token = String::from_utf8(output.stdout).unwrap();
    let bob = server.anonymous().bearer(token.trim());
    let began = std::time::Instant::now();
    while bob.call("agent_list", &json!({})).status != 401 {
        assert!(
            began.elapsed() < crate::harness::PATIENCE,
            "it does not expire"
        );
    }
}

#[test]
fn nobody_can_be_given_the_role_of_loci_itself() {
    let server = Server::start();
    let output = server.cli(&["token", "create", "--agent", "x", "--role", "system"]);
    assert_eq!(output.status.code(), Some(2));
    let output = server.cli(&["token", "create", "--agent", "x", "--role", "owner"]);
    assert_eq!(output.status.code(), Some(2), "people have no tokens");
    let output = server.cli_with(
        &[
            "user",
            "create",
            "x",
            "--role",
            "worker",
            "--password-stdin",
        ],
        "correct horse\n",
    );
    assert_eq!(output.status.code(), Some(2), "agents do not sign in");
}

#[expect(clippy::too_many_lines, reason = "one story")]
#[test]
fn an_orchestrator_makes_tokens_for_workers_of_a_workflow_it_leads() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let other = server.agent("eve", "orchestrator");
    for (name, role) in [("tom", "worker"), ("rita", "reviewer")] {
        server.token(name, role);
    }
    let register = |name: &str| json!({ "name": name, "role": "worker" });
    lead.call("agent_register", &register("bob")).ok();
    other.call("agent_register", &register("ned")).ok();
    let begin = |client: &Client| {
        let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "first" }] });
        client.call("workflow_create", &new).ok()["workflow"].clone()
    };
    let (mine, theirs) = (begin(&lead), begin(&other));
    let token = |agent: &str, role: &str| json!({ "agent": agent, "role": role, "expires_seconds": 3600, "workflow": mine });
    for role in Role::GRANTABLE.into_iter().filter(|role| role.is_agent()) {
        let answer = lead.call("token_create", &token("bob", role.name()));
        match role {
            Role::Worker => drop(answer.ok()),
            _ => drop(answer.problem(403, "forbidden")),
        }
    }
    // A lead cannot create a token for another lead's agent, whatever its role.
    for agent in ["tom", "ned", "rita"] {
        lead.call("token_create", &token(agent, "worker"))
            .problem(403, "forbidden");
    }
    // Nor for a name that resembles one of an agent, a person, or Loci.
    server.person("kim", "member");
    for name in ["Tom", "TOM", "t0m", "Rita", "r1ta", "tornado"] {
        let answer = lead.call("agent_register", &register(name));
        match name {
            "tornado" | "r1ta" => drop(answer.ok()),
            _ => drop(answer.problem(409, "conflict")),
        }
    }
    for name in ["kim", "Kim", "KIM", "kirn"] {
        lead.call("agent_register", &register(name))
            .problem(409, "conflict");
    }
    for name in [
        "t\u{43e}m",
        "tom\u{200b}",
        "tom ",
        " tom",
        "t om",
        "loci",
        "L0ci",
        "A11",
        "all",
    ] {
        lead.call("agent_register", &register(name))
            .problem(400, "invalid");
    }
    lead.call("token_create", &token("rita", "worker"))
        .problem(403, "forbidden");
    lead.call("token_create", &token("eve", "worker"))
        .problem(403, "forbidden");
    other
        .call("token_create", &token("bob", "worker"))
        .problem(403, "forbidden");
    let mut body = token("bob", "worker");
    body["expires_seconds"] = json!(86_401);
    lead.call("token_create", &body)
        .wrong(400, "invalid", "/expires_seconds");
    let mut body = token("bob", "worker");
    body.as_object_mut().unwrap().remove("workflow");
    lead.call("token_create", &body)
        .wrong(400, "invalid", "/workflow");

    // The token works in its workflow, and changes no other.
    let made = lead.call("token_create", &token("bob", "worker")).ok();
    assert_eq!(made["info"]["workflow"], mine);
    let bob = server.anonymous().bearer(made["token"].as_str().unwrap());
    bob.call("task_claim", &json!({ "workflow": mine })).ok();
    bob.call("task_claim", &json!({ "workflow": theirs }))
        .problem(403, "forbidden");
    bob.call("workflow_get", &json!({ "workflow": theirs }))
        .ok();
    // Nor anything else.
    let said = json!([{ "role": "user", "content": "x", "created_at": "2026-01-01T00:00:00Z" }]);
    for (operation, body) in [
        (
            "session_append",
            json!({ "session": "s", "messages": said }),
        ),
        ("session_put", json!({ "session": "s", "messages": said })),
        (
            "session_data",
            json!({ "session": "s", "patch": { "a": 1 } }),
        ),
        ("memory_create", json!({ "memories": [{ "text": "x" }] })),
        (
            "scratchpad_update",
            json!({ "scope": "global", "patch": { "a": 1 } }),
        ),
        ("scratchpad_define", json!({ "owner": "s" })),
        (
            "scratchpad_update",
            json!({ "scope": "resource", "owner": "mara", "patch": { "a": 1 } }),
        ),
    ] {
        let problem = bob.call(operation, &body).problem(403, "forbidden");
        let detail = problem["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("one workflow"), "{operation}: {detail}");
    }
    let memory = json!({ "session_id": "s", "messages": said });
    let put = bob.raw(
        "PUT",
        "/v1/working-memory/s",
        Some("application/json"),
        memory.to_string().as_bytes(),
    );
    assert_eq!(put.status, 403, "{}", put.body);
    let memories = json!({ "memories": [{ "id": "m", "text": "x" }] });
    let made = bob.post("/v1/long-term-memory/", &memories);
    assert_eq!(made.status, 403, "{}", made.body);
    assert_eq!(lead.call("session_list", &json!({})).ok()["total"], 0);
}

#[test]
fn an_agent_for_which_others_made_a_token_is_not_the_orchestrators_alone() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "first" }] });
    let workflow = lead.call("workflow_create", &new).ok()["workflow"].clone();
    let register = json!({ "name": "bob", "role": "worker" });
    lead.call("agent_register", &register).ok();
    let token =
        json!({ "agent": "bob", "role": "worker", "expires_seconds": 3600, "workflow": workflow });
    lead.call("token_create", &token).ok();
    server.token("bob", "worker");
    lead.call("token_create", &token).problem(403, "forbidden");
    // Names of people must not resemble others' either.
    for (name, code) in [
        ("b0b", 6),
        ("Ada", 6),
        ("mara", 0),
        ("Mara", 6),
        ("rnara", 6),
        ("n0body", 2),
    ] {
        let create = [
            "user",
            "create",
            name,
            "--role",
            "member",
            "--password-stdin",
        ];
        let output = server.cli_with(&create, "correct horse\n");
        assert_eq!(output.status.code(), Some(code), "{name}: {output:?}");
    }
}
