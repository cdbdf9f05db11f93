//! Data derived from an erased thing is listed, stays without `cascade` and is erased with it.

use serde_json::{Value, json};

use crate::erase::files_with;
use crate::harness::{Client, Feed, Server};

const SECRET: &str = "ptarmigan-street";

/// A server with a conversation in which one message holds the secret, and with everything that Loci derives from it.
struct Traces {
    server: Server,
    agent: Client,
    person: Client,
    feed: Feed,
}

fn traces() -> Traces {
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let person = server.person("mara", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    person.call("settings_set", &on).ok();
    let feed = person.events("/api/events");
    let view = json!({ "definition": { "group_by": ["user_id"] } });
    agent.call("summary_view_create", &view).ok();
    Traces {
        server,
        agent,
        person,
        feed,
    }
}

impl Traces {
    fn wait(&self, kind: &str) {
        while self.feed.fact().json()["kind"] != kind {}
    }

    /// Writes the secret among other messages and triggers the derivations; returns the fact that contains it.
    fn talk(&self) -> u64 {
        let other = json!({
            "session": "talk",
            "user_id": "ann",
            "context_window": 300,
            "messages": [message(0, "Good morning, where shall we meet?")],
        });
        self.agent.call("session_put", &other).ok();
        let said = json!({
            "session": "talk",
            "user_id": "ann",
            "messages": [{
                "id": "m1", "role": "assistant", "created_at": "2026-01-01T00:00:01Z",
                "content": format!("We decided that Ann moves to {SECRET} 12 in March 2027."),
                "tool_call": { "name": "updateWorkingMemory", "arguments": { "home": SECRET } },
            }],
        });
        self.agent.call("session_append", &said).ok();
        let version = loop {
            let fact = self.feed.fact().json();
            if fact["kind"] == "messages_appended" && fact["body"].to_string().contains(SECRET) {
                break fact["version"].as_u64().unwrap();
            }
        };
        let tool = json!({
            "session": "talk",
            "user_id": "ann",
            "messages": [{
                "id": "m2", "role": "tool", "name": "createPage", "created_at": "2026-01-01T00:00:02Z",
                "content": "{\"id\":\"p1\",\"title\":\"Moving\"}",
            }],
        });
        self.agent.call("session_append", &tool).ok();
        let memory = json!({
            "session": "talk",
            "user_id": "ann",
            "context_window": 300,
            "messages": (0..3).map(|n| self.message(n)).collect::<Vec<Value>>(),
            "memories": [{
                "id": "home", "text": format!("Ann lives at {SECRET}."),
                "extracted_from": ["m1"], "user_id": "ann",
            }],
        });
        self.agent.call("session_put", &memory).ok();
        let fork = json!({ "session": "talk", "user_id": "ann", "new_id": "branch" });
        self.agent.call("session_fork", &fork).ok();
        version
    }

    fn message(&self, n: usize) -> Value {
        let read = json!({ "session": "talk", "user_id": "ann" });
        self.agent.call("session_get", &read).ok()["messages"][n].clone()
    }

    /// Triggers the session's summary and the summary view.
    fn digest(&self) {
        let filler: Vec<Value> = (3..16)
            .map(|n| message(n, "Let us see what is next."))
            .collect();
        let more = json!({
            "session": "talk", "user_id": "ann", "messages": filler,
        });
        self.agent.call("session_append", &more).ok();
        self.wait("session_summarized");
        let views = self.agent.call("summary_view_list", &json!({})).ok();
        let view = json!({ "view": views["items"][0]["id"] });
        self.agent.call("summary_view_run", &view).ok();
        self.wait("view_run_ended");
    }
}

fn message(n: usize, words: &str) -> Value {
    json!({
        "id": format!("m{n}"), "role": "user", "content": format!("{words} ({n})"),
        "created_at": format!("2026-01-01T00:00:{n:02}Z"),
    })
}

/// Returns the kinds of derived things, without duplicates.
fn kinds(answer: &Value) -> Vec<&str> {
    let derived = answer["derived"].as_array().unwrap();
    let mut kinds: Vec<&str> = derived
        .iter()
        .map(|thing| thing["derivation"].as_str().unwrap())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

#[test]
fn what_was_made_of_a_session_stays_or_goes_as_one_says() {
    let traces = traces();
    traces.talk();
    traces.digest();
    let purge = |cascade: bool, dry_run: bool| {
        let body = json!({
            "stream": "session:/ann/talk", "cascade": cascade, "dry_run": dry_run,
        });
        traces.person.call("purge", &body).ok()
    };
    let looked = purge(true, true);
    assert_eq!(kinds(&looked), ["fork", "memory", "partition"]);
    assert_eq!(looked["erased"], false);
    let branch = json!({ "session": "branch", "user_id": "ann" });
    traces.agent.call("session_get", &branch).ok();
    assert_eq!(purge(true, false)["derived"], looked["derived"]);
    traces
        .person
        .call("session_get", &branch)
        .problem(410, "gone");
    let found = traces
        .person
        .call("memory_search", &json!({ "query": SECRET }))
        .ok();
    assert_eq!(found["items"], json!([]));
    assert_eq!(
        files_with(&traces.server.data(), SECRET),
        Vec::<String>::new()
    );
}

#[test]
fn without_cascade_a_memory_stays_and_is_listed() {
    let traces = traces();
    traces.talk();
    let body = json!({ "stream": "session:/ann/talk" });
    let purged = traces.person.call("purge", &body).ok();
    assert_eq!(kinds(&purged), ["fork", "memory"]);
    let found = traces
        .person
        .call("memory_get", &json!({ "id": "home" }))
        .ok();
    assert_eq!(found["memory"]["text"], format!("Ann lives at {SECRET}."));
    let body = json!({ "id": "home", "cascade": true });
    assert_eq!(
        traces.person.call("memory_purge", &body).ok()["erased"],
        true
    );
}

#[test]
fn what_was_made_of_one_message_goes_with_it_and_the_rest_stays() {
    let traces = traces();
    let fact = traces.talk();
    traces.digest();
    let redact = |dry_run: bool| {
        let body = json!({
            "stream": "session:/ann/talk", "fact": fact, "cascade": true, "dry_run": dry_run,
        });
        traces.person.call("redact", &body).ok()
    };
    let looked = redact(true);
    assert_eq!(
        kinds(&looked),
        [
            "extraction",
            "fork",
            "memory",
            "message",
            "partition",
            "scratchpad",
            "summary"
        ]
    );
    redact(false);
    assert_eq!(
        files_with(&traces.server.data(), SECRET),
        Vec::<String>::new()
    );
    // The rest of the summary is restored word for word.
    let read = json!({ "session": "talk", "user_id": "ann" });
    let left = traces.agent.call("session_get", &read).ok();
    let messages = left["messages"].as_array().unwrap().iter();
    let ids: Vec<&str> = messages.map(|one| one["id"].as_str().unwrap()).collect();
    let all = (0..16).filter(|n| *n != 1).map(|n| format!("m{n}"));
    assert_eq!(ids, all.collect::<Vec<_>>(), "{left}");
}
