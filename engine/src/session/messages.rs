//! The messages of a conversation, ordered by time and then by arrival. Writing a message and copying all of them cost
//! the same for long and short conversations.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::sync::Arc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::session::message::Message;
use crate::session::moment::Moment;

/// Position of a message: its time and its arrival number. After loading a snapshot the numbers differ from those of a
/// folded state, but their order is the same.
type Place = (Moment, u64);

/// Messages by time, then arrival, with running sums of their tokens and bytes.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    ordered: OrdMap<Place, Arc<Message>>,
    places: OrdMap<Arc<str>, Place>,
    /// Arrival number of the next message.
    next: u64,
    tokens: u64,
    bytes: usize,
}

impl Messages {
    /// Returns the message with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Message>> {
        self.ordered.get(self.places.get(id)?)
    }

    /// Returns a function that finds messages by id. It is fastest in the order of the conversation, which is the order
    /// of a complete document.
    pub fn finder<'a>(&'a self) -> impl FnMut(&str) -> Option<&'a Arc<Message>> {
        let mut find = self.place_finder();
        move |id| find(id).map(|(_, message)| message)
    }

    fn place_finder<'a>(&'a self) -> impl FnMut(&str) -> Option<(&'a Place, &'a Arc<Message>)> {
        let mut next = self.ordered.iter().peekable();
        move |id| {
            let found = next.next_if(|(_, message)| *message.id == *id);
            found.or_else(|| self.ordered.get_key_value(self.places.get(id)?))
        }
    }

    /// Returns the messages from `moment` on, oldest first.
    pub fn since(&self, moment: Moment) -> impl Iterator<Item = &Arc<Message>> {
        let later = self.ordered.range((moment, 0)..);
        later.map(|(_, message)| message)
    }

    /// Returns the messages at exactly `moment`, in the order of their arrival.
    fn at(&self, moment: Moment) -> impl Iterator<Item = &Arc<Message>> {
        let same = self.ordered.range((moment, 0)..=(moment, u64::MAX));
        same.map(|(_, message)| message)
    }

    /// Returns the changes that turn these messages into `after`: the messages to write, and the ids to remove first. A
    /// message that only moved among those of its time is in both. Shared parts are skipped.
    #[must_use]
    pub fn differences<'a>(&'a self, after: &'a Self) -> (Vec<&'a Message>, Vec<&'a Arc<str>>) {
        let (mut written, mut gone) = (Vec::new(), Vec::new());
        let mut compared = None;
        for difference in self.ordered.diff(&after.ordered) {
            match difference {
                DiffItem::Add((moment, _), _)
                | DiffItem::Update {
                    new: ((moment, _), _),
                    ..
                } => {
                    if compared.replace(*moment) != Some(*moment) {
                        self.differences_at(*moment, after, &mut written, &mut gone);
                    }
                }
                DiffItem::Remove(_, message) if !after.places.contains_key(&message.id) => {
                    gone.push(&message.id);
                }
                DiffItem::Remove(..) => {}
            }
        }
        (written, gone)
    }

    /// Returns the differences at one time. Messages keep their positions up to the first one that is out of order;
    /// that one and all later ones are removed and written again.
    fn differences_at<'a>(
        &'a self,
        moment: Moment,
        after: &'a Self,
        written: &mut Vec<&'a Message>,
        gone: &mut Vec<&'a Arc<str>>,
    ) {
        let (mut last, mut stay) = (None, true);
        for message in after.at(moment) {
            let known = self.places.get(&message.id);
            let known = known.filter(|known| known.0 == moment);
            stay = stay && known.is_some_and(|known| last < Some(known.1));
            match known {
                Some(known) if stay => {
                    last = Some(known.1);
                    let is_same = |known: &Arc<Message>| known.is_same(message);
                    if !self.ordered.get(known).is_some_and(is_same) {
                        written.push(&**message);
                    }
                }
                known => {
                    gone.extend(known.map(|_| &message.id));
                    written.push(&**message);
                }
            }
        }
    }

    /// Returns exactly the `wanted` messages, sharing unchanged ones. Messages of one time follow the order of
    /// `wanted`.
    #[must_use]
    pub fn with_only(&self, wanted: &[Arc<Message>]) -> Self {
        let mut all = self.clone();
        let ids: HashSet<&str> = wanted.iter().map(|message| &*message.id).collect();
        for message in self.iter().filter(|message| !ids.contains(&*message.id)) {
            all.remove(&message.id);
        }
        let mut find = self.place_finder();
        let mut last: HashMap<Moment, u64> = HashMap::with_capacity(wanted.len());
        for message in wanted {
            let moment = message.created_at;
            let known = find(&message.id).filter(|(place, _)| place.0 == moment);
            let before = last.get(&moment);
            let arrival = match known {
                Some(((_, arrival), known)) if before < Some(arrival) => {
                    if !Arc::ptr_eq(known, message) {
                        all.put(message.clone());
                    }
                    *arrival
                }
                _ => {
                    all.remove(&message.id);
                    all.put(message.clone());
                    all.next - 1
                }
            };
            last.insert(moment, arrival);
        }
        all
    }

    /// Writes a message. A message with the same id is replaced, and keeps its position if the time is the same.
    pub fn put(&mut self, message: Arc<Message>) {
        let known = self.places.get(&message.id).copied();
        let place = known.filter(|(moment, _)| *moment == message.created_at);
        let place = place.unwrap_or_else(|| {
            self.next += 1;
            (message.created_at, self.next - 1)
        });
        self.remove(&message.id);
        self.tokens += u64::from(message.tokens);
        self.bytes += message.bytes();
        self.places.insert(message.id.clone(), place);
        self.ordered.insert(place, message);
    }

    /// Removes the message with this id.
    pub fn remove(&mut self, id: &str) -> Option<Arc<Message>> {
        let place = self.places.remove(id)?;
        let message = self.ordered.remove(&place)?;
        self.tokens -= u64::from(message.tokens);
        self.bytes -= message.bytes();
        Some(message)
    }

    /// Returns all messages, oldest first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<Message>> {
        self.ordered.values()
    }

    /// Returns the newest `count` messages, oldest first.
    #[must_use]
    pub fn newest(&self, count: usize) -> Vec<Arc<Message>> {
        let mut newest: Vec<_> = self.ordered.values().rev().take(count).cloned().collect();
        newest.reverse();
        newest
    }

    /// Returns the oldest message.
    #[must_use]
    pub fn first(&self) -> Option<&Arc<Message>> {
        self.ordered.get_min().map(|(_, message)| message)
    }

    /// Returns the newest message.
    #[must_use]
    pub fn last(&self) -> Option<&Arc<Message>> {
        self.ordered.get_max().map(|(_, message)| message)
    }

    /// Returns the sum of their tokens.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Returns the sum of their approximate JSON sizes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of messages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ordered.len()
    }

    /// Returns true if there are no messages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ordered.is_empty()
    }
}

impl PartialEq for Messages {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl FromIterator<Arc<Message>> for Messages {
    fn from_iter<I: IntoIterator<Item = Arc<Message>>>(messages: I) -> Self {
        let mut all = Self::default();
        for message in messages {
            all.put(message);
        }
        all
    }
}

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit(PhantomData<Message>);
        impl<'de> serde::de::Visitor<'de> for Visit {
            type Value = Messages;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an array of messages")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Self::Value, A::Error> {
                let mut all = Messages::default();
                while let Some(message) = seq.next_element::<Message>()? {
                    all.put(Arc::new(message));
                }
                Ok(all)
            }
        }
        deserializer.deserialize_seq(Visit(PhantomData))
    }
}

impl JsonSchema for Messages {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Messages".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Message>::json_schema(generator)
    }
}
