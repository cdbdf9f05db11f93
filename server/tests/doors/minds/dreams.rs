//! Dreams of the built-in dreamer: manual, concurrent, empty, interrupted by a kill.

use serde_json::{Value, json};

use crate::harness::{Client, Server};
use crate::minds::{document, dream, dreams, mind, mind_fact, note, waiting};

/// Returns the first results of a search.
fn found(client: &Client, query: &str) -> Vec<String> {
    let found = client.call("memory_search", &json!({ "query": query, "limit": 5 }));
    let found = found.ok();
    let items = found["items"].as_array().unwrap().iter();
    items
        .map(|hit| hit["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_note_is_found_at_once_and_a_dream_takes_it_in() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let feed = ada.events("/api/events");
    let text = "Mara wants the reason before the diff in every summary";
    let memory = note(&ada, text);
    assert_eq!(found(&ada, "reason before diff"), [text]);
    assert_eq!(waiting(&ada), [text]);
    assert!(
        mind(&ada)["scratch"]
            .as_str()
            .unwrap()
            .contains("(importance: 0.7) Mara wants")
    );

    let wanted = ada.call("mind_dream", &json!({})).ok();
    assert_eq!(
        [&wanted["agent"], &wanted["notes"]],
        [&json!("ada"), &json!(1)]
    );
    let kept = mind_fact(&feed, "ada", "dream_kept");
    assert_eq!(waiting(&ada), Vec::<String>::new());
    let text = document(&ada);
    assert!(
        text.contains("Mara wants the reason before the diff"),
        "{text}"
    );
    let first = text.lines().nth(2).unwrap();
    assert!(
        first.starts_with("_Last dream: ") && first.contains(" | Mood: "),
        "{text}"
    );

    let listed = ada.call("dream_list", &json!({})).ok();
    let row = &listed["items"][0];
    assert_eq!(
        [
            &row["status"],
            &row["dreamer"],
            &row["number"],
            &row["counts"]["notes"]
        ],
        [&json!("kept"), &json!("built-in"), &json!(1), &json!(1)]
    );
    assert_eq!(
        [&listed["asked"], &listed["job"]],
        [&Value::Null, &Value::Null]
    );
    assert_eq!(row["guards"].as_array().unwrap().len(), 6, "{row}");
    let got = ada.call("dream_get", &json!({})).ok();
    assert_eq!(
        [&got["dream"]["dream"], &got["before"]],
        [&kept["version"], &Value::Null]
    );
    assert_eq!(got["after"], kept["body"]["text"]);
    assert!(
        got["added"].as_u64().unwrap() > 10 && got["removed"] == 0,
        "{got}"
    );
    // A consumed note is still a memory.
    let got = ada.call("memory_get", &json!({ "id": memory })).ok();
    assert!(got.to_string().contains("Mara wants"), "{got}");
}

#[test]
fn a_dream_of_no_notes_says_so_and_changes_no_section() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let feed = ada.events("/api/events");
    note(&ada, "Mara reviews in the morning");
    dream(&ada, &feed, "ada");
    let before = document(&ada);
    let kept = dream(&ada, &feed, "ada");
    assert_eq!(kept["body"]["counts"]["notes"], 0);
    let did = kept["body"]["did"].to_string();
    assert!(did.contains("nothing new"), "{did}");
    let sections = |text: &str| text.split_once("\n\n## ").unwrap().1.to_owned();
    assert_eq!(sections(&before), sections(&document(&ada)));
    assert_eq!(dreams(&ada).len(), 2);
}

#[test]
fn who_asks_many_times_at_once_gets_one_dream() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let ada = server.anonymous().bearer(&token);
    let feed = ada.events("/api/events");
    for n in 0..200 {
        note(
            &ada,
            &format!("Service alpha{n} moved to host beta{n} after incident gamma{n}"),
        );
    }
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let ada = server.anonymous().bearer(&token);
            scope.spawn(move || ada.call("mind_dream", &json!({})).ok());
        }
    });
    let kept = mind_fact(&feed, "ada", "dream_kept");
    // Requests during a dream share it; later ones get their own.
    let asked = mind(&ada)["dreams"].as_array().unwrap().len();
    assert!(asked <= 2, "{asked}");
    assert_eq!(kept["body"]["counts"]["notes"], 200);
    assert_eq!(waiting(&ada), Vec::<String>::new());
}

#[test]
fn another_s_mind_is_not_dreamt_by_workers_and_is_by_those_who_lead() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    note(&ada, "Mara reviews in the morning");
    let other = server.agent("bob", "worker");
    let of_ada = json!({ "agent": "ada" });
    for name in ["mind_dream", "dream_list", "dream_get", "mind_get"] {
        other.call(name, &of_ada).problem(404, "not_found");
    }
    let lead = server.agent("orch", "orchestrator");
    let feed = lead.events("/api/events");
    lead.call("mind_dream", &of_ada).ok();
    mind_fact(&feed, "ada", "dream_kept");
    for (body, pointer) in [
        (json!({ "dream": "last" }), "/dream"),
        (json!({ "dream": -1 }), "/dream"),
        (json!({ "agent": ["ada"] }), "/agent"),
    ] {
        ada.call("dream_get", &body).wrong(400, "invalid", pointer);
    }
    ada.call("dream_get", &json!({ "dream": 999 }))
        .problem(404, "not_found");
    for limit in [0, 201] {
        ada.call("dream_list", &json!({ "limit": limit }))
            .problem(400, "invalid");
    }
}

#[test]
fn a_dream_that_was_cut_off_by_a_kill_is_dreamt_once_and_no_note_is_lost() {
    let mut server = Server::start();
    let token = server.token("ada", "worker");
    let mut written: Vec<String> = Vec::new();
    let mut kept = 0;
    for round in 0..5 {
        let ada = Client::new(&server.base).bearer(&token);
        let from = ada.events("/api/events").next().id;
        for n in 0..20 {
            let text =
                format!("Round{round} service alpha{n} moved to host beta{n} after gamma{n}");
            note(&ada, &text);
            written.push(text);
        }
        ada.call("mind_dream", &json!({})).ok();
        // The kill moves later from round to round: before the job is claimed, during the dream, while it is written,
        // after it.
        for n in 0..round * 5 {
            let text = format!("Round{round} late note delta{n} came while a dream was written");
            note(&ada, &text);
            written.push(text);
        }
        server.signal("KILL");
        let folder = server.stop_dead();
        server = Server::start_in(folder, &[]);
        let ada = Client::new(&server.base).bearer(&token);
        let feed = ada
            .clone()
            .header("last-event-id", &from)
            .events("/api/events");
        // The requested dream has been written or soon is, exactly once.
        kept += 1;
        mind_fact(&feed, "ada", "dream_kept");
        assert_eq!(dreams(&ada).len(), kept, "round {round}");
        let listed = ada.call("dream_list", &json!({})).ok();
        assert_eq!(
            [&listed["asked"], &listed["job"]],
            [&Value::Null, &Value::Null]
        );
    }
    let ada = Client::new(&server.base).bearer(&token);
    let feed = ada.events("/api/events");
    let left = waiting(&ada).len();
    dream(&ada, &feed, "ada");
    assert_eq!(waiting(&ada), Vec::<String>::new());
    let dreams = dreams(&ada);
    let consumed: u64 = dreams
        .iter()
        .map(|dream| dream["counts"]["notes"].as_u64().unwrap())
        .sum();
    assert_eq!(
        consumed,
        written.len() as u64,
        "each note went into one dream; {left} were left"
    );
    for text in written.iter().step_by(37) {
        assert!(found(&ada, text).contains(text), "{text} is a memory still");
    }
}
