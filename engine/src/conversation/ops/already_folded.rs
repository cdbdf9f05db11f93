//! Detects messages that are sent again after they were folded into the summary. The state no longer has them, so they
//! are looked up in the facts of the summaries.

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

/// Number of the newest summaries that are searched.
const SUMMARIES: usize = 200;

/// The messages of a call that are already folded.
#[derive(Clone, Debug, Default)]
pub struct AlreadyFolded {
    /// Version of the newest summary at the time of the lookup.
    until: Version,
    ids: BTreeSet<Arc<str>>,
}

/// Looks up the messages of a call in the summaries.
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
        // Earlier summaries cannot contain any of them either.
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

/// Returns the ids of messages that a summary may have folded: those missing from the session and dated before the
/// summary.
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
    /// Returns true if the lookup is still valid for this state.
    pub(super) fn holds(&self, session: &Session, messages: &[NewMessage]) -> bool {
        let newest = session.summaries.last();
        newest.is_none_or(|newest| {
            newest.version == self.until || candidates(session, newest, messages).next().is_none()
        })
    }

    /// Removes the folded messages from those to write. Returns their number.
    pub(super) fn leave_out(&self, taken: &mut Taken) -> usize {
        let before = taken.messages.len();
        taken
            .messages
            .retain(|message| !self.ids.contains(&message.id));
        before - taken.messages.len()
    }

    /// Removes the folded messages from those to write, with a warning.
    pub(super) fn pass_over(&self, taken: &mut Taken) {
        let mut ids = taken.messages.iter().map(|message| &message.id);
        let Some(first) = ids.find(|id| self.ids.contains(*id)).cloned() else {
            return;
        };
        let warning = match self.leave_out(taken) {
            1 => format!(
                "The message {first} is already folded into the summary and was skipped. `session_folded` shows it."
            ),
            many => format!(
                "{many} messages, the first of them {first}, are already folded into the summary and were skipped. \
                 `session_folded` shows them."
            ),
        };
        taken.warnings.push(warning);
    }
}
