//! Tests that no JSON causes a panic, and that every record is accounted for.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{LATEST, lines};
use exchange::transcript::{Format, detect, parts, read};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1_000_000_i32..1_000_000).prop_map(|n| Value::from(f64::from(n) / 4.0)),
        "[a-z ]{0,8}|user|assistant|2025-01-01T00:00:00Z|message|text|\u{0}".prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("role"),
        Just("content"),
        Just("type"),
        Just("message"),
        Just("messages"),
        Just("payload"),
        Just("mapping"),
        Just("parts"),
        Just("uuid"),
        Just("sessionId"),
        Just("timestamp"),
        Just("tool_calls"),
        Just("id"),
        Just("input"),
        Just("output"),
        Just("name"),
        Just("chat_messages"),
        Just("contents"),
        Just("parent"),
        Just("author"),
        Just("isSidechain"),
        Just("loci"),
        Just("session"),
        Just("conversations"),
        Just("from"),
        Just("history"),
        Just("chat"),
        Just("messagesTree"),
        Just("children"),
        Just("kwargs"),
        Just("lc"),
        Just("data"),
        Just("attachments"),
        Just("toolInvocations"),
        Just("agents"),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|fields| {
                let fields = fields.into_iter();
                fields
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect::<serde_json::Map<_, _>>()
                    .into()
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_json_is_too_odd(value in any_json(), records in prop::collection::vec(any_json(), 0..6)) {
        for text in [value.to_string(), lines(&records)] {
            let _ = detect(&text);
            for format in Format::ALL {
                let first = read(&text, format, LATEST);
                prop_assert_eq!(&first, &read(&text, format, LATEST));
                let places = first.odd.iter().all(|odd| !odd.at.is_empty() && !odd.why.is_empty());
                prop_assert!(places);
            }
        }
    }

    #[test]
    fn every_record_is_a_message_beside_or_odd(records in prop::collection::vec(any_json(), 2..12)) {
        let is_object = |record: &&Value| record.is_object();
        prop_assume!(records.iter().filter(is_object).count() * 2 >= records.len());
        let text = lines(&records);
        for format in [Format::ClaudeCode, Format::Codex] {
            let read = read(&text, format, LATEST);
            let beside: u32 = read.found.beside.values().sum();
            let all = read.found.messages() + beside as usize + read.odd.len();
            prop_assert_eq!(all, records.len());
        }
        let list = json!({"messages": records}).to_string();
        let read = read(&list, Format::OpenaiChat, LATEST);
        let beside: u32 = read.found.beside.values().sum();
        prop_assert_eq!(read.found.messages() + beside as usize + read.odd.len(), records.len());
    }

    #[test]
    fn parts_are_the_whole(records in prop::collection::vec(any_json(), 0..12), bytes in 10_usize..3_000) {
        let list = json!({"messages": records}).to_string();
        let whole = read(&list, Format::OpenaiChat, LATEST);
        let parts = parts(&whole, bytes, 3);
        let again = read(&parts.concat(), Format::Loci, LATEST);
        prop_assert_eq!(&again.odd, &whole.odd);
        prop_assert_eq!(&again.found.sessions, &whole.found.sessions);
        let known = Some(Format::OpenaiChat).filter(|_| !parts.is_empty());
        prop_assert_eq!(again.found.format, known.or(Some(Format::Loci)));
    }
}
