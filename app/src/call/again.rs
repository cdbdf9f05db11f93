//! Idempotency keys of writes that got no response. A resent write reuses its key, and the server replays the first
//! response instead of repeating the write.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use kernel::{Code, Error};

/// Maximum number of remembered writes; the oldest is dropped first.
const MAX_WRITES: usize = 64;
/// Form field that live facts update while the form is open. It is not user input, so the hash of a write ignores
/// it.
const FOLLOWS: &str = "if_version=";

/// Idempotency keys of the writes that got no response.
#[derive(Debug)]
pub struct Unanswered(VecDeque<(u64, String)>);

impl Unanswered {
    /// Creates an empty list.
    pub const fn none() -> Self {
        Self(VecDeque::new())
    }

    /// Returns the key under which `write` was sent before, if it got no response then.
    pub fn key(&self, write: u64) -> Option<String> {
        let mut all = self.0.iter();
        let (_, key) = all.find(|(other, _)| *other == write)?;
        Some(key.clone())
    }

    /// Records the outcome of `write`, which was sent under `key`. Remembers the key only if the outcome is
    /// unknown.
    pub fn record_outcome(&mut self, write: u64, key: String, error: Option<&Error>) {
        self.0.retain(|(other, _)| *other != write);
        if error.is_some_and(is_open) {
            self.0.push_back((write, key));
            self.0.drain(..self.0.len().saturating_sub(MAX_WRITES));
        }
    }
}

/// Returns true if the write may have been applied in spite of this error.
fn is_open(error: &Error) -> bool {
    matches!(error.code, Code::Unavailable | Code::Internal)
}

/// Returns the hash that identifies a write: its path and the fields of its body.
pub fn write_of(path: &str, body: &str) -> u64 {
    let mut hash = DefaultHasher::new();
    path.hash(&mut hash);
    let words = body.split('&').filter(|field| !field.starts_with(FOLLOWS));
    words.for_each(|field| field.hash(&mut hash));
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_got_no_answer_keeps_its_key_until_it_gets_one() {
        let mut unanswered = Unanswered::none();
        let write = write_of("/api/nudge_send", "message=Hello");
        let lost = Error::unavailable("lost");
        assert_eq!(unanswered.key(write), None);
        unanswered.record_outcome(write, "k".into(), Some(&lost));
        assert_eq!(unanswered.key(write).as_deref(), Some("k"));
        unanswered.record_outcome(write, "k".into(), Some(&lost));
        assert_eq!(unanswered.key(write).as_deref(), Some("k"));
        for other in [
            ("/api/nudge_send", "message=Hallo"),
            ("/api/question_ask", "message=Hello"),
        ] {
            assert_eq!(unanswered.key(write_of(other.0, other.1)), None);
        }
        for answer in [None, Some(Error::invalid("no"))] {
            unanswered.record_outcome(write, "k".into(), Some(&lost));
            unanswered.record_outcome(write, "k".into(), answer.as_ref());
            assert_eq!(unanswered.key(write), None);
        }
    }

    #[test]
    fn a_version_that_moved_on_makes_no_other_write() {
        let sent = |body| write_of("/api/mind_edit", body);
        assert_eq!(sent("text=a&if_version=3"), sent("text=a&if_version=4"));
        assert_ne!(sent("text=a&if_version=3"), sent("text=b&if_version=3"));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut unanswered = Unanswered::none();
        let lost = Error::unavailable("lost");
        for write in 0..100 {
            unanswered.record_outcome(write, write.to_string(), Some(&lost));
        }
        assert_eq!(unanswered.key(0), None);
        assert_eq!(unanswered.key(99).as_deref(), Some("99"));
    }
}
