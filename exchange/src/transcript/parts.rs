//! Splits a conversation into parts that are small enough to be sent one by one: each line has some messages of one
//! conversation, or quarantined records. Parsing the parts restores the conversation.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::taking::{Name, Taking};
use super::{Format, Message, Session, Transcript};
use crate::records::Records;
use crate::report::{LONGEST, Odd, PIECE, Read};

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Original format.
    loci: Format,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<Session>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odd: Vec<Odd>,
}

/// Splits the parsed conversations into parts of at most `bytes` and `messages`; a longer message is a part by itself.
/// A message that exceeds the limit of every session is quarantined, and split into pieces.
#[must_use]
pub fn parts(read: &Read<Transcript>, bytes: usize, messages: usize) -> Vec<String> {
    let format = read.found.format.unwrap_or(Format::Loci);
    let mut all = Parts {
        bytes,
        messages,
        ..Parts::default()
    };
    let mut long = Vec::new();
    for session in &read.found.sessions {
        let mut begin = 0;
        while begin < session.messages.len() {
            let mut end = begin;
            let mut size = 0;
            while end < session.messages.len() && end - begin < messages {
                let message = &session.messages[end];
                let text = serde_json::to_string(message).unwrap_or_default();
                let is_long = text.len() > LONGEST;
                size += text.len();
                if (is_long || size > bytes) && end > begin {
                    break;
                }
                end += 1;
                if is_long {
                    begin = end;
                    long.push((session, message, text));
                    break;
                }
            }
            if end == begin {
                continue;
            }
            let part = Session {
                messages: session.messages[begin..end].to_vec(),
                ..session.clone_head()
            };
            all.add(
                &Line {
                    loci: format,
                    session: Some(part),
                    odd: Vec::new(),
                },
                end - begin,
            );
            begin = end;
        }
    }
    // With its conversation, so that the owner is known.
    let long = long.into_iter().map(|(session, message, text)| {
        let odd = Odd {
            at: message.place.clone(),
            why: format!("has {} bytes, more than a message may", text.len()),
            text,
        };
        (Some(session), odd)
    });
    let first = read.found.sessions.first();
    let odd = read.odd.iter().map(|odd| (first, odd.clone()));
    let mut before: Option<&Session> = None;
    for (session, odd) in long.chain(odd) {
        for piece in odd.pieces(PIECE) {
            // The properties of a conversation may be long, and are sent once.
            let is_told = before.zip(session).is_some_and(|(a, b)| std::ptr::eq(a, b));
            let head = session.map(Session::clone_head).map(|mut head| {
                if is_told {
                    head.about.clear();
                }
                head
            });
            before = session;
            let line = Line {
                loci: format,
                session: head,
                odd: vec![piece],
            };
            all.add(&line, 1);
        }
    }
    all.finish()
}

impl Session {
    /// Returns the conversation without its messages.
    fn clone_head(&self) -> Self {
        Self {
            id: self.id.clone(),
            aside: self.aside.clone(),
            namespace: self.namespace.clone(),
            user_id: self.user_id.clone(),
            about: self.about.clone(),
            messages: Vec::new(),
        }
    }
}

#[derive(Default)]
struct Parts {
    bytes: usize,
    messages: usize,
    done: Vec<String>,
    open: String,
    holds: usize,
}

impl Parts {
    fn add(&mut self, line: &Line, holds: usize) {
        let Ok(line) = serde_json::to_string(line) else {
            return;
        };
        let is_full =
            self.open.len() + line.len() > self.bytes || self.holds + holds > self.messages;
        if is_full && !self.open.is_empty() {
            self.done.push(std::mem::take(&mut self.open));
            self.holds = 0;
        }
        self.open.push_str(&line);
        self.open.push('\n');
        self.holds += holds;
    }

    fn finish(mut self) -> Vec<String> {
        if !self.open.is_empty() {
            self.done.push(self.open);
        }
        self.done
    }
}

/// Parses parts.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for record in records.found {
        let line: Line = match serde_json::from_value(record.value.clone()) {
            Ok(line) => line,
            Err(error) => {
                taking.odd(
                    record.at,
                    format!("is no part of a conversation: {error}"),
                    &record.value,
                );
                continue;
            }
        };
        taking.format = Some(line.loci);
        taking.odd.extend(line.odd);
        let Some(part) = line.session else {
            continue;
        };
        let session = taking.session(Name {
            id: part.id,
            aside: part.aside,
            namespace: part.namespace,
            user_id: part.user_id,
        });
        for (name, value) in part.about {
            taking.about(session, &name, value);
        }
        for message in part.messages {
            let place = message.place.clone();
            let Message { role, .. } = &message;
            let said = if role.trim().is_empty() || role.len() > 64 {
                Err("`role` is no name of 1 to 64 bytes".to_owned())
            } else {
                Ok(message.clone())
            };
            let written = serde_json::to_value(&message).unwrap_or(Value::Null);
            taking.take(session, place, &written, said);
        }
    }
}
