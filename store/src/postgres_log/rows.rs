//! The rows that a batch adds to the tables, with their positions and links.

use std::collections::HashMap;

use kernel::ports::log::{AppendError, Batch, Link};
use kernel::{Fact, StreamId};
use rand::random;

use super::writer::Place;
use super::{End, Seal};
use crate::chain::{self, Numbers, SALT};
use crate::columns::{door_name, to_sql};

/// The rows that a batch adds, by column.
#[derive(Default)]
pub(super) struct Rows<'a> {
    pub(super) streams: Streams<'a>,
    pub(super) facts: Facts<'a>,
    /// The seal of the facts, if there are any.
    pub(super) seal: Option<Seal>,
    pub(super) places: HashMap<&'a StreamId, Place>,
}

#[derive(Default)]
pub(super) struct Streams<'a> {
    pub(super) ids: Vec<i64>,
    pub(super) names: Vec<&'a str>,
    pub(super) expected: Vec<i64>,
    pub(super) versions: Vec<i64>,
    pub(super) positions: Vec<i64>,
    pub(super) links: Vec<Vec<u8>>,
}

#[derive(Default)]
pub(super) struct Facts<'a> {
    pub(super) streams: Vec<i64>,
    pub(super) versions: Vec<i64>,
    pub(super) at: Vec<i64>,
    pub(super) workspaces: Vec<&'a str>,
    pub(super) actors: Vec<&'a str>,
    pub(super) roles: Vec<&'a str>,
    pub(super) doors: Vec<&'a str>,
    pub(super) requests: Vec<&'a str>,
    pub(super) kinds: Vec<&'a str>,
    pub(super) schemas: Vec<i64>,
    pub(super) bodies: Vec<&'a str>,
    pub(super) chain: Vec<Vec<u8>>,
}

/// Assigns positions and computes the links.
pub(super) fn rows<'a>(
    end: End,
    known: &HashMap<StreamId, Place>,
    batch: &'a Batch,
) -> Result<Rows<'a>, AppendError> {
    let mut rows = Rows::default();
    let (mut position, mut last_stream) = (end.position, end.stream);
    let mut seal = chain::Seal::new(&end.seal.link, end.seal.number + 1);
    // Streams with facts, each with the version before the batch and its last position.
    let mut changed: HashMap<&StreamId, (i64, i64)> = HashMap::new();
    for append in &batch.appends {
        let place = rows.places.entry(&append.stream).or_insert_with(|| {
            known.get(&append.stream).copied().unwrap_or_else(|| {
                last_stream += 1;
                Place {
                    row: last_stream,
                    version: 0,
                    link: Link::default(),
                }
            })
        });
        if place.version != append.expected {
            return Err(AppendError::Conflict(append.stream.clone()));
        }
        for fact in &append.facts {
            position += 1;
            let before = to_sql(place.version);
            place.version += 1;
            if fact.version != place.version {
                return Err(AppendError::Failed(format!(
                    "fact {} of {} is numbered {}",
                    place.version, append.stream, fact.version
                )));
            }
            rows.facts.add(&append.stream, fact, position, place);
            seal.take(&place.link.0);
            changed.entry(&append.stream).or_insert((before, 0)).1 = position;
        }
    }
    // A stream that was named without facts gets no row.
    rows.places.retain(|stream, _| changed.contains_key(stream));
    for (stream, place) in &rows.places {
        let (expected, position) = changed.get(stream).copied().unwrap_or_default();
        let streams = &mut rows.streams;
        streams.ids.push(place.row);
        streams.names.push(stream.as_str());
        streams.expected.push(expected);
        streams.versions.push(to_sql(place.version));
        streams.positions.push(position);
        streams.links.push(place.link.0.to_vec());
    }
    if position > end.position {
        rows.seal = Some(Seal {
            number: end.seal.number + 1,
            link: seal.end(position),
        });
    }
    Ok(rows)
}

impl<'a> Facts<'a> {
    /// Adds a fact, and makes it the last one of its stream's `place`.
    fn add(&mut self, stream: &'a StreamId, fact: &'a Fact, position: i64, place: &mut Place) {
        let numbers = Numbers {
            position,
            stream: place.row,
            version: to_sql(fact.version),
            at: fact.at.0,
            schema: fact.schema.into(),
        };
        let (role, door, body) = (
            fact.actor.role.name(),
            door_name(fact.door),
            fact.body.get(),
        );
        let texts = [
            stream.as_str(),
            &fact.workspace,
            &fact.actor.id,
            role,
            door,
            &fact.request,
            &fact.kind,
        ];
        let (envelope_salt, body_salt): ([u8; SALT], [u8; SALT]) = (random(), random());
        let envelope = chain::envelope(&envelope_salt, &texts.map(str::as_bytes));
        let body_hash = chain::body(&body_salt, body.as_bytes());
        place.link = chain::link(&place.link, &numbers, &envelope, &body_hash);
        let cell = [
            &envelope_salt[..],
            &envelope,
            &body_salt,
            &body_hash,
            &place.link.0,
        ]
        .concat();
        self.streams.push(place.row);
        self.versions.push(numbers.version);
        self.at.push(numbers.at);
        self.workspaces.push(&fact.workspace);
        self.actors.push(&fact.actor.id);
        self.roles.push(role);
        self.doors.push(door);
        self.requests.push(&fact.request);
        self.kinds.push(&fact.kind);
        self.schemas.push(numbers.schema);
        self.bodies.push(body);
        self.chain.push(cell);
    }
}
