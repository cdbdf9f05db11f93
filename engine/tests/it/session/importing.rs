//! Imported conversations: limits of a session, also with a summary and concurrent messages.

use engine::conversation::ops::session_import::SessionImport;
use engine::imported::Report;
use serde_json::json;

use crate::session::harness::{World, said, worker};

fn chat(messages: std::ops::Range<usize>) -> String {
    let line = |n: usize| json!({ "role": "user", "content": format!("word {n}") }).to_string();
    messages.map(line).collect::<Vec<_>>().join("\n")
}

fn import(content: &str) -> SessionImport {
    SessionImport {
        session: Some("s".into()),
        content: content.into(),
        ..SessionImport::default()
    }
}

fn counts(report: &Report) -> [u64; 4] {
    let Report {
        created,
        changed,
        unchanged,
        quarantined,
        ..
    } = report;
    [*created, *changed, *unchanged, *quarantined]
}

#[tokio::test]
async fn more_than_a_session_holds_is_refused_whole() {
    let world = World::new().await;
    let refused = world.refused(&worker(), import(&chat(0..100_001))).await;
    assert_eq!(refused.extra.reason.as_deref(), Some("full"));
    assert!(refused.detail.contains("100001 more"), "{}", refused.detail);
    assert_eq!(world.state().await.messages.len(), 0);
    let report = world.ok(&worker(), import(&chat(0..100_000))).await;
    assert_eq!(counts(&report), [100_000, 0, 0, 0]);
    let again = world.ok(&worker(), import(&chat(0..100_000))).await;
    assert_eq!(counts(&again), [0, 0, 100_000, 0]);
}

#[tokio::test]
async fn what_is_said_meanwhile_stays() {
    let world = World::new().await;
    world.ok(&worker(), import(&chat(0..3))).await;
    world.append(vec![said("own", 5, "word 1")]).await;
    let report = world.ok(&worker(), import(&chat(0..5))).await;
    assert_eq!(counts(&report), [2, 0, 3, 0]);
    let state = world.state().await;
    let texts: Vec<String> = state
        .messages
        .iter()
        .map(|m| m.text().into_owned())
        .collect();
    assert_eq!(texts.len(), 6);
    assert_eq!(texts[..3], ["word 0", "word 1", "word 2"]);
    let new: Vec<usize> = ["word 3", "word 4"]
        .iter()
        .map(|text| texts.iter().position(|said| said == text).unwrap())
        .collect();
    assert!(new[0] < new[1], "{texts:?}");
}

#[tokio::test]
async fn a_look_writes_nothing_and_says_what_would_be() {
    let world = World::new().await;
    let text = chat(0..4) + "\n{\"role\":\"user\",\"cont";
    let look = SessionImport {
        dry_run: true,
        ..import(&text)
    };
    let looked = world.ok(&worker(), look).await;
    assert_eq!(counts(&looked), [4, 0, 0, 1]);
    assert!(looked.dry_run);
    assert_eq!(world.state().await.messages.len(), 0);
    let done = world.ok(&worker(), import(&text)).await;
    let as_done = Report {
        dry_run: false,
        ..looked
    };
    assert_eq!(done, as_done);
}
