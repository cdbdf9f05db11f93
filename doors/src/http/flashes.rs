//! Answers to plain forms, held until the page that the person is sent back to has shown them. The address has only an
//! id that cannot be guessed, and an answer is shown to nobody but the one who sent the form: no text on a page of Loci
//! can be written by whoever made a link.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::actor::Actor;

use super::RequestContext;
use crate::Flash;

/// The most answers that wait for people who are signed in. Beyond it the oldest of them is dropped.
const MAX_SIGNED_IN: usize = 256;
/// The most answers that wait for people whose session has ended.
const MAX_ENDED: usize = 64;
/// The most answers that wait for unknown people.
const MAX_UNKNOWN: usize = 64;

/// The sender of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Somebody who is signed in.
    Known(Actor),
    /// Somebody whose session has ended: the value of its cookie, which no other browser has.
    Ended(Arc<str>),
    /// Anybody. Their answers are shown on the pages of people who are not signed in, such as the sign-in page.
    Unknown,
}

impl Sender {
    /// The sender of a request, as far as they are signed in.
    pub fn of(context: &RequestContext) -> Self {
        context.actor.clone().map_or(Self::Unknown, Self::Known)
    }

    /// The sender of a request whose session has ended. Only a browser that has its cookie gets the answer.
    pub fn ended(context: &RequestContext) -> Option<Self> {
        context.ended_session.clone().map(Self::Ended)
    }

    /// The most answers that wait for senders of this kind.
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

/// The answers that wait, bounded per kind of sender: strangers cannot evict the answers of people who are signed in.
#[derive(Default)]
pub struct Flashes(Mutex<VecDeque<Held>>);

impl Flashes {
    /// Holds an answer for its sender. Returns its id; `None` without a source of randomness.
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

    /// Gives the answers that wait for an ended session to the person who signed in from its browser.
    pub fn claim(&self, ended: &str, actor: &Actor) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for held in held.iter_mut() {
            if matches!(&held.sender, Sender::Ended(session) if **session == *ended) {
                held.sender = Sender::Known(actor.clone());
            }
        }
    }

    /// Takes the answer with that id if it waits for the caller.
    pub fn take(&self, id: &str, actor: Option<&Actor>) -> Option<Flash> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_theirs = |held: &Held| match (&held.sender, actor) {
            (Sender::Known(sender), Some(actor)) => sender.is_same(actor),
            (Sender::Unknown, None) => true,
            _ => false,
        };
        let at = held
            .iter()
            .position(|held| held.id == id && is_theirs(held))?;
        held.remove(at).map(|held| held.flash)
    }
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
