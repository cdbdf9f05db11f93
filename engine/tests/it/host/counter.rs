//! A minimal memory, and its operations.

use std::collections::HashMap;
use std::sync::LazyLock;

use kernel::access::Access;
use kernel::access::Readers;
use kernel::fact::Meta;
use kernel::memory::{Memory, Receipt};
use kernel::notice::Notice;
use kernel::operation::Prepare;
use kernel::ports::blobs::Content;
use kernel::ports::index::{Entry, Text};
use kernel::view::{Erase, View};
use kernel::{Actor, Error, Operation, Result, Role, StreamId, Time, Version, events, spec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// Number of decisions of [`Add`] on each counter, so that a test can wait for one.
pub static DECIDED: LazyLock<watch::Sender<HashMap<StreamId, usize>>> =
    LazyLock::new(watch::Sender::default);

/// Waits until [`Add`] was decided `times` times on `counter`.
pub async fn decided(counter: &StreamId, times: usize) {
    let mut decided = DECIDED.subscribe();
    let made = decided.wait_for(|all| all.get(counter).is_some_and(|made| *made >= times));
    made.await.expect("the sender is static");
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opened {}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Added {
    pub by: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claimed {}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Noted {
    pub text: Kept,
    pub tokens: u32,
}

/// A content as stored in a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    Text(String),
    Blob(String),
}

impl From<&Content> for Kept {
    fn from(content: &Content) -> Self {
        match content {
            Content::Text(text) => Self::Text(text.clone()),
            Content::Blob { sha256, .. } => Self::Blob(sha256.clone()),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    pub to: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heard {
    pub agent: String,
    pub notices: Vec<String>,
}

events! {
    /// Facts of a counter.
    pub enum Event {
        /// The counter was created.
        Opened = "opened" 1,
        /// The counter was incremented.
        Added = "added" 1,
        /// An agent claimed it.
        Claimed = "claimed" 1,
        /// A note was recorded.
        Noted = "noted" 1,
        /// A notice for an agent was recorded.
        Told = "told" 1,
        /// An agent received a notice.
        Heard = "heard" 1,
    }
}

/// A counter. Uses the kind `workflow`, whose streams everyone may read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    pub n: i64,
    pub holder: Option<String>,
    pub notes: Vec<Kept>,
    pub notices: Vec<(Notice, String)>,
    pub changed: Version,
    pub told: usize,
    pub at: Time,
}

impl Memory for Counter {
    const KIND: &'static str = "workflow";
    const SCHEMA: u16 = 1;
    const KEEPS_READERS: bool = true;
    type Event = Event;

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.at = meta.at;
        match event {
            Event::Added(added) => {
                self.n += added.by;
                self.changed = meta.version;
            }
            Event::Claimed(_) => self.holder = Some(meta.actor.id.clone()),
            Event::Noted(noted) => self.notes.push(noted.text.clone()),
            Event::Told(told) => {
                self.told += 1;
                let notice = Notice {
                    group: None,
                    stream: counter("told"),
                    id: format!("N{}", self.told),
                    kind: "nudge".into(),
                    from: meta.actor.clone(),
                    priority: "normal".into(),
                    message: told.text.clone(),
                    at: meta.at,
                };
                self.notices.push((notice, told.to.clone()));
            }
            Event::Heard(heard) => self
                .notices
                .retain(|(n, to)| *to != heard.agent || !heard.notices.contains(&n.id)),
            Event::Opened(_) | Event::Unreadable(_) => {}
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        // A negative counter is hidden from lists.
        (self.n >= 0).then(|| Entry {
            stream: stream.clone(),
            status: self.holder.as_ref().map_or("free", |_| "held").into(),
            updated_at: self.at,
            attention: 0,
            readers: Readers::Everyone,
            // 101 is due at once, and each further count a millisecond later.
            due: (self.n > 100).then(|| self.at.plus(self.n - 101)),
            doc: format!("{{\"n\":{}}}", self.n),
        })
    }

    fn texts(&self, _: &StreamId, _: &Meta, event: &Event) -> Vec<Text> {
        match event {
            Event::Noted(Noted {
                text: Kept::Text(text),
                ..
            }) => vec![Text {
                item: format!("note {}", self.notes.len()),
                kind: "note",
                title: String::new(),
                body: text.clone(),
            }],
            Event::Added(_) => vec![Text {
                item: "n".into(),
                kind: "count",
                title: self.n.to_string(),
                body: String::new(),
            }],
            _ => Vec::new(),
        }
    }

    /// Only its holder may read a negative counter.
    fn readers(&self, _: &StreamId) -> Readers {
        if self.n < 0 {
            Readers::Agents(self.holder.iter().cloned().collect())
        } else {
            Readers::Everyone
        }
    }

    fn inbox(&self, actor: &Actor, _: Time) -> Vec<Notice> {
        let mine = self.notices.iter().filter(|(_, to)| *to == actor.id);
        mine.map(|(notice, _)| notice.clone()).collect()
    }

    fn receipt(&self, actor: &Actor, receipt: &Receipt) -> Option<Event> {
        let Receipt::Delivered(notices) = receipt else {
            return None;
        };
        let heard = Heard {
            agent: actor.id.clone(),
            notices: notices.clone(),
        };
        Some(heard.into())
    }

    fn blobs(&self) -> Vec<String> {
        let blobs = self.notes.iter().filter_map(|note| match note {
            Kept::Blob(sha256) => Some(sha256.clone()),
            Kept::Text(_) => None,
        });
        blobs.collect()
    }
}

/// Returns the counter with that name.
pub fn counter(name: &str) -> StreamId {
    StreamId::new(Counter::KIND, name)
}

/// Output of the operations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    pub counter: StreamId,
    pub n: i64,
}

macro_rules! operation {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $type:ty),* } $effect:ident $op:literal $access:expr => $how:expr
     $(, $extra:item)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
        pub struct $name { $(pub $field: $type),* }
        impl Operation for $name {
            type Output = Count;
            const SPEC: kernel::Spec = spec!($effect $op $access).refuses(&["guarded", "held"]);
            const HOW: kernel::How<Self> = $how;
            $($extra)*
        }
    };
}

operation!(
    /// Creates a counter.
    Open {} Write "open" Access::ALL => kernel::How::Decide(|_, tx| {
        let counter = StreamId::new(Counter::KIND, tx.cx.id);
        tx.draft::<Counter>(&counter)?.record(Opened {});
        Ok(Count { counter, n: 0 })
    })
);

operation!(
    /// Increments a counter.
    Add { counter: StreamId, by: i64 } Write "add" Access::ALL.and(Access::SYSTEM) => kernel::How::Decide(|op, tx| {
        let draft = tx.draft::<Counter>(&op.counter)?;
        DECIDED.send_modify(|all| *all.entry(op.counter.clone()).or_default() += 1);
        draft.expect(draft.changed)?;
        if op.by == 0 {
            return Err(Error::invalid("nothing to add"));
        }
        draft.record(Added { by: op.by });
        Ok(Count { counter: op.counter.clone(), n: draft.n })
    })
);

/// Doubles a counter that was read before the decision.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Double {
    pub counter: StreamId,
    #[serde(skip)]
    pub seen: (i64, Version),
}

impl Operation for Double {
    type Output = Count;
    const SPEC: kernel::Spec = spec!(Write "double" Access::ALL).refuses(&["raced"]);
    const HOW: kernel::How<Self> = kernel::How::Decide(|op, tx| {
        let (n, version) = op.seen;
        let draft = tx.draft::<Counter>(&op.counter)?;
        if draft.version() != version {
            return tx.reject_outdated(Error::conflict("raced", "others are faster"));
        }
        draft.record(Added { by: n });
        Ok(Count {
            counter: op.counter.clone(),
            n: draft.n,
        })
    });
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let (state, version) = view.state::<Counter>(&op.counter).await?;
            op.seen = (state.n, version);
            Ok(op)
        })
    });
}

operation!(
    /// Moves a count from one counter to another, and only reads a third.
    Transfer { from: StreamId, to: StreamId, guard: StreamId, n: i64 } Write "transfer" Access::ALL =>
    kernel::How::Decide(|op, tx| {
        if tx.read::<Counter>(&op.guard)?.holder.is_some() {
            return Err(Error::conflict("guarded", "held"));
        }
        tx.draft::<Counter>(&op.from)?.record(Added { by: -op.n });
        let to = tx.draft::<Counter>(&op.to)?;
        to.record(Added { by: op.n });
        Ok(Count { counter: op.to.clone(), n: to.n })
    })
);

operation!(
    /// Claims a counter without a holder.
    Claim { counter: StreamId } Write "claim" Access::DOERS => kernel::How::Decide(|op, tx| {
        let draft = tx.draft::<Counter>(&op.counter)?;
        if let Some(holder) = &draft.holder {
            return Err(Error::conflict("held", format!("{holder} has it")));
        }
        draft.record(Claimed {});
        Ok(Count { counter: op.counter.clone(), n: draft.n })
    })
);

operation!(
    /// Panics after recording something.
    Burst { counter: StreamId } Write "burst" Access::ALL => kernel::How::Decide(|op, tx| {
        tx.draft::<Counter>(&op.counter)?.record(Added { by: 1_000_000 });
        panic!("burst")
    })
);

operation!(
    /// Records a note.
    Note { counter: StreamId, text: Content } Write "note" Access::ALL => kernel::How::Decide(|op, tx| {
        let tokens = tx.cx.tokens;
        let draft = tx.draft::<Counter>(&op.counter)?;
        draft.record(Noted { text: (&op.text).into(), tokens });
        Ok(Count { counter: op.counter.clone(), n: i64::from(tokens) })
    }),
    fn text_to_count(&self) -> Option<String> {
        match &self.text {
            Content::Text(text) => Some(text.clone()),
            Content::Blob { .. } => None,
        }
    },
    fn contents(&mut self) -> Vec<&mut Content> {
        vec![&mut self.text]
    }
);

operation!(
    /// Records a notice for an agent.
    Tell { counter: StreamId, to: String, text: String } Write "tell" Access::ALL => kernel::How::Decide(|op, tx| {
        let draft = tx.draft::<Counter>(&op.counter)?;
        draft.record(Told { to: op.to.clone(), text: op.text.clone() });
        Ok(Count { counter: op.counter.clone(), n: draft.n })
    })
);

operation!(
    /// Reads a counter.
    Get { counter: StreamId } Read "get" Access::ALL => kernel::How::Run(|op, view: View| Box::pin(async move {
        let (state, _) = view.state::<Counter>(&op.counter).await?;
        Ok(Count { counter: op.counter, n: state.n })
    }))
);

operation!(
    /// Erases a counter, or one of its facts.
    Wipe { counter: StreamId, fact: Option<Version> } Write "wipe" Access::PEOPLE => kernel::How::Run(|op, view: View| {
        Box::pin(async move {
            let what = match op.fact {
                Some(version) => Erase::facts(op.counter.clone(), [version]),
                None => Erase::Stream(op.counter.clone()),
            };
            view.services.erase(what, view.actor()?).await?;
            Ok(Count { counter: op.counter, n: 0 })
        })
    })
);

/// Returns an agent with the role of a worker.
pub fn worker(name: &str) -> Actor {
    Actor::new(name, Role::Worker)
}

/// Folds the facts of a counter.
pub fn fold<'a>(facts: impl Iterator<Item = &'a kernel::Fact>) -> Counter {
    let mut state = Counter::default();
    facts.for_each(|fact| state.apply_fact(fact));
    state
}

/// Returns the number in any operation's answer.
pub fn n(answer: &Result<kernel::answer::Answer<Count>>) -> Option<i64> {
    answer.as_ref().ok().map(|answer| answer.output.n)
}
