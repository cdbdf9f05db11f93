//! The chain of a log in memory, with the same hashes over the same content.

use kernel::ports::log::{Link, Report};
use kernel::{Fact, Position};

use super::{Inner, number};
use crate::chain::{
    self, Erasure, Linked, Numbers, Row, SALT, Seal, Sealed, Walk, body, envelope, link,
};

impl Inner {
    /// Starts the next seal.
    pub(super) fn seal(&self) -> Seal {
        Seal::new(&self.end(), number(self.seals.len()) + 1)
    }

    /// Returns the head of the chain.
    pub(super) fn end(&self) -> Link {
        let link = self.seals.last().map(|seal| seal.link.as_slice());
        link.map_or_else(Link::default, hash)
    }

    pub(super) fn push(&mut self, link: Link, erasure: Option<Erasure>) {
        self.seals.push(Sealed {
            number: number(self.seals.len()) + 1,
            last: number(self.head),
            link: link.0.into(),
            erasure,
        });
    }

    /// Chains the next fact to its stream and returns its link.
    pub(super) fn link(&mut self, fact: &Fact) -> Vec<u8> {
        let next = number(self.rows.len()) + 1;
        let before = self.streams.get(&fact.stream).and_then(|all| all.last());
        let before = before.and_then(|last| self.chain.get(last));
        let previous = before.map_or_else(Link::default, |(_, linked)| hash(&linked.link));
        let numbers = Numbers {
            position: number(self.head),
            stream: *self.rows.entry(fact.stream.clone()).or_insert(next),
            version: number(fact.version),
            at: fact.at.0,
            schema: fact.schema.into(),
        };
        let salts: [[u8; SALT]; 2] = rand::random();
        let texts = texts(fact);
        let [workspace, actor, role, door, request, kind] = texts.each_ref().map(Vec::as_slice);
        let name = fact.stream.as_str().as_bytes();
        let said = [name, workspace, actor, role, door, request, kind];
        let envelope = envelope(&salts[0], &said);
        let body = body(&salts[1], fact.body.get().as_bytes());
        let link = link(&previous, &numbers, &envelope, &body).0.to_vec();
        let linked = Linked {
            envelope_salt: salts[0].into(),
            envelope: envelope.into(),
            body_salt: salts[1].into(),
            body: body.into(),
            link: link.clone(),
        };
        self.chain.insert(self.head, (numbers, linked));
        link
    }

    /// Returns the fact at this position as the chain reads it.
    fn row(&self, position: Position, numbers: Numbers, linked: &Linked) -> Row {
        let fact = self.facts.get(&position);
        let body = fact.filter(|_| !self.redacted.contains(&position));
        let erased = self.seals.iter().filter_map(|seal| seal.erasure.as_ref());
        let previous = self.chain.values().find(|(other, _)| {
            (other.stream, other.version + 1) == (numbers.stream, numbers.version)
        });
        Row {
            numbers,
            stream: fact.map(|fact| fact.stream.as_str().into()),
            texts: fact.map(texts).unwrap_or_default(),
            body: body.map_or_else(Vec::new, |fact| fact.body.get().into()),
            linked: Some(linked.clone()),
            previous: previous.map(|(_, linked)| linked.link.clone()),
            erased: erased.into_iter().any(|what| {
                what.stream == numbers.stream && (what.first..=what.last).contains(&numbers.version)
            }),
        }
    }

    pub(super) fn verify(&self, known: Option<Link>) -> Report {
        let mut walk = Walk::new(known);
        let mut facts = self.chain.iter().peekable();
        for sealed in &self.seals {
            let mut seal = walk.seal();
            while let Some((position, (numbers, linked))) =
                facts.next_if(|(_, (numbers, _))| numbers.position <= sealed.last)
            {
                walk.fact(&self.row(*position, *numbers, linked), &mut seal);
            }
            walk.check_seal(sealed, seal);
        }
        let (head, faults) = walk.end();
        Report {
            facts: self.facts.len() as u64,
            streams: self.streams.len() as u64,
            head,
            faults,
        }
    }

    pub(super) fn erase(&mut self, what: Erasure) {
        let next = number(self.seals.len()) + 1;
        let link = chain::erasure(&self.end(), next, number(self.head), &what);
        self.push(link, Some(what));
    }

    /// Erases the salts of a fact's body, and those of its envelope unless the envelope is kept.
    pub(super) fn forget_salts(&mut self, position: Position) {
        let stays = self.facts.contains_key(&position);
        if let Some((_, linked)) = self.chain.get_mut(&position) {
            linked.body_salt.fill(0);
            if !stays {
                linked.envelope_salt.fill(0);
            }
        }
    }
}

fn hash(link: &[u8]) -> Link {
    Link(link.try_into().unwrap_or_default())
}

/// Returns the texts of a fact's envelope.
fn texts(fact: &Fact) -> [Vec<u8>; 6] {
    let door = format!("{:?}", fact.door);
    [
        fact.workspace.as_str(),
        &fact.actor.id,
        fact.actor.role.name(),
        &door,
        &fact.request,
        &fact.kind,
    ]
    .map(Into::into)
}
