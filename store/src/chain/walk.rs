//! Verifies the chain of a log from its first fact to its last, row by row, and lists the places where it does not
//! hold.

use kernel::ports::log::Link;

use super::{Hash, Numbers, Seal, Texts, body, envelope, erasure, is_blank, link};

/// Maximum number of faults that are listed. One is enough to restore a backup.
const LISTED: usize = 20;

/// A fact as stored in a log. Texts are bytes because damaged ones may not be UTF-8.
#[derive(Debug)]
pub(crate) struct Row {
    pub numbers: Numbers,
    /// Name of its stream, `None` if that was erased.
    pub stream: Option<Vec<u8>>,
    /// Workspace, actor, role, door, request, kind.
    pub texts: [Vec<u8>; 6],
    pub body: Vec<u8>,
    pub linked: Option<Linked>,
    /// Link of the preceding fact in its stream.
    pub previous: Option<Vec<u8>>,
    /// True if a recorded erasure covers it.
    pub erased: bool,
}

/// Hashes and salts that the chain stores for a fact.
#[derive(Clone, Debug)]
pub(crate) struct Linked {
    pub envelope_salt: Vec<u8>,
    pub envelope: Vec<u8>,
    pub body_salt: Vec<u8>,
    pub body: Vec<u8>,
    pub link: Vec<u8>,
}

/// A seal as stored in a log.
#[derive(Clone, Debug)]
pub(crate) struct Sealed {
    pub number: i64,
    pub last: i64,
    pub link: Vec<u8>,
    /// The erasure that it seals, `None` for a batch.
    pub erasure: Option<Erasure>,
}

/// An erasure: the erased range of positions, and the tombstone of an erased stream.
#[derive(Clone, Debug)]
pub(crate) struct Erasure {
    /// Row of the stream, 0 for a stream that had no facts.
    pub stream: i64,
    pub first: i64,
    pub last: i64,
    pub tombstone: Option<Stone>,
}

/// A tombstone as stored in a log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stone {
    pub stream: Vec<u8>,
    pub actor: Vec<u8>,
    pub role: Vec<u8>,
    pub at: i64,
}

impl Row {
    /// Returns the texts of the envelope, the stream's name first.
    pub(crate) fn texts<'a>(&'a self, stream: &'a [u8]) -> Texts<'a> {
        let [workspace, actor, role, door, request, kind] = &self.texts;
        [stream, workspace, actor, role, door, request, kind]
    }

    /// Returns the link of the preceding fact in the stream, the default link for a stream's first fact.
    pub(crate) fn previous(&self) -> Option<Link> {
        match &self.previous {
            None if self.numbers.version == 1 => Some(Link::default()),
            None => None,
            Some(link) => Hash::try_from(link.as_slice()).ok().map(Link),
        }
    }

    /// Returns the fault of the fact itself or of its place in its stream, if there is one.
    fn fault(&self) -> Option<&'static str> {
        let Some(linked) = &self.linked else {
            return Some("has no link");
        };
        let is_gone = |salt: &[u8]| salt.iter().all(|byte| *byte == 0);
        let (gone, blank) = (self.stream.is_none(), is_blank(&self.body));
        if (gone || blank) && !self.erased {
            return Some("is blank, and nobody erased it");
        }
        if let Some(stream) = &self.stream {
            if envelope(&linked.envelope_salt, &self.texts(stream)) != *linked.envelope {
                return Some("has another envelope than was written");
            }
        } else if !self.texts.iter().all(|text| is_blank(text)) || !is_gone(&linked.envelope_salt) {
            return Some("was erased, and something is in its envelope");
        }
        if gone || blank {
            if !blank || !is_gone(&linked.body_salt) {
                return Some("was erased, and something is in its body");
            }
        } else if body(&linked.body_salt, &self.body) != *linked.body {
            return Some("has another body than was written");
        }
        let follows = self.previous().is_some_and(|previous| {
            link(&previous, &self.numbers, &linked.envelope, &linked.body).0 == *linked.link
        });
        (!follows).then_some("does not follow the one before it in its stream")
    }
}

/// Verification state: walks along the seals of a log and the facts under each.
pub(crate) struct Walk {
    head: Link,
    number: i64,
    last: i64,
    known: Option<Link>,
    faults: Vec<String>,
    found: usize,
}

impl Walk {
    /// Begins at the start of a log. If `known` is given, the log should have had that head at some time.
    pub(crate) fn new(known: Option<Link>) -> Self {
        Self {
            head: Link::default(),
            number: 0,
            last: 0,
            // Every log contains the head of an empty log.
            known: known.filter(|known| *known != Link::default()),
            faults: Vec::new(),
            found: 0,
        }
    }

    /// Begins the seal of the next facts.
    pub(crate) fn seal(&self) -> Seal {
        Seal::new(&self.head, self.number + 1)
    }

    /// Checks the next fact and adds it to the seal.
    pub(crate) fn fact(&mut self, row: &Row, seal: &mut Seal) {
        if let Some(linked) = &row.linked {
            seal.take(&linked.link);
        }
        if let Some(fault) = row.fault() {
            let Numbers {
                position, version, ..
            } = row.numbers;
            let of = row.stream.as_deref().map(String::from_utf8_lossy);
            let of = of.map_or_else(String::new, |name| {
                format!(", version {version} of {name},")
            });
            self.fault(format!("the fact at {position}{of} {fault}"));
        }
    }

    /// Checks a stored seal against the facts since the previous one.
    pub(crate) fn check_seal(&mut self, sealed: &Sealed, seal: Seal) {
        let link = match &sealed.erasure {
            Some(what) if sealed.last == self.last => {
                erasure(&self.head, self.number + 1, sealed.last, what)
            }
            _ => seal.end(sealed.last),
        };
        let number = sealed.number;
        if number != self.number + 1 || link.0 != *sealed.link || sealed.last < self.last {
            let what = match sealed.erasure {
                Some(_) => "the erasure under it is",
                None => "the facts under it are",
            };
            self.fault(format!(
                "seal {number} does not hold: {what} not what was written, or the seal before it is"
            ));
        }
        let stored = Hash::try_from(sealed.link.as_slice()).map_or(link, Link);
        (self.head, self.number, self.last) = (stored, number, sealed.last);
        if self.known == Some(stored) {
            self.known = None;
        }
    }

    /// Records a fault.
    pub(crate) fn fault(&mut self, fault: String) {
        self.found += 1;
        if self.found <= LISTED {
            self.faults.push(fault);
        }
    }

    /// Returns the log's head and the faults that were found.
    pub(crate) fn end(mut self) -> (Link, Vec<String>) {
        if let Some(known) = self.known {
            self.fault(format!(
                "the head {known} is none that this log ever had: it was cut back or written anew after \
                 that head was noted, or it is another log"
            ));
        }
        if self.found > LISTED {
            let more = self.found - LISTED;
            self.faults.push(format!("and {more} more of this kind"));
        }
        (self.head, self.faults)
    }
}
