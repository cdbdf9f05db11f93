//! Answers to plain forms, held until the page that the person is sent back to has shown them. In
//! the address there is only a number that cannot be guessed: no text on a page of Loci can be
//! written by whoever made a link. Knows nothing of what is answered.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use kernel::actor::Actor;

use crate::Flash;

/// How many answers wait at most; beyond it the oldest is dropped.
const HELD: usize = 256;

struct Held {
    id: String,
    actor: Option<Actor>,
    flash: Flash,
}

/// The answers that wait. Bounded.
#[derive(Default)]
pub struct Flashes(Mutex<VecDeque<Held>>);

impl Flashes {
    /// Holds an answer for `actor`, or for whoever is not signed in yet; gives the number under which it waits, `None` without a source
    /// of chance.
    pub fn hold(&self, actor: Option<&Actor>, flash: Flash) -> Option<String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        let id = format!("{:032x}", u128::from_le_bytes(bytes));
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.len() == HELD {
            held.pop_front();
        }
        held.push_back(Held {
            id: id.clone(),
            actor: actor.cloned(),
            flash,
        });
        Some(id)
    }

    /// Gives the answer under `id` to the one it was held for, once.
    pub fn take(&self, id: &str, actor: Option<&Actor>) -> Option<Flash> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = |held: &Held| match (&held.actor, actor) {
            (Some(owner), Some(actor)) => owner.is_same(actor),
            (Some(_), None) => false,
            // Held before signing in: whoever was sent there may be signed in by now.
            (None, _) => true,
        };
        let at = held.iter().position(|held| held.id == id && theirs(held))?;
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

    #[test]
    fn an_answer_is_given_once_and_to_its_owner_only() {
        let flashes = Flashes::default();
        let (ada, bob) = (
            Actor::new("ada", Role::Member),
            Actor::new("bob", Role::Member),
        );
        let id = flashes.hold(Some(&ada), flash()).unwrap();
        assert!(flashes.take(&id, Some(&bob)).is_none());
        assert!(flashes.take(&id, Some(&ada)).is_some());
        assert!(flashes.take(&id, Some(&ada)).is_none());
    }

    #[test]
    fn only_so_many_wait() {
        let flashes = Flashes::default();
        let ada = Actor::new("ada", Role::Member);
        let first = flashes.hold(Some(&ada), flash()).unwrap();
        for _ in 0..HELD {
            flashes.hold(Some(&ada), flash()).unwrap();
        }
        assert!(flashes.take(&first, Some(&ada)).is_none());
        assert_eq!(flashes.0.lock().unwrap().len(), HELD);
    }
}
