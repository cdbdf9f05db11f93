//! Identity and order of arriving messages: derives ids of dated messages, and places tool results after their calls.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::conversation::ops::checks::{AHEAD, Taken};
use crate::session::message::{Message, NewMessage};
use crate::session::messages::Messages;
use crate::session::tool_results::REACH;

/// Maximum time by which a result may be dated before its call, in microseconds.
const MAX_SKEW: i64 = AHEAD * 1_000;
/// Number of hash bytes in a derived id.
const ID_BYTES: usize = 10;

/// Derives the id of each message with a time and no id from its content and time, so that a resent message has the
/// same id.
pub(super) fn identify(messages: &mut [NewMessage]) {
    for message in messages {
        if let (None, Some(_)) = (&message.id, message.created_at) {
            message.id = Some(content_id(message).into());
        }
    }
}

fn content_id(message: &NewMessage) -> String {
    let said = serde_json::to_vec(&(
        &message.role,
        &message.content,
        message.created_at,
        &message.name,
        message.all_calls(),
        &message.tool_call_id,
        message.data_to_store(None),
    ));
    let hash = Sha256::digest(said.unwrap_or_default());
    hash[..ID_BYTES].iter().fold(String::new(), |mut id, byte| {
        // Writing to a string cannot fail.
        let _ = write!(id, "{byte:02x}");
        id
    })
}

/// A message at its position in the session.
struct Standing<'a> {
    message: &'a Arc<Message>,
    /// Index in the call; `None` for a message that the session already has.
    at: Option<usize>,
}

/// A tool result that precedes its call.
struct Misplaced {
    /// Index of the result in the request; `None` if the session already has it.
    at: Option<usize>,
    result: Arc<Message>,
    call: Arc<Message>,
    /// Index of the tool call's message in the request; `None` if the session already has it.
    call_at: Option<usize>,
}

/// Places tool results after their calls if the order of the request or clock skew put them before. `known` are the
/// messages that stay next to those of the request.
pub(super) fn place_results(known: Option<&Messages>, taken: &mut Taken) {
    let misplaced = find_misplaced(known, &taken.messages);
    if misplaced.is_empty() {
        return;
    }
    let mut places: Vec<(usize, u8)> = (0..taken.messages.len()).map(|at| (at, 0)).collect();
    let mut redated = 0;
    for Misplaced {
        at,
        result,
        call,
        call_at,
    } in misplaced
    {
        let mut created_at = call.created_at;
        let end = taken.messages.len();
        let place = (call_at.unwrap_or(end), 1);
        let mut moved = Message::clone(&result);
        if let Some(at) = at {
            moved.created_at = created_at;
            taken.messages[at] = Arc::new(moved);
            places[at] = place;
        } else {
            // A message with an unchanged time would keep its position.
            if created_at == result.created_at {
                created_at = created_at.plus(1);
            }
            moved.created_at = created_at;
            taken.messages.push(Arc::new(moved));
            places.push(place);
        }
        redated += usize::from(created_at != result.created_at);
    }
    let mut all: Vec<_> = places.into_iter().zip(taken.messages.drain(..)).collect();
    all.sort_by_key(|(place, _)| *place);
    taken.messages = all.into_iter().map(|(_, message)| message).collect();
    if redated > 0 {
        taken.warnings.push(format!(
            "{redated} results of tools had a created_at before that of their calls: they were given the time of \
             the call."
        ));
    }
}

fn find_misplaced(known: Option<&Messages>, taken: &[Arc<Message>]) -> Vec<Misplaced> {
    if !taken.iter().any(|one| one.is_call() || one.is_result()) {
        return Vec::new();
    }
    let order = order(known, taken);
    let mut called: HashSet<&str> = HashSet::new();
    let mut waiting: HashMap<&str, Vec<&Standing>> = HashMap::new();
    let mut misplaced = Vec::new();
    for standing in &order {
        let message = standing.message;
        for id in message.calls() {
            called.insert(id);
            for result in waiting.remove(id).unwrap_or_default() {
                // Models reuse ids: the result may be that of an earlier call.
                let is_near = message.created_at <= result.message.created_at.plus(MAX_SKEW);
                if is_near && !known.is_some_and(|known| is_called(known, id, result.message)) {
                    misplaced.push(Misplaced {
                        at: result.at,
                        result: result.message.clone(),
                        call: message.clone(),
                        call_at: standing.at,
                    });
                }
            }
        }
        for id in message.results().filter(|id| !called.contains(id)) {
            waiting.entry(id).or_default().push(standing);
        }
    }
    // Messages that the session already has are not changed on their own.
    misplaced.retain(|one| one.at.is_some() || one.call_at.is_some());
    misplaced
}

/// Merges the messages of the request with the nearby messages of the session, in order.
fn order<'a>(known: Option<&'a Messages>, taken: &'a [Arc<Message>]) -> Vec<Standing<'a>> {
    let ids: HashSet<&str> = taken.iter().map(|message| &*message.id).collect();
    let mut order: Vec<Standing> = Vec::new();
    if let Some(known) = known {
        let newest = known.iter().rev().take(REACH);
        let around = newest.filter(|message| !ids.contains(&*message.id));
        order.extend(around.map(|message| Standing { message, at: None }));
        order.reverse();
    }
    let taken = taken.iter().enumerate();
    order.extend(taken.map(|(at, message)| Standing {
        message,
        at: Some(at),
    }));
    order.sort_by_key(|standing| standing.message.created_at);
    order
}

/// Returns true if the session has a call with this id before the result.
fn is_called(known: &Messages, id: &str, result: &Message) -> bool {
    let mut earlier = known
        .iter()
        .take_while(|message| message.created_at <= result.created_at && message.id != result.id);
    earlier.any(|message| message.calls().any(|call| call == id))
}
