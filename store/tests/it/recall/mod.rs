//! Recall quality: realistic questions to `memory_search` over the memories of a few teams and over synthetic
//! conversations, with the share answered by the first result and by the first ten. The floors are the current values
//! and are only raised.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chatter;
mod dialogues;
mod kinds;
mod world;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dialogues::{Talk, dialogues, projects};
use engine::crystal::NewCrystal;
use kernel::Time;
use serde::Deserialize;
use world::World;

/// Memories and questions, in the format of `cargo xtask eval`.
const TEAM: &str = include_str!("team.jsonl");

/// Minimum number of answers by kind: first result, and first ten.
const FLOORS: [(&str, usize, usize); 9] = [
    ("cjk", 9, 9),
    ("common", 3, 4),
    ("context", 1, 2),
    ("date", 8, 8),
    ("exact", 8, 8),
    ("form", 10, 10),
    ("paraphrase", 5, 16),
    ("typo", 8, 8),
    ("who", 5, 6),
];

/// A set of memories, and questions about them.
#[derive(Deserialize)]
struct Conversation {
    turns: Vec<Turn>,
    questions: Vec<Question>,
}

/// A memory.
#[derive(Deserialize)]
struct Turn {
    id: String,
    who: String,
    at: String,
    session: String,
    text: String,
}

/// A question, and the memories that answer it.
#[derive(Deserialize)]
struct Question {
    text: String,
    evidence: Vec<String>,
    kind: String,
}

#[tokio::test]
async fn the_right_memory_is_found() {
    let set: Conversation = serde_json::from_str(TEAM.trim()).unwrap();
    assert!(set.turns.len() > 150 && set.questions.len() >= 60);
    let world = World::new().await;
    world.remember(&set.turns).await;
    let mut sums: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let mut missed = String::new();
    for question in &set.questions {
        let found = world.search(&question.text).await;
        // Any of the evidence suffices, because each leads to the others.
        let place = found.iter().position(|id| question.evidence.contains(id));
        let sum = sums.entry(&question.kind).or_default();
        sum.0 += usize::from(place == Some(0));
        sum.1 += usize::from(place.is_some());
        sum.2 += 1;
        if place != Some(0) {
            let place = place.map_or("-".into(), |place| (place + 1).to_string());
            let first = found.first().map_or("", String::as_str);
            writeln!(
                missed,
                "{place:>3} [{}] {} (wanted {:?}, first {first})",
                question.kind, question.text, question.evidence
            )
            .unwrap();
        }
    }
    let all = set.questions.len();
    let first: usize = sums.values().map(|sum| sum.0).sum();
    let within: usize = sums.values().map(|sum| sum.1).sum();
    println!("{missed}\n{first} of {all} first, {within} within ten\n{sums:?}");
    for (kind, at_first, within_ten) in FLOORS {
        let (first, within, all) = sums.remove(kind).unwrap();
        assert!(
            first >= at_first && within >= within_ten,
            "{kind}: {first} first and {within} within ten of {all}, \
             expected {at_first} and {within_ten}\n{missed}"
        );
    }
    assert!(sums.is_empty(), "no floor for {sums:?}");
}

/// Asks all questions about these conversations; returns the number answered by the first result, by the first ten, and
/// their total.
async fn asked(talks: &[Talk]) -> [usize; 3] {
    let world = World::new().await;
    for talk in talks {
        world.overhear(talk).await;
    }
    let mut sums = [0, 0, 0];
    for talk in talks {
        for asked in &talk.questions {
            let found = world.search_in(&talk.name, &asked.text).await;
            let place = found.iter().position(|id| *id == asked.turn.to_string());
            sums[0] += usize::from(place == Some(0));
            sums[1] += usize::from(place.is_some());
            sums[2] += 1;
        }
    }
    sums
}

#[tokio::test]
async fn what_people_told_each_other_is_found() {
    let [first, within, all] = asked(&dialogues()).await;
    assert!(
        all == 480 && first >= 146 && within >= 298,
        "{first} first and {within} within ten of {all}, expected 146 and 298"
    );
}

#[tokio::test]
async fn what_somebody_told_an_assistant_is_found() {
    let [first, within, all] = asked(&projects()).await;
    assert!(
        all == 96 && first >= 61 && within >= 75,
        "{first} first and {within} within ten of {all}, expected 61 and 75"
    );
}

#[tokio::test]
async fn any_text_is_a_question_of_what_is_meant_as_well() {
    let world = World::new().await;
    let set: Conversation = serde_json::from_str(TEAM.trim()).unwrap();
    world.remember(&set.turns).await;
    let words = (0..10_000)
        .map(|n| format!("w{n}"))
        .collect::<Vec<_>>()
        .join(" ");
    for (text, first) in [
        ("boiler AND (service OR NOT", Some("m125")),
        ("NEAR(boiler serviced, 2)", Some("m125")),
        ("{boiler} ^serviced* : - +", Some("m125")),
        ("\"boiler", Some("m125")),
        ("boi\u{0}ler \u{0} boiler", Some("m125")),
        ("boiler 🦊🔥", Some("m125")),
        ("שירות boiler مرحبا", Some("m125")),
        ("\u{202e}boiler\u{202c} serviced", Some("m125")),
        ("boiler 绿茶 boiler serviced", Some("m125")),
        ("<s> boiler </s> serviced", Some("m125")),
        (&"boiler ".repeat(150_000), Some("m125")),
        ("?!… — ;", None),
        ("\u{0}\u{1}\u{200b}", None),
        (&"\"".repeat(1_000_000), None),
    ] {
        let found = world.search(text).await;
        let shown: String = text.chars().take(30).collect();
        assert_eq!(found.first().map(String::as_str), first, "{shown:?}");
    }
    let found = world.search(&format!("{words} boiler")).await;
    assert!(found.contains(&"m125".into()), "{found:?}");
    // Queries without significant words return no error.
    for text in [
        "to be or not to be".to_owned(),
        "the".to_owned(),
        "🦊🦊🦊".to_owned(),
        "مرحبا بالعالم".to_owned(),
        "x".repeat(1_000_000),
        "茶".repeat(300_000),
        "2026-03-29 ".repeat(90_000),
        "1.1.1.".repeat(150_000),
        words,
    ] {
        let found = world.search(&text).await;
        assert!(found.len() <= 10);
    }
}

#[tokio::test]
async fn a_question_in_capitals_finds_the_same_word_first() {
    let world = World::new().await;
    let memory = |id: &str, text: &str| NewCrystal {
        id: Some(id.into()),
        text: text.into(),
        ..NewCrystal::default()
    };
    world
        .write(vec![
            memory("odysseus", "Ο ΟΔΥΣΣΕΥΣ έφυγε"),
            memory("odysseas", "Ο Οδυσσέας γύρισε στην Ιθάκη"),
            memory("street", "Die Straße ist gesperrt"),
            memory("ostrich", "DER STRAUSS IST GROSS"),
        ])
        .await;
    for (question, first) in [
        ("ΟΔΥΣΣΕΑΣ", "odysseas"),
        ("Οδυσσέας", "odysseas"),
        ("ΟΔΥΣΣΕΥΣ", "odysseus"),
        ("STRASSE", "street"),
    ] {
        assert_eq!(world.search(question).await[0], first, "{question}");
    }
}

#[tokio::test]
async fn of_statements_about_a_subject_the_newest_comes_first() {
    let world = World::new().await;
    let memory = |id: &str, text: &str, at: &str| NewCrystal {
        id: Some(id.into()),
        text: text.into(),
        created_at: Time::parse(at),
        ..NewCrystal::default()
    };
    world
        .write(vec![
            memory("london", "Alice lives in London", "2025-03-01"),
            memory("berlin", "Alice lives in Berlin", "2026-10-01"),
            memory("rent1", "The rent of Alice is 900 euros", "2025-03-01"),
            memory("rent2", "The rent of Alice is 1100 euros", "2026-09-01"),
            memory("tea", "Alice likes green tea", "2026-11-01"),
        ])
        .await;
    for (question, newer, older) in [
        ("how much is the rent of Alice", "rent2", "rent1"),
        ("what is Alice's current rent", "rent2", "rent1"),
        ("where does Alice live", "berlin", "london"),
        ("in which city does Alice live", "berlin", "london"),
        ("where does Alice live now", "berlin", "london"),
    ] {
        let found = world.search(question).await;
        let at = |id: &str| found.iter().position(|found| found == id);
        let (newer, older) = (at(newer).unwrap(), at(older).unwrap());
        assert!(newer < older, "{question}: {found:?}");
    }
    assert_eq!(world.search("where does Alice live").await[0], "berlin");
}
