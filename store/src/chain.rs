//! The hashes that make a log tamper-evident, and the data that each of them covers.
//!
//! A hash of a text that can be guessed reveals the text. So texts are hashed with a salt, and the salt is erased with
//! the text: the remaining hash reveals nothing, and the chain still verifies.

mod walk;

use kernel::ports::log::{Answered, Link};

pub(crate) use walk::{Erasure, Linked, Row, Sealed, Stone, Walk};

/// Length of a salt, in bytes.
pub(crate) const SALT: usize = 16;
/// Length of a hash, in bytes.
pub(crate) const HASH: usize = 32;

/// A hash of a salt and texts.
pub(crate) type Hash = [u8; HASH];

/// The numeric fields of a fact. They are kept when the fact is erased.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub position: i64,
    /// Row of its stream.
    pub stream: i64,
    pub version: i64,
    pub at: i64,
    pub schema: i64,
}

/// The texts of a fact's envelope, the stream's name first: stream, workspace, actor, role, door,
/// request, kind.
pub(crate) type Texts<'a> = [&'a [u8]; 7];

/// Returns a hasher for the given domain, so that hashes of different domains never collide.
fn hasher(name: [u8; 8]) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&name);
    hasher
}

/// Hashes a text with its length first, so that two texts cannot collide with two others.
fn text(hasher: &mut blake3::Hasher, text: &[u8]) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text);
}

fn numbers(hasher: &mut blake3::Hasher, numbers: &[i64]) {
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
}

/// Returns the hash of an envelope's texts.
pub(crate) fn envelope(salt: &[u8], texts: &Texts<'_>) -> Hash {
    let mut hasher = hasher(*b"envelope");
    hasher.update(salt);
    for part in texts {
        text(&mut hasher, part);
    }
    hasher.finalize().into()
}

/// Returns the hash of a body.
pub(crate) fn body(salt: &[u8], body: &[u8]) -> Hash {
    let mut hasher = hasher(*b"the body");
    hasher.update(salt);
    hasher.update(body);
    hasher.finalize().into()
}

/// Returns the link of a fact after `previous`, the link of the fact before it in its stream. The first fact of a
/// stream follows the default link.
pub(crate) fn link(previous: &Link, of: &Numbers, envelope: &[u8], body: &[u8]) -> Link {
    let mut hasher = hasher(*b"the link");
    hasher.update(&previous.0);
    let Numbers {
        position,
        stream,
        version,
        at,
        schema,
    } = *of;
    numbers(&mut hasher, &[position, stream, version, at, schema]);
    hasher.update(envelope);
    hasher.update(body);
    Link(hasher.finalize().into())
}

/// The seal of a batch while facts are added to it.
pub(crate) struct Seal(blake3::Hasher);

impl Seal {
    /// Begins the seal with this number after `previous`.
    pub(crate) fn new(previous: &Link, number: i64) -> Self {
        let mut hasher = hasher(*b"thebatch");
        hasher.update(&previous.0);
        numbers(&mut hasher, &[number]);
        Self(hasher)
    }

    /// Adds the link of the next fact.
    pub(crate) fn take(&mut self, link: &[u8]) {
        self.0.update(link);
    }

    /// Returns the seal of all facts up to that position.
    pub(crate) fn end(mut self, last: i64) -> Link {
        numbers(&mut self.0, &[last]);
        Link(self.0.finalize().into())
    }
}

/// Returns the seal of an erasure.
pub(crate) fn erasure(previous: &Link, number: i64, last: i64, what: &Erasure) -> Link {
    let mut hasher = hasher(*b"erasure.");
    hasher.update(&previous.0);
    numbers(
        &mut hasher,
        &[number, last, what.stream, what.first, what.last],
    );
    if let Some(stone) = &what.tombstone {
        for part in [&stone.stream, &stone.actor, &stone.role] {
            text(&mut hasher, part);
        }
        numbers(&mut hasher, &[stone.at]);
    }
    Link(hasher.finalize().into())
}

/// Returns the hash of a stored answer, which detects damage. The hash is removed with the answer, so it needs no salt.
pub(crate) fn answer(answered: &Answered) -> Hash {
    let mut hasher = hasher(*b"ananswer");
    let Answered {
        key,
        request,
        answer,
        stream,
        at,
    } = answered;
    for part in [key, request, answer, stream.as_str()] {
        text(&mut hasher, part.as_bytes());
    }
    numbers(&mut hasher, &[at.0]);
    hasher.finalize().into()
}

/// Returns true if a text consists of blanks only, as an erased one does.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte == b' ')
}
