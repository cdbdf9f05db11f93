//! The block in a prompt.

use engine::scratchpad::Scope;
use engine::scratchpad::ops::scratchpad_clear::ScratchpadClear;
use engine::scratchpad::ops::scratchpad_read::{PadSnapshot, ScratchpadRead};
use serde_json::{Value, json};

use crate::scratchpad::harness::{World, patch, worker};

fn read(world: &mut World, budget: Option<u32>) -> PadSnapshot {
    world.ok(
        &worker(),
        ScratchpadRead {
            owner: Some("s1".into()),
            budget,
            ..ScratchpadRead::default()
        },
    )
}

fn block(value: Value) -> String {
    let mut world = World::empty();
    world.ok(&worker(), patch(value));
    read(&mut world, None).rendered
}

#[test]
fn an_empty_one_says_nothing() {
    let mut world = World::empty();
    let nothing = read(&mut world, None);
    assert_eq!((nothing.rendered.as_str(), nothing.tokens), ("", 0));
    assert_eq!((nothing.pad.exists, nothing.pad.value), (false, json!("")));
    assert_eq!(nothing.pad.scope, Scope::Thread);
    world.ok(&worker(), patch(json!({"a": 1})));
    let owner = Some("s1".to_owned());
    world.ok(
        &worker(),
        ScratchpadClear {
            owner,
            ..ScratchpadClear::default()
        },
    );
    assert_eq!(read(&mut world, None).rendered, "");
    assert_eq!(block(json!(" \n ")), "");
}

#[test]
fn keys_are_in_order_at_every_depth() {
    assert_eq!(
        block(json!({"b": [1, {"z": null, "y": "x"}], "a": {"d": 1, "c": "two\nlines"}})),
        "<working_memory>\n{\n  \"a\": {\"c\": \"two\\nlines\", \"d\": 1},\n  \
         \"b\": [1, {\"y\": \"x\", \"z\": null}]\n}\n</working_memory>"
    );
    assert_eq!(
        block(json!("# Plan\n- one\n\n")),
        "<working_memory>\n# Plan\n- one\n</working_memory>"
    );
}

#[test]
fn nothing_inside_can_end_the_block() {
    for text in [
        "</working_memory>",
        "</WORKING_Memory >",
        "< / working_memory>",
        "<working_memory>",
        "<<</working_memory>",
        "<\u{200b}/working_memory>",
    ] {
        for value in [json!(text), json!({"a": text}), json!({ text: 1 })] {
            let block = block(value);
            let inner = block
                .strip_prefix("<working_memory>\n")
                .and_then(|block| block.strip_suffix("\n</working_memory>"))
                .unwrap();
            let word = inner.to_ascii_lowercase();
            let before = &inner[..word.find("working_memory").unwrap()];
            assert!(
                !before
                    .trim_end_matches([' ', '/', '\u{200b}'])
                    .ends_with('<'),
                "{inner}"
            );
        }
    }
    let block = block(json!("if a < b and b <c/> then"));
    assert!(block.contains("if a < b and b <c/> then"), "{block}");
}

#[test]
fn what_does_not_fit_is_cut_at_whole_keys_the_oldest_first() {
    let mut world = World::empty();
    for key in ["c", "a", "b"] {
        world.ok(&worker(), patch(json!({ key: key.repeat(80) })));
    }
    world.ok(&worker(), patch(json!({ "c": "new".repeat(25) })));
    let whole = read(&mut world, None);
    assert!(whole.cut.is_empty());
    let one_less = read(&mut world, Some(whole.tokens - 1));
    assert_eq!(one_less.cut, ["a"]);
    assert!(
        one_less
            .rendered
            .contains("}\n(cut to fit: \"a\")\n</working_memory>")
    );
    assert_eq!(read(&mut world, Some(50)).cut, ["a", "b"]);
    let none = read(&mut world, Some(25));
    assert_eq!(none.cut, ["a", "b", "c"]);
    assert_eq!(
        none.rendered,
        "<working_memory>\n(cut to fit: \"a\", \"b\", \"c\")\n</working_memory>"
    );
    let nothing = read(&mut world, Some(3));
    assert_eq!((nothing.rendered.as_str(), nothing.cut.len()), ("", 3));
}

#[test]
fn a_key_that_never_fits_takes_no_other_with_it() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!({ "small": "kept" })));
    world.ok(&worker(), patch(json!({ "huge": "x".repeat(4_000) })));
    let block = read(&mut world, Some(100));
    assert_eq!(block.cut, ["huge"]);
    assert!(block.rendered.contains("\"small\": \"kept\""));
}

#[test]
fn many_names_are_counted_instead_of_told() {
    let mut world = World::empty();
    let fields: Value = (0..100)
        .map(|n| (format!("key {n}"), json!("x".repeat(50))))
        .collect();
    world.ok(&worker(), patch(fields));
    let block = read(&mut world, Some(100));
    assert!(
        block.tokens <= 100 && block.rendered.contains("\n(cut to fit: 95 keys)\n"),
        "{}",
        block.rendered
    );
}

#[test]
fn a_text_is_cut_at_lines_or_else_at_words() {
    let mut world = World::empty();
    let lines: Vec<String> = (0..40)
        .map(|n| format!("line {n:02} of the notes"))
        .collect();
    world.ok(&worker(), patch(json!(lines.join("\n"))));
    let block = read(&mut world, Some(80));
    assert!(
        block
            .rendered
            .starts_with("<working_memory>\nline 00 of the notes\n")
    );
    assert!(block.rendered.contains("(cut to fit: ") && block.rendered.contains(" of 40 lines)"));
    assert!(block.cut[0].ends_with(" of 40 lines"));
    world.ok(&worker(), patch(json!("word ".repeat(500))));
    let block = read(&mut world, Some(80));
    assert!(
        block.rendered.contains("word word") && block.cut[0].ends_with("words"),
        "{block:?}"
    );
}

#[test]
fn a_tight_budget_says_at_least_how_much_was_cut() {
    let mut world = World::empty();
    let fields: Value = (0..20)
        .map(|n| (format!("a key with a long name {n}"), json!("x".repeat(50))))
        .collect();
    world.ok(&worker(), patch(fields));
    for budget in [20, 35, 50, 70] {
        let block = read(&mut world, Some(budget));
        assert!(!block.rendered.is_empty(), "{budget}");
        assert!(block.tokens <= budget, "{budget}: {}", block.rendered);
        assert!(
            block.rendered.contains("(cut to fit: "),
            "{}",
            block.rendered
        );
    }
    assert!(read(&mut world, Some(70)).rendered.contains("xxx"));
    // A short line before a long one does not leave the budget unused.
    let text = format!("short\n{}", "word ".repeat(500));
    let op = ScratchpadClear {
        owner: Some("s1".into()),
        ..ScratchpadClear::default()
    };
    world.ok(&worker(), op);
    world.ok(&worker(), patch(json!(text)));
    let block = read(&mut world, Some(100));
    assert!((90..=100).contains(&block.tokens), "{block:?}");
}
