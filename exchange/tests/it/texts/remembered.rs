//! Tests with realistic exports and notes: no data is lost.

use proptest::prelude::*;
use serde_json::{Value, json};

use exchange::memories::{Format, Memories, detect, parts, read};
use exchange::report::Read;

fn taken(text: &str) -> Read<Memories> {
    read(text, detect(text).expect("a format"))
}

fn texts(read: &Read<Memories>) -> Vec<&str> {
    read.found
        .found
        .iter()
        .map(|memory| memory.text.as_str())
        .collect()
}

#[test]
fn mem0_keeps_what_it_knows() {
    let text = json!({"count": 6, "results": [
        {"id": "a", "memory": "Likes tea", "user_id": "ada", "agent_id": "bot", "categories": ["food"],
            "metadata": {"k": 1}, "created_at": "2025-01-01T00:00:00.5-08:00", "score": 0.4, "hash": "x"},
        {"id": 5, "memory": "Lives in Rome", "categories": "home", "created_at": "soon", "user_id": 7},
        {"id": "b", "memory": 5},
        {"id": "c", "memory": " "},
        "just a text",
        {"id": "a", "memory": "Likes tea", "categories": ["food"]},
        {"id": "a", "memory": "Likes coffee"}
    ], "relations": [{"source": "ada"}]});
    let read = taken(&text.to_string());
    assert_eq!(read.found.format, Some(Format::Mem0));
    assert_eq!(texts(&read), ["Likes tea", "Lives in Rome", "Likes coffee"]);
    let [tea, rome, coffee] = read.found.found.as_slice() else {
        panic!("{read:?}");
    };
    assert_eq!(
        (tea.id.as_str(), tea.user_id.as_deref()),
        ("a", Some("ada"))
    );
    assert_eq!(tea.topics, ["food"]);
    assert_eq!(tea.created_at, Some(1_735_718_400_500_000));
    assert_eq!(
        Value::from(tea.metadata.clone()),
        json!({"agent_id": "bot", "metadata": {"k": 1}})
    );
    assert_eq!(rome.metadata["categories"], "home");
    assert_eq!(rome.user_id.as_deref(), Some("7"));
    assert!(coffee.id.starts_with("a-"), "{}", coffee.id);
    let places: Vec<&str> = read.odd.iter().map(|odd| odd.at.as_str()).collect();
    assert_eq!(places, ["results/2", "results/3", "results/4"]);
    assert_eq!(read.found.beside["repeated memories"], 1);
    assert_eq!(read.found.beside["relations"], 1);
    assert!(
        read.notes.iter().any(|note| note.contains("soon")),
        "{:?}",
        read.notes
    );
}

#[test]
fn what_has_no_readable_owner_is_odd() {
    let users = [
        json!({"id": 1}),
        json!([7]),
        json!(""),
        json!(" "),
        json!(1.5),
        json!(true),
    ];
    let items = users
        .iter()
        .map(|user| json!({"memory": "Likes tea", "user_id": user}));
    let read = taken(&json!({ "results": items.collect::<Vec<_>>() }).to_string());
    assert!(read.found.found.is_empty(), "{read:?}");
    assert_eq!(read.odd.len(), users.len());
    assert!(
        read.odd.iter().all(|odd| odd.why.contains("`user_id`")),
        "{read:?}"
    );
    // The same words of two users are two memories, and those without a user stay without one.
    let text = json!([
        {"id": "a", "memory": "Likes tea", "user_id": 42},
        {"id": "a", "memory": "Likes tea", "user_id": "43"},
        {"id": "b", "memory": "Likes tea", "user_id": null},
    ]);
    let read = taken(&text.to_string());
    let owners: Vec<_> = read
        .found
        .found
        .iter()
        .map(|one| one.user_id.as_deref())
        .collect();
    assert_eq!(owners, [Some("42"), Some("43"), None]);
}

#[test]
fn agent_files_have_blocks_and_passages() {
    let old = json!({"agent_type": "memgpt_agent", "name": "sam", "core_memory": [
        {"label": "human", "value": "Name: Ada", "limit": 5000}, {"label": "persona", "value": ""},
        {"label": "x", "value": 5}], "messages": [{"role": "user", "content": "hi"}], "tools": [{}]});
    let read = taken(&old.to_string());
    assert_eq!(read.found.format, Some(Format::Letta));
    assert_eq!(texts(&read), ["Name: Ada"]);
    assert_eq!(read.found.found[0].id, "sam/human");
    assert_eq!(read.found.found[0].topics, ["human"]);
    assert_eq!(read.odd[0].at, "core_memory/2");
    assert!(
        read.notes
            .iter()
            .any(|note| note.contains("session_import"))
    );

    let new = json!({"agents": [{"id": "agent-0", "name": "sam", "messages": [{}, {}]}],
        "blocks": [{"id": "block-0", "label": "human", "value": "Name: Ada"}], "tools": []});
    let read = taken(&new.to_string());
    assert_eq!(read.found.found[0].id, "block/human");
    assert_eq!(read.found.beside["messages"], 2);

    let passages = json!([{"id": "passage-1", "text": "Met Bo", "tags": ["people"], "embedding": [0.1],
        "created_at": "2025-01-01T00:00:00Z"}, {"id": "passage-2"}]);
    let read = taken(&passages.to_string());
    assert_eq!(read.found.found[0].topics, ["people"]);
    assert!(read.found.found[0].metadata.is_empty());
    assert_eq!(read.odd[0].at, "1");
}

#[test]
fn markdown_is_cut_where_it_is_meant_to_be() {
    let text = "\u{feff}---\r\ndescription: rules\r\n---\r\n# Shop\r\n\r\nSells tea.\r\nIn Rome.\r\n\r\n## Build ##\r\n\
        - Run `make`\r\n  with care\r\n\r\n  ```sh\r\n  # no heading\r\n\r\n  make\r\n  ```\r\n* Never push\r\n\
        \x20 - not even once\r\n1. First\r\n\r\nSee @docs/build.md and @scope/package, ask @ada:\r\n```\r\n- no item\r\n\r\n\
        x\r\n```\r\n\r\n# Other\r\nLast\r\n";
    let read = taken(text);
    assert_eq!(read.found.format, Some(Format::Markdown));
    let found = read.found.found.iter();
    let found: Vec<(&str, &str)> = found
        .map(|memory| (memory.topics[0].as_str(), memory.text.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("front matter", "description: rules"),
            ("Shop", "Sells tea.\nIn Rome."),
            (
                "Shop > Build",
                "Run `make`\n  with care\n\n  ```sh\n  # no heading\n\n  make\n  ```"
            ),
            ("Shop > Build", "Never push\n  - not even once"),
            ("Shop > Build", "First"),
            (
                "Shop > Build",
                "See @docs/build.md and @scope/package, ask @ada:\n```\n- no item\n\nx\n```"
            ),
            ("Other", "Last"),
        ]
    );
    assert_eq!(read.found.found[2].place, "line 10");
    let notes = read.notes.join("\n");
    assert!(
        notes.contains("@docs/build.md") && !notes.contains("@scope"),
        "{notes}"
    );
}

#[test]
fn odd_markdown_is_read_to_its_end() {
    for (text, many) in [
        ("- ", 0),
        ("#", 0),
        ("# A\n## B\n", 0),
        ("```\nnever closed\n\nx", 1),
        ("---", 0),
        ("---\nx\n", 1),
        ("Title\n=====\ntext", 1),
        ("a\n\n***\n\nb", 2),
        ("- a\n\nb", 2),
        ("- a\n- a\n", 1),
        ("|a|b|\n|-|-|\n|1|2|", 1),
        ("\u{0}", 1),
    ] {
        assert_eq!(
            read(text, Format::Markdown).found.found.len(),
            many,
            "{text:?}"
        );
    }
}

#[test]
fn what_is_no_memory_is_not_guessed() {
    for text in [
        "",
        " \n",
        "{\"results\":[{\"memory\":\"cut",
        "{\"a\":1}",
        "[1,2]",
    ] {
        assert_eq!(detect(text), None, "{text}");
    }
    let cut = read("{\"results\":[{\"memory\":\"cut", Format::Mem0);
    assert_eq!(cut.odd.len(), 1);
    assert_eq!(cut.odd[0].text, "{\"results\":[{\"memory\":\"cut");
}

proptest! {
    #[test]
    fn no_word_of_markdown_is_lost(lines in prop::collection::vec(
        "(#{1,3} |- |  - |[0-9]\\. |```|    |> )?([a-z]{1,6} ?){0,4}", 0..40)) {
        let text = lines.join("\n");
        let read = read(&text, Format::Markdown);
        for line in &lines {
            let word = line.trim_start_matches(|c: char| !c.is_ascii_lowercase()).trim();
            let is_there = read.found.found.iter().any(|memory| {
                memory.text.contains(word) || memory.topics.iter().any(|topic| topic.contains(word))
            });
            // A heading without text below it is omitted, as is one that another heading follows.
            let is_heading = line.starts_with('#');
            prop_assert!(word.is_empty() || is_there || is_heading, "{:?} of {:?}", word, text);
        }
    }

    #[test]
    fn every_item_is_a_memory_beside_or_odd(items in prop::collection::vec(
        prop_oneof![
            Just(json!(5)), Just(json!("x")), Just(json!({})), Just(json!({"memory": null})),
            "[ab]{0,2}".prop_map(|text| json!({"memory": text})),
            ("[ab]", "[ab]").prop_map(|(id, text)| json!({"id": id, "memory": text})),
            any::<i64>().prop_map(|at| json!({"memory": "c", "created_at": at, "id": at})),
        ], 0..20), bytes in 1_usize..500) {
        let text = json!({"results": items}).to_string();
        let read = read(&text, Format::Mem0);
        let beside: u32 = read.found.beside.values().sum();
        prop_assert_eq!(read.found.found.len() + beside as usize + read.odd.len(), items.len());
        let again = exchange::memories::read(&parts(&read, bytes, 2).concat(), Format::Loci);
        prop_assert_eq!(&again.found.found, &read.found.found);
        prop_assert_eq!(&again.odd, &read.odd);
    }
}
