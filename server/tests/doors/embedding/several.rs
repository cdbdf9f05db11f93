//! Several servers of a database and one endpoint.

use std::time::Instant;

use serde_json::json;
use store::conformance::PostgresServer;

use super::{CAR, counted, flags, means, nothing_waits, write};
use crate::harness::vectors::Vectors;
use crate::harness::{Client, PATIENCE, Server};

/// Number of memories that are written at the same time as others.
const TEXTS: usize = 40;

#[test]
fn one_of_several_servers_asks_for_each_vector() {
    let database = PostgresServer::start();
    let vectors = Vectors::start();
    let log = database.url();
    let flags = [&flags(&vectors, "a")[..], &["--log", &log]].concat();
    let start = || Server::start_with(&flags);
    let servers = [start(), start()];
    let token = servers[0].token("ada", "orchestrator");
    let owner = servers[0].person("mara", "owner");
    let on = |server: &Server| Client::new(&server.base).bearer(&token);
    let texts: Vec<String> = (0..TEXTS)
        .map(|nth| format!("Number {nth} of many"))
        .collect();
    for (nth, text) in texts.iter().enumerate() {
        write(&on(&servers[nth % 2]), &[text]);
    }
    write(&on(&servers[0]), &[CAR]);
    for server in &servers {
        means(&on(server), "car", CAR);
        nothing_waits(&on(server));
    }
    let once = || {
        let asked = vectors.texts();
        for text in texts.iter().map(String::as_str).chain([CAR]) {
            assert_eq!(asked[text], 1, "{text}");
        }
    };
    once();
    let stored = "SELECT count(*) FROM loci_main.vectors WHERE vector IS NOT NULL";
    // The question is a text, too, and is not stored.
    assert_eq!(database.count(stored), 41);
    // A server with an empty folder finds by meaning, and asks for none of them again.
    let third = start();
    means(&on(&third), "car", CAR);
    nothing_waits(&on(&third));
    once();

    // Nothing is left of what is erased.
    let say = |session: &str, text: &str| {
        let body = json!({ "session": session, "messages": [{ "role": "user", "content": text }] });
        on(&third).call("session_append", &body).ok();
    };
    let setting = json!({ "settings": { "index_messages": true } });
    owner.call("settings_set", &setting).ok();
    say("one", "The pangolin sleeps");
    counted(&on(&third), "loci_embedding_waiting ", |waiting| {
        waiting == 0
    });
    let began = Instant::now();
    while database.count(stored) != 42 {
        assert!(began.elapsed() < PATIENCE, "{}", database.count(stored));
    }
    owner
        .call("purge", &json!({ "stream": "session:one" }))
        .ok();
    assert_eq!(
        database.count(stored),
        41,
        "the answer says that it is erased"
    );
}
