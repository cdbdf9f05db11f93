//! A mind seeded from a MEMORY.md: it stays unchanged, each part is searchable, and dreams absorb it gradually without
//! losing a line.

use serde_json::{Value, json};

use crate::harness::{Client, Server};
use crate::minds::{document, dream, mind, note};

/// A realistic file: headings, lists, code, several subjects.
const KEPT: &str = "# What I know\n\n## People\n\n- Mara wants the reason before the diff\n- Tam owns refresh tokens\n\n\
    ## Things to avoid\n\nNever alter the users table without a dry run.\n\n```sh\npsql -c 'select 1'\n```\n\n\
    ## The shop\n\nThe staging database holds 40 GB and is refilled on Sundays at 03:00.\n\n\
    Invoices are numbered per year; gaps are reported to Jonas.\n";

fn seeded(text: &str) -> (Server, Client) {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let made = ada.call("mind_seed", &json!({ "markdown": text })).ok();
    assert_eq!(
        [&made["agent"], &made["number"]],
        [&json!("ada"), &json!(1)]
    );
    assert!(made["crystals"].as_u64().unwrap() > 0, "{made}");
    (server, ada)
}

/// Returns true if a search finds a text with those words.
fn finds(client: &Client, words: &str) -> bool {
    let found = client.call("memory_search", &json!({ "query": words, "limit": 5 }));
    let found = found.ok();
    let mut items = found["items"].as_array().unwrap().iter();
    items.any(|hit| hit.to_string().contains(words))
}

#[test]
fn what_was_written_before_is_found_and_the_first_dream_leaves_it_as_it_is() {
    let (_server, ada) = seeded(KEPT);
    assert_eq!(document(&ada), KEPT);
    assert!(finds(&ada, "Tam owns refresh tokens"));
    ada.call("mind_seed", &json!({ "markdown": "again" }))
        .problem(409, "conflict");
    note(&ada, "Tabs, never spaces");
    let feed = ada.events("/api/events");
    dream(&ada, &feed, "ada");
    let text = document(&ada);
    let (theirs, ours) = text.split_once("\n\n---\n").unwrap();
    assert_eq!(theirs.trim_end(), KEPT.trim_end());
    assert!(
        ours.contains("## Dream-Generated") && ours.contains("Tabs, never spaces"),
        "{text}"
    );
}

#[test]
fn later_dreams_take_it_over_and_lose_no_line() {
    let shelves: Vec<String> = (0..60)
        .map(|n| format!("- Shelf {n} holds box number {n}\n"))
        .collect();
    let text = format!("{KEPT}\n{}", shelves.concat());
    let (_server, ada) = seeded(&text);
    let feed = ada.events("/api/events");
    let mut lengths = Vec::new();
    for n in 0..8 {
        note(&ada, &format!("Day {n} was a day"));
        dream(&ada, &feed, "ada");
        let text = document(&ada);
        let theirs = text
            .split_once("\n\n---\n")
            .map_or(0, |(theirs, _)| theirs.len());
        lengths.push(theirs);
    }
    assert!(
        lengths.is_sorted_by(|one, other| one >= other),
        "{lengths:?}"
    );
    assert!(lengths.last() < lengths.first(), "{lengths:?}");
    let now = document(&ada);
    for words in [
        "Mara wants the reason before the diff",
        "Never alter the users table",
        "gaps are reported to Jonas",
    ] {
        assert!(
            now.contains(words) || finds(&ada, words),
            "{words} in {now}"
        );
    }
    // The first version is the backup.
    let first = ada.call("mind_version_get", &json!({ "number": 1 })).ok();
    assert_eq!(first["text"], text);
}

#[test]
fn five_megabytes_are_refused_and_begin_nothing() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let huge = "A line of a memory that somebody kept for years.\n".repeat(100_000);
    let refused = ada.call("mind_seed", &json!({ "markdown": huge }));
    assert_eq!(
        refused.status,
        413,
        "{}",
        &refused.body[..200.min(refused.body.len())]
    );
    ada.call("mind_get", &json!({})).problem(404, "not_found");
    for (markdown, pointer) in [
        (json!(""), "/markdown"),
        (json!(" \n"), "/markdown"),
        (json!(7), "/markdown"),
    ] {
        ada.call("mind_seed", &json!({ "markdown": markdown }))
            .wrong(400, "invalid", pointer);
    }
    let shown: Value = server
        .agent("orch", "orchestrator")
        .call("mind_list", &json!({}))
        .ok();
    assert_eq!(shown["items"], json!([]));
    // A file of the maximum length is accepted whole.
    let long = "A line of a memory that somebody kept for years, with a number.\n".repeat(3_900);
    ada.call("mind_seed", &json!({ "markdown": long })).ok();
    let feed = ada.events("/api/events");
    dream(&ada, &feed, "ada");
    assert!(document(&ada).starts_with(long.trim_end()));
    assert_eq!(mind(&ada)["version_count"], 2);
}
