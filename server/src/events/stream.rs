//! One live feed: first the facts of the log since the cursor, then new ones, without a gap. The kernel's feed bounds
//! the buffer for a slow reader, who is disconnected beyond it and can resume from its cursor.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use engine::activity::describe::describe;
use engine::visibility::Visibility;
use futures_util::Stream;
use kernel::Fact;
use kernel::host::{Feed, Published};
use kernel::stream::Position;
use kernel::view::Services;
use serde::Serialize;
use serde_with::skip_serializing_none;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::{Cursor, EventsQuery};
use crate::auth::{self, Leavers};
use crate::identity::Identity;
use crate::quota::Held;
use crate::site::Site;

/// Interval of heartbeats.
const BEAT: Duration = Duration::from_secs(15);
/// Number of facts per read of the log.
const PAGE: usize = 500;
/// Maximum number of restarts of catching up because the feed overflowed meanwhile.
const RESTARTS: u32 = 5;

struct Reader {
    site: Arc<Site>,
    identity: Identity,
    wish: EventsQuery,
    feed: Feed,
    epoch: u64,
    /// Last position that was delivered or filtered out.
    at: Position,
    /// Last position sent to the subscriber.
    told: Position,
    /// Position up to which the log is read before the feed takes over.
    until: Position,
    waiting: VecDeque<Bytes>,
    beat: Interval,
    /// True if the feed has delivered something since the log was read.
    level: bool,
    restarts: u32,
    ended: bool,
}

/// Returns the events of a feed.
pub fn events(
    site: Arc<Site>,
    identity: Identity,
    leavers: Leavers,
    wish: EventsQuery,
    held: Held,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    // Subscribes before reading the log, so that facts written meanwhile wait in the feed.
    let feed = site.hub.subscribe();
    let end = feed.position();
    let epoch = site.hub.epoch();
    let mut waiting = VecDeque::new();
    let at = match wish.after {
        Some(after) if after.epoch == epoch && after.position <= end => after.position,
        Some(_) => {
            waiting.push_back(format_event("reset", epoch, end));
            end
        }
        None => {
            waiting.push_back(format_event("cursor", epoch, end));
            end
        }
    };
    let mut beat = interval_at(Instant::now() + BEAT, BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let ended = Box::pin(auth::until_invalid(site.clone(), identity.clone(), leavers));
    let reader = Reader {
        site,
        identity,
        wish,
        feed,
        epoch,
        at,
        told: at,
        until: end,
        waiting,
        beat,
        level: false,
        restarts: 0,
        ended: false,
    };
    futures_util::stream::unfold(
        (reader, ended, held),
        |(mut reader, mut ended, held)| async move {
            tokio::select! {
                biased;
                () = &mut ended => None,
                bytes = reader.next() => bytes.map(|bytes| (Ok(bytes), (reader, ended, held))),
            }
        },
    )
}

/// A fact in the form that is sent.
#[skip_serializing_none]
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    fact: &'a Fact,
    summary: Option<String>,
}

enum Step {
    Event(Bytes),
    Nothing,
    End,
}

impl Reader {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(bytes) = self.waiting.pop_front() {
                return Some(bytes);
            }
            if self.ended {
                return None;
            }
            let step = if self.at < self.until {
                self.catch_up().await
            } else {
                self.live().await
            };
            match step {
                Step::Event(bytes) => return Some(bytes),
                Step::Nothing => {}
                Step::End => self.ended = true,
            }
        }
    }

    /// Reads a page of the log.
    async fn catch_up(&mut self) -> Step {
        let stop = self.site.stop.clone();
        let facts = tokio::select! {
            facts = self.site.hub.log().follow(self.at, PAGE) => facts,
            () = stop.cancelled() => return Step::End,
        };
        let facts = match facts {
            Ok(facts) => facts,
            Err(error) => {
                tracing::error!(detail = error.detail, "a feed cannot read the log");
                return Step::End;
            }
        };
        let full = facts.len() == PAGE;
        let (site, actor) = (self.site.clone(), self.wish.actor.clone());
        let mut visibility = Visibility::new(&actor);
        for fact in facts {
            if fact.position > self.until {
                break;
            }
            self.at = fact.position;
            if !self.wish.names(&fact.stream) {
                continue;
            }
            match visibility.see(&*site.hub, fact).await {
                Ok(Some(fact)) => self.give_fact(&fact),
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(detail = error.detail, "a feed cannot ask who may read");
                    return Step::End;
                }
            }
        }
        if !full {
            self.at = self.until;
        }
        Step::Nothing
    }

    /// Waits for the next fact, heartbeat or stop.
    async fn live(&mut self) -> Step {
        let stop = self.site.stop.clone();
        tokio::select! {
            biased;
            () = stop.cancelled() => Step::End,
            // Checked before the facts, so that a busy feed renews its person's session, too.
            _ = self.beat.tick() => {
                if auth::still_holds(&self.site, &self.identity).await {
                    Step::Event(self.heartbeat())
                } else {
                    Step::End
                }
            }
            next = self.feed.next() => match next {
                Ok(Some(fact)) => {
                    self.level = true;
                    if fact.position <= self.at {
                        return Step::Nothing;
                    }
                    self.at = fact.position;
                    if !self.wish.names(&fact.stream) {
                        return Step::Nothing;
                    }
                    match self.as_shown(&fact).await {
                        Ok(Some(json)) => self.give(&json),
                        Ok(None) => {}
                        Err(error) => {
                            tracing::error!(detail = error.detail, "a feed cannot ask who may read");
                            return Step::End;
                        }
                    }
                    Step::Nothing
                }
                Ok(None) => Step::End,
                Err(_) => self.behind(),
            },
        }
    }

    /// Returns the JSON of a published fact without the parts that are withheld from this reader.
    async fn as_shown(&self, fact: &Published) -> kernel::Result<Option<Arc<str>>> {
        let (hub, actor) = (&self.site.hub, &self.wish.actor);
        if !hub.may_read(actor, &fact.stream).await? {
            return Ok(None);
        }
        // The shared JSON is unsuitable if parts of the fact are restricted or the reader wants summaries.
        if !hub.guards(fact) && !self.wish.summary {
            return Ok(Some(fact.json.clone()));
        }
        let json = |error| kernel::Error::internal(format!("a fact has no JSON form: {error}"));
        let whole: Fact = serde_json::from_str(&fact.json).map_err(json)?;
        let Some(shown) = hub.filter_fact(actor, whole).await? else {
            return Ok(None);
        };
        Ok(Some(self.json(&shown).map_err(json)?.into()))
    }

    fn give_fact(&mut self, fact: &Fact) {
        match self.json(fact) {
            Ok(json) => self.give(&json),
            Err(error) => tracing::error!(%error, "a fact has no JSON form"),
        }
    }

    fn json(&self, fact: &Fact) -> serde_json::Result<String> {
        let summary = self.wish.summary.then(|| describe(fact));
        serde_json::to_string(&Told { fact, summary })
    }

    /// Handles an overflow of the feed. During catch-up it restarts from the current position; a reader that had caught
    /// up and then stopped reading is disconnected.
    fn behind(&mut self) -> Step {
        if !self.level && self.restarts < RESTARTS {
            self.restarts += 1;
            self.feed = self.site.hub.subscribe();
            self.until = self.feed.position();
            return Step::Nothing;
        }
        self.ended = true;
        Step::Event(format_event("lagged", self.epoch, self.at))
    }

    fn give(&mut self, json: &str) {
        self.told = self.at;
        let text = format!("id: {}:{}\ndata: {json}\n\n", self.epoch, self.at);
        self.waiting.push_back(text.into());
    }

    /// Returns a comment, which keeps proxies from closing the connection. For a filtered feed it includes the current
    /// position, so that a later resume does not start too early.
    fn heartbeat(&mut self) -> Bytes {
        if self.told == self.at {
            return Bytes::from_static(b": still here\n\n");
        }
        self.told = self.at;
        format_event("cursor", self.epoch, self.at)
    }
}

fn format_event(event: &str, epoch: u64, position: Position) -> Bytes {
    let cursor = Cursor { epoch, position };
    format!("id: {cursor}\nevent: {event}\ndata: {{\"epoch\":{epoch},\"position\":{position}}}\n\n")
        .into()
}
