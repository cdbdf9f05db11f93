//! Stored facts stay readable: there is a sample of every kind in every schema that it ever had, and each is read
//! completely.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use kernel::event::Event as _;
use serde_json::Value;
use serde_json::value::RawValue;

/// Returns the samples of one memory: `<kind>.<schema>.json` each.
pub fn samples(memory: &str) -> Vec<(String, u16, Box<RawValue>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples")
        .join(memory);
    let mut samples: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (kind, schema) = name.rsplit_once('.').unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let body = RawValue::from_string(text.trim().into()).unwrap();
            (kind.to_owned(), schema.parse().unwrap(), body)
        })
        .collect();
    samples.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    samples
}

fn check<E: kernel::event::Event>(memory: &str, kinds: &[(&str, u16)]) {
    let samples = samples(memory);
    let stored: BTreeSet<(&str, u16)> = samples
        .iter()
        .map(|(kind, schema, _)| (kind.as_str(), *schema))
        .collect();
    for (kind, schema) in kinds {
        for schema in 1..=*schema {
            assert!(
                stored.contains(&(*kind, schema)),
                "write a sample of {kind} {schema}: engine/tests/samples/{memory}/{kind}.{schema}.json"
            );
        }
    }
    for (kind, schema, body) in &samples {
        let event = E::read(kind, *schema, body);
        assert_eq!(event.kind(), kind, "{kind}.{schema}.json cannot be read");
        if kinds.contains(&(kind, *schema)) {
            let (written, stored): (Value, Value) = (
                serde_json::from_str(event.body().unwrap().get()).unwrap(),
                serde_json::from_str(body.get()).unwrap(),
            );
            assert_eq!(written, stored, "{kind}.{schema}.json loses something");
        }
    }
}

#[test]
fn every_fact_of_a_workflow_is_read_back() {
    use engine::workflow::Event;
    check::<Event>("workflow", Event::KINDS);
}

#[test]
fn every_fact_of_the_workspace_is_read_back() {
    use engine::workspace::Event;
    check::<Event>("workspace", Event::KINDS);
}

#[test]
fn every_fact_of_a_core_is_read_back() {
    use engine::crystal::Event;
    check::<Event>("core", Event::KINDS);
}

#[test]
fn every_fact_of_a_session_is_read_back() {
    use engine::session::Event;
    check::<Event>("session", Event::KINDS);
}

#[test]
fn what_cannot_be_read_is_passed_over() {
    use engine::workflow::Event;
    let body = |text: &str| RawValue::from_string(text.into()).unwrap();
    for (kind, schema, text) in [
        ("redacted", 0, "null"),
        ("task_danced", 1, "{}"),
        ("task_claimed", 99, "{}"),
        ("task_claimed", 1, r#"{"id":7}"#),
    ] {
        let event = Event::read(kind, schema, &body(text));
        assert!(matches!(event, Event::Unreadable(_)), "{kind} {schema}");
    }
}

#[test]
fn every_fact_of_a_summary_view_is_read_back() {
    use engine::summary_view::facts::Event;
    check::<Event>("view", Event::KINDS);
}

#[test]
fn every_fact_of_a_mind_is_read_back() {
    use engine::mind::Event;
    check::<Event>("mind", Event::KINDS);
}

#[test]
fn every_fact_of_a_webhook_is_read_back() {
    use engine::webhook::facts::Event;
    check::<Event>("webhook", Event::KINDS);
}
