//! Lists by id: pages list everything exactly once, also if items change between two pages.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

/// Number of items of each kind.
const ITEMS: usize = 9;

/// A list, and how its items are written.
struct List {
    operation: &'static str,
    /// Pointer to the name of an item.
    name: &'static str,
    /// Creates the item of that number, or changes it.
    write: fn(&Client, usize, u32),
}

const LISTS: [List; 6] = [
    List {
        operation: "session_list",
        name: "/session",
        write: |client, n, round| {
            let message = json!({ "role": "user", "content": format!("Round {round}.") });
            let append = json!({ "session": format!("s{n}"), "messages": [message] });
            client.call("session_append", &append).ok();
        },
    },
    List {
        operation: "workflow_list",
        name: "/name",
        write: |client, n, round| {
            let name = format!("w{n}");
            let listed = client.call("workflow_list", &json!({ "query": name })).ok();
            let (operation, call) = match listed["items"][0]["id"].as_str() {
                Some(id) => {
                    let goal = format!("Round {round}.");
                    ("workflow_edit", json!({ "workflow": id, "goal": goal }))
                }
                None => ("workflow_create", json!({ "name": name, "goal": "Ship." })),
            };
            client.call(operation, &call).ok();
        },
    },
    List {
        operation: "scratchpad_list",
        name: "/owner",
        write: |client, n, round| {
            let patch = json!({ "owner": format!("/u{n}/t"), "patch": { "round": round } });
            client.call("scratchpad_update", &patch).ok();
        },
    },
    List {
        operation: "mind_list",
        name: "/agent",
        write: |client, n, round| {
            let (agent, note) = (format!("a{n}"), format!("Round {round}."));
            let note = json!({ "agent": agent, "note": note });
            client.call("note_write", &note).ok();
        },
    },
    List {
        operation: "core_list",
        name: "/name",
        write: |client, n, round| {
            let name = format!("c{n}");
            let memory = json!({ "text": format!("Round {round} of {n}.") });
            if round == 0 {
                client.call("core_create", &json!({ "name": name })).ok();
            }
            let create = json!({ "core": name, "memory": memory });
            client.call("memory_create", &create).ok();
        },
    },
    List {
        operation: "summary_view_list",
        name: "/definition/name",
        write: |client, n, _| {
            let definition = json!({ "name": format!("v{n}"), "group_by": ["user_id"] });
            let create = json!({ "definition": definition });
            client.call("summary_view_create", &create).ok();
        },
    },
];

#[test]
fn pages_by_id_list_everything_once_whatever_changes() {
    let server = Server::start();
    let owner = server.person("mara", "owner");
    for n in 0..ITEMS {
        server.agent(&format!("a{n}"), "worker");
    }
    for list in LISTS {
        (0..ITEMS).for_each(|n| (list.write)(&owner, n, 0));
        let names = |page: &Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap().iter();
            items
                .map(|item| {
                    item.pointer(list.name)
                        .unwrap()
                        .as_str()
                        .unwrap()
                        .to_owned()
                })
                .collect()
        };
        let mut expected = names(&owner.call(list.operation, &json!({})).ok());
        expected.sort_unstable();
        assert_eq!(expected.len(), ITEMS, "{}", list.operation);
        let (mut query, mut seen) = (json!({ "order": "id", "limit": 2 }), Vec::new());
        for round in 1.. {
            let page = owner.call(list.operation, &query).ok();
            seen.extend(names(&page));
            if page["next_cursor"].is_null() {
                break;
            }
            query["cursor"] = page["next_cursor"].clone();
            // Views do not change. Of the others, the first and the last do, of which one is on the next pages.
            if list.operation != "summary_view_list" {
                (list.write)(&owner, 0, round);
                (list.write)(&owner, ITEMS - 1, round);
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, expected, "{}", list.operation);
        query["order"] = json!("changed");
        let mixed = owner.call(list.operation, &query);
        mixed.wrong(400, "invalid", "/cursor");
        let unknown = owner.call(list.operation, &json!({ "order": "name" }));
        unknown.wrong(400, "invalid", "/order");
    }
}
