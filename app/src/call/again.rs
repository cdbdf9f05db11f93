//! What was sent and got no answer, so that a person who sends it again does not do it twice: the server gives the
//! first answer to whatever comes under the same key. Sends nothing.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use kernel::{Code, Error};

/// How many are remembered; the oldest is forgotten first.
const MOST: usize = 64;
/// The field of a form that follows what happens while the form is looked at: it is no word of whoever sends it.
const FOLLOWS: &str = "if_version=";

/// The keys of the writes that got no answer.
#[derive(Debug)]
pub struct Unanswered(VecDeque<(u64, String)>);

impl Unanswered {
    /// None.
    pub const fn none() -> Self {
        Self(VecDeque::new())
    }

    /// The key under which `write` was sent before, if it got no answer then.
    pub fn key(&self, write: u64) -> Option<String> {
        let mut all = self.0.iter();
        let (_, key) = all.find(|(other, _)| *other == write)?;
        Some(key.clone())
    }

    /// Notes how `write` ended, which was sent under `key`.
    pub fn ended(&mut self, write: u64, key: String, error: Option<&Error>) {
        self.0.retain(|(other, _)| *other != write);
        if error.is_some_and(is_open) {
            self.0.push_back((write, key));
            self.0.drain(..self.0.len().saturating_sub(MOST));
        }
    }
}

/// Whether it may have been done, although it was not said.
fn is_open(error: &Error) -> bool {
    matches!(error.code, Code::Unavailable | Code::Internal)
}

/// What tells a write from others: where it goes and what it says.
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
        unanswered.ended(write, "k".into(), Some(&lost));
        assert_eq!(unanswered.key(write).as_deref(), Some("k"));
        unanswered.ended(write, "k".into(), Some(&lost));
        assert_eq!(unanswered.key(write).as_deref(), Some("k"));
        for other in [
            ("/api/nudge_send", "message=Hallo"),
            ("/api/question_ask", "message=Hello"),
        ] {
            assert_eq!(unanswered.key(write_of(other.0, other.1)), None);
        }
        for answer in [None, Some(Error::invalid("no"))] {
            unanswered.ended(write, "k".into(), Some(&lost));
            unanswered.ended(write, "k".into(), answer.as_ref());
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
            unanswered.ended(write, write.to_string(), Some(&lost));
        }
        assert_eq!(unanswered.key(0), None);
        assert_eq!(unanswered.key(99).as_deref(), Some("99"));
    }
}
