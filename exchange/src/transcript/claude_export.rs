//! Parses data exports of Claude: conversations with messages, some of which have pasted text as attachments.

use serde_json::{Map, Value};

use super::Message;
use super::attachments::Attached;
use super::branch::{ABANDONED, Node, current};
use super::chat::{conversations, join, parse_message};
use super::taking::{Taking, fields, text};
use crate::moment;
use crate::records::{Record, Records};

/// Parses an export.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in conversations(records) {
        let mut conversation = match fields(&value) {
            Ok(fields) => fields,
            Err(why) => {
                taking.odd(at, why, &value);
                continue;
            }
        };
        let Some(Value::Array(messages)) = conversation.remove("chat_messages") else {
            taking.odd(at, "has no list of `chat_messages`", &value);
            continue;
        };
        let session = taking.another(text(&mut conversation, "uuid"));
        for (name, known) in [
            ("name", "title"),
            ("created_at", "create_time"),
            ("summary", "summary"),
        ] {
            if let Some(value) = conversation.remove(name) {
                taking.about(session, known, value);
            }
        }
        let place = join(&at, "chat_messages");
        let is_current = current(&messages.iter().map(node).collect::<Vec<_>>());
        for (n, (value, is_current)) in messages.into_iter().zip(is_current).enumerate() {
            if !is_current {
                taking.beside(ABANDONED);
                continue;
            }
            let at = join(&place, &n.to_string());
            let said = fields(&value).and_then(|fields| message_of(fields, &at, taking));
            taking.take(session, at, &value, said);
        }
    }
}

fn node(message: &Value) -> Node<&str> {
    Node {
        id: message.get("uuid").and_then(Value::as_str),
        parent: message.get("parent_message_uuid").and_then(Value::as_str),
        at: message.get("created_at").and_then(moment::read),
        joins: false,
    }
}

fn message_of(
    mut fields: Map<String, Value>,
    at: &str,
    taking: &mut Taking,
) -> Result<Message, String> {
    let role = match fields.remove("sender").as_ref().and_then(Value::as_str) {
        Some("human") => "user",
        Some("assistant") => "assistant",
        _ => return Err("has no `sender` that is `human` or `assistant`".into()),
    };
    fields.insert("role".into(), role.into());
    // `text` is the content without its blocks.
    let whole = text(&mut fields, "text");
    let has_blocks =
        matches!(fields.get("content"), Some(Value::Array(blocks)) if !blocks.is_empty());
    if let Some(whole) = whole.filter(|_| !has_blocks) {
        fields.insert("content".into(), whole.into());
    }
    let (id, moment) = (text(&mut fields, "uuid"), fields.remove("created_at"));
    let attached = Attached::take(&mut fields)?;
    let mut message = parse_message(fields)?;
    attached.add_to(&mut message);
    message.id = id.unwrap_or_default();
    taking.set_time(&mut message, "created_at", at, moment);
    Ok(message)
}
