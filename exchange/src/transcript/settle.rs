//! Ids and times of messages, the same whenever the same conversation is read, be it longer by then: so that nothing
//! is taken in twice, and all stands in the order in which it was written down.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::{Message, Session};

/// The most bytes of an id that is kept.
const ID: usize = 200;

/// Gives each message an id of its own, and a time behind the one before where its own is none. Gives how many were
/// there twice, word for word, and are left out; places of messages that are later than `latest` go to `later`.
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

/// What a message says, in short; when it was said is left out, as not every source knows it.
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
        // Writing into a text cannot fail.
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
    // Where to go on looking from a time that many messages share.
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
