//! The identity and the order of messages that arrive: ids for those that say when they were said, and
//! results of tools behind their calls.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::conversation::ops::checks::{AHEAD, Taken};
use crate::session::message::{Message, NewMessage};
use crate::session::messages::Messages;
use crate::session::tool_results::REACH;

/// The most microseconds by which a result can be dated before its call, and be taken for its result.
const MAX_SKEW: i64 = AHEAD * 1_000;
/// Bytes of a hash in an id.
const ID_BYTES: usize = 10;

/// Gives each message that has a time and no id the id that follows from what it says and when, so that the
/// same message is the same one whenever it is sent.
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
        message.stored(None),
    ));
    let hash = Sha256::digest(said.unwrap_or_default());
    hash[..ID_BYTES].iter().fold(String::new(), |mut id, byte| {
        // Writing into a text cannot fail.
        let _ = write!(id, "{byte:02x}");
        id
    })
}

/// One message in the order in which the session will have it.
struct Standing<'a> {
    message: &'a Arc<Message>,
    /// Its index in the call; none of a message that is there already.
    at: Option<usize>,
}

/// A result that comes before its call.
struct Misplaced {
    /// The index of the result in the call.
    at: Option<usize>,
    result: Arc<Message>,
    call: Arc<Message>,
    /// The index of the tool's call in the call.
    call_at: Option<usize>,
}

/// Places results of tools behind their calls, where the order of the call or clocks that disagree put them
/// before. `known` are the messages that stay beside those of the call.
pub(super) fn place_results(known: Option<&Messages>, taken: &mut Taken) {
    let misplaced = misplaced(known, &taken.messages);
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
            // One that keeps its time keeps its place.
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

fn misplaced(known: Option<&Messages>, taken: &[Arc<Message>]) -> Vec<Misplaced> {
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
                // Models use an id again: the result may be that of an earlier call.
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
    // Nothing is changed for the sake of messages that are there already.
    misplaced.retain(|one| one.at.is_some() || one.call_at.is_some());
    misplaced
}

/// The messages of the call among those of the session that may belong to them.
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

/// Whether the session has a call of that id before the result.
fn is_called(known: &Messages, id: &str, result: &Message) -> bool {
    let mut earlier = known
        .iter()
        .take_while(|message| message.created_at <= result.created_at && message.id != result.id);
    earlier.any(|message| message.calls().any(|call| call == id))
}
