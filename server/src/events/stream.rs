//! One feed from its cursor to its end: first what the log has, then what comes, without a gap
//! between the two. What waits for a slow reader is bounded by the kernel's feed: beyond it, the
//! reader is cut off and told where to go on.

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

/// How often a quiet feed shows that it lives.
const BEAT: Duration = Duration::from_secs(15);
/// How many facts are read from the log at a time.
const PAGE: usize = 500;
/// How often catching up may begin again because the feed ran ahead meanwhile.
const RESTARTS: u32 = 5;

struct Reader {
    site: Arc<Site>,
    identity: Identity,
    wish: EventsQuery,
    feed: Feed,
    epoch: u64,
    /// The last position that was given or left out because nobody asked for it.
    at: Position,
    /// The last position the subscriber has been told.
    told: Position,
    /// Up to where the log is read before the feed takes over.
    until: Position,
    waiting: VecDeque<Bytes>,
    beat: Interval,
    /// Whether the feed has given something since the log was read.
    level: bool,
    restarts: u32,
    ended: bool,
}

/// The events of a feed.
pub fn events(
    site: Arc<Site>,
    identity: Identity,
    leavers: Leavers,
    wish: EventsQuery,
    held: Held,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    // Subscribed before the log is read: what is written meanwhile waits in the feed.
    let feed = site.hub.subscribe();
    let end = feed.position();
    let epoch = site.hub.epoch();
    let mut waiting = VecDeque::new();
    let at = match wish.after {
        Some(after) if after.epoch == epoch && after.position <= end => after.position,
        Some(_) => {
            waiting.push_back(named("reset", epoch, end));
            end
        }
        None => {
            waiting.push_back(named("cursor", epoch, end));
            end
        }
    };
    let mut beat = interval_at(Instant::now() + BEAT, BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let ended = Box::pin(auth::ended(site.clone(), identity.clone(), leavers));
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

/// A fact as it is sent.
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

    /// Waits for what comes next.
    async fn live(&mut self) -> Step {
        let stop = self.site.stop.clone();
        tokio::select! {
            biased;
            () = stop.cancelled() => Step::End,
            // Before the facts: a feed that always has one keeps its person's session, too.
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

    /// The JSON of a published fact as this reader may know of it.
    async fn as_shown(&self, fact: &Published) -> kernel::Result<Option<Arc<str>>> {
        let (hub, actor) = (&self.site.hub, &self.wish.actor);
        if !hub.may_read(actor, &fact.stream).await? {
            return Ok(None);
        }
        // What is made once for all is not for all where something in it is guarded, nor for who wants more.
        if !hub.guards(fact) && !self.wish.summary {
            return Ok(Some(fact.json.clone()));
        }
        let json = |error| kernel::Error::internal(format!("a fact has no JSON form: {error}"));
        let whole: Fact = serde_json::from_str(&fact.json).map_err(json)?;
        let Some(shown) = hub.shown(actor, whole).await? else {
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

    /// The feed ran ahead. While catching up that is nobody's fault: begin again where we are. A
    /// reader who was level and did not read is cut off.
    fn behind(&mut self) -> Step {
        if !self.level && self.restarts < RESTARTS {
            self.restarts += 1;
            self.feed = self.site.hub.subscribe();
            self.until = self.feed.position();
            return Step::Nothing;
        }
        self.ended = true;
        Step::Event(named("lagged", self.epoch, self.at))
    }

    fn give(&mut self, json: &str) {
        self.told = self.at;
        let text = format!("id: {}:{}\ndata: {json}\n\n", self.epoch, self.at);
        self.waiting.push_back(text.into());
    }

    /// A comment, which keeps proxies from closing the connection; for a feed that leaves things out
    /// also how far it is, so that going on does not begin too early.
    fn heartbeat(&mut self) -> Bytes {
        if self.told == self.at {
            return Bytes::from_static(b": still here\n\n");
        }
        self.told = self.at;
        named("cursor", self.epoch, self.at)
    }
}

fn named(event: &str, epoch: u64, position: Position) -> Bytes {
    let cursor = Cursor { epoch, position };
    format!("id: {cursor}\nevent: {event}\ndata: {{\"epoch\":{epoch},\"position\":{position}}}\n\n")
        .into()
}
