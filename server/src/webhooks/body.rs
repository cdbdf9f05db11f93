//! Bodies of webhook messages: the whole as JSON, or a few lines for a chat.

use app::paths;
use engine::delivery::kinds::TEST;
use engine::delivery::message::{About, Message};
use engine::session::SessionKey;
use engine::webhook::Format;
use engine::workflow::attention::ItemKind;
use kernel::{StreamId, Time};
use serde_json::{Map, Value, json};

use super::chat::{Lines, discord, slack};

/// Maximum size of a message in bytes; a longer one omits the fact's body.
const LONGEST: usize = 256 * 1024;

/// Content of a message.
pub enum Told<'a> {
    /// A fact.
    Happened(&'a Message),
    /// A test of the webhook with this name.
    Test(&'a str, Time),
}

/// Renders the body; `origin` is the address under which people open Loci.
#[must_use]
pub fn body(told: &Told<'_>, format: Format, origin: &str) -> Vec<u8> {
    let value = match format {
        Format::Standard => standard(told, origin),
        Format::Slack => slack(&lines(told, origin)),
        Format::Discord => discord(&lines(told, origin)),
    };
    value.to_string().into_bytes()
}

fn standard(told: &Told<'_>, origin: &str) -> Value {
    let (kind, at, mut data) = match told {
        Told::Test(name, at) => (TEST, *at, json!({ "name": name })),
        Told::Happened(message) => (&*message.kind, message.at, data(&message.about)),
    };
    if let (Some(url), Value::Object(data)) = (url(told, origin), &mut data) {
        data.insert("url".into(), url.into());
    }
    let mut value = json!({ "type": kind, "timestamp": at, "data": data });
    if value.to_string().len() > LONGEST
        && let Some(data) = value["data"].as_object_mut()
    {
        data.insert("body".into(), Value::Null);
        data.insert("truncated".into(), true.into());
    }
    value
}

fn data(about: &About) -> Value {
    let data = match about {
        About::Fact(fact) => serde_json::to_value(fact),
        About::Item(item) => serde_json::to_value(item),
        About::Memory(memory) => serde_json::to_value(memory),
    };
    // Facts in feeds are always serializable.
    data.unwrap_or_else(|_| Value::Object(Map::new()))
}

/// Returns the related page.
fn url(told: &Told<'_>, origin: &str) -> Option<String> {
    let path = match told {
        Told::Test(..) => paths::settings_webhooks(),
        Told::Happened(message) => match &message.about {
            About::Fact(fact) => page(&fact.stream)?,
            About::Item(item) => paths::inbox_item(item.workflow, &item.item),
            About::Memory(memory) => paths::inbox_memories(&memory.core),
        },
    };
    Some(format!("{origin}{path}"))
}

fn page(stream: &StreamId) -> Option<String> {
    match stream.kind() {
        "workflow" => Some(paths::workflow(stream.id().parse().ok()?)),
        "session" => Some(paths::session(&SessionKey::of(stream)?)),
        "mind" => Some(paths::mind(stream.id())),
        _ => None,
    }
}

fn lines(told: &Told<'_>, origin: &str) -> Lines {
    let url = url(told, origin);
    let (head, title, detail) = match told {
        Told::Test(name, _) => (
            "Test".into(),
            format!("The webhook {name} works."),
            String::new(),
        ),
        Told::Happened(message) => match &message.about {
            About::Fact(fact) => {
                let title = format!("{} {}", fact.actor.id, fact.summary);
                (message.kind.replace('_', " "), title, String::new())
            }
            About::Item(item) => {
                let head = format!("Needs you: {}", describe_kind(item.kind));
                let from = [
                    Some(item.workflow_name.as_str()),
                    Some(item.detail.as_str()),
                ];
                let from = from.into_iter().flatten().filter(|text| !text.is_empty());
                (
                    head,
                    item.title.clone(),
                    from.collect::<Vec<_>>().join(" · "),
                )
            }
            About::Memory(memory) => {
                let head = "Needs you: a memory to approve".to_owned();
                (
                    head,
                    memory.title.clone(),
                    format!("{} · {}", memory.core, memory.from),
                )
            }
        },
    };
    Lines {
        head,
        title,
        detail,
        url,
    }
}

const fn describe_kind(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Review => "a review",
        ItemKind::Escalation => "a task failed",
        ItemKind::Question => "a question",
        ItemKind::Approval => "an approval",
        ItemKind::LeaseExpired => "an agent went quiet",
        ItemKind::Blocked => "a task is blocked",
        ItemKind::LeadVacant => "nobody leads",
        ItemKind::Warning => "a warning",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use engine::delivery::kinds::NEEDS_YOU;
    use engine::delivery::message::MemoryItem;
    use engine::webhook::Place;

    fn message(title: &str) -> Message {
        Message {
            place: Place {
                position: 7,
                item: Some(Arc::from("memory:m1")),
            },
            kind: NEEDS_YOU.into(),
            at: Time(0),
            about: About::Memory(MemoryItem {
                item: "memory:m1".into(),
                kind: "memory",
                core: "team".into(),
                title: title.into(),
                from: "ada".into(),
                since: Time(0),
            }),
        }
    }

    #[test]
    fn a_standard_message_has_a_type_a_time_and_data() {
        let message = message("x");
        let bytes = body(
            &Told::Happened(&message),
            Format::Standard,
            "https://loci.example.org",
        );
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(value["type"], "needs_you");
        assert_eq!(value["timestamp"], "1970-01-01T00:00:00.000Z");
        assert_eq!(value["data"]["item"], "memory:m1");
        assert_eq!(
            value["data"]["url"],
            "https://loci.example.org/inbox/core:team"
        );
    }

    #[test]
    fn a_message_that_is_too_long_goes_without_the_facts_body() {
        let message = message(&"x".repeat(LONGEST));
        let value = standard(&Told::Happened(&message), "");
        assert_eq!(value["data"]["body"], Value::Null);
        assert_eq!(value["data"]["truncated"], true);
    }

    #[test]
    fn a_test_says_what_it_is_in_every_form() {
        for format in Format::ALL {
            let bytes = body(&Told::Test("ops", Time(0)), format, "http://x");
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains("ops"), "{text}");
        }
    }
}
