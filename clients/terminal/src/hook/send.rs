//! Sends queued messages to the server: in batches per session, and one by one if a batch is rejected. Only messages
//! that are rejected for their content are dropped; the others stay in the queue for another time, token or server.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kernel::{Code, Error, Result};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout_at};

use super::told::Told;
use super::unsent::Unsent;
use super::{REFUSED, UNKEPT, call, late};
use crate::client::Server;
use crate::whole;

/// Maximum number of messages in a batch.
const MESSAGES: usize = 50;
/// Maximum size of a batch, in bytes; a single message may be larger.
const BYTES: usize = 1024 * 1024;
/// Interval between checks whether another process has finished sending.
const PAUSE: Duration = Duration::from_millis(20);

/// Consequence of an error for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// The server does not answer: stop.
    Unanswered,
    /// The server rejects this caller for now: stop.
    Stopped,
    /// The server may accept the message another time: keep it.
    Waits,
    /// The server rejects the message's time: send it without one.
    Untimed,
    /// The server never accepts the message: drop it.
    Dropped,
}

fn fate(error: &Error) -> Fate {
    let fields = &error.extra.fields;
    let is_of = |place: &str, end: &str| {
        !fields.is_empty()
            && fields
                .iter()
                .all(|fault| fault.pointer.starts_with(place) && fault.pointer.ends_with(end))
    };
    match error.code {
        Code::Unavailable => Fate::Unanswered,
        Code::Unauthenticated | Code::RateLimited => Fate::Stopped,
        Code::Invalid if is_of("/messages/", "/created_at") => Fate::Untimed,
        Code::Invalid if is_of("/messages", "") || is_of("/session", "") => Fate::Dropped,
        Code::TooLarge | Code::Gone => Fate::Dropped,
        // Another token, a newer server or a later attempt may succeed.
        _ => Fate::Waits,
    }
}

/// Queued message.
struct Waiting {
    path: PathBuf,
    session: Value,
    messages: Vec<Value>,
    bytes: usize,
}

impl Waiting {
    /// Reads a queued message; `None` if another process has sent it meanwhile.
    fn read(path: PathBuf, told: &mut Told) -> Option<Self> {
        let text = whole::read(&path).ok()?;
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        let messages = message["messages"].as_array().cloned().unwrap_or_default();
        if messages.is_empty() {
            let odd = path.with_extension("odd");
            let detail = format!("{} holds no message", odd.display());
            told.fails(UNKEPT, &Error::invalid(detail));
            drop(fs::rename(&path, odd));
            return None;
        }
        Some(Self {
            session: message["session"].clone(),
            bytes: text.len(),
            path,
            messages,
        })
    }

    fn is_sent(&self) {
        drop(fs::remove_file(&self.path));
    }
}

/// State of sending in one hook.
pub struct Sending<'a> {
    /// Queue.
    pub unsent: &'a Unsent,
    /// Server to send to.
    pub server: &'a Server,
    /// Message of this moment.
    pub own: Option<&'a Path>,
    /// True to report the errors of all messages, not only of this moment's.
    pub tells_all: bool,
    /// Messages that were rejected and stay in the queue.
    pub refused: Vec<PathBuf>,
    /// True if the server accepts no more messages for now.
    pub is_stopped: bool,
}

impl Sending<'_> {
    /// Sends the queued messages until `until`, oldest first within each session; waits up to that time for another
    /// process that sends.
    ///
    /// # Errors
    /// `unavailable` if the server does not answer.
    pub async fn send(&mut self, until: Instant, told: &mut Told) -> Result<()> {
        let _lock = loop {
            if self.remaining().is_empty() {
                return Ok(());
            }
            match self.unsent.lock() {
                Some(lock) => break lock,
                None if Instant::now() >= until => return Ok(()),
                None => sleep(PAUSE).await,
            }
        };
        let mut is_answered = false;
        loop {
            // More messages may be queued while others are sent.
            let left = self.remaining().into_iter();
            let new: Vec<Waiting> = left.filter_map(|path| Waiting::read(path, told)).collect();
            if new.is_empty() {
                return Ok(());
            }
            for batch in batches(new) {
                match self.batch(batch, until, &mut is_answered, told).await {
                    Ok(()) if self.is_stopped => return Ok(()),
                    Ok(()) => {}
                    // A timeout after an answer does not mean that the server is unavailable.
                    Err(_) if is_answered && Instant::now() >= until => return Ok(()),
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Returns the queued messages that were not rejected.
    fn remaining(&self) -> Vec<PathBuf> {
        let mut left = self.unsent.waiting();
        left.retain(|path| !self.is_stopped && !self.refused.contains(path));
        left
    }

    /// Sends messages of a session.
    async fn batch(
        &mut self,
        batch: Vec<Waiting>,
        until: Instant,
        is_answered: &mut bool,
        told: &mut Told,
    ) -> Result<()> {
        if batch.len() > 1 {
            let messages = batch.iter().flat_map(|waiting| waiting.messages.clone());
            let wish =
                json!({ "session": batch[0].session, "messages": messages.collect::<Vec<_>>() });
            match self.call(&wish, until, is_answered, told).await {
                Ok(()) => {
                    batch.iter().for_each(Waiting::is_sent);
                    return Ok(());
                }
                Err(error) if fate(&error) == Fate::Unanswered => return Err(error),
                Err(_) => {}
            }
        }
        for waiting in batch {
            self.one(waiting, until, is_answered, told).await?;
            if self.is_stopped {
                break;
            }
        }
        Ok(())
    }

    async fn one(
        &mut self,
        mut waiting: Waiting,
        until: Instant,
        is_answered: &mut bool,
        told: &mut Told,
    ) -> Result<()> {
        loop {
            let wish = json!({ "session": waiting.session, "messages": waiting.messages });
            let Err(error) = self.call(&wish, until, is_answered, told).await else {
                waiting.is_sent();
                return Ok(());
            };
            match fate(&error) {
                Fate::Unanswered => return Err(error),
                Fate::Stopped => {
                    told.fails(REFUSED, &error);
                    self.is_stopped = true;
                }
                Fate::Untimed
                    if waiting
                        .messages
                        .iter()
                        .any(|said| said["created_at"] != Value::Null) =>
                {
                    // This machine's clock is wrong, so the server's is used.
                    for said in &mut waiting.messages {
                        said.as_object_mut().map(|said| said.remove("created_at"));
                    }
                    continue;
                }
                Fate::Waits => {
                    if self.tells_all || self.own == Some(&waiting.path) {
                        told.fails(UNKEPT, &error);
                    }
                    self.refused.push(waiting.path);
                }
                Fate::Untimed | Fate::Dropped => {
                    told.fails(UNKEPT, &error);
                    waiting.is_sent();
                }
            }
            return Ok(());
        }
    }

    async fn call(
        &self,
        wish: &Value,
        until: Instant,
        is_answered: &mut bool,
        told: &mut Told,
    ) -> Result<()> {
        let called = timeout_at(until, call(self.server, "session_append", wish, told)).await;
        let done = called.map_err(|_| late()).flatten();
        *is_answered |= !matches!(&done, Err(error) if fate(error) == Fate::Unanswered);
        done.map(drop)
    }
}

/// Groups the messages by session, in batches.
fn batches(waiting: Vec<Waiting>) -> Vec<Vec<Waiting>> {
    let mut batches: Vec<(usize, Vec<Waiting>)> = Vec::new();
    for waiting in waiting {
        let of_session = |(_, batch): &&mut (usize, Vec<Waiting>)| {
            batch
                .first()
                .is_some_and(|first| first.session == waiting.session)
        };
        let last = batches.iter_mut().rev().find(of_session);
        match last.filter(|(bytes, batch)| batch.len() < MESSAGES && bytes + waiting.bytes <= BYTES)
        {
            Some((bytes, batch)) => {
                *bytes += waiting.bytes;
                batch.push(waiting);
            }
            None => batches.push((waiting.bytes, vec![waiting])),
        }
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_refused_for_what_it_says_is_given_up() {
        let field = |pointer: &str| Error::field(pointer, "wrong");
        for (error, expected) in [
            (Error::unavailable("x"), Fate::Unanswered),
            (Error::new(Code::Unauthenticated, "x"), Fate::Stopped),
            (Error::new(Code::RateLimited, "x"), Fate::Stopped),
            (field("/messages/0/created_at"), Fate::Untimed),
            (field("/messages/0/content"), Fate::Dropped),
            (field("/messages"), Fate::Dropped),
            (field("/session"), Fate::Dropped),
            (Error::new(Code::TooLarge, "x"), Fate::Dropped),
            (Error::new(Code::Gone, "x"), Fate::Dropped),
            // An older server, or one without the operation.
            (field("/namespace"), Fate::Waits),
            (Error::invalid("x"), Fate::Waits),
            (Error::not_found("x"), Fate::Waits),
            (Error::forbidden("x"), Fate::Waits),
            (Error::conflict("busy", "x"), Fate::Waits),
            (Error::conflict("full", "x"), Fate::Waits),
            (Error::internal("x"), Fate::Waits),
        ] {
            assert_eq!(fate(&error), expected, "{error:?}");
        }
    }

    #[test]
    fn messages_go_by_session_in_their_order() {
        let waiting = |session: &str, nth: usize, bytes: usize| Waiting {
            path: nth.to_string().into(),
            session: session.into(),
            messages: vec![json!({})],
            bytes,
        };
        let named = |all: Vec<Waiting>| -> Vec<Vec<String>> {
            let name = |one: &Waiting| one.path.display().to_string();
            let batches = batches(all).into_iter();
            batches
                .map(|batch| batch.iter().map(name).collect())
                .collect()
        };
        let all = vec![
            waiting("a", 1, 1),
            waiting("b", 2, BYTES + 1),
            waiting("a", 3, 1),
            waiting("b", 4, 1),
            waiting("a", 5, BYTES - 2),
            waiting("a", 6, 1),
        ];
        let expected = [vec!["1", "3", "5"], vec!["2"], vec!["4"], vec!["6"]];
        assert_eq!(named(all), expected);
        let many = (0..=2 * MESSAGES).map(|nth| waiting("a", nth, 1));
        let counts: Vec<usize> = named(many.collect()).iter().map(Vec::len).collect();
        assert_eq!(counts, [MESSAGES, MESSAGES, 1]);
    }
}
