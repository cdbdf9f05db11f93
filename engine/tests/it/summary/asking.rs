//! Prompts for language models, and parsing of their answers.

use engine::summary::extraction::{self, STRATEGIES};
use engine::summary::{Prompt, WriterError, join_messages};
use kernel::Time;
use kernel::time::OffsetTime;
use serde_json::json;

use crate::summary::harness::line;

#[test]
fn a_prompt_has_both_placeholders() {
    for (text, missing) in [
        ("Sum up", "{prev_summary} and {messages_joined}"),
        ("Sum up {messages_joined}", "{prev_summary}"),
        ("Sum up {prev_summary}", "{messages_joined}"),
    ] {
        let refused = Prompt::read(text, "/summarization_prompt").unwrap_err();
        assert_eq!(refused.extra.fields[0].pointer, "/summarization_prompt");
        assert!(
            refused.detail.contains(&format!("lacks {missing}:")),
            "{refused}"
        );
        assert!(serde_json::from_value::<Prompt>(json!(text)).is_err());
    }
    let prompt = Prompt::read("A {prev_summary} B {messages_joined} C {prev_summary}", "").unwrap();
    let filled = prompt.fill("{messages_joined}", "user: {prev_summary}");
    assert_eq!(
        filled,
        "A {messages_joined} B user: {prev_summary} C {messages_joined}"
    );
    assert!(
        Prompt::default()
            .fill("old", "new")
            .contains("Messages:\nnew")
    );
    let lines = [line("user", "Hi"), line("assistant", "Hello")];
    assert_eq!(join_messages(&lines), "user: Hi\nassistant: Hello");
}

#[test]
fn strategies_ask_for_memories() {
    let none = serde_json::Map::new();
    let now = Time(0);
    for strategy in &STRATEGIES[..3] {
        let prompt = extraction::prompt(strategy, &none, "user: {current_datetime}", now).unwrap();
        assert!(
            prompt.contains("now it is 1970-01-01T00:00:00.000Z"),
            "{prompt}"
        );
        assert!(
            prompt.contains("user: {current_datetime}"),
            "messages are not searched: {prompt}"
        );
    }
    let config = json!({ "max_summary_length": 40 });
    let summary = extraction::prompt("summary", config.as_object().unwrap(), "m", now).unwrap();
    assert!(summary.contains("at most 40 words"));
    let config = json!({ "custom_prompt": "Only colours in {message}, please" });
    let custom = extraction::prompt("custom", config.as_object().unwrap(), "m", now).unwrap();
    assert!(
        custom.starts_with("Only colours in m, please\n"),
        "{custom}"
    );
    assert!(custom.contains("Answer with JSON alone"), "{custom}");
    assert!(
        !custom.contains("Messages:"),
        "they have their place: {custom}"
    );
    let config = json!({ "custom_prompt": "Only colours" });
    let custom = extraction::prompt("custom", config.as_object().unwrap(), "m", now).unwrap();
    assert!(custom.ends_with("Messages:\nm\n"), "{custom}");
    for (strategy, config, pointer) in [
        ("custom", json!({}), "/strategy/config/custom_prompt"),
        (
            "summary",
            json!({ "max_summary_length": 0 }),
            "/strategy/config/max_summary_length",
        ),
        ("magic", json!({}), "/strategy/strategy"),
    ] {
        let refused = extraction::prompt(strategy, config.as_object().unwrap(), "m", now);
        assert_eq!(refused.unwrap_err().extra.fields[0].pointer, pointer);
    }
}

#[test]
fn answers_of_models_are_read_with_patience() {
    let plain = r#"{"memories":[{"text":" Ada likes tea ","type":"semantic","topics":["tea",3,""],
        "entities":["Ada"],"event_date":"2026-01-02T00:00:00Z"},{"text":""},{"no":"text"}]}"#;
    let memories = extraction::read(plain).unwrap();
    assert_eq!(memories.len(), 1);
    assert_eq!(memories[0].text, "Ada likes tea");
    assert_eq!(memories[0].topics, ["tea"]);
    assert_eq!(
        memories[0].event_date,
        OffsetTime::parse("2026-01-02T00:00:00Z")
    );
    let fenced = format!("Here they are:\n```json\n{plain}\n```\nDone.");
    assert_eq!(extraction::read(&fenced).unwrap(), memories);
    let bare = r#"["Ada likes tea", {"text": "She left", "memory_type": "episodic"}]"#;
    let kinds: Vec<String> = extraction::read(bare)
        .unwrap()
        .into_iter()
        .map(|memory| memory.memory_type)
        .collect();
    assert_eq!(kinds, ["semantic", "episodic"]);
    assert!(extraction::read("{\"memories\":[]}").unwrap().is_empty());
    for wrong in ["", "no memories", "{\"memories\":", "{}", "} {"] {
        assert_eq!(
            extraction::read(wrong),
            Err(WriterError::Unreadable),
            "{wrong}"
        );
    }
}

#[test]
fn what_a_model_names_can_always_be_kept() {
    let (long, most) = ("é".repeat(129), "é".repeat(128));
    let answer = json!({ "memories": [
        { "text": "\u{0}owns a \u{0}civet\nof her own", "topics": [long, "pets\n and\u{0}\tcats", "\u{7}"] },
        { "text": "\u{0} " },
        { "text": "likes tea", "entities": [most, "Ada"] },
    ] });
    let memories = extraction::read(&answer.to_string()).unwrap();
    let texts: Vec<&str> = memories.iter().map(|memory| &*memory.text).collect();
    assert_eq!(texts, ["owns a civet\nof her own", "likes tea"]);
    assert_eq!(memories[0].topics, ["pets and cats"]);
    assert_eq!(memories[1].entities, [most.as_str(), "Ada"]);
}
