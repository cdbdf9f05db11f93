//! Summaries: the laws of the built-in writer, the prompt, and how memories are taken from messages.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use engine::Time;
use engine::ports::tokens::{Encoding, Tokens};
use engine::summary::extraction::{self, STRATEGIES};
use engine::summary::{Line, Prompt, Request, WriterError, budget, extractive, joined};
use proptest::prelude::*;
use serde_json::json;

/// Counts words and marks, as a tokenizer would roughly do.
struct Words;

impl Tokens for Words {
    fn count_in(&self, _: Encoding, text: &str) -> u32 {
        let mut count = 0;
        let mut in_word = false;
        for c in text.chars() {
            let word = c.is_alphanumeric();
            count += u32::from(word && !in_word) + u32::from(!word && !c.is_whitespace());
            in_word = word;
        }
        count
    }
}

fn line(role: &str, content: &str) -> Line {
    Line {
        role: role.into(),
        content: content.into(),
    }
}

fn request(previous: &str, messages: &[(&str, &str)], budget: u32) -> Request {
    Request {
        previous: previous.into(),
        messages: messages
            .iter()
            .map(|(role, content)| line(role, content))
            .collect(),
        model: String::new(),
        window: 16_000,
        prompt: Prompt::default(),
        budget,
    }
}

fn write(request: &Request) -> String {
    let written = extractive(request, &Words).unwrap();
    assert_eq!(
        (written.writer.as_str(), written.fallback),
        ("extractive", None)
    );
    written.text
}

const TRIP: [(&str, &str); 8] = [
    (
        "user",
        "Hello! I'm planning a trip to Paris with Ada next month.",
    ),
    ("assistant", "Great! What type of activities interest you?"),
    (
        "user",
        "Mostly museums. We decided on a budget of $3000 and we must be back by March 14.",
    ),
    ("assistant", "Sure. Paris has many museums."),
    ("user", "Thanks!"),
    ("assistant", "You're welcome."),
    (
        "user",
        "Paris has many museums, yes. I prefer Impressionist art, so the Orsay comes first.",
    ),
    ("assistant", "Okay, great, happy to help."),
];

#[test]
fn what_matters_is_kept_and_politeness_is_not() {
    let text = write(&request("", &TRIP, 60));
    for kept in [
        "trip to Paris with Ada",
        "budget of $3000",
        "March 14",
        "Orsay",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    for lost in ["Thanks", "welcome", "happy to help"] {
        assert!(!text.contains(lost), "{lost}: {text}");
    }
    assert!(
        text.matches("many museums").count() < 2,
        "nothing twice: {text}"
    );
    assert!(
        text.starts_with("user: "),
        "who said it stands before it: {text}"
    );
}

#[test]
fn the_summary_so_far_is_taken_along() {
    let first = write(&request("", &TRIP, 60));
    let later = [(
        "user",
        "The hotel is booked for March 9: Hotel Monge, confirmation 48213.",
    )];
    let second = write(&request(&first, &later, 80));
    for kept in ["budget of $3000", "Hotel Monge", "48213"] {
        assert!(second.contains(kept), "{kept}: {second}");
    }
    assert!(!second.contains("user: user:"), "{second}");
    let prose = write(&request("They plan a trip to Rome in May.", &later, 60));
    assert!(prose.starts_with("They plan a trip to Rome"), "{prose}");
}

/// Messages that take turns: every one says first the filler, then the decision with its number.
fn monotonous(many: usize, filler: &str, decision: &str) -> Vec<Line> {
    (0..many)
        .map(|at| {
            let number = at.to_string();
            let name = ["Ada", "Bob", "Cleo"][at % 3];
            let fill = |text: &str| text.replace('#', &number).replace('@', name);
            line(
                ["user", "assistant"][at % 2],
                &format!("{} {}", fill(filler), fill(decision)),
            )
        })
        .collect()
}

#[test]
fn what_is_said_again_and_again_does_not_outweigh_decisions() {
    const FILLERS: [&str; 5] = [
        "Sentence number #.",
        "This is sentence number # of the many sentences of this long talk about the project.",
        "Work on the project goes on as before, and the project looks fine to everybody.",
        "Log line # was read by @ from the file of the project.",
        "The project is going well. The project is nice to work on, as the project always was.",
    ];
    for (decision, kept) in [
        ("We decided on # March that @ builds part #.", "March"),
        ("We agreed that part # goes to @.", "agreed"),
        ("The deadline of part # is Friday.", "deadline"),
        ("It was settled to leave part # out.", "settled"),
    ] {
        for filler in FILLERS {
            let mut request = request("", &[], 200);
            request.messages = monotonous(60, filler, decision);
            let text = write(&request);
            let fillers = filler.split(' ').take(2).collect::<Vec<_>>().join(" ");
            let (wanted, unwanted) = (text.matches(kept).count(), text.matches(&fillers).count());
            assert!(wanted >= 10, "{decision} | {filler}: {text}");
            assert!(unwanted <= 1, "{decision} | {filler}: {text}");
        }
    }
}

#[test]
fn what_is_told_is_preferred_to_talk() {
    const TALK: &str = "The talk about the weather and the garden goes on and on all day.";
    for told in [
        "We decided to leave the old house.",
        "It begins on Monday.",
        "It costs 300 in all.",
        "This was seen by Grace from the window.",
        "Everything else was rejected.",
    ] {
        // The opening tells the topic and always stays, so it is not one of those that are compared.
        let mut request = request("", &[("user", "So it begins with a talk.")], 30);
        for _ in 0..20 {
            request.messages.push(line("user", TALK));
        }
        request.messages.push(line("assistant", told));
        for at in 0..20 {
            let word = ["tree", "cloud", "rain", "hedge"][at % 4];
            let more = format!("The garden and the {word} in the garden are like all gardens.");
            request.messages.push(line("user", &more));
        }
        let text = write(&request);
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn the_same_is_said_once_and_what_differs_in_a_detail_is_not_the_same() {
    for (one, other, both) in [
        (
            "We decided on 4 March that the team builds the north part of the bridge.",
            "We decided on 5 March that the team builds the north part of the bridge.",
            true,
        ),
        (
            "The board approved the plan for the bridge over the river in Rome.",
            "The board rejected the plan for the bridge over the river in Rome.",
            true,
        ),
        (
            "We must build the bridge over the wide river in the north.",
            "We must not build the bridge over the wide river in the north.",
            true,
        ),
        (
            "Then Ada approved the plan for the bridge over the river.",
            "Then Bob approved the plan for the bridge over the river.",
            true,
        ),
        (
            "We decided on 4 March that the team builds the north part of the bridge.",
            "So we decided on 4 March that the team builds this north part of the bridge!",
            false,
        ),
        (
            "People who walk along the river see boats and birds there.",
            "People who walk along the river there see birds and boats.",
            false,
        ),
    ] {
        let text = write(&request("", &[("user", one), ("assistant", other)], 100));
        assert!(text.contains(one), "{one}: {text}");
        assert_eq!(text.contains(other), both, "{other}: {text}");
    }
}

#[test]
fn old_and_new_decisions_share_the_room() {
    let all = monotonous(
        100,
        "Sentence number #.",
        "We decided that @ builds part #.",
    );
    let mut text = String::new();
    for (round, messages) in all.chunks(20).enumerate() {
        let mut request = request(&text, &[], 160);
        request.messages = messages.to_vec();
        text = write(&request);
        let has = |numbers: std::ops::Range<usize>| {
            numbers
                .into_iter()
                .any(|at| text.contains(&format!("builds part {at}.")))
        };
        assert!(
            has(round * 20..round * 20 + 20),
            "new ones, {round}: {text}"
        );
        assert!(has(0..20), "old ones, {round}: {text}");
    }
}

#[test]
fn nothing_makes_no_summary() {
    for messages in [vec![], vec![("user", " \n ")]] {
        let refused = extractive(&request("  ", &messages, 50), &Words);
        assert_eq!(refused, Err(WriterError::Empty));
    }
}

#[test]
fn a_sentence_longer_than_the_budget_is_cut_between_words() {
    let text = write(&request(
        "",
        &[("user", &"alpha beta gamma delta ".repeat(15))],
        10,
    ));
    assert!(
        "alpha beta gamma delta ".repeat(15).starts_with(&text),
        "{text}"
    );
    assert!((1..=10).contains(&Words.count(&text)), "{text}");
    let solid = write(&request("", &[("user", "👍👍👍👍👍👍")], 3));
    assert_eq!(solid, "👍👍👍");
}

#[test]
fn a_summary_has_less_room_than_what_it_replaces() {
    for (window, source, expected) in [
        (128_000, 40_000, 800),
        (16_000, 6_000, 800),
        (100, 60, 16),
        (1_000, 500, 150),
        (1_000, 20, 20),
        (0, 9, 9),
    ] {
        assert_eq!(budget(window, source), expected, "{window} {source}");
    }
}

/// Speech: sentences, lists, other scripts, and noise.
fn content() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z]{1,9}",
        "[A-Z][a-z]{2,6}",
        "[0-9]{1,4}",
        Just("decided".into())
    ];
    let sentence = (prop::collection::vec(word, 1..14), "[.!?…]{0,2}")
        .prop_map(|(words, end)| words.join(" ") + &end);
    prop_oneof![
        6 => prop::collection::vec(sentence, 1..6).prop_map(|sentences| sentences.join(" ")),
        1 => "\\PC{0,80}",
        1 => "[はいえ。！a-z \\n]{0,60}",
    ]
}

fn requests() -> impl Strategy<Value = Request> {
    let role = prop_oneof![
        Just("user"),
        Just("assistant"),
        Just("tool"),
        Just("critic")
    ];
    let messages = prop::collection::vec((role, content()), 0..20);
    (content(), messages, 8_u32..200).prop_map(|(previous, messages, budget)| Request {
        previous,
        messages: messages
            .iter()
            .map(|(role, content)| line(role, content))
            .collect(),
        model: String::new(),
        window: 16_000,
        prompt: Prompt::default(),
        budget,
    })
}

/// A text without space and without the names of speakers, to compare by.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_built_in_writer_keeps_its_laws(request in requests()) {
        let first = extractive(&request, &Words);
        prop_assert_eq!(&first, &extractive(&request, &Words), "the same again");
        let source: Vec<&str> = [request.previous.as_str()]
            .into_iter()
            .chain(request.messages.iter().map(|message| message.content.as_str()))
            .collect();
        if source.iter().all(|text| text.trim().is_empty()) {
            prop_assert_eq!(first, Err(WriterError::Empty));
            return Ok(());
        }
        let text = first.unwrap().text;
        prop_assert!(!text.trim().is_empty());
        prop_assert!(Words.count(&text) <= request.budget, "{} tokens", Words.count(&text));
        // Every line is somebody's sentences, each found in the source as it was written.
        let sources: Vec<String> = source.iter().map(|text| bare(text)).collect();
        let sources = sources.concat();
        for line in text.lines() {
            let said = ["user: ", "assistant: ", "tool: ", "critic: "]
                .into_iter()
                .find_map(|role| line.strip_prefix(role))
                .unwrap_or(line);
            for word in said.split_whitespace() {
                prop_assert!(sources.contains(word), "{word:?} is not in the source");
            }
        }
    }
}

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
    assert_eq!(joined(&lines), "user: Hi\nassistant: Hello");
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
    assert_eq!(custom, "Only colours in m, please");
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
    assert_eq!(memories[0].event_date, Time::parse("2026-01-02T00:00:00Z"));
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
