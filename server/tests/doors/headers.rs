//! Headers: the host check, and the headers of every response.

use serde_json::json;

use crate::harness::Server;

#[test]
fn hosts_that_are_not_ours_are_misdirected() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    for host in [
        "evil.example",
        "localhost.evil.example",
        "evil.example:7077",
    ] {
        let answer = client
            .clone()
            .header("host", host)
            .call("agent_list", &json!({}));
        answer.problem(421, "invalid");
    }
    for host in ["localhost", "loci.localhost:7077", "[::1]"] {
        client
            .clone()
            .header("host", host)
            .call("agent_list", &json!({}))
            .ok();
    }
}

#[test]
fn answers_are_not_stored_sniffed_framed_or_without_their_id() {
    let server = Server::start();
    let client = server
        .agent("ada", "orchestrator")
        .header("x-request-id", "mine-1");
    let answer = client.call("agent_list", &json!({}));
    for (name, value) in [
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("x-request-id", "mine-1"),
    ] {
        assert_eq!(answer.header(name), value);
    }
    assert!(
        answer
            .header("content-security-policy")
            .contains("frame-ancestors 'none'")
    );
    let odd = client.header("x-request-id", "a b\"c");
    assert_eq!(
        odd.call("agent_list", &json!({}))
            .header("x-request-id")
            .len(),
        26
    );
}
