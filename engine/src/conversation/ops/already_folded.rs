//! Messages that are sent again after they were folded into the summary. The state does not know them any
//! more, so they are looked for in the facts of the summaries.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::conversation::ops::checks::{AHEAD, Taken};
use crate::session::facts::Event;
use crate::session::message::NewMessage;
use crate::session::moment::Moment;
use crate::session::state::{Session, Summary};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::stream::Version;
use kernel::view::View;

/// In how many of the newest summaries they are looked for.
const SUMMARIES: usize = 200;

/// Which messages of a call are folded.
#[derive(Clone, Debug, Default)]
pub struct AlreadyFolded {
    /// The newest summary that was looked at.
    until: Version,
    ids: BTreeSet<Arc<str>>,
}

/// Looks for the messages of a call in the summaries.
pub(super) async fn already_folded(
    view: &View,
    known: Option<&Session>,
    messages: &[NewMessage],
) -> Result<AlreadyFolded> {
    let mut folded = AlreadyFolded::default();
    let Some(session) = known.filter(|session| session.lives(view.now)) else {
        return Ok(folded);
    };
    folded.until = newest(session);
    let stream = session.key.stream();
    for summary in session.summaries.iter().rev().take(SUMMARIES) {
        let asked: BTreeSet<&Arc<str>> = candidates(session, summary, messages).collect();
        // The summaries before it are older still.
        if asked.is_empty() {
            break;
        }
        let before = summary.version.saturating_sub(1);
        let fact = view.services.log().read(&stream, before, 1).await?.pop();
        let event = fact.map(|fact| Event::read(&fact.kind, fact.schema, &fact.body));
        if let Some(Event::SessionSummarized(body)) = event {
            let ids = body.folded.into_iter();
            folded.ids.extend(ids.filter(|id| asked.contains(id)));
        }
    }
    Ok(folded)
}

fn newest(session: &Session) -> Version {
    session
        .summaries
        .last()
        .map_or(0, |summary| summary.version)
}

/// The ids of those that a summary may have folded: not there, and said before it was made.
fn candidates<'a>(
    session: &Session,
    summary: &Summary,
    messages: &'a [NewMessage],
) -> impl Iterator<Item = &'a Arc<str>> {
    let made = Moment::from(summary.at.plus(AHEAD));
    let is_old = move |message: &&NewMessage| message.created_at.is_none_or(|said| said <= made);
    let ids = messages.iter().filter(is_old);
    ids.filter_map(|message| message.id.as_ref())
        .filter(|id| session.messages.get(id).is_none())
}

impl AlreadyFolded {
    /// Whether what was found is so still.
    pub(super) fn holds(&self, session: &Session, messages: &[NewMessage]) -> bool {
        let newest = session.summaries.last();
        newest.is_none_or(|newest| {
            newest.version == self.until || candidates(session, newest, messages).next().is_none()
        })
    }

    /// Takes the folded ones out of what is to be written; gives how many there were.
    pub(super) fn leave_out(&self, taken: &mut Taken) -> usize {
        let before = taken.messages.len();
        taken
            .messages
            .retain(|message| !self.ids.contains(&message.id));
        before - taken.messages.len()
    }

    /// Takes the folded ones out of what is to be written, and says so.
    pub(super) fn pass_over(&self, taken: &mut Taken) {
        for id in &self.ids {
            let before = taken.messages.len();
            taken.messages.retain(|message| message.id != *id);
            if taken.messages.len() < before {
                taken.warnings.push(format!(
                    "The message {id} is folded into the summary already: it was passed over, whatever it \
                     says now. `session_folded` shows it."
                ));
            }
        }
    }
}
