//! Stored facts stay readable, and each has its sentence.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use engine::activity::describe::describe;
use engine::scratchpad::{Event, Scope, stream};
use kernel::actor::{Actor, Door, Role};
use kernel::event::Event as _;
use kernel::{Fact, Time};
use serde_json::Value;
use serde_json::value::RawValue;

fn sample(kind: &str, schema: u16) -> Box<RawValue> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples/scratchpad")
        .join(format!("{kind}.{schema}.json"));
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("write a sample of it, {}: {error}", path.display()));
    RawValue::from_string(text.trim().into()).unwrap()
}

#[test]
fn every_fact_is_read_back_whole_and_told_in_words() {
    let mut told = String::new();
    for (kind, newest) in Event::KINDS {
        for schema in 1..=*newest {
            let body = sample(kind, schema);
            let event = Event::read(kind, schema, &body);
            assert_eq!(event.kind(), *kind, "{kind}.{schema}.json cannot be read");
            let written: Value = serde_json::from_str(event.body().unwrap().get()).unwrap();
            let stored: Value = serde_json::from_str(body.get()).unwrap();
            assert_eq!(written, stored, "{kind}.{schema}.json loses something");
            let fact = Fact {
                workspace: "main".into(),
                stream: stream(Scope::Thread, "s1"),
                version: 1,
                position: 1,
                at: Time(0),
                actor: Actor::new("w1", Role::Worker),
                door: Door::Http,
                request: "r".into(),
                kind: (*kind).into(),
                schema,
                body,
            };
            writeln!(told, "{}", describe(&fact)).unwrap();
        }
    }
    assert_eq!(
        told,
        "copied the scratchpad “main” from user-1, setting its state aside: it did not fit the new schema\n\
         updated blockers, goal in the scratchpad “main”\n\
         replaced the scratchpad “main”\n\
         cleared the scratchpad “main”\n\
         restored the scratchpad “main” to version 3\n\
         merged the scratchpad “main” into user-1\n\
         deleted the scratchpad “main”: done with it\n\
         restored the scratchpad “main”\n"
    );
}
