//! `session_folded`: returns the messages that a summary folded.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::versions::at_version;
use crate::conversation::ops::whole::{whole, without_places};
use crate::conversation::ops::{key, read};
use crate::session::Event;
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::state::Summary;
use kernel::event::Event as _;

/// Returns the messages that a summary folded, verbatim: summarising loses nothing.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionFolded {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Version of the session that the summary made, as in `summaries`. Default: the newest.
    pub summary: Option<Version>,
    /// Include images and files as they were sent. Default: true; otherwise placeholders such as `[image, image/png, 45
    /// KB]` replace their data.
    pub media: Option<bool>,
}

/// A summary and the messages it folded.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Folded {
    /// Key of the session.
    pub session: SessionKey,
    /// The summary.
    pub summary: Arc<Summary>,
    /// The summary before it, which it continues.
    pub context_before: Option<Arc<str>>,
    /// The messages, oldest first. Above 32 MiB of images and files, those of older messages are placeholders.
    pub messages: Vec<Arc<Message>>,
}

impl Operation for SessionFolded {
    type Output = Folded;
    const SPEC: Spec = spec!(Read "session_folded" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: SessionFolded, view: View) -> Fut<'static, Result<Folded>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        let session = read(&view, &key).await?;
        let mut summaries = session.summaries.iter().rev();
        let summary = match op.summary {
            Some(version) => summaries.find(|summary| summary.version == version),
            None => summaries.next(),
        };
        let Some(summary) = summary else {
            let detail = format!("The session {key} has no such summary: see its `summaries`.");
            return Err(Error::not_found(detail));
        };
        let before = summary.version - 1;
        let fact = view
            .services
            .log()
            .read(&key.stream(), before, 1)
            .await?
            .pop();
        let event = fact.map(|fact| Event::read(&fact.kind, fact.schema, &fact.body));
        let Some(Event::SessionSummarized(body)) = event else {
            let detail = "What this summary folded was erased.";
            return Err(Error::new(Code::Gone, detail));
        };
        let then = at_version(&view, &key, Some(before)).await?;
        let messages = body.folded.iter().filter_map(|id| then.messages.get(id));
        let mut messages: Vec<Arc<Message>> = messages.cloned().collect();
        if op.media == Some(false) {
            without_places(&mut messages);
        } else {
            whole(&view, &mut messages).await?;
        }
        Ok(Folded {
            session: key,
            summary: summary.clone(),
            context_before: then.context.clone(),
            messages,
        })
    })
}
