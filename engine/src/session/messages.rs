//! The messages of a conversation in the order in which they were said. Writing one costs the same in
//! a long conversation as in a short one, and so does a copy of all of them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::sync::Arc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::session::message::Message;
use crate::session::moment::Moment;

/// Messages by time, then id. The sums of their tokens and of their bytes are kept beside them.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    said: OrdMap<(Moment, Arc<str>), Arc<Message>>,
    when: OrdMap<Arc<str>, Moment>,
    tokens: u64,
    bytes: usize,
}

impl Messages {
    /// The message of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Message>> {
        let (id, moment) = self.when.get_key_value(id)?;
        self.said.get(&(*moment, id.clone()))
    }

    /// Finds messages by id, quickest in the order in which they stand: so they are asked for when a
    /// conversation is put whole.
    pub fn finder<'a>(&'a self) -> impl FnMut(&str) -> Option<&'a Arc<Message>> {
        let mut next = self.said.values().peekable();
        move |id| {
            let found = next.next_if(|message| *message.id == *id);
            found.or_else(|| self.get(id))
        }
    }

    /// What these have to become to be `after`: the messages that differ, and the ids of those that go.
    /// What both share is not looked at.
    #[must_use]
    pub fn differences<'a>(&'a self, after: &'a Self) -> (Vec<&'a Message>, Vec<&'a Arc<str>>) {
        let (mut written, mut gone) = (Vec::new(), Vec::new());
        for difference in self.said.diff(&after.said) {
            match difference {
                DiffItem::Add(_, new) | DiffItem::Update { new: (_, new), .. } => {
                    // One that moved in time is added where it is now.
                    let known = self.get(&new.id);
                    if known.is_none_or(|known| !known.is_same(new)) {
                        written.push(&**new);
                    }
                }
                DiffItem::Remove((_, id), _) if !after.when.contains_key(id) => gone.push(id),
                DiffItem::Remove(..) => {}
            }
        }
        (written, gone)
    }

    /// These messages and no others; what is the same is shared.
    #[must_use]
    pub fn with_only(&self, wanted: &[Arc<Message>]) -> Self {
        let mut all = self.clone();
        let mut find = self.finder();
        let mut kept = 0;
        let mut new = Vec::new();
        for message in wanted {
            let known = find(&message.id);
            kept += usize::from(known.is_some());
            if known.is_none_or(|known| !Arc::ptr_eq(known, message)) {
                new.push(message.clone());
            }
        }
        if kept < self.len() {
            let ids: HashSet<&str> = wanted.iter().map(|message| &*message.id).collect();
            for message in self.iter().filter(|message| !ids.contains(&*message.id)) {
                all.remove(&message.id);
            }
        }
        for message in new {
            all.put(message);
        }
        all
    }

    /// Writes a message; one of the same id is replaced, wherever it stood.
    pub fn put(&mut self, message: Arc<Message>) {
        self.remove(&message.id);
        self.tokens += u64::from(message.tokens);
        self.bytes += message.bytes();
        self.when.insert(message.id.clone(), message.created_at);
        let place = (message.created_at, message.id.clone());
        self.said.insert(place, message);
    }

    /// Takes the message of that id away.
    pub fn remove(&mut self, id: &str) -> Option<Arc<Message>> {
        let (id, moment) = self.when.remove_with_key(id)?;
        let message = self.said.remove(&(moment, id))?;
        self.tokens -= u64::from(message.tokens);
        self.bytes -= message.bytes();
        Some(message)
    }

    /// All of them, oldest first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<Message>> {
        self.said.values()
    }

    /// The newest `count`, oldest of them first.
    #[must_use]
    pub fn newest(&self, count: usize) -> Vec<Arc<Message>> {
        let mut newest: Vec<_> = self.said.values().rev().take(count).cloned().collect();
        newest.reverse();
        newest
    }

    /// The oldest.
    #[must_use]
    pub fn first(&self) -> Option<&Arc<Message>> {
        self.said.get_min().map(|(_, message)| message)
    }

    /// The newest.
    #[must_use]
    pub fn last(&self) -> Option<&Arc<Message>> {
        self.said.get_max().map(|(_, message)| message)
    }

    /// The sum of their tokens.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// The sum of their bytes, roughly as JSON has them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.said.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }
}

impl PartialEq for Messages {
    fn eq(&self, other: &Self) -> bool {
        self.said == other.said
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
