//! Selects the messages that no longer fit and are to be folded into the summary.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::session::message::Message;
use crate::session::state::Session;
use crate::session::window;
use crate::workspace::settings::Settings;

/// Messages to fold and the limits of their summary.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// The messages, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// Token count of these messages and the current summary: the new summary must have fewer.
    pub tokens: u64,
    /// Maximum tokens of a new summary that bring the session back below its threshold; 0 if the remaining messages
    /// alone exceed it.
    pub room: u64,
}

/// Returns the share of a window in whole tokens, like `int(window * share)`.
#[must_use]
pub fn share(window: u32, share: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a window is neither negative nor larger than the window"
    )]
    let tokens = (f64::from(window) * share.clamp(0.0, 1.0)) as u64;
    tokens
}

/// Selects the messages to fold now. Above the threshold, or on request: the oldest messages until the newest ones fit
/// their share of the window. If they fit and a summary was requested: everything before the newest turn. One message
/// always stays, below the threshold the whole newest turn, and a tool's result stays with its call.
#[must_use]
pub fn to_fold(session: &Session, settings: &Settings) -> Option<Fold> {
    let window = window::of(session, settings).tokens;
    let threshold = share(window, settings.summarization_threshold);
    let is_full = session.tokens() > threshold;
    if !(is_full || session.fold_asked) || session.messages.len() < 2 {
        return None;
    }
    let keep = match share(window, settings.summarization_keep) {
        keep if keep < threshold => keep,
        // A configuration may set a low threshold and no share to keep: the summary needs room.
        _ => threshold * 4 / 7,
    };
    let all: Vec<&Arc<Message>> = session.messages.iter().collect();
    let bonds = bonds(&all);
    let cut = within(&all, keep);
    let full = is_full.then(|| legal(&bonds, all.len(), cut)).flatten();
    let asked = || match turn(&all) {
        turn if cut == 0 => earlier(&bonds, turn),
        turn => earlier(&bonds, turn.min(cut)),
    };
    let cut = full.or_else(|| session.fold_asked.then(asked).flatten())?;
    let messages: Vec<Arc<Message>> = all[..cut]
        .iter()
        .map(|message| Arc::clone(message))
        .collect();
    let folded: u64 = messages
        .iter()
        .map(|message| u64::from(message.tokens))
        .sum();
    let left = session.messages.tokens().saturating_sub(folded);
    Some(Fold {
        messages,
        tokens: folded + u64::from(session.context_tokens),
        room: threshold.saturating_sub(left),
    })
}

/// Returns the index of the first of the newest messages that fit in `keep` tokens, always including the newest.
fn within(all: &[&Arc<Message>], keep: u64) -> usize {
    let mut tokens = 0;
    let mut cut = all.len();
    for (at, message) in all.iter().enumerate().rev() {
        tokens += u64::from(message.tokens);
        if tokens > keep && cut < all.len() {
            break;
        }
        cut = at;
        if tokens > keep {
            break;
        }
    }
    cut
}

/// Returns the start of the newest turn: the last message of a user, otherwise the newest message.
fn turn(all: &[&Arc<Message>]) -> usize {
    let is_user = |message: &&Arc<Message>| &*message.role == "user" && !message.is_result();
    let newest = all.len().saturating_sub(1);
    all.iter().rposition(is_user).unwrap_or(newest)
}

/// Returns the nearest cut of `count` messages that separates no tool call from its result. Prefers an earlier cut so
/// that more stays; `None` if nothing can be folded.
fn legal(bonds: &[Bond], count: usize, cut: usize) -> Option<usize> {
    earlier(bonds, cut).or_else(|| {
        let mut later = cut;
        while let Some((_, to)) = find_broken(bonds, later) {
            later = to + 1;
        }
        (0 < later && later < count).then_some(later)
    })
}

/// Returns the nearest such cut at or before `cut`; `None` if nothing would precede it.
fn earlier(bonds: &[Bond], mut cut: usize) -> Option<usize> {
    while let Some((from, _)) = find_broken(bonds, cut) {
        cut = from;
    }
    (cut > 0).then_some(cut)
}

/// Returns a bond that a cut breaks: (from, to) is broken by every cut in from + 1 ..= to.
fn find_broken(bonds: &[Bond], cut: usize) -> Option<Bond> {
    let mut all = bonds.iter();
    all.find(|(from, to)| *from < cut && cut <= *to).copied()
}

/// First and last index of messages that stay together.
type Bond = (usize, usize);

/// Returns the messages that must stay together: from a call to its result, and from a call without a result to the end
/// while only results followed it.
fn bonds(all: &[&Arc<Message>]) -> Vec<Bond> {
    let mut calls: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bonds = Vec::new();
    let mut pending = None;
    for (at, message) in all.iter().enumerate() {
        if message.is_result() {
            let named: Vec<usize> = message
                .results()
                .filter_map(|id| calls.get(id).copied())
                .collect();
            match (named.as_slice(), at.checked_sub(1)) {
                // The result refers to no call here: it belongs to the message before it.
                ([], Some(before)) => bonds.push((before, at)),
                ([], None) => {}
                (named, _) => bonds.extend(named.iter().map(|from| (*from, at))),
            }
        } else {
            pending = message.is_call().then_some(at);
        }
        for id in message.calls() {
            calls.insert(id, at);
        }
    }
    // The turn is not over: more results may follow.
    if let Some(from) = pending {
        bonds.push((from, all.len() - 1));
    }
    bonds
}
