//! A standby that takes over without the last commits of its primary.

use std::time::Instant;

use store::conformance::PostgresServer;

use super::proxy::Proxy;
use super::{contents, discovery, workflow};
use crate::harness::{Client, PATIENCE, Server};

/// Exit status of a server that has to be started again.
const RESTART: i32 = 75;

#[test]
fn servers_start_again_with_what_a_promoted_standby_has() {
    let mut primary = PostgresServer::start();
    let mut standby = primary.standby();
    let proxy = Proxy::to(primary.address());
    let log = primary.url_through(proxy.address());
    let flags = ["--log", &*log];
    let mut servers = [Server::start_lasting(&flags), Server::start_lasting(&flags)];
    let token = servers[0].token("ada", "orchestrator");
    let clients = servers
        .each_ref()
        .map(|server| Client::new(&server.base).bearer(&token));
    let id = workflow(&clients[0], "Takeover");
    clients[0]
        .call("discovery_record", &discovery(&id, "kept"))
        .ok();
    let began = Instant::now();
    let behind = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn < pg_current_wal_lsn()";
    while primary.count(behind) > 0 {
        assert!(began.elapsed() < PATIENCE, "the standby does not follow");
    }
    standby.stop("fast");
    let keyed = clients[0].clone().header("idempotency-key", "lost");
    let lost = discovery(&id, "lost");
    keyed.call("discovery_record", &lost).ok();
    for client in &clients {
        assert_eq!(contents(client, &id), ["kept", "lost"]);
    }
    let feed = clients[1].events("/api/events");
    let cursor = feed.next().id;

    primary.stop("immediate");
    standby.run(&[]);
    standby.execute("SELECT pg_promote()");
    proxy.aim(&[standby.address()]);

    for server in &mut servers {
        let (status, _) = server.wait();
        assert_eq!(status.code(), Some(RESTART));
    }
    let servers = servers.map(|server| {
        let base = server.base.clone();
        Server::start_at(&base, server.stop_dead(), &flags)
    });
    for client in &clients {
        assert_eq!(contents(client, &id), ["kept"]);
    }
    // The key was lost with its fact, so the call is done.
    let again = keyed.call("discovery_record", &lost).ok();
    let repeated = clients[1].clone().header("idempotency-key", "lost");
    assert_eq!(repeated.call("discovery_record", &lost).ok(), again);
    for client in &clients {
        assert_eq!(contents(client, &id), ["kept", "lost"]);
    }
    // A cursor from before the takeover is refused or begins again: it may name a fact that the log has not.
    let resumed = clients[1].events(&format!("/api/events?after={cursor}"));
    let first = resumed.next();
    assert_eq!(first.name, "reset", "{first:?}");
    let checked = servers[0].cli(&["check"]);
    assert!(checked.status.success(), "{checked:?}");
}
