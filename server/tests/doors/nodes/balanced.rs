//! Servers behind a proxy that sends each request to the next one.

use std::sync::Barrier;
use std::thread;

use serde_json::{Value, json};
use store::conformance::PostgresServer;

use super::proxy::Proxy;
use super::workflow;
use crate::harness::{Client, PASSWORD, Server, csrf};

const SERVERS: usize = 3;

/// Three servers behind a proxy.
struct Balanced {
    proxy: Proxy,
    base: String,
    servers: [Server; SERVERS],
    _database: PostgresServer,
}

impl Balanced {
    fn start() -> Self {
        let database = PostgresServer::start();
        let proxy = Proxy::start();
        let base = format!("http://{}", proxy.address());
        let flags = ["--log", &database.url(), "--public-url", &base];
        let servers: [Server; SERVERS] = std::array::from_fn(|_| Server::start_with(&flags));
        proxy.aim(&servers.each_ref().map(Server::address));
        Self {
            proxy,
            base,
            servers,
            _database: database,
        }
    }

    /// Returns a client whose requests use a connection each, and so a server each.
    fn client(&self) -> Client {
        Client::new(&self.base).header("connection", "close")
    }
}

#[test]
fn each_call_of_an_agent_sees_what_was_written_through_other_servers() {
    let balanced = Balanced::start();
    let token = balanced.servers[0].token("ada", "orchestrator");
    let ada = balanced.client().bearer(&token);
    let before = balanced.proxy.connections();
    let id = workflow(&ada, "Ship it");
    let added = ada
        .call("task_add", &json!({ "workflow": id, "title": "Build" }))
        .ok();
    assert_eq!(added["ids"], json!(["T1"]));
    let claimed = ada
        .call("task_claim", &json!({ "workflow": id, "task": "T1" }))
        .ok();
    let done = json!({
        "workflow": id, "task": "T1", "lease": claimed["lease"]["id"], "summary": "Built on Tuesday",
    });
    ada.call("task_complete", &done).ok();
    let memories = json!({ "memories": [{ "text": "The release train leaves on Thursday" }] });
    ada.call("memory_create", &memories).ok();
    let question = json!({ "query": "when does the release train leave" });
    let found = ada.call("memory_search", &question).ok();
    let text = "The release train leaves on Thursday";
    assert_eq!(found["items"][0]["text"], text);
    let context = ada.call("context_read", &json!({ "workflow": id })).ok();
    assert!(context.to_string().contains("Ship it"), "{context}");
    let state = ada.call("workflow_get", &json!({ "workflow": id })).ok();
    assert_eq!(state["workflow"]["tasks"][0]["status"], "completed");
    // One connection for each call: each was on another server than the one before.
    assert_eq!(balanced.proxy.connections() - before, 8);
}

#[test]
fn forms_without_scripts_show_their_result_on_a_page_of_another_server() {
    let balanced = Balanced::start();
    balanced.servers[0].person("mara", "owner");
    let browser = balanced.client().browser();
    assert_eq!(
        browser.get("/workflows").header("location"),
        "/sign-in?next=%2Fworkflows"
    );
    let signed_in = browser.form(
        "/sign-in",
        &format!(
            "name=mara&password={}&next=%2Fworkflows",
            PASSWORD.replace(' ', "+")
        ),
    );
    assert_eq!(
        (signed_in.status, signed_in.header("location")),
        (302, "/workflows")
    );
    let mara = browser.cookie(&signed_in.cookie());
    let page = mara.get("/workflows");
    assert_eq!(page.status, 200);
    let csrf = csrf(&page.body);
    let before = balanced.proxy.connections();

    let form = format!(
        "csrf={csrf}&form=begin&redirect=%2Fworkflows%2F%7Bworkflow%7D&name=A+%26+B&goal=g"
    );
    let made = mara.form("/api/workflow_create", &form);
    assert_eq!(made.status, 302, "{made:?}");
    let page = mara
        .get(made.header("location").split('#').next().unwrap())
        .body;
    assert!(page.contains("A &amp; B"), "{page}");

    let from = format!("{}/workflows", balanced.base);
    let refused = mara.clone().header("referer", &from).form(
        "/api/workflow_create",
        &format!("csrf={csrf}&form=begin&name=&goal=A+long+thought"),
    );
    assert_eq!(refused.status, 302, "{refused:?}");
    let back = refused.header("location").split('#').next().unwrap();
    let page = mara.get(back).body;
    assert!(page.contains("id=\"name-error\""), "{page}");
    assert!(page.contains("A long thought"), "{page}");
    // Each page shows it once, on whichever server.
    for _ in 0..SERVERS {
        assert!(!mara.get(back).body.contains("id=\"name-error\""));
    }
    assert_eq!(balanced.proxy.connections() - before, 7);
    assert_eq!(mara.workflows(), 1);
}

#[test]
fn a_feed_that_is_cut_continues_on_another_server_without_a_gap() {
    const FACTS: usize = 60;
    const ROUND: usize = 10;
    let balanced = Balanced::start();
    let token = balanced.servers[0].token("ada", "orchestrator");
    let ada = balanced.client().bearer(&token);
    let id = workflow(&ada, "Feed");
    let line = Proxy::start();
    let reader = Client::new(&format!("http://{}", line.address())).bearer(&token);
    let path = format!("/api/events?stream=workflow:{id}");
    let mut cursor = String::from("0");
    let mut versions: Vec<u64> = Vec::new();
    thread::scope(|scope| {
        let (ada, id) = (&ada, &id);
        scope.spawn(move || {
            for nth in 1..FACTS {
                let content = format!("fact {nth}");
                let new = json!({ "workflow": id, "type": "insight", "content": content });
                ada.call("discovery_record", &new).ok();
            }
        });
        for round in 0..FACTS / ROUND {
            line.aim(&[balanced.servers[round % SERVERS].address()]);
            line.heal();
            let feed = reader
                .clone()
                .header("last-event-id", &cursor)
                .events(&path);
            for _ in 0..ROUND {
                let fact = feed.fact();
                versions.push(fact.json()["version"].as_u64().unwrap());
                cursor = fact.id;
            }
            line.refuse();
            assert!(feed.ended());
        }
    });
    let expected: Vec<u64> = (1..=FACTS as u64).collect();
    assert_eq!(versions, expected);
}

#[test]
fn of_several_first_owners_at_once_one_wins() {
    let balanced = Balanced::start();
    let link = balanced.servers[0].cli(&["setup-link"]);
    let link = String::from_utf8(link.stdout).unwrap();
    let secret = link.trim().split("secret=").nth(1).unwrap();
    let start = Barrier::new(2 * SERVERS);
    let statuses: Vec<u16> = thread::scope(|scope| {
        let attempts: Vec<_> = (0..2 * SERVERS)
            .map(|nth| {
                let (anonymous, start) = (balanced.servers[nth % SERVERS].anonymous(), &start);
                let name = format!("owner-{nth}");
                let body = json!({ "secret": secret, "name": name, "password": PASSWORD });
                scope.spawn(move || {
                    start.wait();
                    anonymous.post("/setup", &body).status
                })
            })
            .collect();
        attempts
            .into_iter()
            .map(|one| one.join().unwrap())
            .collect()
    });
    let count = |status: &[u16]| statuses.iter().filter(|one| status.contains(one)).count();
    // A late one finds no link, or an owner.
    assert_eq!((count(&[200]), count(&[403, 409])), (1, 5), "{statuses:?}");
    let winner = statuses.iter().position(|status| *status == 200).unwrap();
    for server in &balanced.servers {
        let owner = server.signed_in(&format!("owner-{winner}"));
        let people: Value = owner
            .call("audit_list", &json!({ "kind": "person_created" }))
            .ok();
        assert_eq!(people["items"].as_array().unwrap().len(), 1, "{people}");
    }
}
