//! Descriptions of workspace facts, made from the fact's body alone.

use serde_json::Value;

use crate::words::{short, with};
use crate::workspace::audit::{
    BackupRestored, Erased, SignInFailed, SignedIn, Way, WebhookChange, WebhookChanged,
};
use crate::workspace::settings::SettingChange;
use crate::workspace::{AgentRegistered, Event, TokenCreated};
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::stream::StreamId;

/// Maximum number of erased items that a description names.
const NAMED: usize = 5;

/// Returns the description of a fact; `None` if it is unreadable.
pub(crate) fn describe(fact: &Fact) -> Option<String> {
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::AgentRegistered(body) => describe_registration(&body),
        Event::AgentTold(body) => format!("notified {}", body.name),
        Event::AgentPaused(body) => with(format!("paused {}", body.name), body.reason.as_ref()),
        Event::AgentResumed(body) => with(format!("resumed {}", body.name), body.reason.as_ref()),
        Event::TokenCreated(body) => token_created(&body),
        Event::TokenRevoked(body) => format!("revoked the token {} of {}", body.token, body.agent),
        Event::SettingsChanged(body) => settings_changed(&body.changes),
        Event::SignedIn(body) => describe_sign_in(&body),
        Event::SignInFailed(body) => sign_in_failed(&body),
        Event::PersonCreated(body) => {
            format!("created the person {} as {}", body.name, body.role.name())
        }
        Event::PasswordChanged(body) => format!("changed the password of {}", body.person),
        Event::LinkMade(body) => match &body.person {
            Some(person) => format!("created a sign-in link for {person}"),
            None => "created a setup link for the first owner".into(),
        },
        Event::TokenUsed(body) => {
            format!("first used the token {} from {}", body.token, body.address)
        }
        Event::TokenExpired(body) => {
            let (token, agent, at) = (&body.token, &body.agent, body.expires_at.to_minute());
            format!("found the token {token} of {agent} expired since {at}")
        }
        Event::WebhookChanged(body) => webhook_changed(&body),
        Event::MemoriesForgotten(body) => {
            let cores: Vec<&str> = body.cores.iter().map(StreamId::id).collect();
            let memories = match body.memories {
                1 => "a memory".into(),
                n => format!("{n} memories"),
            };
            format!("forgot {memories} of {}", short(&cores.join(", ")))
        }
        Event::WorkflowTakenIn(body) => format!(
            "imported workflow {} with {} facts from a file",
            body.workflow, body.facts
        ),
        Event::Erased(body) => describe_erasure(&body),
        Event::KeyRotated(_) => "replaced the key under which secrets are hashed".into(),
        Event::BackupRestored(body) => backup_restored(&body),
        Event::Unreadable(_) => return None,
    })
}

fn backup_restored(body: &BackupRestored) -> String {
    let restored = format!("restored a backup up to position {}", body.position);
    let Some(made_at) = body.made_at else {
        return restored;
    };
    let since = match body.tokens_revoked {
        Some(0) => "no token was revoked since".into(),
        Some(1) => "a token that was revoked since stays revoked".into(),
        Some(n) => format!("{n} tokens that were revoked since stay revoked"),
        None => "tokens that were revoked since are valid again".into(),
    };
    format!(
        "{restored}, made at {}: all sessions ended, {since}",
        made_at.to_minute()
    )
}

fn webhook_changed(body: &WebhookChanged) -> String {
    let (name, origin) = (&body.name, &body.origin);
    match body.change {
        WebhookChange::Created => format!("created the webhook “{name}” to {origin}"),
        WebhookChange::Edited => format!("changed the webhook “{name}”"),
        WebhookChange::Moved => format!("changed the address of the webhook “{name}” to {origin}"),
        WebhookChange::Paused => format!("paused the webhook “{name}”"),
        WebhookChange::Resumed => format!("resumed the webhook “{name}”"),
        WebhookChange::Rotated => format!("rotated the secret of the webhook “{name}”"),
        WebhookChange::Deleted => format!("deleted the webhook “{name}” to {origin}"),
    }
}

fn describe_registration(body: &AgentRegistered) -> String {
    let (name, role) = (&body.name, body.role.name());
    match body.was {
        Some(was) => format!("changed the role of {name} from {} to {role}", was.name()),
        None => format!("registered {name} as {role}"),
    }
}

fn token_created(body: &TokenCreated) -> String {
    let (agent, role, token) = (&body.agent, body.role.name(), &body.token);
    let until =
        (body.expires_at).map_or_else(String::new, |at| format!(" until {}", at.to_minute()));
    let within = (body.workflow).map_or_else(String::new, |id| format!(" for workflow {id}"));
    let whose = (body.user_id.as_ref()).map_or_else(String::new, |user| format!(" of user {user}"));
    let namespace = body.namespace.as_ref();
    let namespace = namespace.map_or_else(String::new, |name| format!(" in namespace {name}"));
    format!("created the token {token} for {agent} as {role}{within}{whose}{namespace}{until}")
}

fn settings_changed(changes: &[SettingChange]) -> String {
    if changes.is_empty() {
        return "changed the settings".into();
    }
    let changes: Vec<String> = changes
        .iter()
        .map(|change| {
            let (before, after) = (value(&change.before), value(&change.after));
            if before == after {
                return format!("{} to stay {after}", change.setting);
            }
            format!("{} from {before} to {after}", change.setting)
        })
        .collect();
    format!("set {}", changes.join(", "))
}

/// Returns a short form of a setting's value.
fn value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("“{}”", short(text)),
        other => short(&other.to_string()),
    }
}

fn describe_sign_in(body: &SignedIn) -> String {
    let by = match body.by {
        Way::Password => "with a password",
        Way::Link => "by a link",
        Way::Setup => "as the first owner",
    };
    format!("signed in {by} from {}", body.address)
}

fn sign_in_failed(body: &SignInFailed) -> String {
    let whom = match (&body.person, body.by) {
        (Some(person), _) => person,
        (None, Some(Way::Password)) => "an unknown name",
        (None, Some(Way::Link)) => "an unknown link",
        (None, Some(Way::Setup)) => "an unknown setup link",
        (None, None) => "others",
    };
    let address = body.address.as_deref().unwrap_or("many addresses");
    let times = match body.times {
        1 => "once".into(),
        n => format!("{n} times"),
    };
    let waits = match body.rate_limited {
        0 => String::new(),
        n => format!(", {n} of them before the wait was over"),
    };
    format!("refused to sign {whom} in from {address}, {times}{waits}")
}

fn describe_erasure(body: &Erased) -> String {
    let named = body.what.len().min(NAMED);
    let more = match (body.what.len() - named) + body.more as usize {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let cascade = if body.cascade {
        ", with everything derived from it"
    } else {
        ""
    };
    format!("erased {}{more}{cascade}", body.what[..named].join(", "))
}
