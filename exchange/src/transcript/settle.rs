//! Assigns ids and times to messages. They are the same whenever the same conversation is read, even if it has grown:
//! so no message is imported twice, and all keep their order.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::{Message, Session};

/// Maximum length of an original id, in bytes.
const ID: usize = 200;

/// Gives each message a unique id, and a time after the message before it if it has none. Returns the number of exact
/// duplicates, which are removed. Adds the places of messages that are later than `latest` to `later`.
pub(super) fn settle(session: &mut Session, latest: i64, later: &mut Vec<String>) -> u32 {
    let repeated = identify(&mut session.messages);
    place(&mut session.messages, latest, later);
    repeated
}

fn identify(messages: &mut Vec<Message>) -> u32 {
    let before = messages.len();
    let mut known: HashMap<String, [u8; 32]> = HashMap::with_capacity(before);
    let mut times: HashMap<String, u32> = HashMap::new();
    messages.retain_mut(|message| {
        let said = hash(message);
        if is_id(&message.id) {
            match known.entry(message.id.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert(said);
                    return true;
                }
                Entry::Occupied(entry) if *entry.get() == said => return false,
                Entry::Occupied(_) => {}
            }
        }
        let made = short(&said);
        let time = times.entry(made.clone()).or_default();
        *time += 1;
        message.id = match *time {
            1 => made,
            time => format!("{made}-{time}"),
        };
        true
    });
    u32::try_from(before - messages.len()).unwrap_or(u32::MAX)
}

fn is_id(id: &str) -> bool {
    !id.trim().is_empty() && id.len() <= ID && !id.chars().any(char::is_control)
}

/// Hashes the content of a message, without its time, which not every source has.
fn hash(message: &Message) -> [u8; 32] {
    let Message {
        role,
        content,
        name,
        tool_calls,
        tool_call_id,
        ..
    } = message;
    let said = serde_json::to_vec(&(role, content, name, tool_calls, tool_call_id));
    Sha256::digest(said.unwrap_or_default()).into()
}

fn short(hash: &[u8; 32]) -> String {
    hash[..10].iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn place(messages: &mut [Message], latest: i64, later: &mut Vec<String>) {
    for message in messages.iter_mut() {
        if let Some(at) = message.at.filter(|at| *at > latest) {
            later.push(message.place.clone());
            message.at = None;
            let said = crate::moment::text(at);
            message.metadata.insert("created_at".into(), said.into());
        }
    }
    let first = messages.iter().position(|message| message.at.is_some());
    let Some(first) = first else {
        return;
    };
    let mut taken: HashSet<i64> = HashSet::with_capacity(messages.len());
    // Next candidate for a time that many messages share.
    let mut free: HashMap<i64, i64> = HashMap::new();
    let begin = messages[first].at.unwrap_or_default();
    let mut next = begin.saturating_sub(i64::try_from(first).unwrap_or(i64::MAX));
    for message in messages.iter_mut() {
        let said = message.at.unwrap_or(next);
        let mut at = free.get(&said).copied().unwrap_or(said);
        while !taken.insert(at) {
            at = at.saturating_add(1);
        }
        message.at = Some(at);
        next = at.saturating_add(1);
        free.insert(said, next);
    }
}
