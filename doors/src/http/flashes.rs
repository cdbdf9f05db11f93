//! Responses to plain forms, stored until the page that the person is redirected to has shown them. The address only
//! contains an unguessable id, and a response is shown only to the sender of the form: nobody can create a link that
//! puts text on a page of Loci.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::actor::Actor;

use super::RequestContext;
use crate::Flash;

/// Maximum number of stored responses for signed-in people. Beyond it the oldest is dropped.
const MAX_SIGNED_IN: usize = 256;
/// Maximum number of stored responses for people whose session has ended.
const MAX_ENDED: usize = 64;
/// Maximum number of stored responses for unknown people.
const MAX_UNKNOWN: usize = 64;

/// Sender of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Person or agent that is signed in.
    Known(Actor),
    /// Person whose session has ended, identified by the value of its cookie, which no other browser has.
    Ended(Arc<str>),
    /// Anyone. Their responses are shown on pages of people who are not signed in, such as the sign-in page.
    Unknown,
}

impl Sender {
    /// Returns the sender of a request: known if signed in.
    pub fn of(context: &RequestContext) -> Self {
        context.actor.clone().map_or(Self::Unknown, Self::Known)
    }

    /// Returns the sender of a request whose session has ended. Only a browser with its cookie gets the response.
    pub fn of_ended_session(context: &RequestContext) -> Option<Self> {
        context.ended_session.clone().map(Self::Ended)
    }

    /// Returns the maximum number of stored responses for senders of this kind.
    const fn most(&self) -> usize {
        match self {
            Self::Known(_) => MAX_SIGNED_IN,
            Self::Ended(_) => MAX_ENDED,
            Self::Unknown => MAX_UNKNOWN,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

struct Held {
    id: String,
    sender: Sender,
    flash: Flash,
}

/// Stored responses, limited per kind of sender: strangers cannot evict the responses of people who are signed in.
#[derive(Default)]
pub struct Flashes(Mutex<VecDeque<Held>>);

impl Flashes {
    /// Stores a response for its sender. Returns its id; `None` without a source of randomness.
    pub(super) fn hold(&self, sender: Sender, flash: Flash) -> Option<String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        let id = format!("{:032x}", u128::from_le_bytes(bytes));
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alike = held.iter().filter(|held| held.sender.is_like(&sender));
        if alike.count() >= sender.most()
            && let Some(oldest) = held.iter().position(|held| held.sender.is_like(&sender))
        {
            held.remove(oldest);
        }
        held.push_back(Held {
            id: id.clone(),
            sender,
            flash,
        });
        Some(id)
    }

    /// Transfers the responses for an ended session to the person who signed in from its browser.
    pub fn claim(&self, ended: &str, actor: &Actor) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for held in held.iter_mut() {
            if matches!(&held.sender, Sender::Ended(session) if **session == *ended) {
                held.sender = Sender::Known(actor.clone());
            }
        }
    }

    /// Removes and returns the response with this id if it is for the caller.
    pub fn take(&self, id: &str, actor: Option<&Actor>) -> Option<Flash> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = find(&held, id, actor)?;
        held.remove(at).map(|held| held.flash)
    }

    /// Returns the response with this id if it is for the caller. It stays: a page that refreshes itself shows it
    /// again.
    pub fn look(&self, id: &str, actor: Option<&Actor>) -> Option<Flash> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = find(&held, id, actor)?;
        held.get(at).map(|held| held.flash.clone())
    }
}

/// Returns the place of the response with this id if it is for the caller.
fn find(held: &VecDeque<Held>, id: &str, actor: Option<&Actor>) -> Option<usize> {
    let is_theirs = |held: &Held| match (&held.sender, actor) {
        (Sender::Known(sender), Some(actor)) => sender.is_same(actor),
        (Sender::Unknown, None) => true,
        _ => false,
    };
    held.iter()
        .position(|held| held.id == id && is_theirs(held))
}

#[cfg(test)]
mod tests {
    use kernel::Role;

    use super::*;

    fn flash() -> Flash {
        Flash {
            operation: "x".into(),
            ..Flash::default()
        }
    }

    fn actor(name: &str) -> Actor {
        Actor::new(name, Role::Member)
    }

    #[test]
    fn an_answer_is_given_once_and_to_its_owner_only() {
        let flashes = Flashes::default();
        let (ada, bob) = (actor("ada"), actor("bob"));
        let id = flashes.hold(Sender::Known(ada.clone()), flash()).unwrap();
        assert!(flashes.take(&id, Some(&bob)).is_none());
        assert!(flashes.take(&id, None).is_none());
        assert!(flashes.take(&id, Some(&ada)).is_some());
        assert!(flashes.take(&id, Some(&ada)).is_none());
    }

    #[test]
    fn a_strangers_answer_is_shown_to_nobody_who_is_signed_in() {
        let flashes = Flashes::default();
        let id = flashes.hold(Sender::Unknown, flash()).unwrap();
        assert!(flashes.take(&id, Some(&actor("ada"))).is_none());
        assert!(flashes.take(&id, None).is_some());
    }

    #[test]
    fn an_ended_sessions_answer_is_claimed_by_signing_in_from_its_browser() {
        let flashes = Flashes::default();
        let (ada, bob) = (actor("ada"), actor("bob"));
        let id = flashes.hold(Sender::Ended("s1".into()), flash()).unwrap();
        flashes.claim("s2", &bob);
        for asks in [None, Some(&ada), Some(&bob)] {
            assert!(flashes.take(&id, asks).is_none());
        }
        flashes.claim("s1", &ada);
        assert!(flashes.take(&id, Some(&bob)).is_none());
        assert!(flashes.take(&id, Some(&ada)).is_some());
    }

    #[test]
    fn strangers_push_out_nobody_elses_answers() {
        let flashes = Flashes::default();
        let ada = actor("ada");
        let known = flashes.hold(Sender::Known(ada.clone()), flash()).unwrap();
        let ended = flashes.hold(Sender::Ended("s".into()), flash()).unwrap();
        let unknown = flashes.hold(Sender::Unknown, flash()).unwrap();
        for _ in 0..64 {
            flashes.hold(Sender::Unknown, flash()).unwrap();
        }
        assert!(flashes.take(&unknown, None).is_none());
        for _ in 0..63 {
            flashes.hold(Sender::Ended("t".into()), flash()).unwrap();
        }
        flashes.claim("s", &ada);
        assert!(flashes.take(&ended, Some(&ada)).is_some());
        assert!(flashes.take(&known, Some(&ada)).is_some());
        assert_eq!(flashes.0.lock().unwrap().len(), 64 + 63);
    }

    #[test]
    fn only_so_many_wait() {
        let flashes = Flashes::default();
        let ada = actor("ada");
        let first = flashes.hold(Sender::Known(ada.clone()), flash()).unwrap();
        for _ in 0..256 {
            flashes.hold(Sender::Known(ada.clone()), flash()).unwrap();
        }
        assert!(flashes.take(&first, Some(&ada)).is_none());
        assert_eq!(flashes.0.lock().unwrap().len(), 256);
    }
}
