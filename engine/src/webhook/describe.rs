//! Descriptions of webhook facts.

use crate::webhook::facts::{Event, WebhookDelivered, WebhookEdited};
use kernel::event::Event as _;
use kernel::fact::Fact;

/// Returns the description of a fact; `None` if it is unreadable.
#[must_use]
pub fn describe(fact: &Fact) -> Option<String> {
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::WebhookCreated(body) => {
            let (name, origin) = (&body.name, &body.origin);
            format!("created the webhook “{name}” to {origin}")
        }
        Event::WebhookEdited(body) => describe_edit(&body),
        Event::WebhookDeleted(_) => "deleted a webhook".into(),
        Event::WebhookTestAsked(_) => "tested a webhook".into(),
        Event::WebhookDelivered(body) => describe_delivery(&body),
        Event::WebhookResent(body) => match body.letters.len() {
            1 => "sent a webhook's message again".into(),
            n => format!("sent {n} messages of a webhook again"),
        },
        Event::JobTaken(body) => body.words(),
        Event::JobRenewed(body) => body.words(),
        Event::JobFailed(body) => body.words(),
        Event::JobStopped(body) => body.words(),
        Event::JobResumed(body) => body.words(),
        Event::Unreadable(_) => return None,
    })
}

fn describe_edit(body: &WebhookEdited) -> String {
    match body.paused {
        Some(true) => "paused a webhook".into(),
        Some(false) => "resumed a webhook".into(),
        None => "changed a webhook".into(),
    }
}

fn describe_delivery(body: &WebhookDelivered) -> String {
    let mut parts = Vec::new();
    match body.sent {
        0 => {}
        1 => parts.push("sent a webhook's message".to_owned()),
        n => parts.push(format!("sent {n} messages of a webhook")),
    }
    match body.failed.as_slice() {
        [] => {}
        [one] => parts.push(format!("could not send a webhook's message: {}", one.error)),
        [.., last] => {
            let n = body.failed.len();
            parts.push(format!(
                "could not send {n} messages of a webhook: {}",
                last.error
            ));
        }
    }
    if let Some(why) = &body.paused {
        parts.push(format!("paused a webhook: {why}"));
    }
    if parts.is_empty() {
        return "checked a webhook for new messages".into();
    }
    parts.join(", ")
}
