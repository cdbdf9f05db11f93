//! Which messages no longer fit and are to be folded into the summary. Pure; writes no summary.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::session::message::Message;
use crate::session::state::Session;
use crate::session::window;
use crate::workspace::settings::Settings;

/// What is to be folded.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// The messages, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// The tokens of these messages and of the summary so far: a new summary must have fewer.
    pub tokens: u64,
    /// The most tokens of a new summary with which the session is no longer above its threshold; 0 when the
    /// messages that stay are above it by themselves.
    pub room: u64,
}

/// The share of a window in whole tokens, as `int(window * share)` gives it.
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

/// What is to be folded now: above the threshold, or when somebody asked, the oldest messages until the
/// newest fit their share of the window. Where they fit and somebody asked, all that was said before the
/// newest turn. One message always stays, below the threshold the whole newest turn, and a tool's result
/// stays with its call.
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
        // A configuration may have a low threshold and say nothing of what is kept: a summary needs room.
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

/// Where the newest messages within `keep` tokens begin; the newest one always belongs to them.
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

/// Where the newest turn begins: with the last message of a user, else with the newest message.
fn turn(all: &[&Arc<Message>]) -> usize {
    let is_user = |message: &&Arc<Message>| &*message.role == "user" && !message.is_result();
    let newest = all.len().saturating_sub(1);
    all.iter().rposition(is_user).unwrap_or(newest)
}

/// The nearest cut of `count` messages that parts no tool call from its result: an earlier one where there
/// is one, so that more stays; `None` when nothing could be folded.
fn legal(bonds: &[Bond], count: usize, cut: usize) -> Option<usize> {
    earlier(bonds, cut).or_else(|| {
        let mut later = cut;
        while let Some((_, to)) = broken(bonds, later) {
            later = to + 1;
        }
        (0 < later && later < count).then_some(later)
    })
}

/// The nearest such cut that is not later; `None` when there would be nothing before it.
fn earlier(bonds: &[Bond], mut cut: usize) -> Option<usize> {
    while let Some((from, _)) = broken(bonds, cut) {
        cut = from;
    }
    (cut > 0).then_some(cut)
}

/// A bond that a cut parts: (from, to) is parted by every cut in from + 1 ..= to.
fn broken(bonds: &[Bond], cut: usize) -> Option<Bond> {
    let mut all = bonds.iter();
    all.find(|(from, to)| *from < cut && cut <= *to).copied()
}

/// The first and the last of messages that stay together.
type Bond = (usize, usize);

/// Which messages must not be parted: from a call to its result, and from a call without one to the end
/// while nothing but results followed it.
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
                // The result names no call that is here: it belongs to what stands before it.
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
    // The turn is not over: more results may come.
    if let Some(from) = pending {
        bonds.push((from, all.len() - 1));
    }
    bonds
}
