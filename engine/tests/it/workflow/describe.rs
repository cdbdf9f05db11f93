//! Sentences for every kind of fact, made from the stored samples.

use std::fmt::Write as _;

use engine::activity::describe::describe;
use engine::words::{QUOTED, short};
use kernel::actor::{Actor, Door, Role};
use kernel::stream::StreamId;
use kernel::{Fact, Time};
use serde_json::value::RawValue;

use crate::workflow::samples::samples;

fn fact(kind: &str, schema: u16, body: Box<RawValue>) -> Fact {
    Fact {
        workspace: "main".into(),
        stream: StreamId::new("workflow", "01J"),
        version: 1,
        position: 1,
        at: Time(0),
        actor: Actor::new("w1", Role::Worker),
        door: Door::Http,
        request: "r".into(),
        kind: kind.into(),
        schema,
        body,
    }
}

#[test]
fn every_kind_of_fact_has_its_sentence() {
    let mut told = String::new();
    for memory in [
        "workflow",
        "workspace",
        "core",
        "session",
        "mind",
        "webhook",
    ] {
        for (kind, schema, body) in samples(memory) {
            let mut fact = fact(&kind, schema, body);
            fact.stream = StreamId::new(memory, "main");
            let words = describe(&fact);
            assert!(!words.ends_with('.') && !words.contains('\n'), "{words}");
            writeln!(told, "{kind:20} {words}").unwrap();
        }
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(told) });
}

#[test]
fn what_is_gone_or_unknown_says_so() {
    let raw = |text: &str| RawValue::from_string(text.into()).unwrap();
    assert_eq!(
        describe(&fact("redacted", 0, raw("null"))),
        "did something that has since been redacted"
    );
    assert_eq!(
        describe(&fact("task_danced", 3, raw("{}"))),
        "did something that this version of Loci cannot read (task danced)"
    );
}

#[test]
fn quotations_are_short_and_in_one_line() {
    assert_eq!(short("two\n  lines"), "two lines");
    let long = "word ".repeat(100);
    let cut = short(&long);
    assert!(cut.chars().count() <= QUOTED, "{cut}");
    assert!(cut.ends_with("word…"), "{cut}");
    let cut = short(&"ü".repeat(500));
    assert_eq!(cut.chars().count(), QUOTED);
}
