//! Prompts on this wire contain only the memories of the right user.

use serde_json::{Value, json};

use super::{message, put};
use crate::harness::{Client, Server};

fn create(client: &Client, memories: &Value) {
    let body = json!({ "memories": memories });
    client.post("/v1/long-term-memory/", &body).ok();
}

/// Returns the sorted ids of the memories in a prompt; asserts that its text has the same ones.
fn told(client: &Client, session: &Value, search: &Value) -> Vec<String> {
    let ask =
        json!({ "query": "who has diabetes", "session": session, "long_term_search": search });
    let prompt = client.post("/v1/memory/prompt", &ask).ok();
    let memories = prompt["long_term_memories"].as_array().unwrap();
    let mut ids: Vec<String> = memories
        .iter()
        .map(|memory| memory["id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    for id in ["dana", "fay", "eli", "shared", "nowhere"] {
        let is_told = prompt["messages"]
            .to_string()
            .contains(&format!("(ID: {id})"));
        assert_eq!(is_told, ids.iter().any(|told| told == id), "{id}: {prompt}");
    }
    ids
}

#[test]
fn a_prompt_has_no_other_users_and_no_other_namespaces_memories() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    create(
        &ada,
        &json!([
            { "id": "dana", "text": "Dana has diabetes", "namespace": "clinic", "user_id": "dana" },
            { "id": "eli", "text": "Eli has diabetes", "namespace": "clinic", "user_id": "eli" },
            { "id": "fay", "text": "Fay has diabetes", "namespace": "elsewhere", "user_id": "fay" },
            { "id": "shared", "text": "Diabetes is an illness", "namespace": "clinic" },
            { "id": "nowhere", "text": "Diabetes has a day", },
        ]),
    );
    let eli = json!({ "session_id": "visit", "namespace": "clinic", "user_id": "eli" });
    put(
        &ada,
        "visit?namespace=clinic&user_id=eli",
        &json!({ "messages": [message("hello")] }),
    )
    .ok();
    for search in [
        json!(true),
        json!({}),
        json!({ "namespace": { "eq": "clinic" } }),
        json!({ "text": "Fay and Dana" }),
        json!({ "user_id": { "ne": "eli" }, "limit": 5 }),
        json!({ "user_id": { "eq": "dana" } }),
    ] {
        let mut expected = match &search["user_id"] {
            Value::Null => vec!["eli", "nowhere", "shared"],
            named if named["ne"] == "eli" => vec!["nowhere", "shared"],
            _ => vec![],
        };
        if search["namespace"]["eq"] == "clinic" {
            expected = vec!["eli", "shared"];
        }
        assert_eq!(told(&ada, &eli, &search), expected, "{search}");
    }
    // A session found by its id alone still belongs to its user.
    let alone = json!({ "session_id": "visit" });
    assert_eq!(
        told(&ada, &alone, &json!(true)),
        ["eli", "nowhere", "shared"]
    );
    // A session without a user sees only memories without a user.
    let anonymous = json!({ "session_id": "another", "namespace": "clinic" });
    assert_eq!(told(&ada, &anonymous, &json!(true)), ["nowhere", "shared"]);
    let anywhere = json!({ "session_id": "another" });
    assert_eq!(told(&ada, &anywhere, &json!({})), ["nowhere", "shared"]);
    // Without a session, the search may name any user.
    assert_eq!(
        told(&ada, &Value::Null, &json!(true)),
        ["nowhere", "shared"]
    );
    let dana = json!({ "user_id": { "eq": "dana" } });
    assert_eq!(told(&ada, &Value::Null, &dana), ["dana"]);
    let both = json!({ "user_id": { "any": ["dana", "fay"] } });
    assert_eq!(told(&ada, &Value::Null, &both), ["dana", "fay"]);
}

#[test]
fn a_prompt_searches_for_its_query() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    create(
        &ada,
        &json!([{ "id": "eli", "text": "Eli has diabetes" }, { "id": "fay", "text": "Fay sails" }]),
    );
    let search = json!({ "text": "Fay sails", "limit": 1 });
    assert_eq!(told(&ada, &Value::Null, &search), ["eli"]);
}
